//! Friends over HTTP: relations between two accounts, their presence, and spectating a friend.

pub(crate) mod changes;
pub(crate) mod export;
pub(crate) mod handlers;
pub(crate) mod presence;
pub(crate) mod spectating;
pub(crate) mod state;

use axum::extract::FromRef;
pub(crate) use changes::{challenge_for, is_blocked_pair};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::accounts::state::Sessions;
use crate::friends::state::FriendsState;

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    FriendsState: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::list::list))
        .routes(routes!(handlers::list::find))
        .routes(routes!(handlers::list::choose))
        .routes(routes!(handlers::relations::change_relation))
        .routes(routes!(handlers::games::challenge))
        .routes(routes!(handlers::games::decline))
        .routes(routes!(handlers::games::watch))
        .routes(routes!(handlers::notices::list))
}
