//! Extractors of moderation: the operator behind a request, and the kind of text in a path.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use damier_people::accounts::{AccountId, AdminAction, AdminActionKind, Administrator};
use damier_people::moderation::PublicTextKind;

use crate::accounts::SignedInHere;
use crate::accounts::state::Sessions;
use crate::api::path_part::PathPart;
use crate::moderation::state::ModerationState;
use crate::problem::Problem;

/// An operator with a session; a token does not moderate.
pub(crate) struct Operator {
    name: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Operator
where
    ModerationState: FromRef<S>,
    Sessions: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let SignedInHere(signed_in) = SignedInHere::from_request_parts(parts, state).await?;
        let account = signed_in.account;
        let state = ModerationState::from_ref(state);
        if !state.operators.is_operator(account.id).await? {
            return Err(Problem::forbidden(
                "operators-only",
                "for operators only",
                "only operators of this server moderate; `damier admin operator NAME` appoints one",
            ));
        }
        Ok(Self { name: account.name })
    }
}

impl Operator {
    /// Logs what the operator is about to do.
    pub(crate) async fn note(
        &self,
        state: &ModerationState,
        kind: AdminActionKind,
        account: Option<AccountId>,
        detail: String,
    ) -> Result<(), Problem> {
        let action = AdminAction {
            at_ms: state.clock.now_ms(),
            who: Administrator::nearest(&format!("operator {}", self.name)),
            kind,
            account,
            detail,
        };
        Ok(state.administration.log_admin_action(&action).await?)
    }
}

impl PathPart for PublicTextKind {
    const NAMES: &'static [&'static str] = &["kind"];

    fn read(text: Result<&str, String>, path: &str) -> Result<Self, Problem> {
        let kind = text.ok().and_then(|text| text.parse().ok());
        kind.ok_or_else(|| Problem::no_such_address(path))
    }
}

/// There is no such text.
pub(crate) fn no_text() -> Problem {
    Problem::not_found(
        "text-not-found",
        "no such text",
        "there is no public text with this kind and id, or it was removed",
    )
}
