//! Handlers of a live game: the socket for pages, and acts and a stream of lines for programs. Both
//! carry the same frames; see `docs/live-protocol.md`.

use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Extension, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use damier_people::live::LiveGame;
use damier_session::{Delayed, LiveSeat, SeatRole};
use damier_wire::live::{
    ChatMessage, MAX_CLIENT_FRAME, RematchOffers, ServerFrame, State as GameState,
};
use damier_wire::seats::{ActDone, ActRequest, NewSeat, SeatAt};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::body::{Json, QueryOf};
use crate::challenges::refusals::secret;
use crate::client::Client;
use crate::connection_permit::ConnectionPermit;
use crate::live::actor::{CommandReply, Received};
use crate::live::extract::{find_seat, require_player};
use crate::live::game_state::state_of;
use crate::live::membership;
use crate::live::membership::{ChatError, EnterError};
use crate::live::rematch::rematch_of;
use crate::live::seats::{BearerSeat, SeatHolder, key_of};
use crate::live::socket::serve;
use crate::live::state::LiveState;
use crate::live::stream::lines;
use crate::live::views::seat_at;
use crate::problem::Problem;

/// The read buffer of a socket in bytes. The library allocates it for each socket, by default with
/// 128 KiB. With a small one, the runtime soon stops a reader that is flooded.
const READ: usize = 512;

/// The maximum size of a socket's write buffer in bytes.
const WRITE: usize = 64 * 1024;

/// The state of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameStatusView {
    /// The game's id.
    game: String,
    /// The role of the seat: `white`, `black`, `arbiter` or `watcher`.
    #[schema(pattern = "^(white|black|arbiter|watcher)$")]
    role: &'static str,
    /// The number of its last event.
    version: u32,
    /// The state derived from its events.
    state: GameState,
    /// Rematch offers, and the next game once it has begun; absent while this game is running.
    /// Offers of team members are visible at their board only.
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<RematchOffers>,
}

/// The start of a stream.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    /// The number of the last event that the client has; 0 or absent for all.
    have: Option<u32>,
}

/// The game and role of the seat with this secret.
#[utoipa::path(
    get,
    path = "/seat",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The game and what the seat is for", body = SeatAt),
        (status = 404, description = "No seat has this secret"),
    )
)]
pub(crate) async fn seat(
    State(state): State<LiveState>,
    bearer: BearerSeat,
) -> Result<Json<SeatAt>, Problem> {
    let (game, role) = find_seat(&*state.journal, bearer).await?;
    Ok(Json(seat_at(game, role)))
}

/// State of a game, without presence: the opponent is not notified.
#[utoipa::path(
    get,
    path = "/live/state",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The state of the game", body = GameStatusView),
        (status = 404, description = "No seat has this secret"),
        (status = 500, description = "The stored data of the game cannot be read (`game-unreadable`)"),
    )
)]
pub(crate) async fn state(
    State(state): State<LiveState>,
    bearer: BearerSeat,
) -> Result<Json<GameStatusView>, Problem> {
    let (id, role) = find_seat(&*state.journal, bearer).await?;
    let game = LiveGame::open(&*state.journal, id).await?;
    let game = game.ok_or_else(Problem::live_unavailable)?;
    let (now_ms, delay_ms) = (
        state.clock.now_ms(),
        game.session().settings().watchers_delay_ms(),
    );
    let delayed;
    let (session, moment_ms) = if role != SeatRole::Watcher || delay_ms == 0 {
        (game.session(), now_ms)
    } else {
        delayed = Delayed::of(game.session(), delay_ms, now_ms).map_err(|error| {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "cannot rebuild a delayed view of a game"
            );
            Problem::live_unavailable()
        })?;
        (delayed.session(), delayed.delayed_ms(now_ms))
    };
    let rematch = match session.ending() {
        Some(_) => Some(rematch_of(&*state.challenges, &*state.journal, id, now_ms).await?),
        None => None,
    };
    Ok(Json(GameStatusView {
        game: id.to_string(),
        role: role.code(),
        version: session.version(),
        state: state_of(session, moment_ms),
        rematch,
    }))
}

/// The WebSocket of live play.
///
/// The first frame is `hello`, with the secret of a seat. Frames of the client are `FromClient`, of
/// the server `ToClient`, one text message each.
#[utoipa::path(
    get,
    path = "/live",
    responses(
        (status = 101, description = "The socket is open"),
        (status = 400, description = "Not a WebSocket request"),
        (status = 503, description = "There are too many sockets"),
    )
)]
pub(crate) async fn socket(
    State(state): State<LiveState>,
    Extension(Client(client)): Extension<Client>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|rejection| {
        Problem::bad_request(
            "no-socket",
            "not a WebSocket request",
            rejection.body_text(),
        )
    })?;
    let place = state
        .sockets
        .take(client.ip())
        .ok_or_else(Problem::too_many_sockets)?;
    let (actors, stopping) = (state.games.actors.clone(), state.stopping.clone());
    let reading_time = state.sockets.reading_time();
    let upgrade = upgrade
        .read_buffer_size(READ)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE)
        .max_message_size(MAX_CLIENT_FRAME)
        .max_frame_size(MAX_CLIENT_FRAME);
    Ok(upgrade.on_upgrade(async move |socket| {
        serve(socket, actors, client.ip(), reading_time, stopping).await;
        drop(place);
    }))
}

/// Sends a command.
///
/// Idempotent: a retry gets the same reply.
#[utoipa::path(
    post,
    path = "/live/acts",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The event that the command produced", body = ActDone),
        (status = 202, description = "The vote of a team member: stored, not decided yet"),
        (status = 404, description = "No seat has this secret"),
        (status = 409, description = "Refused; `reason` says why, `stored_version` at which version"),
        (status = 500, description = "The stored data of the game cannot be read (`game-unreadable`); nothing was stored"),
        (status = 503, description = "The server cannot store anything now"),
    )
)]
pub(crate) async fn act(
    State(state): State<LiveState>,
    Extension(Client(client)): Extension<Client>,
    bearer: BearerSeat,
    Json(ActRequest { id, want }): Json<ActRequest>,
) -> Result<Response, Problem> {
    let at = Received {
        at_ms: state.clock.now_ms(),
        one_way_ms: 0,
    };
    let BearerSeat(key) = bearer;
    let (game, role) = find_seat(&*state.journal, bearer).await?;
    let holder = SeatHolder::with(role, key);
    let answer = membership::act(&state.games.actors, game, holder, id, want, at).await;
    state.games.actors.note_played_from(game, role, client.ip());
    match answer {
        CommandReply::Done(event) => Ok(Json(ActDone {
            number: event.number,
            event,
        })
        .into_response()),
        CommandReply::Noted => Ok(StatusCode::ACCEPTED.into_response()),
        CommandReply::Refused {
            code,
            detail,
            version,
        } => Err(Problem::conflict("refused", "not possible now", detail)
            .because(code, None)
            .stored_version(version)),
        CommandReply::Unavailable => Err(EnterError::Unreachable.into()),
        CommandReply::Unreadable => Err(EnterError::Unreadable.into()),
    }
}

/// Sends a chat phrase to everyone at the board, or a phrase or marks to the sender's team.
///
/// It is not stored.
///
/// Equivalent to the frame of that name in a socket.
#[utoipa::path(
    post,
    path = "/live/say",
    security(("seat" = [])),
    responses(
        (status = 204, description = "Sent; phrases and marks to a team are ignored in games without teams"),
        (status = 400, description = "Too many marks"),
        (status = 403, description = "Spectators cannot chat"),
        (status = 404, description = "No seat has this secret"),
        (status = 500, description = "The stored data of the game cannot be read (`game-unreadable`)"),
        (status = 503, description = "The game cannot be reached"),
    )
)]
pub(crate) async fn send_chat(
    State(state): State<LiveState>,
    bearer: BearerSeat,
    Json(saying): Json<ChatMessage>,
) -> Result<StatusCode, Problem> {
    let BearerSeat(key) = bearer;
    let (game, role) = find_seat(&*state.journal, bearer).await?;
    let sent = membership::chat_and_wait(
        &state.games.actors,
        game,
        SeatHolder::with(role, key),
        saying,
    )
    .await;
    sent.map_err(|error| {
        let (code, detail) = error.problem();
        match error {
            ChatError::Spectator => Problem::forbidden(code, "only players may do this", detail),
            ChatError::TooMany => Problem::bad_request(code, "invalid chat message", detail),
            ChatError::Unreachable => EnterError::Unreachable.into(),
            ChatError::Unreadable => EnterError::Unreadable.into(),
        }
    })?;
    Ok(StatusCode::NO_CONTENT)
}

/// The frames of the game, one a line, beginning with `welcome` and continuing with new ones.
#[utoipa::path(
    get,
    path = "/live/events",
    params(EventsQuery),
    security(("seat" = [])),
    responses(
        (status = 200, description = "The frames, one a line; empty lines are heartbeats", body = ServerFrame,
         content_type = "application/x-ndjson"),
        (status = 404, description = "No seat has this secret"),
        (status = 500, description = "The stored data of the game cannot be read (`game-unreadable`)"),
        (status = 503, description = "The game cannot be reached, or there are too many streams"),
    )
)]
pub(crate) async fn events(
    State(state): State<LiveState>,
    Extension(Client(client)): Extension<Client>,
    Extension(connection): Extension<ConnectionPermit>,
    bearer: BearerSeat,
    QueryOf(EventsQuery { have }): QueryOf<EventsQuery>,
) -> Result<impl IntoResponse, Problem> {
    let BearerSeat(key) = bearer;
    let (game, role) = find_seat(&*state.journal, bearer).await?;
    let place = state
        .sockets
        .take(client.ip())
        .ok_or_else(Problem::too_many_sockets)?;
    let body: Body = lines(
        &state.games.actors,
        game,
        SeatHolder::with(role, key),
        client.ip(),
        have.unwrap_or(0),
        state.stopping.clone(),
        place,
    )
    .await?;
    connection.give_up();
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        // The connection has given up its slot among those for requests.
        (header::CONNECTION, "close"),
    ];
    Ok((headers, body))
}

/// Creates the seat of spectators, with the secret of a player.
///
/// All holders of the link share the seat.
#[utoipa::path(
    post,
    path = "/live/watchers",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The spectator seat, created now or by an earlier request", body = SeatAt),
        (status = 403, description = "Spectators cannot invite"),
        (status = 404, description = "No seat has this secret"),
        (status = 409, description = "The new secret is taken"),
        (status = 429, description = "Too many games from this address"),
    )
)]
pub(crate) async fn watchers(
    State(state): State<LiveState>,
    Extension(Client(client)): Extension<Client>,
    bearer: BearerSeat,
    Json(NewSeat { secret: new }): Json<NewSeat>,
) -> Result<Json<SeatAt>, Problem> {
    let (game, role) = find_seat(&*state.journal, bearer).await?;
    require_player(role)?;
    let seat = LiveSeat {
        key: key_of(&secret(&new)?),
        role: SeatRole::Watcher,
    };
    state.games.quota.take_seat(client.ip())?;
    if state.journal.add_seat(game, &seat).await? {
        Ok(Json(seat_at(game, seat.role)))
    } else {
        Err(Problem::taken("another seat has this secret"))
    }
}
