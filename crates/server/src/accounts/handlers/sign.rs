//! Creating an account, signing in and out, and deleting it.

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use damier_people::accounts::{
    Account, AccountName, AccountNameError, GrantKind, Password, PasswordError, Scope,
};
use damier_people::moderation::Operators;
use damier_wire::accounts::Credentials;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::credentials::{
    NewSession, authenticate, begin_session, create, name_taken, require_open, require_password,
    wrong,
};
use crate::accounts::events::{Changed, SignInBy};
use crate::accounts::state::AccountsState;
use crate::accounts::{
    OverHttps, RecoveryCode, SignedIn, SignedInHere, cleared, events, key_of_session, session_of,
    set,
};
use crate::api::body::Json;
use crate::client::ClientNetwork;
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::problem::Problem;

/// The password, required again for irreversible changes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasswordAgain {
    /// The password of the account.
    pub(crate) password: String,
}

/// An account, as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnAccount {
    /// Its name.
    pub(crate) name: String,
    /// When it was made, in Unix milliseconds.
    pub(crate) created_ms: u64,
    /// How many recovery codes are left; null for a token.
    pub(crate) recovery_codes: Option<u32>,
    /// The scopes of the request's token; null for a session, which may do everything.
    pub(crate) scopes: Option<Vec<&'static str>>,
    /// Whether it moderates this server.
    pub(crate) operator: bool,
}

/// A new account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MadeAccount {
    /// Its name.
    name: String,
    /// The recovery codes, returned only once; each can be used once in place of the password.
    recovery_codes: Vec<String>,
}

/// Creates an account and signs in.
///
/// Revealing that a name is taken is unavoidable, since names are public.
#[utoipa::path(
    post,
    path = "/account",
    responses(
        (status = 201, description = "Created; the session cookie is set", body = MadeAccount),
        (status = 409, description = "The name is taken"),
        (status = 422, description = "Invalid name or password; `reason` says why"),
        (status = 429, description = "Too many accounts were made from this address today"),
        (status = 503, description = "Too many sign-ins at this moment"),
    )
)]
pub(crate) async fn sign_up(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    Extension(permit): Extension<Permit>,
    Extension(over_https): Extension<OverHttps>,
    headers: HeaderMap,
    Json(asked): Json<Credentials>,
) -> Result<impl IntoResponse, Problem> {
    let name: AccountName = asked.name.parse().map_err(bad_name)?;
    let name = name.for_a_new_account().map_err(bad_name)?;
    let password = Password::new(&asked.password, &name).map_err(bad_password)?;
    let now_ms = state.clock.now_ms();
    if state.ports.accounts.account_named(&name).await?.is_some() {
        return Err(name_taken());
    }
    // Before the password is hashed, which is expensive.
    state.limits.by_address.accounts.take(network)?;
    state.limits.by_address.accounts.release(network);
    let folded = name.folded().to_owned();
    state.limits.by_address.hashes.take(network)?;
    // The account is counted once it is stored: a client that disconnects while waiting for the
    // hash has created none.
    let hash = state.passwords.hash(password).await?;
    let (account, hash, codes) =
        run_to_completion(permit, create(state.clone(), network, name, hash, now_ms)).await?;
    events::changed(account.id, Changed::AccountMade, network);
    state.limits.by_address.hashes.release(network);
    state.sign_ins.signed_in(&folded, network);
    let session = NewSession {
        account: &account,
        checked: &hash,
        device: &asked.device,
    };
    let secret = begin_session(&state, session, session_of(&headers).as_ref()).await?;
    let cookie = set(over_https, &secret)?;
    Ok((
        StatusCode::CREATED,
        [(header::SET_COOKIE, cookie)],
        Json(MadeAccount {
            name: account.name,
            recovery_codes: codes.iter().map(RecoveryCode::display).collect(),
        }),
    ))
}

/// Signs in.
///
/// The response does not say whether the name or the password was wrong.
#[utoipa::path(
    post,
    path = "/session",
    responses(
        (status = 200, description = "The cookie of the session is set", body = OwnAccount),
        (status = 401, description = "The name or the password is wrong"),
        (status = 403, description = "The account is banned; see `banned_until_ms` and `ban_reason`"),
        (status = 429, description = "Too many failed attempts; `retry_after_s` says how long to wait"),
        (status = 503, description = "Too many sign-ins at this moment"),
    )
)]
pub(crate) async fn sign_in(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    Extension(permit): Extension<Permit>,
    Extension(over_https): Extension<OverHttps>,
    headers: HeaderMap,
    Json(asked): Json<Credentials>,
) -> Result<impl IntoResponse, Problem> {
    let now_ms = state.clock.now_ms();
    let name: AccountName = asked.name.parse().map_err(|_| {
        state
            .refusals
            .note(None, SignInBy::Password, "no-name", network, now_ms);
        wrong()
    })?;
    let work = authenticate(state.clone(), name, asked.password, network);
    let (account, hash) = run_to_completion(permit, work).await?;
    require_open(&state, &account, SignInBy::Password, network)?;
    let session = NewSession {
        account: &account,
        checked: &hash,
        device: &asked.device,
    };
    let secret = begin_session(&state, session, session_of(&headers).as_ref()).await?;
    let cookie = set(over_https, &secret)?;
    events::signed_in(account.id, SignInBy::Password, network);
    let own = own(&state, account, None).await?;
    Ok(([(header::SET_COOKIE, cookie)], Json(own)))
}

/// The account of this request.
#[utoipa::path(
    get,
    path = "/account",
    security(("session" = []), ("token" = [])),
    responses(
        (status = 200, description = "The account", body = OwnAccount),
    )
)]
pub(crate) async fn account(
    State(state): State<AccountsState>,
    signed_in: SignedIn,
) -> Result<Json<OwnAccount>, Problem> {
    let scopes = match signed_in.grant.kind {
        GrantKind::Session => None,
        GrantKind::Token(scopes) => Some(scopes.iter().map(Scope::code).collect()),
    };
    own(&state, signed_in.account, scopes).await.map(Json)
}

/// An account as its owner sees it.
pub(crate) async fn own(
    state: &AccountsState,
    account: Account,
    scopes: Option<Vec<&'static str>>,
) -> Result<OwnAccount, Problem> {
    Ok(OwnAccount {
        recovery_codes: match scopes {
            None => Some(state.ports.accounts.recovery_left(account.id).await?),
            Some(_) => None,
        },
        operator: Operators::of(&state.ports).is_operator(account.id).await?,
        name: account.name,
        created_ms: account.created_ms,
        scopes,
    })
}

/// Signs out: ends the session on the server and removes the cookie.
///
/// Seats of this device stay.
#[utoipa::path(
    delete,
    path = "/session",
    security((), ("session" = [])),
    responses((status = 204, description = "Signed out")),
)]
pub(crate) async fn sign_out(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    if let Some(key) = session_of(&headers).as_ref().map(key_of_session)
        && let Some((account, _)) = state.ports.account_keys.key(&key).await?
    {
        state.ports.account_keys.end_key(account.id, &key).await?;
        events::changed(account.id, Changed::SessionEnded, network);
    }
    Ok((StatusCode::NO_CONTENT, no_cookies()))
}

/// Deletes the account: its name in games becomes `deleted player n`, and all its credentials are
/// removed.
///
/// Its games stay with the other players. Irreversible.
#[utoipa::path(
    delete,
    path = "/account",
    security(("session" = [])),
    responses(
        (status = 204, description = "The account was deleted"),
        (status = 401, description = "Not signed in, or the password is wrong"),
        (status = 429, description = "Too many failed attempts"),
    )
)]
pub(crate) async fn delete(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    Extension(permit): Extension<Permit>,
    SignedInHere(here): SignedInHere,
    Json(again): Json<PasswordAgain>,
) -> Result<impl IntoResponse, Problem> {
    let (account, checked) =
        require_password(&state, permit, &here, again.password, network).await?;
    if !state.ports.accounts.delete_account_under(&checked).await? {
        return Err(wrong()); // the password was changed meanwhile
    }
    events::changed(account.id, Changed::AccountDeleted, network);
    Ok((StatusCode::NO_CONTENT, no_cookies()))
}

fn no_cookies() -> AppendHeaders<[(header::HeaderName, HeaderValue); 2]> {
    AppendHeaders(cleared().map(|cookie| (header::SET_COOKIE, cookie)))
}

fn bad_name(error: AccountNameError) -> Problem {
    unusable(error.code(), error)
}

/// A rejected password.
pub(crate) fn bad_password(error: PasswordError) -> Problem {
    unusable(error.code(), error)
}

fn unusable(reason: &'static str, error: impl std::fmt::Display) -> Problem {
    Problem::unprocessable(
        "unusable-credentials",
        "invalid name or password",
        error.to_string(),
    )
    .because(reason, None)
}
