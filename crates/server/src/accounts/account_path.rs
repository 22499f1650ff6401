//! The account in a path.

use axum::extract::{FromRef, FromRequestParts, Path};
use axum::http::request::Parts;
use damier_people::accounts::{Account, AccountName};

use crate::accounts::state::Sessions;
use crate::problem::Problem;

/// The account in the path.
pub(crate) struct AccountPath(pub(crate) Account);

impl<S: Send + Sync> FromRequestParts<S> for AccountPath
where
    Sessions: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let state = &Sessions::from_ref(state);
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(name) = path.map_err(|_| player_not_found())?;
        let name: AccountName = name.parse().map_err(|_| player_not_found())?;
        let found = state.accounts.account_named(&name).await?;
        let (account, _) = found.ok_or_else(player_not_found)?;
        Ok(Self(account))
    }
}

/// No account has this name.
fn player_not_found() -> Problem {
    Problem::not_found(
        "player-not-found",
        "no such player",
        "no account has this name, or it was deleted",
    )
}
