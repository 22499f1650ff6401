//! Reporting a public text, and the reports that operators read.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use damier_people::accounts::AdminActionKind;
use damier_people::moderation::{PublicTextKind, Report, ReportReason, ReportWords};
use damier_people::plain_text::PlainTextError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::api::path_part::Part;
use crate::client::ClientNetwork;
use crate::moderation::extract::{Operator, no_text};
use crate::moderation::state::ModerationState;
use crate::moderation::views::ReportedView;
use crate::problem::Problem;

/// Reported texts on a page.
const PAGE: u32 = 50;

/// A report about a public text.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReport {
    kind: PublicTextKind,
    /// The id of the text: the name of an account, the key of a club, the address of a shared game.
    id: String,
    reason: ReportReason,
    /// More about it: one line of at most 300 characters; may be empty.
    #[serde(default)]
    words: String,
}

/// Reported texts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReportedTexts {
    /// The last reported first.
    texts: Vec<ReportedView>,
    /// Whether there are more; they follow when these are dealt with.
    more: bool,
}

/// Reports a public text to the operators of this server.
///
/// The reporter is not named to the author of the text.
#[utoipa::path(
    post,
    path = "/reports",
    security(()),
    responses(
        (status = 204, description = "The report was stored"),
        (status = 404, description = "No such text"),
        (status = 422, description = "The note is not one plain line"),
        (status = 429, description = "Too many reports from this address"),
    )
)]
pub(crate) async fn report(
    State(state): State<ModerationState>,
    network: ClientNetwork,
    Json(new): Json<NewReport>,
) -> Result<StatusCode, Problem> {
    let NewReport {
        kind,
        id,
        reason,
        words,
    } = new;
    let words: ReportWords = words.parse().map_err(|error: PlainTextError| {
        Problem::unprocessable(
            "not-a-report",
            "not possible in a report",
            error.to_string(),
        )
        .because(error.code("report"), None)
    })?;
    let now_ms = state.clock.now_ms();
    let found = state.texts.find(kind, &id, now_ms).await?;
    let text = found.ok_or_else(no_text)?;
    state.limits.by_address.reports.take(network)?;
    let report = Report {
        at_ms: now_ms,
        reason,
        words,
    };
    state
        .reports
        .add(kind, &text.id, &text.text(), &report)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The reported texts, for operators.
#[utoipa::path(
    get,
    path = "/moderation/reports",
    security(("session" = [])),
    responses(
        (status = 200, description = "The texts", body = ReportedTexts),
    )
)]
pub(crate) async fn list(
    State(state): State<ModerationState>,
    _: Operator,
) -> Result<Json<ReportedTexts>, Problem> {
    let mut found = state.reports.list(None, PAGE + 1).await?;
    let more = found.len() > PAGE as usize;
    found.truncate(PAGE as usize);
    let now_ms = state.clock.now_ms();
    let mut texts = Vec::with_capacity(found.len());
    for reported in found {
        let (kind, id) = (reported.value.kind, &reported.value.id);
        let now = state.texts.find(kind, id, now_ms).await?;
        texts.push(ReportedView::of(reported, now));
    }
    Ok(Json(ReportedTexts { texts, more }))
}

/// The parameters of the path of a reported text.
#[derive(Deserialize)]
pub(crate) struct ReportedPath {
    id: String,
}

/// Dismisses the reports about a text, which stays.
///
/// Idempotent.
#[utoipa::path(
    delete,
    path = "/moderation/reports/{kind}/{id}",
    params(
        ("kind" = PublicTextKind, Path, description = "The kind of text"),
        ("id" = String, Path, description = "The id of the text"),
    ),
    security(("session" = [])),
    responses(
        (status = 204, description = "The reports were dismissed"),
    )
)]
pub(crate) async fn dismiss(
    State(state): State<ModerationState>,
    operator: Operator,
    Part(kind): Part<PublicTextKind>,
    Path(ReportedPath { id }): Path<ReportedPath>,
) -> Result<StatusCode, Problem> {
    let detail = format!("{kind} {id}");
    operator
        .note(&state, AdminActionKind::Dismissed, None, detail)
        .await?;
    state.reports.dismiss(kind, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
