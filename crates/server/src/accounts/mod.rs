//! Accounts: secrets and their digests, hashing of passwords, verification of passkeys, log lines,
//! limits on attempts, and the account behind a request.

pub(crate) mod account_path;
pub(crate) mod export;
pub(crate) mod handlers;
pub(crate) mod views;

pub(crate) mod cookie;
pub(crate) mod credentials;
pub(crate) mod events;
pub(crate) mod passkey_challenges;
pub(crate) mod passkeys;
pub(crate) mod passwords;
pub(crate) mod secrets;
pub(crate) mod sign_ins;
pub(crate) mod signed_in;
pub(crate) mod state;

use axum::extract::FromRef;
pub(crate) use cookie::{OverHttps, cleared, session_of, set};
pub use secrets::ResetCode;
pub(crate) use secrets::{RecoveryCode, account_id, key_of_session, new_session, new_token};
pub(crate) use signed_in::{SignedIn, SignedInHere, not_signed_in};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::accounts::state::{AccountsState, Sessions};

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    AccountsState: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::sign::sign_up))
        .routes(routes!(handlers::sign::account))
        .routes(routes!(handlers::sign::delete))
        .routes(routes!(handlers::sign::sign_in))
        .routes(routes!(handlers::sign::sign_out))
        .routes(routes!(handlers::passwords::change))
        .routes(routes!(handlers::passwords::recover))
        .routes(routes!(handlers::passwords::renew_codes))
        .routes(routes!(handlers::passkey_sign::question))
        .routes(routes!(handlers::passkey_sign::sign_in))
        .routes(routes!(handlers::passkeys::list))
        .routes(routes!(handlers::passkeys::question))
        .routes(routes!(handlers::passkeys::add))
        .routes(routes!(handlers::passkeys::remove))
        .routes(routes!(handlers::keys::sessions))
        .routes(routes!(handlers::keys::end_others))
        .routes(routes!(handlers::keys::end_session))
        .routes(routes!(handlers::keys::tokens))
        .routes(routes!(handlers::keys::make_token))
        .routes(routes!(handlers::keys::end_token))
        .routes(routes!(handlers::finished::list))
        .routes(routes!(handlers::games::list))
        .routes(routes!(handlers::games::attach))
        .routes(routes!(handlers::games::take_seat))
        .routes(routes!(handlers::progress::list))
        .routes(routes!(handlers::progress::get))
        .routes(routes!(handlers::progress::put))
        .routes(routes!(handlers::progress::forget))
        .routes(routes!(handlers::export::json))
        .routes(routes!(handlers::export::pdn))
}
