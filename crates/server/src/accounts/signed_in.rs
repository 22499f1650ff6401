//! Who sends a request: an account, by the cookie of a session or by a token in the header `Authorization: Bearer dmr_…`.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use damier_people::accounts::{Account, AccountGrant, AccountKey, GrantKind, Scope};

use super::cookie::session_of;
use super::secrets::{key_of_session, key_of_token};
use crate::problem::Problem;
use crate::state::App;

/// How long after its last use a key is noted as used again, in milliseconds: ten minutes. So that not every request writes.
const NOTED_MS: u64 = 10 * 60 * 1_000;

/// The header for the token of a program that sends the secret of a seat in `Authorization`.
const TOKEN_BESIDE: &str = "damier-token";

/// The account that sends the request, and what it sends it with.
#[derive(Debug, Clone)]
pub(crate) struct SignedIn {
    pub(crate) account: Account,
    pub(crate) key: AccountKey,
    pub(crate) grant: AccountGrant,
}

/// The same, by a session: what a token may not do.
#[derive(Debug, Clone)]
pub(crate) struct SignedInHere(pub(crate) SignedIn);

impl SignedIn {
    /// Who sends a request with these headers; `None` where nobody is signed in, or no longer.
    pub(crate) async fn of(app: &App, headers: &HeaderMap) -> Result<Option<Self>, Problem> {
        match key_of(headers) {
            Some(key) => Self::by_key(app, key).await,
            None => Ok(None),
        }
    }

    async fn by_key(app: &App, key: AccountKey) -> Result<Option<Self>, Problem> {
        let (store, now_ms) = (&app.actors.store, app.clock.now_ms());
        let Some((account, grant)) = store.key(&key).await? else {
            return Ok(None);
        };
        if !grant.is_good_at(now_ms) {
            return Ok(None);
        }
        if let Some(ban) = account.ban.as_ref().filter(|ban| ban.holds_at(now_ms)) {
            return match grant.kind {
                // As if it had ended: whoever plays without an account goes on.
                GrantKind::Session => Ok(None),
                GrantKind::Token(_) => Err(Problem::banned(ban)),
            };
        }
        if now_ms.saturating_sub(grant.seen_ms) >= NOTED_MS {
            // Whoever only reads is not refused because the disk is full.
            if let Err(error) = store.saw_key(&key, now_ms).await {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "when a key was seen cannot be noted"
                );
            }
        }
        Ok(Some(Self {
            account,
            key,
            grant,
        }))
    }

    /// Who sends a request that has the secret of a seat in its header `Authorization`, so that a token goes in `Damier-Token`.
    pub(crate) async fn beside_a_seat(
        app: &App,
        headers: &HeaderMap,
    ) -> Result<Option<Self>, Problem> {
        let Some(token) = headers.get(TOKEN_BESIDE) else {
            return Self::of(app, headers).await;
        };
        match token.to_str().ok().and_then(key_of_token) {
            Some(key) => Self::by_key(app, key).await,
            None => Ok(None),
        }
    }

    /// Whether somebody has signed in himself, and no program acts for him.
    pub(crate) fn is_here(&self) -> bool {
        self.grant.kind == GrantKind::Session
    }

    /// Whether whoever sends the request may do this. A session may do everything.
    pub(crate) fn may(&self, scope: Scope) -> bool {
        match self.grant.kind {
            GrantKind::Session => true,
            GrantKind::Token(scopes) => scopes.has(scope),
        }
    }

    /// Requires that.
    pub(crate) fn require(&self, scope: Scope) -> Result<(), Problem> {
        if self.may(scope) {
            return Ok(());
        }
        Err(Problem::new(
            StatusCode::FORBIDDEN,
            "scope-missing",
            "the token may not do that",
            format!("this needs a token with the scope {}", scope.code()),
        ))
    }
}

/// The key that a request has: that of a token if it has both, since whoever sends a token means it.
fn key_of(headers: &HeaderMap) -> Option<AccountKey> {
    let sent = headers.get(header::AUTHORIZATION);
    let token = sent.and_then(|value| {
        let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token)
    });
    let token = token.and_then(key_of_token);
    token.or_else(|| session_of(headers).as_ref().map(key_of_session))
}

/// Nobody is signed in.
pub(crate) fn not_signed_in() -> Problem {
    Problem::new(
        StatusCode::UNAUTHORIZED,
        "not-signed-in",
        "nobody is signed in",
        "this needs an account: the cookie of a session, or a token in the header `Authorization: Bearer dmr_…`",
    )
}

impl FromRequestParts<Arc<App>> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let signed_in = Self::of(app, &parts.headers).await?;
        signed_in.ok_or_else(not_signed_in)
    }
}

impl FromRequestParts<Arc<App>> for SignedInHere {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let signed_in = SignedIn::from_request_parts(parts, app).await?;
        match signed_in.grant.kind {
            GrantKind::Session => Ok(Self(signed_in)),
            GrantKind::Token(_) => Err(Problem::new(
                StatusCode::FORBIDDEN,
                "session-needed",
                "a token may not do that",
                "only whoever has signed in may do that",
            )),
        }
    }
}
