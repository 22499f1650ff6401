//! The account behind a request, by a session cookie or by a token in the header `Authorization:
//! Bearer dmr_…`.

use axum::extract::FromRef;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use damier_people::accounts::{Account, AccountGrant, AccountKey, AccountKeys, GrantKind, Scope};

use super::cookie::session_of;
use super::secrets::{key_of_session, key_of_token};
use crate::accounts::state::Sessions;
use crate::problem::Problem;

/// How often the last use of a session or token is stored, in milliseconds: every ten minutes, so
/// that not every request writes.
const NOTED_MS: u64 = 10 * 60 * 1_000;

/// The header for the token of a program that sends the secret of a seat in `Authorization`.
const TOKEN_BESIDE: &str = "damier-token";

/// The account behind a request, and its credential.
#[derive(Debug, Clone)]
pub(crate) struct SignedIn {
    pub(crate) account: Account,
    pub(crate) key: AccountKey,
    pub(crate) grant: AccountGrant,
}

/// The same by a session only, for operations closed to tokens.
#[derive(Debug, Clone)]
pub(crate) struct SignedInHere(pub(crate) SignedIn);

impl SignedIn {
    /// The account behind these headers; `None` if the caller is not signed in, or not any longer.
    pub(crate) async fn of(
        account_keys: &dyn AccountKeys,
        now_ms: u64,
        headers: &HeaderMap,
    ) -> Result<Option<Self>, Problem> {
        match key_of(headers) {
            Some(key) => Self::by_key(account_keys, now_ms, key).await,
            None => Ok(None),
        }
    }

    async fn by_key(
        account_keys: &dyn AccountKeys,
        now_ms: u64,
        key: AccountKey,
    ) -> Result<Option<Self>, Problem> {
        let Some((account, grant)) = account_keys.key(&key).await? else {
            return Ok(None);
        };
        if !grant.is_good_at(now_ms) {
            return Ok(None);
        }
        if let Some(ban) = account.ban.as_ref().filter(|ban| ban.holds_at(now_ms)) {
            return match grant.kind {
                // Treated as ended, so that the person can play without an account.
                GrantKind::Session => Ok(None),
                GrantKind::Token(_) => Err(Problem::banned(ban)),
            };
        }
        if now_ms.saturating_sub(grant.seen_ms) >= NOTED_MS {
            // A read must not fail because the disk is full.
            if let Err(error) = account_keys.saw_key(&key, now_ms).await {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot store when a session or token was last used"
                );
            }
        }
        Ok(Some(Self {
            account,
            key,
            grant,
        }))
    }

    /// The account behind a request whose header `Authorization` contains the secret of a seat, so
    /// that a token goes in `Damier-Token`.
    pub(crate) async fn beside_a_seat(
        account_keys: &dyn AccountKeys,
        now_ms: u64,
        headers: &HeaderMap,
    ) -> Result<Option<Self>, Problem> {
        let Some(token) = headers.get(TOKEN_BESIDE) else {
            return Self::of(account_keys, now_ms, headers).await;
        };
        match token.to_str().ok().and_then(key_of_token) {
            Some(key) => Self::by_key(account_keys, now_ms, key).await,
            None => Ok(None),
        }
    }

    /// Whether the caller has a session, not a token.
    pub(crate) fn is_here(&self) -> bool {
        self.grant.kind == GrantKind::Session
    }

    /// Whether the caller has this scope. A session has all of them.
    pub(crate) fn may(&self, scope: Scope) -> bool {
        match self.grant.kind {
            GrantKind::Session => true,
            GrantKind::Token(scopes) => scopes.has(scope),
        }
    }

    /// Requires the scope.
    pub(crate) fn require(&self, scope: Scope) -> Result<(), Problem> {
        if self.may(scope) {
            return Ok(());
        }
        Err(Problem::forbidden(
            "scope-missing",
            "the token lacks the scope",
            format!("this needs a token with the scope {}", scope.code()),
        ))
    }
}

/// The key of a request: the token's if it has both, since tokens are sent explicitly.
fn key_of(headers: &HeaderMap) -> Option<AccountKey> {
    let sent = headers.get(header::AUTHORIZATION);
    let token = sent.and_then(|value| {
        let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token)
    });
    let token = token.and_then(key_of_token);
    token.or_else(|| session_of(headers).as_ref().map(key_of_session))
}

/// Not signed in.
pub(crate) fn not_signed_in() -> Problem {
    Problem::unauthorized(
        "not-signed-in",
        "not signed in",
        "this needs an account: the cookie of a session, or a token in the header `Authorization: Bearer dmr_…`",
    )
}

impl<S: Send + Sync> FromRequestParts<S> for SignedIn
where
    Sessions: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Sessions {
            account_keys,
            clock,
            ..
        } = Sessions::from_ref(state);
        let signed_in = Self::of(&*account_keys, clock.now_ms(), &parts.headers).await?;
        signed_in.ok_or_else(not_signed_in)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SignedInHere
where
    Sessions: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let signed_in = SignedIn::from_request_parts(parts, state).await?;
        match signed_in.grant.kind {
            GrantKind::Session => Ok(Self(signed_in)),
            GrantKind::Token(_) => Err(Problem::forbidden(
                "session-needed",
                "a session is needed",
                "this needs a session",
            )),
        }
    }
}
