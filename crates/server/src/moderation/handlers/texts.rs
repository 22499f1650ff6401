//! The public texts, as operators list and remove them.

use axum::extract::State;
use axum::http::StatusCode;
use damier_people::accounts::{AdminActionKind, BanReason};
use damier_people::moderation::{PublicText, PublicTextKind, Removal};
use damier_people::plain_text::PlainTextError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::{Json, QueryOf};
use crate::api::pages::AfterQuery;
use crate::api::path_part::Part;
use crate::moderation::extract::{Operator, no_text};
use crate::moderation::state::ModerationState;
use crate::problem::Problem;

/// Texts on a page.
const PAGE: u32 = 50;

/// Public texts of a kind.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Texts {
    texts: Vec<PublicText>,
    /// The cursor of the next page; null on the last one.
    next: Option<String>,
}

/// A text to remove.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextRemoval {
    kind: PublicTextKind,
    /// The id of the text.
    id: String,
    /// Whether only town, description and timetable of a club are removed.
    #[serde(default)]
    words_only: bool,
    /// The reason, for the log: one line of at most 200 characters; may be empty.
    #[serde(default)]
    reason: String,
}

/// The public texts of a kind, for operators.
#[utoipa::path(
    get,
    path = "/moderation/texts/{kind}",
    params(("kind" = PublicTextKind, Path, description = "The kind of text"), AfterQuery),
    security(("session" = [])),
    responses(
        (status = 200, description = "A page of public texts", body = Texts),
    )
)]
pub(crate) async fn list(
    State(state): State<ModerationState>,
    _: Operator,
    Part(kind): Part<PublicTextKind>,
    QueryOf(AfterQuery { after }): QueryOf<AfterQuery>,
) -> Result<Json<Texts>, Problem> {
    let now_ms = state.clock.now_ms();
    let page = state
        .texts
        .list(kind, after.as_deref(), PAGE, now_ms)
        .await?;
    Ok(Json(Texts {
        texts: page.texts,
        next: page.next,
    }))
}

/// Removes a public text: a club is dissolved, a simul and a broadcast end, a challenge is
/// withdrawn, a game is shared no longer.
///
/// Games that were played stay. The reports about the text are dismissed. Idempotent. An account
/// cannot be removed; ban it instead.
#[utoipa::path(
    post,
    path = "/moderation/removals",
    security(("session" = [])),
    responses(
        (status = 204, description = "The text was removed, now or earlier"),
        (status = 404, description = "The text is the name of an account, which can only be banned or renamed"),
        (status = 422, description = "The reason is not one plain line"),
    )
)]
pub(crate) async fn remove(
    State(state): State<ModerationState>,
    operator: Operator,
    Json(removal): Json<TextRemoval>,
) -> Result<StatusCode, Problem> {
    let TextRemoval {
        kind,
        id,
        words_only,
        reason,
    } = removal;
    if kind == PublicTextKind::Account {
        return Err(no_text());
    }
    let reason: BanReason = reason.parse().map_err(|error| unfit_reason(&error))?;
    let how = if words_only {
        Removal::Words
    } else {
        Removal::Whole
    };
    let detail = format!("{kind} {id} {reason}");
    operator
        .note(
            &state,
            AdminActionKind::Removed,
            None,
            detail.trim().to_owned(),
        )
        .await?;
    state.texts.remove(kind, &id, how).await?;
    state.reports.dismiss(kind, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A reason that is no plain line.
pub(crate) fn unfit_reason(error: &PlainTextError) -> Problem {
    Problem::unprocessable(
        "not-a-reason",
        "not possible as a reason",
        error.to_string(),
    )
}
