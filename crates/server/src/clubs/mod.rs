//! Clubs over HTTP: found, join and leave, members, ladder, games and timetable.

pub(crate) mod caller;
mod changes;
pub(crate) mod export;
pub(crate) mod extract;
pub(crate) mod handlers;
pub(crate) mod memberships;
pub(crate) mod state;
pub(crate) mod views;
pub(crate) mod worker;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::accounts::state::Sessions;
use crate::clubs::state::ClubsState;

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    ClubsState: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::founding::list))
        .routes(routes!(handlers::founding::own))
        .routes(routes!(handlers::founding::found))
        .routes(routes!(handlers::founding::find_one))
        .routes(routes!(handlers::founding::describe))
        .routes(routes!(handlers::founding::set_rules))
        .routes(routes!(handlers::founding::renew_code))
        .routes(routes!(handlers::founding::dissolve))
        .routes(routes!(handlers::members::join))
        .routes(routes!(handlers::members::leave))
        .routes(routes!(handlers::members::decide))
        .routes(routes!(handlers::ladder::enter))
        .routes(routes!(handlers::ladder::challenge))
        .routes(routes!(handlers::ladder::act_on_challenge))
        .routes(routes!(handlers::games::list))
        .routes(routes!(handlers::games::own))
        .routes(routes!(handlers::games::mark))
        .routes(routes!(handlers::games::unmark))
        .routes(routes!(handlers::games::one))
        .routes(routes!(handlers::games::file))
        .routes(routes!(handlers::timetable::add))
        .routes(routes!(handlers::timetable::set))
        .routes(routes!(handlers::timetable::remove))
}
