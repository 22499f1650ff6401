//! Classes over HTTP: a teacher, pupils with a join code, pairings and lessons.

pub(crate) mod extract;
pub(crate) mod handlers;
pub(crate) mod state;
pub(crate) mod views;
pub(crate) mod worker;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::classes::state::ClassesState;

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    ClassesState: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::teacher::create_class))
        .routes(routes!(handlers::teacher::class))
        .routes(routes!(handlers::teacher::settings))
        .routes(routes!(handlers::teacher::assign))
        .routes(routes!(handlers::teacher::device))
        .routes(routes!(handlers::teacher::remove))
        .routes(routes!(handlers::teacher::end))
        .routes(routes!(handlers::games::list))
        .routes(routes!(handlers::games::one))
        .routes(routes!(handlers::games::file))
        .routes(routes!(handlers::pairs::pair))
        .routes(routes!(handlers::pairs::watch))
        .routes(routes!(handlers::pairs::take_seat))
        .routes(routes!(handlers::pupil::find))
        .routes(routes!(handlers::pupil::join))
        .routes(routes!(handlers::pupil::me))
        .routes(routes!(handlers::pupil::report_lesson))
}
