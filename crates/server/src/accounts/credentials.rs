//! Creating accounts, checking their passwords and beginning their sessions.

use damier_people::accounts::{
    Account, AccountGrant, AccountName, Checked, Created, DeviceName, GrantKind, NewAccount,
    Password, PasswordHash,
};

use crate::accounts::events::SignInBy;
use crate::accounts::state::AccountsState;
use crate::accounts::{RecoveryCode, SignedIn, account_id, key_of_session, new_session};
use crate::client::ClientNetwork;
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::problem::Problem;
use crate::secret::Secret;

/// How many sessions an account has at most; the least recently used one is ended.
const MAX_SESSIONS: usize = 30;

/// Stores a new account, and counts it for the client's network.
pub(crate) async fn create(
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
    let stored = state.ports.accounts.create_account(&new);
    let is_new = |created: &Created| *created == Created::Stored;
    let created = state
        .limits
        .by_address
        .accounts
        .counted(network, stored, is_new);
    match created.await? {
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

/// Finds the account with this name and password. Beyond the limit of an address, waits for its
/// slot.
pub(crate) async fn authenticate(
    state: AccountsState,
    name: AccountName,
    password: String,
    network: ClientNetwork,
) -> Result<(Account, PasswordHash), Problem> {
    let attempt = state.sign_ins.attempt(name.folded(), network).await?;
    match account_with_password(&state, &name, &password, network).await {
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
async fn account_with_password(
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

/// Begins a session with a new secret, which is returned, and ends the previous one of the same
/// browser.
pub(crate) async fn begin_session(
    state: &AccountsState,
    session: NewSession<'_>,
    before: Option<&Secret>,
) -> Result<Secret, Problem> {
    let NewSession {
        account,
        checked,
        device,
    } = session;
    let now_ms = state.clock.now_ms();
    if let Some(before) = before.map(key_of_session)
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
    Ok(secret)
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
        let known = account_with_password(&state, &name, &password, network).await;
        let known = known.inspect_err(|_| again.release(&session))?;
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

/// The name or the password is wrong.
pub(crate) fn wrong() -> Problem {
    Problem::unauthorized(
        "wrong-credentials",
        "the name, the password or the code is wrong",
        "no account has this name with this password or code",
    )
}

pub(crate) fn name_taken() -> Problem {
    Problem::conflict(
        "name-taken",
        "the name is taken",
        "another account has this name, or one that looks like it",
    )
}
