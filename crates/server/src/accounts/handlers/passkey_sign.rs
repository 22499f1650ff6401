//! Sign-in with a passkey: a challenge and its response. No name is typed, since the passkey
//! identifies its account.

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use damier_people::accounts::{
    Account, AccountId, AccountName, PASSKEY_CHALLENGE_LIFETIME_MS, PasskeyId, PasswordHash,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::credentials::{NewSession, begin_session, require_open};
use crate::accounts::events::SignInBy;
use crate::accounts::handlers::passkeys::{ask, challenge_expired, party, user};
use crate::accounts::handlers::sign::{OwnAccount, own};
use crate::accounts::passkeys::{
    Assertion, Ceremony, ClientData, PasskeyFault, RelyingParty, bytes,
};
use crate::accounts::state::AccountsState;
use crate::accounts::{OverHttps, events, session_of, set};
use crate::api::body::Json;
use crate::client::{Client, ClientNetwork};
use crate::guard::load::Permit;
use crate::problem::Problem;

/// What a browser needs to use a passkey, as `navigator.credentials.get` takes it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeyQuestion {
    /// The challenge, usable once; URL-safe Base64.
    challenge: String,
    /// The name of the server: the id of the relying party.
    #[schema(example = "draughts.example.org")]
    host: String,
    /// The timeout of the response.
    timeout_ms: u64,
}

/// A passkey's response. Binary parts are URL-safe Base64.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasskeyAnswer {
    /// `rawId`.
    id: String,
    /// `response.userHandle`.
    user: String,
    /// `response.clientDataJSON`.
    client_data: String,
    /// `response.authenticatorData`.
    authenticator_data: String,
    /// `response.signature`.
    signature: String,
    /// The device's label in the owner's list of sessions.
    #[serde(default)]
    #[schema(example = "Firefox, Linux")]
    device: String,
}

/// A challenge for a sign-in with a passkey.
///
/// It is valid for five minutes, on every node. An address may have a thousand; beyond that a
/// random one is evicted.
#[utoipa::path(
    post,
    path = "/session/passkey/question",
    responses(
        (status = 200, description = "The challenge to be signed by a passkey", body = PasskeyQuestion),
        (status = 409, description = "Passkeys are unavailable here: the host is an IP address, or there is no HTTPS"),
    )
)]
pub(crate) async fn question(
    State(state): State<AccountsState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    headers: HeaderMap,
) -> Result<Json<PasskeyQuestion>, Problem> {
    let party = party(&state, &headers)?;
    Ok(Json(PasskeyQuestion {
        challenge: ask(&state, permit, None, client.ip()).await?,
        host: party.id().to_owned(),
        timeout_ms: PASSKEY_CHALLENGE_LIFETIME_MS,
    }))
}

/// Signs in with a passkey.
///
/// The reason of a refusal is not returned. Answers are not counted, since they cannot be guessed.
#[utoipa::path(
    post,
    path = "/session/passkey",
    responses(
        (status = 200, description = "The cookie of the session is set", body = OwnAccount),
        (status = 401, description = "No account has this passkey, or the response is invalid"),
        (status = 403, description = "The account is banned; see `banned_until_ms` and `ban_reason`"),
        (status = 409, description = "The challenge was used or has expired, or passkeys are unavailable here"),
    )
)]
pub(crate) async fn sign_in(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    Extension(over_https): Extension<OverHttps>,
    headers: HeaderMap,
    Json(answer): Json<PasskeyAnswer>,
) -> Result<impl IntoResponse, Problem> {
    let party = party(&state, &headers)?;
    let now_ms = state.clock.now_ms();
    let refused = |of, why| {
        let by = SignInBy::Passkey;
        state.refusals.note(of, by, why, network, now_ms);
    };
    let (account, hash) = match known(&state, &answer, &party, now_ms).await? {
        Answered::By(account, hash) => (account, hash),
        Answered::TooLate => {
            refused(None, "question-over");
            return Err(challenge_expired());
        }
        Answered::Wrongly(of, fault) => {
            refused(of, fault.code());
            return Err(wrong());
        }
    };
    require_open(&state, &account, SignInBy::Passkey, network)?;
    if let Ok(name) = account.name.parse::<AccountName>() {
        state.sign_ins.signed_in(name.folded(), network);
    }
    let session = NewSession {
        account: &account,
        checked: &hash,
        device: &answer.device,
    };
    let secret = begin_session(&state, session, session_of(&headers).as_ref()).await?;
    let cookie = set(over_https, &secret)?;
    events::signed_in(account.id, SignInBy::Passkey, network);
    let own = own(&state, account, None).await?;
    Ok(([(header::SET_COOKIE, cookie)], Json(own)))
}

/// The result of checking a response.
enum Answered {
    /// Valid: this account's passkey was used, while the account had this password.
    By(Account, PasswordHash),
    /// The challenge does not exist or has expired.
    TooLate,
    /// Invalid, with the account of the passkey if known.
    Wrongly(Option<AccountId>, PasskeyFault),
}

/// Checks a response. Any response uses up its challenge, valid or not.
async fn known(
    state: &AccountsState,
    answer: &PasskeyAnswer,
    party: &RelyingParty,
    now_ms: u64,
) -> Result<Answered, Problem> {
    let read = || {
        let client_data = bytes(&answer.client_data)?;
        let question = ClientData::read(&client_data, Ceremony::Get, party)?.question;
        Ok((client_data, question))
    };
    let (client_data, question) = match read() {
        Ok(read) => read,
        Err(fault) => return Ok(Answered::Wrongly(None, fault)),
    };
    if !state
        .ports
        .passkeys
        .consume_passkey_challenge(&question.key(), None, now_ms)
        .await?
    {
        return Ok(Answered::TooLate);
    }
    let read = || {
        let id = PasskeyId::new(bytes(&answer.id)?).ok_or(PasskeyFault::Form)?;
        let authenticator_data = bytes(&answer.authenticator_data)?;
        let signature = bytes(&answer.signature)?;
        Ok((id, authenticator_data, signature))
    };
    let (id, authenticator_data, signature) = match read() {
        Ok(read) => read,
        Err(fault) => return Ok(Answered::Wrongly(None, fault)),
    };
    let Some((account, passkey)) = state.ports.passkeys.passkey(&id).await? else {
        return Ok(Answered::Wrongly(None, PasskeyFault::Unknown));
    };
    // A concurrent recovery removes the passkey and sets another password: then no session begins.
    let hash = match account.name.parse::<AccountName>() {
        Ok(name) => state.ports.accounts.account_named(&name).await?,
        Err(_) => None,
    };
    let hash = hash.filter(|(named, _)| named.id == account.id);
    let wrongly = |fault| Ok(Answered::Wrongly(Some(account.id), fault));
    if answer.user != user(account.id) {
        return wrongly(PasskeyFault::Unknown);
    }
    if passkey.host != party.id() {
        return wrongly(PasskeyFault::Host);
    }
    let assertion = Assertion {
        authenticator_data: &authenticator_data,
        client_data: &client_data,
        signature: &signature,
    };
    let proved = match assertion.verify(&passkey.public_key, passkey.is_synced, party) {
        Ok(proved) => proved,
        Err(fault) => return wrongly(fault),
    };
    // Another node may use the passkey concurrently: the store checks the counter.
    if !state
        .ports
        .passkeys
        .use_passkey(&id, proved.counter, now_ms)
        .await?
    {
        return wrongly(PasskeyFault::Counter);
    }
    match hash {
        Some((_, hash)) => Ok(Answered::By(account, hash)),
        None => wrongly(PasskeyFault::Unknown),
    }
}

fn wrong() -> Problem {
    Problem::unauthorized(
        "wrong-passkey",
        "unknown passkey",
        "no account of this server has this passkey, or its answer is invalid",
    )
}
