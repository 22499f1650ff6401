//! Changing the password, signing in with a recovery code, and new recovery codes.

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use damier_people::accounts::{Account, AccountName, Password, TokenPolicy};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::credentials::{
    NewSession, begin_session, require_open, require_password, wrong,
};
use crate::accounts::events::{Changed, SignInBy};
use crate::accounts::handlers::sign::{OwnAccount, PasswordAgain, bad_password, own};
use crate::accounts::state::AccountsState;
use crate::accounts::{OverHttps, RecoveryCode, SignedInHere, events, session_of, set};
use crate::api::body::Json;
use crate::client::ClientNetwork;
use crate::guard::load::Permit;
use crate::problem::Problem;

/// A change of the password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPassword {
    /// The current password.
    old: String,
    /// The new password.
    new: String,
    /// Whether to revoke all tokens, which an intruder may have created.
    #[serde(default = "yes")]
    end_tokens: bool,
}

const fn yes() -> bool {
    true
}

/// A sign-in with a recovery code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recovery {
    /// The name of the account.
    name: String,
    /// One of its recovery codes, usable once.
    code: String,
    /// The new password.
    password: String,
    /// The device's label in the owner's list of sessions.
    #[serde(default)]
    device: String,
}

/// A recovered account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecoveredAccount {
    /// The account.
    #[serde(flatten)]
    own: OwnAccount,
    /// Its new recovery codes, returned only now; older ones are invalid.
    new_recovery_codes: Vec<String>,
}

/// New recovery codes, returned only once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecoveryCodes {
    /// Each can be used once in place of the password. Older codes are invalid.
    recovery_codes: Vec<String>,
}

/// Changes the password.
///
/// Ends all other sessions, and revokes all tokens unless asked not to. Passkeys and recovery codes
/// stay valid.
#[utoipa::path(
    post,
    path = "/account/password",
    security(("session" = [])),
    responses(
        (status = 204, description = "The password was changed"),
        (status = 401, description = "Not signed in, or the password is wrong"),
        (status = 422, description = "Invalid new password; `reason` says why"),
        (status = 429, description = "Too many failed attempts"),
    )
)]
pub(crate) async fn change(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    Extension(permit): Extension<Permit>,
    SignedInHere(here): SignedInHere,
    Json(asked): Json<NewPassword>,
) -> Result<StatusCode, Problem> {
    let name: AccountName = here.account.name.parse().map_err(|_| wrong())?;
    let new = Password::new(&asked.new, &name).map_err(bad_password)?;
    let (account, checked) = require_password(&state, permit, &here, asked.old, network).await?;
    let hash = state.passwords.hash(new).await?;
    let tokens = if asked.end_tokens {
        TokenPolicy::End
    } else {
        TokenPolicy::Stay
    };
    let set = state
        .ports
        .accounts
        .set_password(&checked, &hash, Some(&here.key), tokens);
    if !set.await? {
        return Err(wrong()); // it was changed meanwhile, perhaps with a recovery code
    }
    events::changed(account.id, Changed::Password, network);
    Ok(StatusCode::NO_CONTENT)
}

/// Signs in with a recovery code and sets a new password.
///
/// All other sessions and all tokens end, all passkeys are removed, and new recovery codes replace
/// the old ones, since lost credentials may have been found. Attempts are not counted, since codes
/// cannot be guessed; so attackers cannot lock out the owner.
#[utoipa::path(
    post,
    path = "/account/recover",
    responses(
        (status = 200, description = "The password was changed, and the session cookie is set", body = RecoveredAccount),
        (status = 401, description = "The name or the code is wrong, or the code was used"),
        (status = 403, description = "The account is banned; see `banned_until_ms` and `ban_reason`"),
        (status = 422, description = "Invalid new password; `reason` says why"),
    )
)]
pub(crate) async fn recover(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    Extension(over_https): Extension<OverHttps>,
    headers: HeaderMap,
    Json(asked): Json<Recovery>,
) -> Result<impl IntoResponse, Problem> {
    let now_ms = state.clock.now_ms();
    let refused = |account: Option<&Account>, why: &'static str| {
        let id = account.map(|account| account.id);
        state
            .refusals
            .note(id, SignInBy::Code, why, network, now_ms);
        wrong()
    };
    let name: AccountName = asked.name.parse().map_err(|_| refused(None, "no-name"))?;
    let new = Password::new(&asked.password, &name).map_err(bad_password)?;
    let code = RecoveryCode::typed(&asked.code).ok_or_else(|| refused(None, "wrong"))?;
    let code = code.key();
    let named = state.ports.accounts.account_named(&name).await?;
    let (account, _) = named.ok_or_else(|| refused(None, "wrong"))?;
    // The code is checked first, so that only a valid one costs a password hash.
    if !state
        .ports
        .accounts
        .has_recovery(account.id, &code, now_ms)
        .await?
    {
        return Err(refused(Some(&account), "wrong"));
    }
    require_open(&state, &account, SignInBy::Code, network)?;
    let hash = state.passwords.hash(new).await?;
    let codes = RecoveryCode::some()?;
    let keys: Vec<_> = codes.iter().map(RecoveryCode::key).collect();
    if !state
        .ports
        .accounts
        .recover_account(account.id, &code, &hash, &keys, now_ms)
        .await?
    {
        return Err(refused(Some(&account), "wrong"));
    }
    state.sign_ins.signed_in(name.folded(), network);
    let session = NewSession {
        account: &account,
        checked: &hash,
        device: &asked.device,
    };
    let secret = begin_session(&state, session, session_of(&headers).as_ref()).await?;
    let cookie = set(over_https, &secret)?;
    events::changed(account.id, Changed::Password, network);
    events::changed(account.id, Changed::RecoveryCodes, network);
    events::signed_in(account.id, SignInBy::Code, network);
    let recovered = RecoveredAccount {
        own: own(&state, account, None).await?,
        new_recovery_codes: codes.iter().map(RecoveryCode::display).collect(),
    };
    Ok(([(header::SET_COOKIE, cookie)], Json(recovered)))
}

/// Creates new recovery codes.
///
/// Older codes become invalid.
#[utoipa::path(
    post,
    path = "/account/recovery-codes",
    security(("session" = [])),
    responses(
        (status = 200, description = "The new codes", body = RecoveryCodes),
        (status = 401, description = "Not signed in, or the password is wrong"),
        (status = 429, description = "Too many failed attempts"),
    )
)]
pub(crate) async fn renew_codes(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    Extension(permit): Extension<Permit>,
    SignedInHere(here): SignedInHere,
    Json(again): Json<PasswordAgain>,
) -> Result<Json<RecoveryCodes>, Problem> {
    let (account, checked) =
        require_password(&state, permit, &here, again.password, network).await?;
    let codes = RecoveryCode::some()?;
    let keys: Vec<_> = codes.iter().map(RecoveryCode::key).collect();
    if !state.ports.accounts.renew_recovery(&checked, &keys).await? {
        return Err(wrong()); // the password was changed meanwhile
    }
    events::changed(account.id, Changed::RecoveryCodes, network);
    Ok(Json(RecoveryCodes {
        recovery_codes: codes.iter().map(RecoveryCode::display).collect(),
    }))
}
