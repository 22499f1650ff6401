//! Offering a game, and accepting an offer. See `docs/live-protocol.md`.

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use damier_people::accounts::Scope;
use damier_people::challenges::{
    AcceptedChallenge, Challenge, EngineSeatError, OpenChallenge, StartMode,
};
use damier_session::{GameId, SeatKey, Side};
use damier_wire::challenges::{Acceptance, Offer, OfferAnswer, WaitingChallenge};
use damier_wire::seats::SeatAt;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::SignedIn;
use crate::api::body::Json;
use crate::challenges::engine_games::{EngineOpponent, finish, seat_engine, start_engine_game};
use crate::challenges::extract::{player, signed_in_player};
use crate::challenges::offer::{
    require_name_of_no_account, require_other_name, require_short_name, store_offer, stored_offer,
};
use crate::challenges::open_offers::in_lobby;
use crate::challenges::pace::FOR_A_FRIEND_MS;
use crate::challenges::refusals::{bad_id, no_game, not_found, secret, unexpected};
use crate::challenges::start::{Guest, start_game};
use crate::challenges::state::ChallengesState;
use crate::challenges::views::to_view;
use crate::client::{Client, ClientNetwork};
use crate::friends::{challenge_for, is_blocked_pair};
use crate::guard::load::Permit;
use crate::live::seats::{BearerSeat, coin_toss, is_rematch_offer, key_of};

use crate::live::views::seat_at;
use crate::problem::Problem;

/// How long a public challenge stays open, in milliseconds: an hour.
const IN_THE_LOBBY_MS: u64 = 60 * 60 * 1_000;

async fn waits(state: &ChallengesState, open: OpenChallenge) -> Result<Json<OfferAnswer>, Problem> {
    let view = to_view(&*state.ratings, open, true, state.clock.now_ms()).await?;
    Ok(Json(OfferAnswer::Waits(Box::new(view))))
}

/// Offers a game.
///
/// Idempotent. If the settings give one side to the engine (level 1 to 10), the game begins at once
/// and is not rated; the secret in the header becomes that of the seat.
#[utoipa::path(
    post,
    path = "/challenges",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The challenge is open, or the game has begun against the engine", body = OfferAnswer),
        (status = 401, description = "The secret of the host is missing, or the game is rated and the caller is not signed in"),
        (status = 409, description = "The id or one of the secrets is taken"),
        (status = 429, description = "Too many games from this address"),
        (status = 422, description = "Invalid game, or a seat that the engine cannot take (`computer-seat`)"),
        (status = 503, description = "The engine is busy"),
    )
)]
pub(crate) async fn offer(
    State(state): State<ChallengesState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    BearerSeat(host): BearerSeat,
    headers: HeaderMap,
    Json(offer): Json<Offer>,
) -> Result<Json<OfferAnswer>, Problem> {
    let now_ms = state.clock.now_ms();
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
    // Checked before sign-in is required, so that an impossible game is reported first.
    engine_game(&challenge, id, drawn, now_ms)?;
    let account = player(
        &*state.account_keys,
        state.clock.now_ms(),
        &headers,
        account,
        challenge.settings.rated,
    )
    .await?;
    if let Some(account) = &account {
        challenge.host.clone_from(&account.name);
    }
    let account = account.map(|account| account.id);
    if let Some(begun) = engine_game(&challenge, id, drawn, now_ms)? {
        if public {
            let reason = EngineSeatError::AmongPeople;
            return Err(no_game(EngineSeatError::CODE, reason));
        }
        let asked = (client.ip(), permit);
        let guest = EngineOpponent {
            key: host,
            side: begun.host,
            account,
        };
        let seat = start_engine_game(&state.games, asked, guest, &begun, None).await?;
        return Ok(Json(OfferAnswer::Begun(seat)));
    }
    challenge.check()?;
    if public && account.is_none() {
        require_short_name(&challenge.host)?;
        require_name_of_no_account(&*state.accounts, &challenge.host).await?;
    }
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
        return Err(Problem::taken(
            "the secret of the host and that of the invitation are the same",
        ));
    }
    if let Some(stored) = stored_offer(&*state.challenges, &open, now_ms).await? {
        return waits(&state, stored).await;
    }
    if open.is_public {
        let network = ClientNetwork::of(client.ip());
        let offers = &state.open_offers;
        offers
            .take(&*state.challenges, &open, network, now_ms)
            .await?;
    }
    store_offer(&state.games, &open, client.ip()).await?;
    waits(&state, open).await
}

/// The game that begins at once because the engine plays a side; `None` for a game between people.
fn engine_game(
    challenge: &Challenge,
    id: GameId,
    drawn: Side,
    now_ms: u64,
) -> Result<Option<AcceptedChallenge>, Problem> {
    Ok(challenge.against_the_engine(id, drawn, now_ms)?)
}

/// The challenge of a secret, its host's or its invitation's.
#[utoipa::path(
    get,
    path = "/challenge",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The challenge is open", body = WaitingChallenge),
        (status = 404, description = "The challenge is not open"),
    )
)]
pub(crate) async fn find(
    State(state): State<ChallengesState>,
    BearerSeat(key): BearerSeat,
) -> Result<Json<WaitingChallenge>, Problem> {
    let open = by_key(&state, key).await?;
    let yours = open.host == key;
    to_view(&*state.ratings, open, yours, state.clock.now_ms())
        .await
        .map(Json)
}

/// Accepts a challenge: the game begins.
///
/// The client makes the secret of the guest's seat and sends it in the header. Idempotent.
#[utoipa::path(
    post,
    path = "/challenge/accept",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The game has begun", body = SeatAt),
        (status = 401, description = "The secret of the guest is missing, or the game is rated or asks for a rating and the caller is not signed in"),
        (status = 403, description = "Your rating is outside its range (`rating-not-asked-for`; `reason` says why), or the token lacks the scope"),
        (status = 404, description = "The challenge is not open"),
        (status = 409, description = "It was accepted by another player, or it is your own"),
        (status = 422, description = "Invalid name"),
    )
)]
pub(crate) async fn accept(
    State(state): State<ChallengesState>,
    BearerSeat(guest): BearerSeat,
    headers: HeaderMap,
    Json(acceptance): Json<Acceptance>,
) -> Result<Json<SeatAt>, Problem> {
    // This may be a retry of a request whose response was lost.
    if let Some((game, role)) = state.journal.seat(&guest).await? {
        return Ok(Json(seat_at(game, role)));
    }
    let (open, is_addressed) = match (&acceptance.invitation, &acceptance.challenge) {
        (Some(invitation), None) => (by_key(&state, key_of(&secret(invitation)?)).await?, false),
        (None, Some(id)) => {
            let id = id.parse().map_err(bad_id)?;
            match in_lobby(&*state.challenges, id, state.clock.now_ms()).await? {
                Some(open) => (open, false),
                None => (addressed(&state, &headers, id).await?, true),
            }
        }
        _ => return Err(unexpected("expected either `invitation` or `challenge`")),
    };
    if guest == open.host || guest == open.invitation {
        return Err(Problem::taken("the guest's secret must be new"));
    }
    let rated = open.challenge.settings.rated;
    let wanted = acceptance.account || is_addressed;
    let account = match player(
        &*state.account_keys,
        state.clock.now_ms(),
        &headers,
        wanted,
        rated,
    )
    .await?
    {
        // Only an account has a rating, so the signed-in account plays under it.
        None if open.challenge.ratings.is_some() => {
            signed_in_player(&*state.account_keys, state.clock.now_ms(), &headers).await?
        }
        account => account,
    };
    let guest_account = account.as_ref().map(|account| account.id);
    if is_blocked_pair(&state.friends, open.account, guest_account).await? {
        return Err(not_found()); // as for a challenge that is taken
    }
    if account.is_none() {
        require_other_name(&acceptance.name, &open.challenge.host)?;
        if open.is_public {
            require_name_of_no_account(&*state.accounts, &acceptance.name).await?;
        }
    }
    let guest = Guest {
        key: guest,
        name: account
            .as_ref()
            .map_or(&acceptance.name, |account| &account.name),
        account: guest_account,
    };
    begin(&state, &open, guest).await.map(Json)
}

/// Lets the engine take the free seat of an open challenge.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FreeSeat {
    /// Its level, 1 to 10.
    level: u8,
}

/// Lets the engine take the free seat of an open challenge, with the secret of its host: the game
/// begins at once, unrated.
///
/// The secret in the header becomes that of the seat. Idempotent; if a guest was faster, the
/// response is the seat against that guest.
#[utoipa::path(
    post,
    path = "/challenge/computer",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The game has begun", body = SeatAt),
        (status = 401, description = "The secret of the host is missing"),
        (status = 404, description = "The challenge is not open, or it is another host's"),
        (status = 409, description = "The id is taken"),
        (status = 422, description = "The engine has no such level, or the challenge is a rematch offer (`computer-seat`)"),
        (status = 429, description = "This address has begun too many games against the engine"),
        (status = 503, description = "The engine is busy"),
    )
)]
pub(crate) async fn seat_engine_opponent(
    State(state): State<ChallengesState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    BearerSeat(host): BearerSeat,
    Json(FreeSeat { level }): Json<FreeSeat>,
) -> Result<Json<SeatAt>, Problem> {
    // This may be a retry of a request whose response was lost, or a guest was faster.
    if let Some((game, role)) = state.journal.seat(&host).await? {
        finish(&state.games, game, host).await?;
        return Ok(Json(seat_at(game, role)));
    }
    let open = by_key(&state, host).await?;
    if open.host != host {
        return Err(not_found());
    }
    // A rematch offer: the game with its id is reserved for the same two players.
    if is_rematch_offer(open.id, open.invitation) {
        let reason = EngineSeatError::AmongPeople;
        return Err(no_game(EngineSeatError::CODE, reason));
    }
    let now_ms = state.clock.now_ms();
    let drawn = coin_toss(host, open.invitation);
    let begun = open
        .challenge
        .accepted_by_the_engine(open.id, level, drawn, now_ms)?;
    let asked = (client.ip(), permit);
    let seat = seat_engine(&state.games, asked, &open, &begun).await?;
    Ok(Json(seat))
}

/// Begins the game of a challenge with this guest.
async fn begin(
    state: &ChallengesState,
    open: &OpenChallenge,
    guest: Guest<'_>,
) -> Result<SeatAt, Problem> {
    let begun = start_game(&state.games, open, guest, StartMode::Awaited).await?;
    begun.ok_or_else(|| {
        Problem::conflict(
            "challenge-taken",
            "the challenge is taken",
            "another player has accepted this challenge",
        )
    })
}

/// Withdraws a challenge, with the secret of its host.
///
/// Responds with 404 if it is not open.
#[utoipa::path(
    delete,
    path = "/challenge",
    security(("seat" = [])),
    responses(
        (status = 204, description = "The challenge was withdrawn"),
        (status = 401, description = "The secret of the host is missing"),
        (status = 404, description = "The challenge is not open, or it is another host's"),
    )
)]
pub(crate) async fn withdraw(
    State(state): State<ChallengesState>,
    BearerSeat(key): BearerSeat,
) -> Result<StatusCode, Problem> {
    let open = by_key(&state, key).await?;
    if open.host != key || !state.challenges.close(open.id).await? {
        return Err(not_found());
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn by_key(state: &ChallengesState, key: SeatKey) -> Result<OpenChallenge, Problem> {
    let open = state
        .challenges
        .challenge(&key, state.clock.now_ms())
        .await?;
    open.ok_or_else(not_found)
}

/// A challenge that is addressed to the signed-in account.
async fn addressed(
    state: &ChallengesState,
    headers: &HeaderMap,
    id: GameId,
) -> Result<OpenChallenge, Problem> {
    let signed_in =
        SignedIn::beside_a_seat(&*state.account_keys, state.clock.now_ms(), headers).await?;
    let signed_in = signed_in.ok_or_else(not_found)?;
    signed_in.require(Scope::PlayWrite)?;
    let found = challenge_for(
        &state.friends,
        &*state.addressees,
        signed_in.account.id,
        id,
        state.clock.now_ms(),
    )
    .await?;
    Ok(found.ok_or_else(not_found)?.open)
}
