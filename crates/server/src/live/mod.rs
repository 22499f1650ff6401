//! Live play: games between players on different devices. A game with members on this node has an
//! actor ([`actor`]), a task that holds a copy of the game, decides commands, stores and
//! acknowledges them, and broadcasts events. The journal is the source of truth; an actor may be
//! lost at any moment.
//!
//! ```text
//!  socket.rs, stream.rs, handlers ──messages──> actors.rs ──> actor.rs ──LiveGame──> journal
//!          ▲                                                     │
//!          └──────────────────── queue.rs <──────── frames ──────┘
//! ```
//!
//! Background tasks ([`background`]) end what is due and restore the time of outages. Frames are
//! those of [`damier_wire::live`], explained in `docs/live-protocol.md`; [`shared_frame`]
//! serialises each once.

pub(crate) mod handlers;

pub(crate) mod actor;
pub(crate) mod actors;
pub(crate) mod background;
pub(crate) mod cluster;
pub(crate) mod cluster_listener;
pub(crate) mod cluster_message;
pub(crate) mod conditional_moves;
pub(crate) mod delayed_spectators;
pub(crate) mod engine;
pub(crate) mod engine_boards;
pub(crate) mod engine_budget;
pub(crate) mod engine_request;
pub(crate) mod extract;
pub(crate) mod full_strength;
pub(crate) mod game_over;
pub(crate) mod game_state;
pub(crate) mod heartbeat;
pub(crate) mod interval;
pub(crate) mod members;
pub(crate) mod membership;
pub(crate) mod queue;
pub(crate) mod ratings;
mod reads;
pub(crate) mod rematch;
pub(crate) mod round_trip;
pub(crate) mod seats;
pub(crate) mod services;
pub(crate) mod shared_frame;
pub(crate) mod socket;
pub(crate) mod state;
pub(crate) mod stream;
pub(crate) mod teams;
pub(crate) mod views;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::live::state::LiveState;

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    LiveState: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::games::seat))
        .routes(routes!(handlers::games::state))
        .routes(routes!(handlers::games::socket))
        .routes(routes!(handlers::games::act))
        .routes(routes!(handlers::games::send_chat))
        .routes(routes!(handlers::games::events))
        .routes(routes!(handlers::conditionals::find))
        .routes(routes!(handlers::conditionals::save))
        .routes(routes!(handlers::games::watchers))
}
