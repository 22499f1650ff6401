//! Broadcasts: the public view with its delay, streams of rounds, and the broadcaster's handlers.
//!
//! A node caches each round that has spectators. The cache can be rebuilt at any moment from the
//! store and the time, so every node shows the same, and a restart shows nothing early.

pub(crate) mod export;
pub(crate) mod extract;
pub(crate) mod handlers;

pub(crate) mod recent;
pub(crate) mod rounds;
pub(crate) mod state;
pub(crate) mod stream;
pub(crate) mod views;
pub(crate) mod worker;

use axum::extract::FromRef;
pub(crate) use stream::{StreamPermits, round_lines};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use crate::broadcasts::rounds::Line as BroadcastLine;
use crate::broadcasts::state::BroadcastsState;
pub(crate) use crate::broadcasts::views::{
    BroadcastView, OwnBroadcast, RoundView, own, public_view, results, round_view,
};

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    BroadcastsState: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::runner::list))
        .routes(routes!(handlers::runner::open))
        .routes(routes!(handlers::runner::end))
        .routes(routes!(handlers::boards::put_round))
        .routes(routes!(handlers::boards::put_board))
        .routes(routes!(handlers::boards::remove_board))
        .routes(routes!(handlers::boards::latest_boards))
        .routes(routes!(handlers::watch::broadcast))
        .routes(routes!(handlers::watch::round))
        .routes(routes!(handlers::watch::events))
        .routes(routes!(handlers::watch::round_pdn))
}
