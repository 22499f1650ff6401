//! Simuls on this node: cached boards, presence of the host, secrets derived from the host's, and
//! background work.

pub(crate) mod changes;
pub(crate) mod export;
pub(crate) mod extract;
pub(crate) mod handlers;
pub(crate) mod views;

pub(crate) mod host_presence;
pub(crate) mod keys;
pub(crate) mod opening;
pub(crate) mod standings;
pub(crate) mod state;
pub(crate) mod worker;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use crate::simuls::host_presence::attend;
pub(crate) use crate::simuls::standings::{CachedBoard, SimulBoardCache};
use crate::simuls::state::SimulsState;
pub(crate) use crate::simuls::worker::maintain;

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    SimulsState: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::opening::open))
        .routes(routes!(handlers::opening::view))
        .routes(routes!(handlers::guests::apply))
        .routes(routes!(handlers::guests::leave))
        .routes(routes!(handlers::host::arrange))
        .routes(routes!(handlers::host::start))
        .routes(routes!(handlers::host::end))
        .routes(routes!(handlers::host::seats))
        .routes(routes!(handlers::games::file))
}
