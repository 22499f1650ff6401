//! Moderation over HTTP: visitors report public texts; operators list and remove texts, ban
//! accounts, and read the log.

pub(crate) mod extract;
pub(crate) mod handlers;
pub(crate) mod state;
pub(crate) mod views;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::accounts::state::Sessions;
use crate::moderation::state::ModerationState;

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    ModerationState: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::reports::report))
        .routes(routes!(handlers::reports::list))
        .routes(routes!(handlers::reports::dismiss))
        .routes(routes!(handlers::texts::list))
        .routes(routes!(handlers::texts::remove))
        .routes(routes!(handlers::bans::ban, handlers::bans::unban))
        .routes(routes!(handlers::log::list))
}
