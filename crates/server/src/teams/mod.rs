//! Team matches over HTTP: several people at each side of one game.

pub(crate) mod handlers;
pub(crate) mod views;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::App;

/// The routes of this feature.
pub(crate) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(handlers::host::make))
        .routes(routes!(handlers::joining::find))
        .routes(routes!(handlers::joining::join))
        .routes(routes!(handlers::host::doors))
        .routes(routes!(handlers::host::send_away))
        .routes(routes!(handlers::captain::name_captain))
        .routes(routes!(handlers::host::begin))
        .routes(routes!(handlers::host::dismiss))
}
