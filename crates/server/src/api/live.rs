//! A live game over HTTP: the socket for pages, and acts and a stream of lines for programs. What is said is the same in both; see
//! `docs/live-protocol.md`.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Extension, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use damier_club::library::GameId;
use damier_club::live::{Delayed, LiveGame, LiveSeat, SeatRole};
use damier_club::{CommandId, Event, Side, Want};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::body::{JsonBody, QueryOf};
use super::challenges::{SeatAt, seat_at, secret, taken};
use crate::app::App;
use crate::client::Client;
use crate::connection_place::ConnectionPlace;
use crate::live::frames::{MAX_FRAME, Rematch, Saying, State as GameState, ToClient};
use crate::live::membership::{self, NotLetIn, NotSaid};
use crate::live::room::{Answer, Arrived, rematch_of};
use crate::live::seats::{Sitter, Sitting, key_of};
use crate::live::socket::attend;
use crate::live::stream::lines;
use crate::problem::{Document, Problem};

/// Bytes that are read from a socket at once. The library reserves them for each socket, and its own choice is 128 KiB.
const READ: usize = 4 * 1024;

/// Bytes that wait to be written to a socket at most.
const WRITE: usize = 64 * 1024;

/// A command of a seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActRequest {
    /// A random UUID of the client. The same id again gets the same answer.
    id: CommandId,
    /// What is wanted.
    want: Want,
}

/// A command that was done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActDone {
    /// The number of its event, which is the version of the game after it.
    number: u32,
    /// What happened.
    event: Event,
}

/// A new secret.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSeat {
    /// 256 random bits as 43 characters of URL-safe Base64, made by the client.
    pub(super) secret: String,
}

/// How a game stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Standing {
    /// Which game.
    game: String,
    /// What the seat is for: `white`, `black`, `arbiter` or `watcher`.
    #[schema(pattern = "^(white|black|arbiter|watcher)$")]
    role: &'static str,
    /// The number of its last event.
    version: u32,
    /// What follows from its events.
    state: GameState,
    /// Who wants another game, and which it is once it has begun; absent while this one goes on. What a team wants is told at its board only.
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<Rematch>,
}

/// Where a stream begins.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    /// The number of the last event that is known; 0 or nothing for all.
    have: Option<u32>,
}

/// Where the secret of a seat leads.
#[utoipa::path(
    get,
    path = "/seat",
    tag = "live",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The game and what the seat is for", body = SeatAt),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "No seat has this secret", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn seat(
    State(app): State<Arc<App>>,
    sitting: Sitting,
) -> Result<Json<SeatAt>, Problem> {
    let (game, role) = sitting_at(&app, sitting).await?;
    Ok(Json(seat_at(game, role)))
}

/// How a game stands, without being there: the other player is told nothing.
#[utoipa::path(
    get,
    path = "/live/state",
    tag = "live",
    security(("seat" = [])),
    responses(
        (status = 200, description = "How it stands", body = Standing),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "No seat has this secret", body = Document,
         content_type = "application/problem+json"),
        (status = 500, description = "What is kept of the game cannot be read (`game-unreadable`)", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn state(
    State(app): State<Arc<App>>,
    sitting: Sitting,
) -> Result<Json<Standing>, Problem> {
    let (id, role) = sitting_at(&app, sitting).await?;
    let game = LiveGame::open(&*app.rooms.store, id).await?;
    let game = game.ok_or_else(Problem::live_unavailable)?;
    let (now_ms, delay_ms) = (
        app.clock.now_ms(),
        game.session().settings().watchers_delay_ms(),
    );
    let delayed;
    let (session, moment_ms) = if role != SeatRole::Watcher || delay_ms == 0 {
        (game.session(), now_ms)
    } else {
        delayed = Delayed::of(game.session(), delay_ms, now_ms).map_err(|error| {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "a game cannot be shown as it was"
            );
            Problem::live_unavailable()
        })?;
        (delayed.session(), delayed.moment_ms(now_ms))
    };
    let rematch = match session.ending() {
        Some(_) => Some(rematch_of(&*app.rooms.store, id, now_ms).await?),
        None => None,
    };
    Ok(Json(Standing {
        game: id.to_string(),
        role: role.code(),
        version: session.version(),
        state: GameState::of(session, moment_ms),
        rematch,
    }))
}

/// The socket of live play. Its first frame is `hello`, with the secret of a seat. What a client says is `FromClient`, what the server says
/// `ToClient`, each as one text.
#[utoipa::path(
    get,
    path = "/live",
    tag = "live",
    responses(
        (status = 101, description = "The socket is open"),
        (status = 400, description = "That is no request for a socket", body = Document,
         content_type = "application/problem+json"),
        (status = 503, description = "There are too many sockets", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn socket(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|rejection| {
        Problem::new(
            StatusCode::BAD_REQUEST,
            "no-socket",
            "that is no request for a socket",
            rejection.body_text(),
        )
    })?;
    let place = app.sockets.take(client.ip()).ok_or_else(too_many_sockets)?;
    let (rooms, stopping) = (app.rooms.clone(), app.stopping.clone());
    let reading_time = app.sockets.reading_time();
    let upgrade = upgrade
        .read_buffer_size(READ)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE)
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME);
    Ok(upgrade.on_upgrade(async move |socket| {
        attend(socket, rooms, client.ip(), reading_time, stopping).await;
        drop(place);
    }))
}

/// Sends a command. Sending it again gets the same answer.
#[utoipa::path(
    post,
    path = "/live/acts",
    tag = "live",
    request_body = ActRequest,
    security(("seat" = [])),
    responses(
        (status = 200, description = "It is stored", body = ActDone),
        (status = 202, description = "It is what a member of a team wants: kept, and nothing is decided by it yet"),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "No seat has this secret", body = Document,
         content_type = "application/problem+json"),
        (status = 409, description = "It is refused; `reason` says why, `stored_version` for which version", body = Document,
         content_type = "application/problem+json"),
        (status = 500, description = "What is kept of the game cannot be read (`game-unreadable`); nothing was stored", body = Document,
         content_type = "application/problem+json"),
        (status = 503, description = "Nothing can be stored now", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    sitting: Sitting,
    JsonBody(ActRequest { id, want }): JsonBody<ActRequest>,
) -> Result<Response, Problem> {
    let at = Arrived {
        at_ms: app.clock.now_ms(),
        way_ms: 0,
    };
    let Sitting(key) = sitting;
    let (game, role) = sitting_at(&app, sitting).await?;
    let sitter = Sitter::with(role, key);
    let answer = membership::act(&app.rooms, game, sitter, id, want, at).await;
    app.rooms.is_played_from(game, role, client.ip());
    match answer {
        Answer::Done(event) => Ok(Json(ActDone {
            number: event.number,
            event,
        })
        .into_response()),
        Answer::Noted => Ok(StatusCode::ACCEPTED.into_response()),
        Answer::Refused {
            code,
            detail,
            version,
        } => Err(Problem::new(
            StatusCode::CONFLICT,
            "refused",
            "that cannot be done now",
            detail,
        )
        .because(code, None)
        .stored_version(version)),
        Answer::Unavailable => Err(NotLetIn::Unreachable.into()),
        Answer::Unreadable => Err(NotLetIn::Unreadable.into()),
    }
}

/// Says something that is not kept: a phrase to everybody at the board, a word or marks to the own team. The same as the frame of that name in a
/// socket.
#[utoipa::path(
    post,
    path = "/live/say",
    tag = "live",
    request_body = Saying,
    security(("seat" = [])),
    responses(
        (status = 204, description = "It was said; a word or marks for a team reach nobody where there is no team"),
        (status = 400, description = "There are more marks than a board bears", body = Document,
         content_type = "application/problem+json"),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "Whoever watches says nothing", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "No seat has this secret", body = Document,
         content_type = "application/problem+json"),
        (status = 500, description = "What is kept of the game cannot be read (`game-unreadable`)", body = Document,
         content_type = "application/problem+json"),
        (status = 503, description = "The game cannot be reached", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn say(
    State(app): State<Arc<App>>,
    sitting: Sitting,
    JsonBody(saying): JsonBody<Saying>,
) -> Result<StatusCode, Problem> {
    let Sitting(key) = sitting;
    let (game, role) = sitting_at(&app, sitting).await?;
    let said = membership::say_and_wait(&app.rooms, game, Sitter::with(role, key), saying).await;
    said.map_err(|not_said| {
        let (code, detail) = not_said.told();
        match not_said {
            NotSaid::Watches => Problem::new(
                StatusCode::FORBIDDEN,
                code,
                "that is for the players",
                detail,
            ),
            NotSaid::TooMany => {
                Problem::new(StatusCode::BAD_REQUEST, code, "that cannot be said", detail)
            }
            NotSaid::Unreachable => NotLetIn::Unreachable.into(),
            NotSaid::Unreadable => NotLetIn::Unreadable.into(),
        }
    })?;
    Ok(StatusCode::NO_CONTENT)
}

/// The frames of the game, one a line, beginning with `welcome` and going on as things happen.
#[utoipa::path(
    get,
    path = "/live/events",
    tag = "live",
    params(EventsQuery),
    security(("seat" = [])),
    responses(
        (status = 200, description = "The frames, one a line; empty lines only show that the server is there", body = ToClient<'static>,
         content_type = "application/x-ndjson"),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "No seat has this secret", body = Document,
         content_type = "application/problem+json"),
        (status = 500, description = "What is kept of the game cannot be read (`game-unreadable`)", body = Document,
         content_type = "application/problem+json"),
        (status = 503, description = "The game cannot be reached, or there are too many streams", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Extension(connection): Extension<ConnectionPlace>,
    sitting: Sitting,
    QueryOf(EventsQuery { have }): QueryOf<EventsQuery>,
) -> Result<impl IntoResponse, Problem> {
    let Sitting(key) = sitting;
    let (game, role) = sitting_at(&app, sitting).await?;
    let place = app.sockets.take(client.ip()).ok_or_else(too_many_sockets)?;
    let body: Body = lines(
        &app.rooms,
        game,
        Sitter::with(role, key),
        client.ip(),
        have.unwrap_or(0),
        app.stopping.clone(),
        place,
    )
    .await?;
    connection.give_up();
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        // The connection has no place among those for requests any more.
        (header::CONNECTION, "close"),
    ];
    Ok((headers, body))
}

/// A socket and a stream count alike: both stay open for hours.
pub(in crate::api) fn too_many_sockets() -> Problem {
    Problem::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "too-many-sockets",
        "there are too many sockets",
        "this server, or this address, has as many sockets and streams open as it may",
    )
    .retry_after(5)
}

/// Makes the seat of those who watch, with the secret of a player. Everybody who has the link uses the same seat.
#[utoipa::path(
    post,
    path = "/live/watchers",
    tag = "live",
    request_body = NewSeat,
    security(("seat" = [])),
    responses(
        (status = 200, description = "There is such a seat", body = SeatAt),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "Whoever watches invites nobody", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "No seat has this secret", body = Document,
         content_type = "application/problem+json"),
        (status = 409, description = "The new secret is taken", body = Document,
         content_type = "application/problem+json"),
        (status = 429, description = "This address has begun too much", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn watchers(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    sitting: Sitting,
    JsonBody(NewSeat { secret: new }): JsonBody<NewSeat>,
) -> Result<Json<SeatAt>, Problem> {
    let (game, role) = sitting_at(&app, sitting).await?;
    require_player(role)?;
    let seat = LiveSeat {
        key: key_of(&secret(&new)?),
        role: SeatRole::Watcher,
    };
    app.beginnings.one(client.ip())?;
    if app.rooms.store.add_seat(game, &seat).await? {
        Ok(Json(seat_at(game, seat.role)))
    } else {
        Err(taken("another seat has this secret"))
    }
}

/// The game and the role of a seat.
pub(super) async fn sitting_at(
    app: &App,
    Sitting(key): Sitting,
) -> Result<(GameId, SeatRole), Problem> {
    let seat = app.rooms.store.seat(&key).await?;
    seat.ok_or_else(seat_not_found)
}

pub(super) fn seat_not_found() -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        "seat-not-found",
        "no seat has this secret",
        "no seat at a game has this secret; a challenge that nobody has taken up is no game yet",
    )
}

pub(super) fn require_player(role: SeatRole) -> Result<Side, Problem> {
    match role {
        SeatRole::Player(side) => Ok(side),
        SeatRole::Arbiter | SeatRole::Watcher => Err(Problem::new(
            StatusCode::FORBIDDEN,
            "not-entitled",
            "that is for the players",
            "only a player of the game may do this",
        )),
    }
}
