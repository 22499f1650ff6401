//! The account that a player plays under.

use axum::http::HeaderMap;
use damier_people::accounts::{Account, AccountKeys, Scope};

use crate::accounts::{SignedIn, not_signed_in};
use crate::challenges::refusals::account_needed;
use crate::problem::Problem;

/// The account a player plays under; `None` if neither the request nor the game asks for one.
pub(crate) async fn player(
    account_keys: &dyn AccountKeys,
    now_ms: u64,
    headers: &HeaderMap,
    wanted: bool,
    rated: bool,
) -> Result<Option<Account>, Problem> {
    if !wanted && !rated {
        return Ok(None);
    }
    match signed_in_player(account_keys, now_ms, headers).await? {
        Some(account) => Ok(Some(account)),
        None if rated => Err(account_needed()),
        None => Err(not_signed_in()),
    }
}

/// The account signed in beside a seat's secret, if any.
pub(crate) async fn signed_in_player(
    account_keys: &dyn AccountKeys,
    now_ms: u64,
    headers: &HeaderMap,
) -> Result<Option<Account>, Problem> {
    let Some(signed_in) = SignedIn::beside_a_seat(account_keys, now_ms, headers).await? else {
        return Ok(None);
    };
    signed_in.require(Scope::PlayWrite)?;
    Ok(Some(signed_in.account))
}
