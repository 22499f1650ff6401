//! The passkeys of an account: list, create and remove, after the password was confirmed.

use std::net::IpAddr;

use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode};
use damier_people::accounts::{
    AccountId, AccountKey, DeviceName, MAX_PASSKEYS, PASSKEY_CHALLENGE_LIFETIME_MS, Passkey,
    PasskeyAdded, PasskeyId,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::credentials::require_password;
use crate::accounts::events::Changed;
use crate::accounts::handlers::sign::PasswordAgain;
use crate::accounts::passkeys::{
    ALGORITHMS, Ceremony, ClientData, PasskeyFault, RelyingParty, bytes, new_passkey_challenge,
    registered, text,
};
use crate::accounts::state::AccountsState;
use crate::accounts::views::PasskeyView;
use crate::accounts::{SignedInHere, events};
use crate::api::body::Json;
use crate::client::{Client, ClientNetwork};
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::problem::Problem;

/// The passkeys of an account, the oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeyList {
    /// The account's user handle for passkeys; URL-safe Base64. The page uses it to tell password
    /// managers which passkeys still exist.
    user: String,
    passkeys: Vec<PasskeyView>,
}

/// What a browser needs to make a passkey, as `navigator.credentials.create` takes it. Binary parts
/// are URL-safe Base64.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewPasskeyQuestion {
    /// The challenge, usable once.
    challenge: String,
    /// The name of the server: the id of the relying party.
    #[schema(example = "draughts.example.org")]
    host: String,
    /// The account's user handle.
    user: String,
    /// Its name.
    name: String,
    /// Accepted algorithms by COSE number, preferred first.
    #[schema(example = json!([-7, -8, -257]))]
    algorithms: Vec<i32>,
    /// The passkeys that the account already has.
    exclude: Vec<String>,
    /// The timeout of the response.
    timeout_ms: u64,
}

/// A passkey created by a browser. Binary parts are URL-safe Base64.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPasskey {
    /// The label chosen by its owner.
    #[serde(default)]
    #[schema(example = "Firefox, Linux")]
    name: String,
    /// `response.clientDataJSON`.
    client_data: String,
    /// `response.getAuthenticatorData()`.
    authenticator_data: String,
}

/// The passkeys of the account.
#[utoipa::path(
    get,
    path = "/account/passkeys",
    security(("session" = [])),
    responses(
        (status = 200, description = "All passkeys", body = PasskeyList),
    )
)]
pub(crate) async fn list(
    State(state): State<AccountsState>,
    SignedInHere(here): SignedInHere,
) -> Result<Json<PasskeyList>, Problem> {
    let passkeys = state.ports.passkeys.passkeys_of(here.account.id).await?;
    let passkeys = passkeys.iter().map(PasskeyView::of).collect();
    Ok(Json(PasskeyList {
        user: user(here.account.id),
        passkeys,
    }))
}

/// Starts the registration of a passkey: checks the password again and returns a challenge.
#[utoipa::path(
    post,
    path = "/account/passkeys/question",
    security(("session" = [])),
    responses(
        (status = 200, description = "The challenge, valid for five minutes", body = NewPasskeyQuestion),
        (status = 401, description = "Not signed in, or the password is wrong"),
        (status = 409, description = "The account has the maximum number of passkeys, or they are unavailable here: the host is an IP address, or there is no HTTPS"),
        (status = 429, description = "Too many failed attempts, or too many challenges"),
    )
)]
pub(crate) async fn question(
    State(state): State<AccountsState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    headers: HeaderMap,
    SignedInHere(here): SignedInHere,
    Json(again): Json<PasswordAgain>,
) -> Result<Json<NewPasskeyQuestion>, Problem> {
    let party = party(&state, &headers)?;
    let network = ClientNetwork::of(client.ip());
    let shown = require_password(&state, permit.clone(), &here, again.password, network);
    let (account, _) = shown.await?;
    let there = state.ports.passkeys.passkeys_of(account.id).await?;
    if there.len() >= MAX_PASSKEYS as usize {
        return Err(too_many_passkeys());
    }
    let challenge = ask(&state, permit, Some(account.id), client.ip()).await?;
    Ok(Json(NewPasskeyQuestion {
        challenge,
        host: party.id().to_owned(),
        user: user(account.id),
        name: account.name,
        algorithms: ALGORITHMS.to_vec(),
        exclude: there.iter().map(|it| text(it.id.as_bytes())).collect(),
        timeout_ms: PASSKEY_CHALLENGE_LIFETIME_MS,
    }))
}

/// Registers a passkey by its response to such a challenge.
#[utoipa::path(
    post,
    path = "/account/passkeys",
    security(("session" = [])),
    responses(
        (status = 201, description = "The passkey was registered", body = PasskeyView),
        (status = 409, description = "The challenge was used or has expired, the passkey is already registered, the account has the maximum number of \
         passkeys, or passkeys are unavailable here"),
        (status = 422, description = "Not a valid passkey of this server; `reason` says why"),
    )
)]
pub(crate) async fn add(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    headers: HeaderMap,
    SignedInHere(here): SignedInHere,
    Json(new): Json<NewPasskey>,
) -> Result<(StatusCode, Json<PasskeyView>), Problem> {
    let party = party(&state, &headers)?;
    let now_ms = state.clock.now_ms();
    let client_data = bytes(&new.client_data).map_err(unusable)?;
    let client_data = ClientData::read(&client_data, Ceremony::Create, &party).map_err(unusable)?;
    let question = client_data.question.key();
    let account = here.account.id;
    if !state
        .ports
        .passkeys
        .consume_passkey_challenge(&question, Some(account), now_ms)
        .await?
    {
        return Err(challenge_expired());
    }
    let data = bytes(&new.authenticator_data).map_err(unusable)?;
    let key = registered(&data, &party).map_err(unusable)?;
    let passkey = Passkey {
        id: key.id,
        account,
        host: party.id().to_owned(),
        public_key: key.public_key,
        counter: key.counter,
        is_synced: key.is_synced,
        name: DeviceName::nearest(&new.name),
        created_ms: now_ms,
        seen_ms: None,
    };
    match state
        .ports
        .passkeys
        .add_passkey(&passkey, &here.key)
        .await?
    {
        PasskeyAdded::Stored => {}
        PasskeyAdded::Taken => return Err(already_registered()),
        PasskeyAdded::TooMany => return Err(too_many_passkeys()),
        PasskeyAdded::NotFound => return Err(crate::accounts::not_signed_in()),
    }
    events::changed(account, Changed::PasskeyAdded, network);
    Ok((StatusCode::CREATED, Json(PasskeyView::of(&passkey))))
}

/// Removes a passkey.
///
/// Sessions that it has begun continue.
#[utoipa::path(
    delete,
    path = "/account/passkeys/{id}",
    params(("id" = String, Path, description = "The id of the passkey, from the list of passkeys")),
    security(("session" = [])),
    responses(
        (status = 204, description = "The passkey was removed"),
        (status = 401, description = "Not signed in, or the password is wrong"),
        (status = 404, description = "No such passkey"),
        (status = 429, description = "Too many failed attempts"),
    )
)]
pub(crate) async fn remove(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    Extension(permit): Extension<Permit>,
    SignedInHere(here): SignedInHere,
    Path(id): Path<String>,
    Json(again): Json<PasswordAgain>,
) -> Result<StatusCode, Problem> {
    let (account, _) = require_password(&state, permit, &here, again.password, network).await?;
    let id = bytes(&id).ok().and_then(PasskeyId::new);
    let id = id.ok_or_else(not_found)?;
    if !state.ports.passkeys.remove_passkey(account.id, &id).await? {
        return Err(not_found());
    }
    events::changed(account.id, Changed::PasskeyRemoved, network);
    Ok(StatusCode::NO_CONTENT)
}

/// This server as a relying party.
pub(crate) fn party(state: &AccountsState, headers: &HeaderMap) -> Result<RelyingParty, Problem> {
    RelyingParty::of(headers, state.passkey_domain.as_deref()).ok_or_else(|| {
        Problem::conflict(
            "passkeys-not-here",
            "passkeys are not available at this address",
            "browsers support passkeys only over HTTPS with a host name, or at localhost",
        )
    })
}

/// Creates a challenge and stores it for five minutes.
pub(crate) async fn ask(
    state: &AccountsState,
    permit: Permit,
    to: Option<AccountId>,
    client: IpAddr,
) -> Result<String, Problem> {
    let question = new_passkey_challenge()?;
    // Runs to completion, so that a client that disconnects cannot store more challenges than are
    // counted.
    let work = save(state.clone(), question.key(), to, ClientNetwork::of(client));
    run_to_completion(permit, work).await?;
    Ok(question.text())
}

async fn save(
    state: AccountsState,
    question: AccountKey,
    to: Option<AccountId>,
    network: ClientNetwork,
) -> Result<(), Problem> {
    let now_ms = state.clock.now_ms();
    if let Some(account) = to {
        state.limits.new_passkeys.take(&account, network)?;
    } else if let Some(other) = state
        .passkey_challenges
        .ask(question, network.site(), now_ms)
    {
        state.limits.log.reached("passkey-challenges", network, 0);
        state
            .ports
            .passkeys
            .consume_passkey_challenge(&other, None, now_ms)
            .await?;
    }
    let until_ms = now_ms.saturating_add(PASSKEY_CHALLENGE_LIFETIME_MS);
    state
        .ports
        .passkeys
        .store_passkey_challenge(&question, to, until_ms, now_ms)
        .await?;
    Ok(())
}

/// The user handle of an account.
pub(crate) fn user(account: AccountId) -> String {
    text(&account.to_bits().to_be_bytes())
}

/// The challenge does not exist or has expired.
pub(crate) fn challenge_expired() -> Problem {
    Problem::conflict(
        "question-over",
        "the passkey challenge has expired",
        "it was already answered, or its five minutes are over; request a new one",
    )
}

fn not_found() -> Problem {
    Problem::not_found(
        "passkey-not-found",
        "no such passkey",
        "it was already removed, or never existed",
    )
}

fn already_registered() -> Problem {
    Problem::conflict(
        "passkey-taken",
        "this passkey is registered already",
        "an account has a passkey with this id",
    )
}

fn too_many_passkeys() -> Problem {
    Problem::conflict(
        "too-many-passkeys",
        "too many passkeys",
        format!("an account has {MAX_PASSKEYS} passkeys at most; remove one that is not needed"),
    )
}

/// A response that does not register a passkey.
fn unusable(fault: PasskeyFault) -> Problem {
    Problem::unprocessable("unusable-passkey", "invalid passkey", fault.to_string())
        .because(fault.code(), None)
}
