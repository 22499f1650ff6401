//! Challenges over HTTP: offer and accept, the lobby, games against the engine, rematches.

pub(crate) mod engine_games;
pub(crate) mod handlers;
pub(crate) mod lobby;
pub(crate) mod rematch;
pub(crate) mod waiting;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::App;

/// The routes of this feature.
pub(crate) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(handlers::offer))
        .routes(routes!(handlers::find))
        .routes(routes!(handlers::accept))
        .routes(routes!(handlers::leave_to_the_computer))
        .routes(routes!(handlers::withdraw))
        .routes(routes!(lobby::lobby))
        .routes(routes!(lobby::pair))
        .routes(routes!(rematch::rematch))
}
