//! Bans by operators.

use axum::extract::State;
use axum::http::StatusCode;
use damier_people::accounts::{Account, AccountName, AdminActionKind, Ban, BanReason, moment_text};
use damier_people::moderation::PublicTextKind;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::moderation::extract::{Operator, no_text};
use crate::moderation::handlers::texts::unfit_reason;
use crate::moderation::state::ModerationState;
use crate::problem::Problem;

/// A ban of an account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewBan {
    /// The name of the account.
    name: String,
    /// When it ends, in Unix milliseconds; null for a ban until it is lifted.
    until_ms: Option<u64>,
    /// The reason, which the owner is shown: one line of at most 200 characters; may be empty.
    #[serde(default)]
    reason: String,
}

/// An account whose ban is lifted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LiftedBan {
    /// The name of the account.
    name: String,
}

/// Bans an account: its sessions end, its challenges are withdrawn, and it cannot sign in.
///
/// Games in progress continue. An operator cannot be banned here.
#[utoipa::path(
    post,
    path = "/moderation/bans",
    security(("session" = [])),
    responses(
        (status = 204, description = "The account was banned"),
        (status = 404, description = "No such account"),
        (status = 409, description = "The account is an operator"),
        (status = 422, description = "The end has passed, or the reason is not one plain line"),
    )
)]
pub(crate) async fn ban(
    State(state): State<ModerationState>,
    operator: Operator,
    Json(new): Json<NewBan>,
) -> Result<StatusCode, Problem> {
    let reason: BanReason = new.reason.parse().map_err(|error| unfit_reason(&error))?;
    let ban = Ban {
        until_ms: new.until_ms,
        reason,
    };
    if !ban.holds_at(state.clock.now_ms()) {
        return Err(Problem::unprocessable(
            "ban-over",
            "the ban would be over",
            "`until_ms` has passed",
        ));
    }
    let account = find(&state, &new.name).await?;
    if state.operators.is_operator(account.id).await? {
        return Err(Problem::conflict(
            "account-is-operator",
            "the account is an operator",
            "an operator cannot be banned; `damier admin operator NAME --off` ends the appointment",
        ));
    }
    let until = ban.until_ms.map_or_else(|| "-".to_owned(), moment_text);
    let detail = format!("{until} {}", ban.reason);
    operator
        .note(
            &state,
            AdminActionKind::Banned,
            Some(account.id),
            detail.trim().to_owned(),
        )
        .await?;
    state.administration.set_ban(account.id, Some(&ban)).await?;
    // The reports about its name are dealt with.
    state
        .reports
        .dismiss(PublicTextKind::Account, &account.name)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lifts the ban of an account.
///
/// Idempotent.
#[utoipa::path(
    delete,
    path = "/moderation/bans",
    security(("session" = [])),
    responses(
        (status = 204, description = "The account is not banned any more"),
        (status = 404, description = "No such account"),
    )
)]
pub(crate) async fn unban(
    State(state): State<ModerationState>,
    operator: Operator,
    Json(LiftedBan { name }): Json<LiftedBan>,
) -> Result<StatusCode, Problem> {
    let account = find(&state, &name).await?;
    let note = operator.note(
        &state,
        AdminActionKind::Unbanned,
        Some(account.id),
        String::new(),
    );
    note.await?;
    state.administration.set_ban(account.id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn find(state: &ModerationState, name: &str) -> Result<Account, Problem> {
    let name: AccountName = name.parse().map_err(|_| no_text())?;
    let found = state.accounts.account_named(&name).await?;
    found.map(|(account, _)| account).ok_or_else(no_text)
}
