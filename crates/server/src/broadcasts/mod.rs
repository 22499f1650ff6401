//! Those who look on at a broadcast: what they are shown of it, and the streams that tell it as soon as it is due.
//!
//! ```text
//!  api/broadcasts ──stores──> the port Broadcasts ──asked twice a second──> hall.rs ──what is due──> stream.rs
//! ```
//!
//! A hall is the copy of one round that a node keeps while somebody looks on. It can be lost at any moment: what is due follows from what is
//! stored and the time. So every node shows the same, and a restart shows nothing early.

pub(crate) mod extract;
pub(crate) mod handlers;

pub(crate) mod recent;
pub(crate) mod rounds;
pub(crate) mod state;
pub(crate) mod stream;
pub(crate) mod views;

use axum::extract::FromRef;
pub(crate) use stream::{Held, round_lines};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::accounts::state::Sessions;
pub(crate) use crate::broadcasts::rounds::Line as BroadcastLine;
use crate::broadcasts::state::BroadcastsState;
pub(crate) use crate::broadcasts::views::{
    OwnBroadcast, ShownBroadcast, ShownRound, own, results, round_now, seen_by_all,
};

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    BroadcastsState: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::runner::list))
        .routes(routes!(handlers::runner::open))
        .routes(routes!(handlers::runner::end))
        .routes(routes!(handlers::boards::put_round))
        .routes(routes!(handlers::boards::put_board))
        .routes(routes!(handlers::boards::remove_board))
        .routes(routes!(handlers::boards::desk))
        .routes(routes!(handlers::watch::broadcast))
        .routes(routes!(handlers::watch::round))
        .routes(routes!(handlers::watch::events))
        .routes(routes!(handlers::watch::round_pdn))
}
