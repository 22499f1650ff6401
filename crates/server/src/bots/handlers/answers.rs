//! Responses of the Bot API: `{"ok": true}`, or `{"error": "..."}` with a status; and its
//! extractors.

use axum::extract::FromRef;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use damier_people::StoreError;
use damier_people::accounts::{Account, Scope};
use damier_people::live::LiveGame;
use damier_session::{GameId, Side, Want};
use damier_wire::bots::{BotDone, BotRefusal};

use crate::accounts::SignedIn;
use crate::api::body::Json;
use crate::bots::state::BotsState;
use crate::bots::{StreamToken, bot_command};
use crate::live::actor::{CommandReply, Received};
use crate::live::membership;
use crate::live::membership::EnterError;
use crate::live::seats::SeatHolder;
use crate::problem::Problem;

/// An error in the shape of the Bot API.
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

    /// Whether a retry may succeed soon.
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
        let refusal = BotRefusal { error: self.error };
        let mut response = (self.status, Json(refusal)).into_response();
        if let Some(seconds) = self.retry_after_s {
            let headers = response.headers_mut();
            headers.insert(axum::http::header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

pub(crate) type BotAnswer<T = BotDone> = Result<Json<T>, BotError>;

#[expect(clippy::unnecessary_wraps, reason = "it is the last line of handlers")]
pub(crate) fn done() -> BotAnswer {
    Ok(Json(BotDone { ok: true }))
}

/// The account of a bot, by its token.
pub(crate) struct BotAccount(pub(crate) Account);

/// The same with the token, which streams check repeatedly.
pub(crate) struct BotStreaming(pub(crate) Account, pub(crate) StreamToken);

impl<S: Send + Sync> FromRequestParts<S> for BotAccount
where
    BotsState: FromRef<S>,
{
    type Rejection = BotError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, BotError> {
        let state = &BotsState::from_ref(state);
        let signed_in = signed_in_bot(parts, state).await?;
        Ok(Self(signed_in.account))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for BotStreaming
where
    BotsState: FromRef<S>,
{
    type Rejection = BotError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, BotError> {
        let state = &BotsState::from_ref(state);
        let SignedIn { account, key, .. } = signed_in_bot(parts, state).await?;
        Ok(Self(
            account,
            StreamToken::new(state.games.actors.clone(), key),
        ))
    }
}

async fn signed_in_bot(parts: &Parts, state: &BotsState) -> Result<SignedIn, BotError> {
    let signed_in =
        SignedIn::of(&*state.account_keys, state.clock.now_ms(), &parts.headers).await?;
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
    state: &BotsState,
    account: &Account,
    id: &str,
) -> Result<(GameId, Side), BotError> {
    let none = || BotError::not_found("No such game, or you do not play it");
    let game: GameId = id.parse().map_err(|_| none())?;
    let side = state.owned_seats.side_of(account.id, game).await?;
    Ok((game, side.ok_or_else(none)?))
}

/// The current state of a game.
pub(crate) async fn opened(state: &BotsState, game: GameId) -> Result<LiveGame, BotError> {
    let opened = LiveGame::open(&*state.journal, game).await;
    let opened = opened.map_err(Problem::from)?;
    opened.ok_or_else(|| BotError::not_found("No such game"))
}

/// Executes a command of a bot. The same command at the same version has the same id, so retries
/// are safe.
pub(crate) async fn act(
    state: &BotsState,
    (game, side): (GameId, Side),
    version: u32,
    name: &str,
    want: Want,
) -> Result<(), BotError> {
    let at = Received {
        at_ms: state.clock.now_ms(),
        one_way_ms: 0,
    };
    let id = bot_command(game, side, version, name);
    let holder = SeatHolder {
        role: damier_session::SeatRole::Player(side),
        key: None,
    };
    match membership::act(&state.games.actors, game, holder, id, want, at).await {
        CommandReply::Done(_) | CommandReply::Noted => Ok(()),
        CommandReply::Refused { detail, .. } => Err(BotError::refused(detail)),
        CommandReply::Unavailable => Err(Problem::from(EnterError::Unreachable).into()),
        CommandReply::Unreadable => Err(Problem::from(EnterError::Unreadable).into()),
    }
}
