//! Ratings of problems by results over HTTP. Only the problems of the page that this server sends
//! have ratings.

pub(crate) mod extract;
pub(crate) mod handlers;
mod rated;
pub(crate) mod shipped;
pub(crate) mod state;
mod views;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::problems::state::ProblemsState;

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    ProblemsState: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::record))
        .routes(routes!(handlers::ratings))
}
