//! Games between friends: challenging one, declining a challenge, and watching a friend's game. A
//! challenge is accepted like any other, by `POST /challenge/accept` with its id.

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use damier_people::accounts::{AccountId, Scope};
use damier_people::challenges::{Challenge, OpenChallenge};
use damier_rules::Variant;
use damier_session::{GameId, SeatRole};
use damier_wire::challenges::WaitingChallenge;
use damier_wire::seats::{NewSeat, SeatAt};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::account_path::AccountPath;
use crate::accounts::{SignedIn, not_signed_in};
use crate::api::body::Json;
use crate::api::path_part::Part;
use crate::challenges::offer::{store_offer, stored_offer};
use crate::challenges::pace::{FOR_A_FRIEND_MS, is_by_days};
use crate::challenges::refusals::{bad_id, secret};
use crate::challenges::views::to_view;
use crate::client::Client;
use crate::friends::changes::{challenge_for, require_friends};
use crate::friends::state::FriendsState;
use crate::live::seats::{BearerSeat, key_of, lobby_invitation_key};
use crate::live::views::seat_at;
use crate::problem::Problem;
use crate::push::PushNotice;

/// How long a challenge to a friend stays open unless it is a correspondence game, in milliseconds:
/// ten minutes.
const AT_THE_BOARD_MS: u64 = 10 * 60 * 1_000;

/// The maximum number of an account's open challenges to friends.
const MAX_OPEN: u32 = 20;

/// A challenge to a friend.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FriendOffer {
    /// The id of the challenge and of the game that it becomes: a random UUID of the client.
    #[schema(example = "0190a6e0-7d2c-7c3e-8f5a-0123456789ab")]
    id: String,
    /// The offered game. The host plays under the signed-in account, whose name replaces `host`.
    challenge: Challenge,
}

/// Challenges a friend.
///
/// Only that account may accept it; the host's secret in the header `Authorization` becomes that of
/// the seat when the game begins. It waits ten minutes, or a week in a correspondence game.
/// Idempotent.
#[utoipa::path(
    post,
    path = "/account/friends/{name}/challenge",
    params(("name" = String, Path, description = "The name of a friend")),
    security(("seat" = [], "session" = []), ("seat" = [], "token" = ["play:write"])),
    responses(
        (status = 200, description = "The challenge is open", body = WaitingChallenge),
        (status = 401, description = "The secret of the host is missing, or the caller is not signed in"),
        (status = 409, description = "They are not friends (`not-friends`), too many are open (`too-many-challenges`), or the id or the secret is taken"),
        (status = 422, description = "Invalid game"),
        (status = 429, description = "Too many games from this address"),
    )
)]
pub(crate) async fn challenge(
    State(state): State<FriendsState>,
    Extension(Client(client)): Extension<Client>,
    BearerSeat(host): BearerSeat,
    AccountPath(friend): AccountPath,
    headers: HeaderMap,
    Json(FriendOffer { id, mut challenge }): Json<FriendOffer>,
) -> Result<Json<WaitingChallenge>, Problem> {
    let signed_in =
        SignedIn::beside_a_seat(&*state.account_keys, state.clock.now_ms(), &headers).await?;
    let signed_in = signed_in.ok_or_else(not_signed_in)?;
    signed_in.require(Scope::PlayWrite)?;
    let own = signed_in.account;
    require_friends(&state, own.id, friend.id).await?;
    challenge.host = own.name;
    challenge.check()?;
    let now_ms = state.clock.now_ms();
    let waits_ms = if is_by_days(challenge.settings.clock.as_ref()) {
        FOR_A_FRIEND_MS
    } else {
        AT_THE_BOARD_MS
    };
    let open = OpenChallenge {
        id: id.parse().map_err(bad_id)?,
        challenge,
        host,
        account: Some(own.id),
        invitation: lobby_invitation_key(host),
        is_public: false,
        until_ms: now_ms.saturating_add(waits_ms),
    };
    let stored = stored_offer(&*state.challenges, &open, now_ms).await?;
    let is_new = stored.is_none();
    let open = if let Some(stored) = stored {
        stored
    } else {
        if state.addressees.addressed_by(own.id, now_ms).await? >= MAX_OPEN {
            return Err(too_many());
        }
        store_offer(&state.games, &open, client.ip()).await?;
        open
    };
    if !state.addressees.address(open.id, friend.id, None).await? {
        return Err(Problem::taken(
            "this challenge is addressed to another account",
        ));
    }
    if is_new {
        let name = open.challenge.host.clone();
        state
            .games
            .actors
            .pusher
            .notify(friend.id, PushNotice::Challenge { name });
    }
    to_view(&*state.ratings, open, true, state.clock.now_ms())
        .await
        .map(Json)
}

/// Declines a challenge of a friend, which closes it.
#[utoipa::path(
    delete,
    path = "/account/challenges/{id}",
    security(("session" = []), ("token" = ["play:write"])),
    responses(
        (status = 204, description = "The challenge was declined"),
        (status = 400, description = "Invalid id"),
        (status = 404, description = "The account has no such open challenge"),
    )
)]
pub(crate) async fn decline(
    State(state): State<FriendsState>,
    signed_in: SignedIn,
    Part(id): Part<GameId>,
) -> Result<StatusCode, Problem> {
    signed_in.require(Scope::PlayWrite)?;
    let waits = challenge_for(
        &state.friends,
        &*state.addressees,
        signed_in.account.id,
        id,
        state.clock.now_ms(),
    )
    .await?;
    if waits.is_none() || !state.challenges.close(id).await? {
        return Err(crate::challenges::refusals::not_found());
    }
    // The waiting host is notified at once.
    state.games.actors.notify_started(id);
    Ok(StatusCode::NO_CONTENT)
}

/// Creates a seat to watch a friend's current game, if the friend permits it.
///
/// The players see the number of spectators. The seat gives access as long as the two are friends
/// and the friend lets friends watch.
#[utoipa::path(
    post,
    path = "/account/friends/{name}/watch",
    params(("name" = String, Path, description = "The name of a friend")),
    security(("session" = []), ("token" = ["play:write"])),
    responses(
        (status = 200, description = "The spectator seat, created now or by an earlier request", body = SeatAt),
        (status = 404, description = "No account has this name, or there is no game to watch (`nothing-to-watch`)"),
        (status = 409, description = "The accounts are not friends (`not-friends`), or the secret is taken"),
        (status = 429, description = "Too many games from this address"),
    )
)]
pub(crate) async fn watch(
    State(state): State<FriendsState>,
    Extension(Client(client)): Extension<Client>,
    signed_in: SignedIn,
    AccountPath(friend): AccountPath,
    Json(NewSeat { secret: new }): Json<NewSeat>,
) -> Result<Json<SeatAt>, Problem> {
    signed_in.require(Scope::PlayWrite)?;
    require_friends(&state, signed_in.account.id, friend.id).await?;
    let choices = state.friends.friend_choices(friend.id).await?;
    let there = state.games.actors.here.of(friend.id, state.clock.now_ms());
    let game = there
        .and_then(|there| there.game)
        .filter(|_| choices.shows_here && choices.lets_watch)
        .ok_or_else(nothing_to_watch)?;
    if played(&state, friend.id, game).await?.is_none() {
        return Err(nothing_to_watch());
    }
    let key = key_of(&secret(&new)?);
    let (watcher, player) = (signed_in.account.id, friend.id);
    state.games.quota.take_one(client.ip())?;
    if state
        .addressees
        .add_friend_seat(game, &key, watcher, player)
        .await?
    {
        Ok(Json(seat_at(game, SeatRole::Watcher)))
    } else {
        Err(Problem::taken("another seat has this secret"))
    }
}

/// The variant of a running game that an account plays; `None` if it does not play there, or the
/// game is over. Read from the store, since presence messages of other nodes are not trusted.
pub(crate) async fn played(
    state: &FriendsState,
    account: AccountId,
    game: GameId,
) -> Result<Option<&'static str>, Problem> {
    if state.owned_seats.side_of(account, game).await?.is_none() {
        return Ok(None);
    }
    let stored = state.journal.find(game).await?;
    let stored = stored.filter(|stored| stored.ending.is_none());
    let variant = stored.and_then(|stored| Variant::from_id(&stored.setup.record.variant));
    Ok(variant.map(Variant::id))
}

fn nothing_to_watch() -> Problem {
    Problem::not_found(
        "nothing-to-watch",
        "there is no game to watch",
        "this friend plays no game now, or does not allow spectators",
    )
}

fn too_many() -> Problem {
    Problem::conflict(
        "too-many-challenges",
        "too many open challenges",
        format!("an account may have {MAX_OPEN} open challenges to friends; withdraw one first"),
    )
}
