//! Challenges over HTTP: offer and accept, the lobby, games against the engine, rematches.

pub(crate) mod engine_games;
pub(crate) mod export;
pub(crate) mod extract;
pub(crate) mod handlers;
pub(crate) mod offer;
pub(crate) mod open_offers;
pub(crate) mod pace;
pub(crate) mod pairing;
pub(crate) mod refusals;
pub(crate) mod rematch;
pub(crate) mod start;
pub(crate) mod state;
pub(crate) mod views;
pub(crate) mod waiting;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::challenges::state::ChallengesState;

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    ChallengesState: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::offers::offer))
        .routes(routes!(handlers::offers::find))
        .routes(routes!(handlers::offers::accept))
        .routes(routes!(handlers::offers::seat_engine_opponent))
        .routes(routes!(handlers::offers::withdraw))
        .routes(routes!(handlers::lobby::lobby))
        .routes(routes!(handlers::lobby::pair))
        .routes(routes!(handlers::rematch::rematch))
}
