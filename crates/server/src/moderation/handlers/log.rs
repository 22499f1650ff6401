//! The log of administrative actions.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::body::{Json, QueryOf};
use crate::moderation::extract::Operator;
use crate::moderation::state::ModerationState;
use crate::moderation::views::LogEntry;
use crate::problem::Problem;

/// Entries on a page.
const PAGE: u32 = 50;

/// The start of the page.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LogQuery {
    /// The number of the last entry of the previous page.
    before: Option<u64>,
}

/// Entries of the log.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Log {
    /// The latest first; 50 on a page that another one follows.
    entries: Vec<LogEntry>,
}

/// The log of what administrators and operators did, for operators.
#[utoipa::path(
    get,
    path = "/moderation/log",
    params(LogQuery),
    security(("session" = [])),
    responses(
        (status = 200, description = "A page of the log", body = Log),
    )
)]
pub(crate) async fn list(
    State(state): State<ModerationState>,
    _: Operator,
    QueryOf(LogQuery { before }): QueryOf<LogQuery>,
) -> Result<Json<Log>, Problem> {
    let found = state.administration.admin_actions(before, PAGE).await?;
    let entries = found.into_iter().map(LogEntry::from).collect();
    Ok(Json(Log { entries }))
}
