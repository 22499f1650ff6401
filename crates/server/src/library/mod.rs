//! The library of stored games over HTTP: owners, quota, and validation of records.

pub(crate) mod handlers;
pub(crate) mod owner;
pub(crate) mod quota;
pub(crate) mod record;
pub(crate) mod state;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::library::state::LibraryState;

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    LibraryState: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::games::list, handlers::games::store_many))
        .routes(routes!(handlers::games::find))
        .routes(routes!(handlers::games::store))
        .routes(routes!(handlers::games::rename))
        .routes(routes!(handlers::games::delete))
        .routes(routes!(handlers::games::restore))
        .routes(routes!(handlers::sharing::share))
        .routes(routes!(handlers::sharing::unshare))
        .routes(routes!(handlers::sharing::list_shared))
        .routes(routes!(handlers::sharing::find_shared))
        .routes(routes!(handlers::pdn::export))
}
