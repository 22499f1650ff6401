//! Offering a game, and taking one up: how two people come to a board. See `docs/live-protocol.md`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use damier_people::accounts::{Account, AccountId, Scope};
use damier_people::challenges::{
    Beginning, Challenge, ChallengeError, NoComputerSeat, Offered, OpenChallenge, TakenUp,
};
use damier_people::live::{Begun, Owners};
use damier_session::{GameId, LiveSeat, Player, SeatKey, SeatRole, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::{SignedIn, not_signed_in};
use crate::api::body::JsonBody;
use crate::challenges::engine_games::{
    HouseGuest, begin_with_the_house, finish, take_the_free_seat,
};
use crate::client::Client;
use crate::friends::{are_kept_apart, challenge_for};
use crate::guard::load::Permit;
use crate::live::seats::{BearerSeat, coin_toss, is_rematch_offer, key_of, next_game_key};
pub(crate) use crate::live::taken_seat::{SeatAt, seat_at, taken};
use crate::problem::{Document, Problem};
use crate::ratings::handlers::{RatingShown, of_hosts};
use crate::ratings::ranges::require_meant;
use crate::secret::Secret;
use crate::state::App;

/// How long a challenge waits for a friend, in milliseconds: a week.
pub(crate) const FOR_A_FRIEND_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

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
    /// Whether the host plays under the account that is signed in, whose name takes the place of `host`. A rated game always does.
    #[serde(default)]
    account: bool,
}

/// A challenge that waits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitingChallenge {
    /// Its id, and that of the game that it becomes.
    id: String,
    /// What is offered.
    pub(crate) challenge: Challenge,
    /// Whether whoever asks has offered it.
    yours: bool,
    /// Until when it waits, in Unix milliseconds.
    until_ms: u64,
    /// Whether the host plays under an account, so that the name is nobody else's.
    account: bool,
    /// The rating of that account in this game at this speed; null without an account or without a clock.
    rating: Option<RatingShown>,
    /// In the list of the lobby, where the challenge asks for a rating: whether it means the account that is signed in. Null everywhere else.
    pub(crate) fits: Option<bool>,
}

/// What became of a game that was offered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum OfferAnswer {
    /// It waits for somebody.
    Waits(Box<WaitingChallenge>),
    /// The computer of the house has taken it up at once: the seat of whoever offered it.
    Begun(SeatAt),
}

impl OfferAnswer {
    async fn waits(app: &App, open: OpenChallenge) -> Result<Json<Self>, Problem> {
        let told = waiting(app, open, true).await?;
        Ok(Json(Self::Waits(Box::new(told))))
    }
}

/// A challenge that is taken up: by its invitation, or by its id from the lobby or from the list of those that are addressed to the account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Acceptance {
    /// The secret of the invitation.
    invitation: Option<String>,
    /// The id of a public challenge, or of one that is addressed to the account that is signed in.
    challenge: Option<String>,
    /// The name of the guest; may be empty.
    name: String,
    /// Whether the guest plays under the account that is signed in, whose name takes the place of `name`. A rated game, and one that asks for a rating,
    /// always does.
    #[serde(default)]
    account: bool,
}

/// Whoever takes a challenge up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guest<'a> {
    /// The key of the new seat.
    pub(crate) key: SeatKey,
    /// The name; that of the account, where there is one.
    pub(crate) name: &'a str,
    pub(crate) account: Option<AccountId>,
}

/// Offers a game. Offering the same again changes nothing. Where the settings give one side to a computer of level 1 to 10, the game begins at once
/// against the engine of the house, and is not rated; the secret in the header becomes that of the seat. Where they give it both sides, the computer
/// plays itself, and the seat is that of somebody who looks on.
#[utoipa::path(
    post,
    path = "/challenges",
    tag = "live",
    request_body = Offer,
    security(("seat" = [])),
    responses(
        (status = 200, description = "It waits, or has begun against the computer", body = OfferAnswer),
        (status = 401, description = "The secret of the host is missing, or the game is rated and nobody is signed in", body = Document,
         content_type = "application/problem+json"),
        (status = 409, description = "The id or one of the secrets is taken", body = Document,
         content_type = "application/problem+json"),
        (status = 429, description = "This address has offered and begun too many games", body = Document,
         content_type = "application/problem+json"),
        (status = 422, description = "That is no game, or no place for the computer (`computer-seat`)", body = Document,
         content_type = "application/problem+json"),
        (status = 503, description = "The computer plays at too many boards", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn offer(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    BearerSeat(host): BearerSeat,
    headers: HeaderMap,
    JsonBody(offer): JsonBody<Offer>,
) -> Result<Json<OfferAnswer>, Problem> {
    let now_ms = app.clock.now_ms();
    let Offer {
        id,
        mut challenge,
        invitation,
        public,
        account,
    } = offer;
    let id: GameId = id.parse().map_err(bad_id)?;
    let invitation = key_of(&secret(&invitation)?);
    let drawn = coin_toss(host, invitation);
    // Before anybody is asked to sign in for a game that there is not.
    with_the_house(&challenge, id, drawn, now_ms)?;
    let account = player(&app, &headers, account, challenge.settings.rated).await?;
    if let Some(account) = &account {
        challenge.host.clone_from(&account.name);
    }
    let account = account.map(|account| account.id);
    if let Some((begun, role)) = with_the_house(&challenge, id, drawn, now_ms)? {
        if public {
            let reason = NoComputerSeat::AmongPeople;
            return Err(no_game(NoComputerSeat::CODE, reason));
        }
        let asked = (client.ip(), permit);
        let guest = HouseGuest {
            key: host,
            role,
            account,
        };
        let seat = begin_with_the_house(&app, asked, guest, &begun, None).await?;
        return Ok(Json(OfferAnswer::Begun(seat)));
    }
    challenge
        .check()
        .map_err(|error| no_game(error.code(), error))?;
    let waits_ms = if public {
        IN_THE_LOBBY_MS
    } else {
        FOR_A_FRIEND_MS
    };
    let open = OpenChallenge {
        id,
        challenge,
        host,
        account,
        invitation,
        is_public: public,
        until_ms: now_ms.saturating_add(waits_ms),
    };
    if open.host == open.invitation {
        return Err(taken(
            "the secret of the host and that of the invitation are the same",
        ));
    }
    // Sent again, it is the one that waits, with the time until which that one waits.
    if let Some(before) = app.actors.store.challenge(&host, now_ms).await?
        && before
            == (OpenChallenge {
                until_ms: before.until_ms,
                ..open.clone()
            })
    {
        return OfferAnswer::waits(&app, before).await;
    }
    if app.actors.store.find(open.id).await?.is_some() {
        return Err(taken("a game has this id already"));
    }
    app.beginnings.one(client.ip())?;
    match app.actors.store.offer(&open).await? {
        Offered::Stored | Offered::Same => OfferAnswer::waits(&app, open).await,
        Offered::Taken => Err(taken(
            "another challenge has this id or one of these secrets",
        )),
    }
}

/// The game that begins at once since the computer of the house has a side of it or both, and what its host is there; nothing where it has none.
fn with_the_house(
    challenge: &Challenge,
    id: GameId,
    drawn: Side,
    now_ms: u64,
) -> Result<Option<(TakenUp, SeatRole)>, Problem> {
    let refused = |error: ChallengeError| no_game(error.code(), error);
    let alone = challenge.by_the_house_alone(id, now_ms).map_err(refused)?;
    if let Some(begun) = alone {
        return Ok(Some((begun, SeatRole::Watcher)));
    }
    let begun = challenge
        .against_the_house(id, drawn, now_ms)
        .map_err(refused)?;
    Ok(begun.map(|begun| {
        let role = SeatRole::Player(begun.host);
        (begun, role)
    }))
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
    BearerSeat(key): BearerSeat,
) -> Result<Json<WaitingChallenge>, Problem> {
    let open = by_key(&app, key).await?;
    let yours = open.host == key;
    waiting(&app, open, yours).await.map(Json)
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
        (status = 401, description = "The secret of the guest is missing, or the game is rated or asks for a rating and nobody is signed in", body = Document,
         content_type = "application/problem+json"),
        (status = 403, description = "It asks for another rating (`rating-not-asked-for`; `reason` says more), or the token may not do that", body = Document,
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
    BearerSeat(guest): BearerSeat,
    headers: HeaderMap,
    JsonBody(acceptance): JsonBody<Acceptance>,
) -> Result<Json<SeatAt>, Problem> {
    // The answer may have been lost on its way.
    if let Some((game, role)) = app.actors.store.seat(&guest).await? {
        return Ok(Json(seat_at(game, role)));
    }
    let (open, is_addressed) = match (&acceptance.invitation, &acceptance.challenge) {
        (Some(invitation), None) => (by_key(&app, key_of(&secret(invitation)?)).await?, false),
        (None, Some(id)) => {
            let id = id.parse().map_err(bad_id)?;
            match public(&app, id).await? {
                Some(open) => (open, false),
                None => (addressed(&app, &headers, id).await?, true),
            }
        }
        _ => return Err(unexpected("expected either `invitation` or `challenge`")),
    };
    if guest == open.host || guest == open.invitation {
        return Err(taken("the secret of the guest is to be a new one"));
    }
    let rated = open.challenge.settings.rated;
    let wanted = acceptance.account || is_addressed;
    let account = match player(&app, &headers, wanted, rated).await? {
        // Only an account has a rating, so whoever is signed in plays under it.
        None if open.challenge.ratings.is_some() => signed_in_player(&app, &headers).await?,
        account => account,
    };
    let guest_account = account.as_ref().map(|account| account.id);
    if are_kept_apart(&app, open.account, guest_account).await? {
        return Err(not_found()); // as if somebody had been faster
    }
    let guest = Guest {
        key: guest,
        name: account
            .as_ref()
            .map_or(&acceptance.name, |account| &account.name),
        account: guest_account,
    };
    begin(&app, &open, guest).await.map(Json)
}

/// The computer in the free seat of a game that waits.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FreeSeat {
    /// Its level, 1 to 10.
    level: u8,
}

/// Lets the computer take the free seat of a game that waits, with the secret of its host: the game begins at once, and is not rated, whatever was
/// offered. The secret in the header becomes that of the seat. Sending it again changes nothing; where somebody else was faster, the answer is the seat
/// against him.
#[utoipa::path(
    post,
    path = "/challenge/computer",
    tag = "live",
    request_body = FreeSeat,
    security(("seat" = [])),
    responses(
        (status = 200, description = "The game has begun", body = SeatAt),
        (status = 401, description = "The secret of the host is missing", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "It does not wait any more, or it is another's", body = Document,
         content_type = "application/problem+json"),
        (status = 409, description = "The id is taken", body = Document, content_type = "application/problem+json"),
        (status = 422, description = "The computer has no such level, or it is another game of the same two that waits (`computer-seat`)", body = Document,
         content_type = "application/problem+json"),
        (status = 429, description = "This address has begun too many games against the computer", body = Document,
         content_type = "application/problem+json"),
        (status = 503, description = "The computer plays at too many boards", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn leave_to_the_computer(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    BearerSeat(host): BearerSeat,
    JsonBody(FreeSeat { level }): JsonBody<FreeSeat>,
) -> Result<Json<SeatAt>, Problem> {
    // The answer may have been lost on its way, or a guest was faster.
    if let Some((game, role)) = app.actors.store.seat(&host).await? {
        finish(&app, game, host).await?;
        return Ok(Json(seat_at(game, role)));
    }
    let open = by_key(&app, host).await?;
    if open.host != host {
        return Err(not_found());
    }
    // Another game of the same two: the game with its id is theirs.
    if is_rematch_offer(open.id, open.invitation) {
        let reason = NoComputerSeat::AmongPeople;
        return Err(no_game(NoComputerSeat::CODE, reason));
    }
    let now_ms = app.clock.now_ms();
    let drawn = coin_toss(host, open.invitation);
    let begun = open
        .challenge
        .left_to_the_house(open.id, level, drawn, now_ms)
        .map_err(|error| no_game(error.code(), error))?;
    let asked = (client.ip(), permit);
    take_the_free_seat(&app, asked, &open, &begun)
        .await
        .map(Json)
}

/// The account under which somebody plays; nothing where neither he nor the game asks for one.
pub(crate) async fn player(
    app: &App,
    headers: &HeaderMap,
    wanted: bool,
    rated: bool,
) -> Result<Option<Account>, Problem> {
    if !wanted && !rated {
        return Ok(None);
    }
    match signed_in_player(app, headers).await? {
        Some(account) => Ok(Some(account)),
        None if rated => Err(account_needed()),
        None => Err(not_signed_in()),
    }
}

/// The account that is signed in beside the secret of a seat, if one is.
async fn signed_in_player(app: &App, headers: &HeaderMap) -> Result<Option<Account>, Problem> {
    let Some(signed_in) = SignedIn::beside_a_seat(app, headers).await? else {
        return Ok(None);
    };
    signed_in.require(Scope::PlayWrite)?;
    Ok(Some(signed_in.account))
}

/// Begins the game of a challenge with this guest.
async fn begin(app: &App, open: &OpenChallenge, guest: Guest<'_>) -> Result<SeatAt, Problem> {
    let begun = begin_unless_taken(app, open, guest, Beginning::Awaited).await?;
    begun.ok_or_else(|| {
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
    guest: Guest<'_>,
    beginning: Beginning,
) -> Result<Option<SeatAt>, Problem> {
    begin_with(app, open, guest, beginning, None).await
}

/// Begins the game that follows from another one, by the wish of the other player, and marks it as that; nothing where it has begun already.
pub(crate) async fn begin_next(
    app: &App,
    wish: &OpenChallenge,
    guest: Guest<'_>,
) -> Result<Option<SeatAt>, Problem> {
    begin_with(app, wish, guest, Beginning::Awaited, Some(mark(wish.id))).await
}

/// The seat, of nobody, by which the next game of the same players is known as that.
pub(crate) fn mark(next: GameId) -> LiveSeat {
    LiveSeat {
        key: next_game_key(next),
        role: SeatRole::Watcher,
    }
}

async fn begin_with(
    app: &App,
    open: &OpenChallenge,
    guest: Guest<'_>,
    beginning: Beginning,
    mark: Option<LiveSeat>,
) -> Result<Option<SeatAt>, Problem> {
    let store = &app.actors.store;
    // Whoever comes to a gathering gets a seat at the game with its id, so that id is for no other game.
    if store.gathering_of(open.id).await?.is_some() {
        store.close(open.id).await?;
        return Ok(None);
    }
    require_meant(app, &open.challenge, guest.account).await?;
    let now_ms = app.clock.now_ms();
    let drawn = coin_toss(open.host, guest.key);
    let player = Player::Person {
        name: guest.name.to_owned(),
    };
    let begun = open
        .challenge
        .taken_up_by(open.id, player, drawn, now_ms, beginning)
        .map_err(|error| no_game(error.code(), error))?;
    let owners = owners(open, &begun, guest.account)?;
    let guest_role = SeatRole::Player(begun.host.opponent());
    let players = [
        LiveSeat {
            key: open.host,
            role: SeatRole::Player(begun.host),
        },
        LiveSeat {
            key: guest.key,
            role: guest_role,
        },
    ];
    let seats: Vec<LiveSeat> = players.into_iter().chain(mark).collect();
    let outcome = store
        .begin_owned(&begun.setup, &seats, &owners, begun.deadline_ms)
        .await?;
    if outcome == Begun::Taken && store.seat(&guest.key).await? != Some((open.id, guest_role)) {
        return Ok(None);
    }
    // A challenge that is left open by a crash begins no second game.
    store.close(open.id).await?;
    app.actors.notify_started(open.id);
    Ok(Some(seat_at(open.id, guest_role)))
}

/// Whose the sides of a game are that begins now.
fn owners(
    open: &OpenChallenge,
    begun: &TakenUp,
    guest: Option<AccountId>,
) -> Result<Owners, Problem> {
    let mut accounts = [None; 2];
    accounts[begun.host.index()] = open.account;
    accounts[begun.host.opponent().index()] = guest;
    let Some(pool) = begun.rated else {
        return Ok(Owners::casual(accounts));
    };
    let [Some(white), Some(black)] = accounts else {
        return Err(account_needed());
    };
    Owners::rated([white, black], pool).ok_or_else(|| {
        Problem::new(
            StatusCode::CONFLICT,
            "own-challenge",
            "this challenge is your own",
            "nobody plays a rated game against himself",
        )
    })
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
    BearerSeat(key): BearerSeat,
) -> Result<StatusCode, Problem> {
    let open = by_key(&app, key).await?;
    if open.host != key || !app.actors.store.close(open.id).await? {
        return Err(not_found());
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn by_key(app: &App, key: SeatKey) -> Result<OpenChallenge, Problem> {
    let open = app.actors.store.challenge(&key, app.clock.now_ms()).await?;
    open.ok_or_else(not_found)
}

/// A challenge that is addressed to whoever is signed in.
async fn addressed(app: &App, headers: &HeaderMap, id: GameId) -> Result<OpenChallenge, Problem> {
    let signed_in = SignedIn::beside_a_seat(app, headers).await?;
    let signed_in = signed_in.ok_or_else(not_found)?;
    signed_in.require(Scope::PlayWrite)?;
    let found = challenge_for(app, signed_in.account.id, id).await?;
    Ok(found.ok_or_else(not_found)?.open)
}

/// A challenge of the lobby by its id.
async fn public(app: &App, id: GameId) -> Result<Option<OpenChallenge>, Problem> {
    // The lobby is in the order of the ids, so the one that is wanted is the first after the id before it.
    let before = id.to_bits().checked_sub(1).map(GameId::from_bits);
    let page = app
        .actors
        .store
        .lobby(app.clock.now_ms(), before, 1)
        .await?;
    Ok(page.into_iter().find(|open| open.id == id))
}

/// A challenge as it is told, with the rating of its host.
pub(crate) async fn waiting(
    app: &App,
    open: OpenChallenge,
    yours: bool,
) -> Result<WaitingChallenge, Problem> {
    let mut told = all_waiting(app, vec![open], yours).await?;
    told.pop().ok_or_else(Problem::internal)
}

/// The same for several at once.
pub(crate) async fn all_waiting(
    app: &App,
    open: Vec<OpenChallenge>,
    yours: bool,
) -> Result<Vec<WaitingChallenge>, Problem> {
    let ratings = of_hosts(&*app.actors.store, &open, app.clock.now_ms()).await?;
    let told = open
        .into_iter()
        .zip(ratings)
        .map(|(open, rating)| WaitingChallenge {
            id: open.id.to_string(),
            challenge: open.challenge,
            yours,
            until_ms: open.until_ms,
            account: open.account.is_some(),
            rating,
            fits: None,
        });
    Ok(told.collect())
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
pub(crate) fn bad_id(error: damier_session::GameIdError) -> Problem {
    Problem::new(
        StatusCode::BAD_REQUEST,
        "bad-game-id",
        "that is not the id of a game",
        error.to_string(),
    )
}

pub(crate) fn no_game(reason: &'static str, error: impl std::fmt::Display) -> Problem {
    if reason == NoComputerSeat::CODE {
        return Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            NoComputerSeat::CODE,
            "the computer does not take that place",
            error.to_string(),
        );
    }
    Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "no-such-challenge",
        "no game can be played like that",
        error.to_string(),
    )
    .because(reason, None)
}

/// A rated game, and somebody without an account.
pub(crate) fn account_needed() -> Problem {
    Problem::new(
        StatusCode::UNAUTHORIZED,
        "account-needed",
        "a rated game needs an account",
        "a rated game counts for the accounts of both players: sign in, or play one that is not rated",
    )
}

pub(crate) fn not_found() -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        "challenge-not-found",
        "no such challenge waits",
        "it was taken up or withdrawn, its time is over, or there never was one",
    )
}
