//! How the Bot API answers: `{"ok": true}`, or `{"error": "..."}` with the status that says more; and who asks.

use std::sync::Arc;

use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use damier_people::accounts::{Account, Scope};
use damier_people::live::{LiveGame, StoreError};
use damier_session::{GameId, Side, Want};
use serde_json::{Value, json};

use crate::accounts::SignedIn;
use crate::bots::{StreamToken, bot_command};
use crate::live::actor::{Answer, Arrived};
use crate::live::membership;
use crate::live::membership::NotLetIn;
use crate::live::seats::Sitter;
use crate::problem::Problem;
use crate::state::App;

/// Why something is not done, in the shape of the Bot API.
pub(crate) struct BotError {
    status: StatusCode,
    error: String,
    retry_after_s: Option<u64>,
}

impl BotError {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self {
            status,
            error: error.into(),
            retry_after_s: None,
        }
    }

    pub(crate) fn not_found(error: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error)
    }

    /// Whether the same may be done a little later.
    pub(crate) fn may_pass(&self) -> bool {
        self.status.is_server_error()
    }

    pub(crate) fn refused(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }
}

impl From<Problem> for BotError {
    fn from(problem: Problem) -> Self {
        Self {
            status: problem.status(),
            error: problem.detail().to_owned(),
            retry_after_s: problem.seconds_to_wait(),
        }
    }
}

impl From<StoreError> for BotError {
    fn from(error: StoreError) -> Self {
        Problem::from(error).into()
    }
}

impl IntoResponse for BotError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(json!({ "error": self.error }))).into_response();
        if let Some(seconds) = self.retry_after_s {
            let headers = response.headers_mut();
            headers.insert(axum::http::header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

pub(crate) type BotAnswer = Result<Json<Value>, BotError>;

#[expect(clippy::unnecessary_wraps, reason = "it is the last line of handlers")]
pub(crate) fn done() -> BotAnswer {
    Ok(Json(json!({ "ok": true })))
}

/// The account of a bot, by its token.
pub(crate) struct BotAccount(pub(crate) Account);

/// The same, with the token itself: for streams, which outlast the request.
pub(crate) struct BotStreaming(pub(crate) Account, pub(crate) StreamToken);

impl FromRequestParts<Arc<App>> for BotAccount {
    type Rejection = BotError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, BotError> {
        let signed_in = signed_in_bot(parts, app).await?;
        Ok(Self(signed_in.account))
    }
}

impl FromRequestParts<Arc<App>> for BotStreaming {
    type Rejection = BotError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, BotError> {
        let SignedIn { account, key, .. } = signed_in_bot(parts, app).await?;
        Ok(Self(account, StreamToken::new(app.rooms.clone(), key)))
    }
}

async fn signed_in_bot(parts: &Parts, app: &App) -> Result<SignedIn, BotError> {
    let signed_in = SignedIn::of(app, &parts.headers).await?;
    let signed_in = signed_in.ok_or_else(|| {
        BotError::new(
            StatusCode::UNAUTHORIZED,
            "Missing or invalid token: this needs `Authorization: Bearer dmr_…`",
        )
    })?;
    if signed_in.require(Scope::Bot).is_err() {
        return Err(BotError::new(StatusCode::FORBIDDEN, "Missing scope"));
    }
    Ok(signed_in)
}

/// A game of a bot, and its side.
pub(crate) async fn own_game(
    app: &App,
    account: &Account,
    id: &str,
) -> Result<(GameId, Side), BotError> {
    let none = || BotError::not_found("No such game, or it is another's");
    let game: GameId = id.parse().map_err(|_| none())?;
    let side = app.rooms.store.side_of(account.id, game).await?;
    Ok((game, side.ok_or_else(none)?))
}

/// How a game stands.
pub(crate) async fn opened(app: &App, game: GameId) -> Result<LiveGame, BotError> {
    let opened = LiveGame::open(&*app.rooms.store, game).await;
    let opened = opened.map_err(Problem::from)?;
    opened.ok_or_else(|| BotError::not_found("No such game"))
}

/// Does something in a game for a bot. The same wish at the same version is the same command.
pub(crate) async fn act(
    app: &App,
    (game, side): (GameId, Side),
    version: u32,
    name: &str,
    want: Want,
) -> Result<(), BotError> {
    let at = Arrived {
        at_ms: app.clock.now_ms(),
        way_ms: 0,
    };
    let id = bot_command(game, side, version, name);
    let sitter = Sitter {
        role: damier_session::SeatRole::Player(side),
        key: None,
    };
    match membership::act(&app.rooms, game, sitter, id, want, at).await {
        Answer::Done(_) | Answer::Noted => Ok(()),
        Answer::Refused { detail, .. } => Err(BotError::refused(detail)),
        Answer::Unavailable => Err(Problem::from(NotLetIn::Unreachable).into()),
        Answer::Unreadable => Err(Problem::from(NotLetIn::Unreadable).into()),
    }
}
