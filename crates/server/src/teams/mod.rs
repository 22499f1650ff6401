//! Team matches over HTTP: several people at each side of one game.

pub(crate) mod handlers;
pub(crate) mod rematch;
pub(crate) mod start;
pub(crate) mod state;
pub(crate) mod views;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::teams::state::TeamsState;

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    TeamsState: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::host::make))
        .routes(routes!(handlers::joining::find))
        .routes(routes!(handlers::joining::join))
        .routes(routes!(handlers::host::set_registration))
        .routes(routes!(handlers::host::remove_member))
        .routes(routes!(handlers::captain::name_captain))
        .routes(routes!(handlers::host::begin))
        .routes(routes!(handlers::host::dismiss))
}
