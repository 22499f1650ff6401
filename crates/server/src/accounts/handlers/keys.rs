//! Sessions and tokens of an account: list, create and end.

use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use damier_people::accounts::{AccountGrant, DeviceName, GrantKind, Scopes, ScopesError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::credentials::require_password;
use crate::accounts::events::Changed;
use crate::accounts::state::AccountsState;
use crate::accounts::views::{SessionView, TokenView, list_id, session_view, token_view};
use crate::accounts::{SignedIn, SignedInHere, events, new_token};
use crate::api::body::Json;
use crate::client::ClientNetwork;
use crate::guard::load::Permit;
use crate::problem::Problem;

/// The maximum number of tokens of an account.
const MAX_TOKENS: usize = 30;

/// The sessions of an account, the oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionList {
    sessions: Vec<SessionView>,
}

/// The tokens of an account, the oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokenList {
    tokens: Vec<TokenView>,
}

/// A token to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToken {
    /// The label chosen by its owner.
    #[schema(example = "my bot")]
    label: String,
    /// Its permissions: `play:read`, `play:write`, `bot`; one at least.
    #[schema(example = json!(["bot"]))]
    scopes: Vec<String>,
    /// The password of the account, required because a token outlives the session that creates it.
    password: String,
}

/// A new token.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MadeToken {
    /// The token itself, returned only once: sent as `Authorization: Bearer TOKEN`.
    token: String,
    /// The same as in the list.
    #[serde(flatten)]
    shown: TokenView,
}

/// The sessions of the account.
#[utoipa::path(
    get,
    path = "/account/sessions",
    security(("session" = [])),
    responses(
        (status = 200, description = "All sessions", body = SessionList),
    )
)]
pub(crate) async fn sessions(
    State(state): State<AccountsState>,
    SignedInHere(here): SignedInHere,
) -> Result<Json<SessionList>, Problem> {
    let now_ms = state.clock.now_ms();
    let keys = state.ports.account_keys.keys_of(here.account.id).await?;
    let good = keys
        .iter()
        .filter(|(_, grant)| grant.kind == GrantKind::Session && grant.is_good_at(now_ms));
    let sessions = good
        .map(|(key, grant)| session_view(key, grant, *key == here.key))
        .collect();
    Ok(Json(SessionList { sessions }))
}

/// Ends all sessions but this one.
#[utoipa::path(
    delete,
    path = "/account/sessions",
    security(("session" = [])),
    responses(
        (status = 204, description = "All other sessions have ended"),
    )
)]
pub(crate) async fn end_others(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    SignedInHere(here): SignedInHere,
) -> Result<StatusCode, Problem> {
    state
        .ports
        .account_keys
        .end_sessions(here.account.id, Some(&here.key))
        .await?;
    events::changed(here.account.id, Changed::OtherSessionsEnded, network);
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a session.
#[utoipa::path(
    delete,
    path = "/account/sessions/{id}",
    params(("id" = String, Path, description = "The id of the session, from the list of sessions")),
    security(("session" = [])),
    responses(
        (status = 204, description = "The session has ended"),
        (status = 404, description = "No such session"),
    )
)]
pub(crate) async fn end_session(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    SignedInHere(here): SignedInHere,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    end(&state, &here, &id, |kind| kind == GrantKind::Session).await?;
    events::changed(here.account.id, Changed::SessionEnded, network);
    Ok(StatusCode::NO_CONTENT)
}

/// The tokens of the account.
#[utoipa::path(
    get,
    path = "/account/tokens",
    security(("session" = [])),
    responses(
        (status = 200, description = "All tokens", body = TokenList),
    )
)]
pub(crate) async fn tokens(
    State(state): State<AccountsState>,
    SignedInHere(here): SignedInHere,
) -> Result<Json<TokenList>, Problem> {
    let keys = state.ports.account_keys.keys_of(here.account.id).await?;
    let tokens = keys
        .iter()
        .filter_map(|(key, grant)| token_view(key, grant));
    Ok(Json(TokenList {
        tokens: tokens.collect(),
    }))
}

/// Creates a token for a program; requires the password again.
///
/// The token is returned only once.
#[utoipa::path(
    post,
    path = "/account/tokens",
    security(("session" = [])),
    responses(
        (status = 201, description = "The token", body = MadeToken),
        (status = 401, description = "Not signed in, or the password is wrong"),
        (status = 409, description = "The account has the maximum number of tokens"),
        (status = 422, description = "No such scope, or none is given"),
        (status = 429, description = "Too many failed attempts"),
    )
)]
pub(crate) async fn make_token(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    Extension(permit): Extension<Permit>,
    SignedInHere(here): SignedInHere,
    Json(asked): Json<NewToken>,
) -> Result<(StatusCode, Json<MadeToken>), Problem> {
    let scopes: Scopes = asked.scopes.join(" ").parse().map_err(bad_scopes)?;
    if scopes.is_empty() {
        return Err(no_scopes("a token needs at least one scope"));
    }
    let (_, checked) = require_password(&state, permit, &here, asked.password, network).await?;
    let now_ms = state.clock.now_ms();
    let keys = state.ports.account_keys.keys_of(here.account.id).await?;
    let tokens = keys
        .iter()
        .filter(|(_, grant)| grant.kind != GrantKind::Session);
    if tokens.count() >= MAX_TOKENS {
        return Err(Problem::conflict(
            "too-many-tokens",
            "too many tokens",
            format!("an account has {MAX_TOKENS} tokens at most; end one that is not needed"),
        ));
    }
    let grant = AccountGrant {
        account: here.account.id,
        kind: GrantKind::Token(scopes),
        device: DeviceName::nearest(&asked.label),
        created_ms: now_ms,
        seen_ms: now_ms,
    };
    let (token, key) = new_token()?;
    let shown = token_view(&key, &grant).ok_or_else(Problem::internal)?;
    if !state
        .ports
        .account_keys
        .add_key_under(&key, &grant, &checked.password)
        .await?
    {
        return Err(crate::accounts::not_signed_in()); // changed meanwhile
    }
    events::changed(here.account.id, Changed::TokenMade, network);
    Ok((StatusCode::CREATED, Json(MadeToken { token, shown })))
}

/// Ends a token.
#[utoipa::path(
    delete,
    path = "/account/tokens/{id}",
    params(("id" = String, Path, description = "The id of the token, from the list of tokens")),
    security(("session" = [])),
    responses(
        (status = 204, description = "The token has been revoked"),
        (status = 404, description = "No such token"),
    )
)]
pub(crate) async fn end_token(
    State(state): State<AccountsState>,
    network: ClientNetwork,
    SignedInHere(here): SignedInHere,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    end(&state, &here, &id, |kind| kind != GrantKind::Session).await?;
    events::changed(here.account.id, Changed::TokenEnded, network);
    Ok(StatusCode::NO_CONTENT)
}

/// Ends the session or token listed under `id`.
async fn end(
    state: &AccountsState,
    here: &SignedIn,
    id: &str,
    is_meant: impl Fn(GrantKind) -> bool,
) -> Result<(), Problem> {
    let account = here.account.id;
    let keys = state.ports.account_keys.keys_of(account).await?;
    let found = keys
        .iter()
        .find(|(key, grant)| is_meant(grant.kind) && list_id(key) == id);
    let ended = match found {
        Some((key, _)) => state.ports.account_keys.end_key(account, key).await?,
        None => false,
    };
    if ended {
        Ok(())
    } else {
        Err(Problem::not_found(
            "key-not-found",
            "no such session or token",
            "it has already ended, or never existed",
        ))
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is used as an argument of map_err"
)]
fn bad_scopes(error: ScopesError) -> Problem {
    no_scopes(&error.to_string())
}

fn no_scopes(detail: &str) -> Problem {
    Problem::unprocessable("no-such-scope", "invalid scopes for a token", detail)
}
