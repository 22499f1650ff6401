//! Ratings over HTTP, and the rating range of a challenge.

pub(crate) mod handlers;
pub(crate) mod ranges;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::App;

/// The routes of this feature.
pub(crate) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(handlers::find))
        .routes(routes!(handlers::course))
        .routes(routes!(handlers::games))
        .routes(routes!(handlers::best))
}
