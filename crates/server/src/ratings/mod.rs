//! Ratings over HTTP, and the rating range of a challenge.

pub(crate) mod handlers;
pub(crate) mod ranges;
pub(crate) mod state;
pub(crate) mod views;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::accounts::state::Sessions;
use crate::ratings::state::RatingsState;

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    RatingsState: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::find))
        .routes(routes!(handlers::course))
        .routes(routes!(handlers::games))
        .routes(routes!(handlers::best))
}
