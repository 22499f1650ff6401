//! Offering a game, and taking one up: how two people come to a board. See `docs/live-protocol.md`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use damier_club::library::GameId;
use damier_club::live::{Begun, Challenge, LiveSeat, Offered, OpenChallenge, SeatKey, SeatRole};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::JsonBody;
use crate::app::App;
use crate::live::seats::{Sitting, key_of, lot};
use crate::problem::{Document, Problem};
use crate::secret::Secret;

/// How long a challenge waits for a friend, in milliseconds: a week.
const FOR_A_FRIEND_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// How long a challenge waits in the lobby, in milliseconds: an hour.
const IN_THE_LOBBY_MS: u64 = 60 * 60 * 1_000;

/// A game that is offered.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Offer {
    /// The id of the challenge and of the game that it becomes: a random UUID of the client.
    #[schema(example = "0190a6e0-7d2c-7c3e-8f5a-0123456789ab")]
    id: String,
    /// What is offered.
    challenge: Challenge,
    /// The secret that the link carries.
    invitation: String,
    /// Whether everybody sees it in the lobby.
    #[serde(default)]
    public: bool,
}

/// A challenge that waits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitingChallenge {
    /// Its id, and that of the game that it becomes.
    id: String,
    /// What is offered.
    challenge: Challenge,
    /// Whether whoever asks has offered it.
    yours: bool,
    /// Until when it waits, in Unix milliseconds.
    until_ms: u64,
}

/// A challenge that is taken up: by its invitation, or by its id from the lobby.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Acceptance {
    /// The secret of the invitation.
    invitation: Option<String>,
    /// The id of a public challenge.
    challenge: Option<String>,
    /// The name of the guest; may be empty.
    name: String,
}

/// A place at a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeatAt {
    /// Which game.
    pub(crate) game: String,
    /// What the seat is for: `white`, `black`, `arbiter` or `watcher`.
    pub(crate) role: &'static str,
}

/// Offers a game. Offering the same again changes nothing.
#[utoipa::path(
    post,
    path = "/challenges",
    tag = "live",
    request_body = Offer,
    security(("seat" = [])),
    responses(
        (status = 200, description = "It waits", body = WaitingChallenge),
        (status = 401, description = "The secret of the host is missing", body = Document,
         content_type = "application/problem+json"),
        (status = 409, description = "The id or one of the secrets is taken", body = Document,
         content_type = "application/problem+json"),
        (status = 422, description = "That is no game", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn offer(
    State(app): State<Arc<App>>,
    Sitting(host): Sitting,
    JsonBody(offer): JsonBody<Offer>,
) -> Result<Json<WaitingChallenge>, Problem> {
    let now_ms = app.clock.now_ms();
    let Offer {
        id,
        challenge,
        invitation,
        public,
    } = offer;
    challenge
        .check()
        .map_err(|error| no_game(error.code(), error))?;
    let waits_ms = if public {
        IN_THE_LOBBY_MS
    } else {
        FOR_A_FRIEND_MS
    };
    let open = OpenChallenge {
        id: id.parse().map_err(bad_id)?,
        challenge,
        host,
        invitation: key_of(&secret(&invitation)?),
        is_public: public,
        until_ms: now_ms.saturating_add(waits_ms),
    };
    if open.host == open.invitation {
        return Err(taken(
            "the secret of the host and that of the invitation are the same",
        ));
    }
    // Sent again, it is the one that waits, with the time until which that one waits.
    if let Some(before) = app.rooms.store.challenge(&host, now_ms).await?
        && before
            == (OpenChallenge {
                until_ms: before.until_ms,
                ..open.clone()
            })
    {
        return Ok(Json(waiting(before, true)));
    }
    if app.rooms.store.find(open.id).await?.is_some() {
        return Err(taken("a game has this id already"));
    }
    match app.rooms.store.offer(&open).await? {
        Offered::Stored | Offered::Same => Ok(Json(waiting(open, true))),
        Offered::Taken => Err(taken(
            "another challenge has this id or one of these secrets",
        )),
    }
}

/// The challenge that a secret belongs to, of its host or of its invitation.
#[utoipa::path(
    get,
    path = "/challenge",
    tag = "live",
    security(("seat" = [])),
    responses(
        (status = 200, description = "It waits", body = WaitingChallenge),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "It does not wait any more", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn find(
    State(app): State<Arc<App>>,
    Sitting(key): Sitting,
) -> Result<Json<WaitingChallenge>, Problem> {
    let open = by_key(&app, key).await?;
    let yours = open.host == key;
    Ok(Json(waiting(open, yours)))
}

/// Takes a challenge up: the game begins. Whoever sends this makes the secret of the guest's seat and sends it in the header. Sending
/// it again changes nothing.
#[utoipa::path(
    post,
    path = "/challenge/accept",
    tag = "live",
    request_body = Acceptance,
    security(("seat" = [])),
    responses(
        (status = 200, description = "The game has begun", body = SeatAt),
        (status = 401, description = "The secret of the guest is missing", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "It does not wait any more", body = Document,
         content_type = "application/problem+json"),
        (status = 409, description = "Somebody else was faster, or it is one's own", body = Document,
         content_type = "application/problem+json"),
        (status = 422, description = "The name is none", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn accept(
    State(app): State<Arc<App>>,
    Sitting(guest): Sitting,
    JsonBody(acceptance): JsonBody<Acceptance>,
) -> Result<Json<SeatAt>, Problem> {
    // The answer may have been lost on its way.
    if let Some((game, role)) = app.rooms.store.seat(&guest).await? {
        return Ok(Json(seat_at(game, role)));
    }
    let open = match (&acceptance.invitation, &acceptance.challenge) {
        (Some(invitation), None) => by_key(&app, key_of(&secret(invitation)?)).await?,
        (None, Some(id)) => public(&app, id.parse().map_err(bad_id)?).await?,
        _ => return Err(unexpected("expected either `invitation` or `challenge`")),
    };
    if guest == open.host || guest == open.invitation {
        return Err(taken("the secret of the guest is to be a new one"));
    }
    begin(&app, &open, guest, &acceptance.name).await.map(Json)
}

/// Begins the game of a challenge with this guest.
pub(crate) async fn begin(
    app: &App,
    open: &OpenChallenge,
    guest: SeatKey,
    name: &str,
) -> Result<SeatAt, Problem> {
    begin_unless_taken(app, open, guest, name)
        .await?
        .ok_or_else(|| {
            Problem::new(
                StatusCode::CONFLICT,
                "challenge-taken",
                "somebody else was faster",
                "somebody else has taken this challenge up",
            )
        })
}

/// The same; nothing where the challenge was taken up by somebody else, or the guest sits elsewhere.
pub(crate) async fn begin_unless_taken(
    app: &App,
    open: &OpenChallenge,
    guest: SeatKey,
    name: &str,
) -> Result<Option<SeatAt>, Problem> {
    let now_ms = app.clock.now_ms();
    let begun = open
        .challenge
        .taken_up(open.id, name, lot(open.host, guest), now_ms)
        .map_err(|error| no_game(error.code(), error))?;
    let guest_role = SeatRole::Player(begun.host.opponent());
    let seats = [
        LiveSeat {
            key: open.host,
            role: SeatRole::Player(begun.host),
        },
        LiveSeat {
            key: guest,
            role: guest_role,
        },
    ];
    let store = &app.rooms.store;
    let outcome = store.begin(&begun.setup, &seats, begun.deadline_ms).await?;
    if outcome == Begun::Taken && store.seat(&guest).await? != Some((open.id, guest_role)) {
        return Ok(None);
    }
    // A challenge that is left open by a crash begins no second game.
    store.close(open.id).await?;
    app.rooms.tell_begun(open.id);
    Ok(Some(seat_at(open.id, guest_role)))
}

/// Withdraws a challenge, with the secret of its host. Answers 404 where it does not wait any more.
#[utoipa::path(
    delete,
    path = "/challenge",
    tag = "live",
    security(("seat" = [])),
    responses(
        (status = 204, description = "It is withdrawn"),
        (status = 401, description = "The secret of the host is missing", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "It does not wait any more, or it is another's", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn withdraw(
    State(app): State<Arc<App>>,
    Sitting(key): Sitting,
) -> Result<StatusCode, Problem> {
    let open = by_key(&app, key).await?;
    if open.host != key || !app.rooms.store.close(open.id).await? {
        return Err(not_found());
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn by_key(app: &App, key: SeatKey) -> Result<OpenChallenge, Problem> {
    let open = app.rooms.store.challenge(&key, app.clock.now_ms()).await?;
    open.ok_or_else(not_found)
}

/// A challenge of the lobby by its id.
async fn public(app: &App, id: GameId) -> Result<OpenChallenge, Problem> {
    // The lobby is in the order of the ids, so the one that is wanted is the first after the id before it.
    let before = id.to_bits().checked_sub(1).map(GameId::from_bits);
    let page = app.rooms.store.lobby(app.clock.now_ms(), before, 1).await?;
    page.into_iter()
        .find(|open| open.id == id)
        .ok_or_else(not_found)
}

pub(crate) fn waiting(open: OpenChallenge, yours: bool) -> WaitingChallenge {
    WaitingChallenge {
        id: open.id.to_string(),
        challenge: open.challenge,
        yours,
        until_ms: open.until_ms,
    }
}

/// A seat, as it is told.
pub(crate) fn seat_at(game: GameId, role: SeatRole) -> SeatAt {
    SeatAt {
        game: game.to_string(),
        role: role.code(),
    }
}

/// A secret in a body.
pub(crate) fn secret(text: &str) -> Result<Secret, Problem> {
    Secret::read(text).ok_or_else(|| {
        unexpected("a secret is 43 characters of URL-safe Base64, made by the client")
    })
}

fn unexpected(detail: &str) -> Problem {
    Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "unexpected-shape",
        "the body says something else",
        detail,
    )
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is used as an argument of map_err"
)]
pub(crate) fn bad_id(error: damier_club::library::GameIdError) -> Problem {
    Problem::new(
        StatusCode::BAD_REQUEST,
        "bad-game-id",
        "that is not the id of a game",
        error.to_string(),
    )
}

pub(crate) fn no_game(reason: &'static str, error: impl std::fmt::Display) -> Problem {
    Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "no-such-challenge",
        "no game can be played like that",
        error.to_string(),
    )
    .because(reason, None)
}

/// Another one has the id or a secret.
pub(crate) fn taken(detail: &str) -> Problem {
    Problem::new(
        StatusCode::CONFLICT,
        "challenge-exists",
        "the id or a secret is taken",
        detail,
    )
}

fn not_found() -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        "challenge-not-found",
        "no such challenge waits",
        "it was taken up or withdrawn, its time is over, or there never was one",
    )
}
