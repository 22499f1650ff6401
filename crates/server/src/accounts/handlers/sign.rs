//! Creating an account, signing in and out, and deleting it.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use damier_people::accounts::{
    Account, AccountGrant, AccountName, AccountNameError, Checked, Created, DeviceName, GrantKind,
    NewAccount, Password, PasswordError, PasswordHash, Scope,
};
use damier_wire::accounts::Credentials;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::events::{Changed, SignInBy};
use crate::accounts::state::AccountsState;
use crate::accounts::{
    OverHttps, RecoveryCode, SignedIn, SignedInHere, account_id, cleared, events, key_of_session,
    new_session, session_of, set,
};
use crate::api::body::JsonBody;
use crate::client::{Client, ClientNetwork};
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::problem::{Document, Problem};

/// How many sessions an account has at most; the least recently used one is ended.
const MAX_SESSIONS: usize = 30;

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
    tag = "accounts",
    request_body = Credentials,
    responses(
        (status = 201, description = "Created; the session cookie is set", body = MadeAccount),
        (status = 409, description = "The name is taken", body = Document, content_type = "application/problem+json"),
        (status = 422, description = "Invalid name or password; `reason` says why", body = Document,
         content_type = "application/problem+json"),
        (status = 429, description = "Too many accounts were made from this address today", body = Document,
         content_type = "application/problem+json"),
        (status = 503, description = "Too many sign-ins at this moment", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn sign_up(
    State(state): State<AccountsState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    Extension(over_https): Extension<OverHttps>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<Credentials>,
) -> Result<impl IntoResponse, Problem> {
    let name: AccountName = asked.name.parse().map_err(bad_name)?;
    let name = name.for_a_new_account().map_err(bad_name)?;
    let password = Password::new(&asked.password, &name).map_err(bad_password)?;
    let now_ms = state.clock.now_ms();
    if state.ports.accounts.account_named(&name).await?.is_some() {
        return Err(name_taken());
    }
    let network = ClientNetwork::of(client.ip());
    // Before the password is hashed, which is expensive.
    state.limits.accounts.take(network)?;
    state.limits.accounts.give_back(network);
    let folded = name.folded().to_owned();
    state.limits.hashes.take(network)?;
    // The account is counted once it is stored: a client that disconnects while waiting for the
    // hash has created none.
    let hash = state.passwords.hash(password).await?;
    let (account, hash, codes) =
        run_to_completion(permit, make(state.clone(), network, name, hash, now_ms)).await?;
    events::changed(account.id, Changed::AccountMade, network);
    state.limits.hashes.give_back(network);
    state.sign_ins.signed_in(&folded, network);
    let session = NewSession {
        account: &account,
        checked: &hash,
        device: &asked.device,
    };
    let cookie = begin_session(&state, session, &headers, over_https).await?;
    Ok((
        StatusCode::CREATED,
        [(header::SET_COOKIE, cookie)],
        Json(MadeAccount {
            name: account.name,
            recovery_codes: codes.iter().map(RecoveryCode::display).collect(),
        }),
    ))
}

/// Stores a new account, and counts it for the client's network.
async fn make(
    state: AccountsState,
    network: ClientNetwork,
    name: AccountName,
    password: PasswordHash,
    now_ms: u64,
) -> Result<(Account, PasswordHash, Vec<RecoveryCode>), Problem> {
    let codes = RecoveryCode::some()?;
    let new = NewAccount {
        id: account_id()?,
        password,
        recovery: codes.iter().map(RecoveryCode::key).collect(),
        created_ms: now_ms,
        name,
    };
    state.limits.accounts.take(network)?;
    let created = state.ports.accounts.create_account(&new).await;
    if !matches!(created, Ok(Created::Stored)) {
        state.limits.accounts.give_back(network);
    }
    match created? {
        Created::NameTaken => Err(name_taken()),
        Created::Stored => Ok((
            Account {
                id: new.id,
                name: new.name.to_string(),
                created_ms: new.created_ms,
                is_deleted: false,
                ban: None,
            },
            new.password,
            codes,
        )),
    }
}

/// Signs in.
///
/// The response does not say whether the name or the password was wrong.
#[utoipa::path(
    post,
    path = "/session",
    tag = "accounts",
    request_body = Credentials,
    responses(
        (status = 200, description = "The cookie of the session is set", body = OwnAccount),
        (status = 401, description = "The name or the password is wrong", body = Document,
         content_type = "application/problem+json"),
        (status = 403, description = "The account is banned; see `banned_until_ms` and `ban_reason`", body = Document,
         content_type = "application/problem+json"),
        (status = 429, description = "Too many failed attempts; `retry_after_s` says how long to wait", body = Document,
         content_type = "application/problem+json"),
        (status = 503, description = "Too many sign-ins at this moment", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn sign_in(
    State(state): State<AccountsState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    Extension(over_https): Extension<OverHttps>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<Credentials>,
) -> Result<impl IntoResponse, Problem> {
    let network = ClientNetwork::of(client.ip());
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
    let cookie = begin_session(&state, session, &headers, over_https).await?;
    events::signed_in(account.id, SignInBy::Password, network);
    let own = own(&state, account, None).await?;
    Ok(([(header::SET_COOKIE, cookie)], Json(own)))
}

/// Finds the account with this name and password. Beyond the limit of an address, waits for its
/// slot.
async fn authenticate(
    state: AccountsState,
    name: AccountName,
    password: String,
    network: ClientNetwork,
) -> Result<(Account, PasswordHash), Problem> {
    let attempt = state.sign_ins.attempt(name.folded(), network).await?;
    match known(&state, &name, &password, network).await {
        Ok(Some(known)) => {
            state.sign_ins.was_right(attempt);
            Ok(known)
        }
        Ok(None) => {
            state.sign_ins.was_wrong(attempt).await;
            Err(wrong())
        }
        Err(problem) => {
            state.sign_ins.was_not_checked(attempt);
            Err(problem)
        }
    }
}

/// The account with this name and password, and the hash that was checked; `None` if the name or
/// the password is wrong. An error means that it could not be checked, so the attempt does not
/// count.
async fn known(
    state: &AccountsState,
    name: &AccountName,
    password: &str,
    network: ClientNetwork,
) -> Result<Option<(Account, PasswordHash)>, Problem> {
    let now_ms = state.clock.now_ms();
    let refused = |account: Option<&Account>| {
        let id = account.map(|account| account.id);
        state
            .refusals
            .note(id, SignInBy::Password, "wrong", network, now_ms);
        None
    };
    // Not a possible password, so there is nothing to hash; the timing reveals only the length.
    let Some(password) = Password::typed(password) else {
        return Ok(refused(None));
    };
    let (account, hash) = state.ports.accounts.account_named(name).await?.unzip();
    let is_right = state.passwords.is_right(password, hash.clone()).await?;
    Ok(match (account, hash) {
        (Some(account), Some(hash)) if is_right => Some((account, hash)),
        (account, _) => refused(account.as_ref()),
    })
}

/// Requires that an account is not banned. Called once the caller is authenticated, so that a ban
/// is not revealed to others.
pub(crate) fn require_open(
    state: &AccountsState,
    account: &Account,
    by: SignInBy,
    from: ClientNetwork,
) -> Result<(), Problem> {
    let now_ms = state.clock.now_ms();
    match &account.ban {
        Some(ban) if ban.holds_at(now_ms) => {
            state
                .refusals
                .note(Some(account.id), by, "banned", from, now_ms);
            Err(Problem::banned(ban))
        }
        _ => Ok(()),
    }
}

/// A session to begin.
#[derive(Clone, Copy)]
pub(crate) struct NewSession<'a> {
    /// The account.
    pub(crate) account: &'a Account,
    /// The password hash that was checked: if it has changed meanwhile, no session begins.
    pub(crate) checked: &'a PasswordHash,
    /// The device's label for the owner.
    pub(crate) device: &'a str,
}

/// Begins a session with a new secret, ends the previous one of the same browser, and makes the
/// cookie.
pub(crate) async fn begin_session(
    state: &AccountsState,
    session: NewSession<'_>,
    headers: &HeaderMap,
    over_https: OverHttps,
) -> Result<HeaderValue, Problem> {
    let NewSession {
        account,
        checked,
        device,
    } = session;
    let now_ms = state.clock.now_ms();
    if let Some(before) = session_of(headers).as_ref().map(key_of_session)
        && let Some((whose, _)) = state.ports.account_keys.key(&before).await?
    {
        state.ports.account_keys.end_key(whose.id, &before).await?;
    }
    let held = state.ports.account_keys.keys_of(account.id).await?;
    let sessions = held
        .iter()
        .filter(|(_, grant)| grant.kind == GrantKind::Session);
    if sessions.clone().count() >= MAX_SESSIONS
        && let Some((oldest, _)) = sessions.min_by_key(|(_, grant)| grant.seen_ms)
    {
        state.ports.account_keys.end_key(account.id, oldest).await?;
    }
    let secret = new_session()?;
    let grant = AccountGrant {
        account: account.id,
        kind: GrantKind::Session,
        device: DeviceName::nearest(device),
        created_ms: now_ms,
        seen_ms: now_ms,
    };
    // It is missing only if the password was changed or the account deleted concurrently.
    let key = key_of_session(&secret);
    if !state
        .ports
        .account_keys
        .add_key_under(&key, &grant, checked)
        .await?
    {
        return Err(wrong());
    }
    set(over_https, &secret)
}

/// The account of this request.
#[utoipa::path(
    get,
    path = "/account",
    tag = "accounts",
    security(("session" = []), ("token" = [])),
    responses(
        (status = 200, description = "The account", body = OwnAccount),
        (status = 401, description = "Not signed in", body = Document, content_type = "application/problem+json"),
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
    tag = "accounts",
    security(("session" = [])),
    responses((status = 204, description = "Not signed in any more")),
)]
pub(crate) async fn sign_out(
    State(state): State<AccountsState>,
    Extension(Client(client)): Extension<Client>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    if let Some(key) = session_of(&headers).as_ref().map(key_of_session)
        && let Some((account, _)) = state.ports.account_keys.key(&key).await?
    {
        state.ports.account_keys.end_key(account.id, &key).await?;
        let network = ClientNetwork::of(client.ip());
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
    tag = "accounts",
    request_body = PasswordAgain,
    security(("session" = [])),
    responses(
        (status = 204, description = "It is deleted"),
        (status = 401, description = "Not signed in, or the password is wrong", body = Document,
         content_type = "application/problem+json"),
        (status = 403, description = "A session is needed, a token is not enough", body = Document, content_type = "application/problem+json"),
        (status = 429, description = "Too many failed attempts", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn delete(
    State(state): State<AccountsState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    SignedInHere(here): SignedInHere,
    JsonBody(again): JsonBody<PasswordAgain>,
) -> Result<impl IntoResponse, Problem> {
    let network = ClientNetwork::of(client.ip());
    let (account, checked) =
        require_password(&state, permit, &here, again.password, network).await?;
    if !state.ports.accounts.delete_account_under(&checked).await? {
        return Err(wrong()); // the password was changed meanwhile
    }
    events::changed(account.id, Changed::AccountDeleted, network);
    Ok((StatusCode::NO_CONTENT, no_cookies()))
}

/// Requires the password of a signed-in account before an irreversible change. Failures count for
/// this session alone, so that others at the same address cannot delay the owner. Returns what was
/// checked; the store applies the change only while the password is still the same.
pub(crate) async fn require_password(
    state: &AccountsState,
    permit: Permit,
    here: &SignedIn,
    password: String,
    network: ClientNetwork,
) -> Result<(Account, Checked), Problem> {
    // A deleted account's name is not valid; it cannot be signed in.
    let name: AccountName = here.account.name.parse().map_err(|_| wrong())?;
    let session = (here.account.id, here.key);
    let state = state.clone();
    let work = async move {
        let again = &state.limits.passwords_again;
        again.take(&session, network)?;
        let known = known(&state, &name, &password, network).await;
        let known = known.inspect_err(|_| again.give_back(&session))?;
        let known = known.ok_or_else(wrong)?;
        again.forget(&session);
        Ok::<_, Problem>(known)
    };
    let (account, password) = run_to_completion(permit, work).await?;
    let checked = Checked {
        account: account.id,
        password,
    };
    Ok((account, checked))
}

fn no_cookies() -> AppendHeaders<[(header::HeaderName, HeaderValue); 2]> {
    AppendHeaders(cleared().map(|cookie| (header::SET_COOKIE, cookie)))
}

/// The name or the password is wrong.
pub(crate) fn wrong() -> Problem {
    Problem::unauthorized(
        "wrong-credentials",
        "the name, the password or the code is wrong",
        "no account has this name with this password or code",
    )
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

fn name_taken() -> Problem {
    Problem::conflict(
        "name-taken",
        "the name is taken",
        "another account has this name, or one that looks like it",
    )
}
