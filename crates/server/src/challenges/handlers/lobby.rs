//! The lobby: public challenges, and pairing of two players who want the same game. See
//! `docs/live-protocol.md`.

use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use damier_people::accounts::Scope;
use damier_people::challenges::{Offered, OpenChallenge, StartMode};
use damier_session::ClockSettings;
use damier_wire::challenges::{Paired, PairingRequest, WaitingChallenge};
use damier_wire::seats::SeatAt;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::SignedIn;
use crate::api::body::{Json, QueryOf};
use crate::api::pages::{AfterQuery, page_of, start_of};
use crate::challenges::extract::player;
use crate::challenges::offer::{require_name_of_no_account, require_short_name};
use crate::challenges::pace::is_by_days;
use crate::challenges::pairing::{find_partner, is_any_of};
use crate::challenges::refusals::bad_id;
use crate::challenges::start::{Guest, start_game};
use crate::challenges::state::ChallengesState;
use crate::challenges::views::to_views;
use crate::challenges::waiting::{AT_THE_BOARD_MS, is_present};
use crate::client::{Client, ClientNetwork};
use crate::live::seats::{BearerSeat, lobby_invitation_key};
use crate::live::views::seat_at;
use crate::problem::Problem;
use crate::ratings::ranges::matching_ranges;

/// Challenges on a page of the lobby.
const PAGE: u32 = 50;

/// How long a request for a correspondence game stays open, in milliseconds: a week.
const BY_DAYS_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// How often a request looks for an opponent after conflicts with other requests.
const TRIES: u32 = 8;

/// The challenges of the lobby.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Lobby {
    challenges: Vec<WaitingChallenge>,
    /// The cursor of the next page; null on the last one.
    next: Option<String>,
}

/// Open public challenges.
///
/// A signed-in account, or a token with `play:write`, becomes visible as online to its friends.
/// Challenges of blocked accounts, and of accounts that block the caller, are left out; also for a
/// token with `play:read`.
#[utoipa::path(
    get,
    path = "/lobby",
    params(AfterQuery),
    responses(
        (status = 200, description = "A page of the lobby", body = Lobby),
        (status = 400, description = "Invalid query"),
    )
)]
pub(crate) async fn lobby(
    State(state): State<ChallengesState>,
    headers: HeaderMap,
    QueryOf(AfterQuery { after }): QueryOf<AfterQuery>,
) -> Result<Json<Lobby>, Problem> {
    let signed_in = SignedIn::of(&*state.account_keys, state.clock.now_ms(), &headers).await?;
    if let Some(player) = &signed_in
        && player.may(Scope::PlayWrite)
    {
        state.games.actors.note_in_lobby(player.account.id);
    }
    // A token with neither scope is treated as an anonymous caller.
    let sees = |it: &SignedIn| it.may(Scope::PlayWrite) || it.may(Scope::PlayRead);
    let own = signed_in.filter(sees).map(|signed_in| signed_in.account.id);
    let apart = match own {
        Some(own) => state.friends.blocked(own).await?,
        None => Vec::new(),
    };
    let after = start_of(after.as_deref())?;
    let now_ms = state.clock.now_ms();
    let found = state.challenges.lobby(now_ms, after, PAGE + 1).await?;
    let (mut page, next) = page_of(found, PAGE, |last| last.id);
    page.retain(|open| !is_any_of(open.account, &apart));
    let mut challenges = to_views(&*state.ratings, page, false, state.clock.now_ms()).await?;
    if let Some(own) = own {
        let offered: Vec<_> = challenges.iter().map(|it| &it.challenge).collect();
        let fits = matching_ranges(&*state.ratings, &offered, own).await?;
        for (waiting, fits) in challenges.iter_mut().zip(fits) {
            waiting.fits = fits;
        }
    }
    Ok(Json(Lobby { challenges, next }))
}

/// Pairs the caller with a public challenge for the same game, or offers one.
///
/// Clients repeat the request every few seconds until there is a seat. The secret in the header
/// becomes that of the seat; `DELETE /challenge` with it withdraws the request.
#[utoipa::path(
    post,
    path = "/lobby/pair",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The game has begun, or the request is open", body = Paired),
        (status = 401, description = "The secret is missing, or the game is rated and the caller is not signed in"),
        (status = 409, description = "The id or the secret is taken"),
        (status = 422, description = "Invalid game"),
        (status = 429, description = "Too many games from this address"),
        (status = 503, description = "The server cannot store anything now"),
    )
)]
pub(crate) async fn pair(
    State(state): State<ChallengesState>,
    Extension(Client(client)): Extension<Client>,
    BearerSeat(key): BearerSeat,
    headers: HeaderMap,
    Json(wanted): Json<PairingRequest>,
) -> Result<Json<Paired>, Problem> {
    let PairingRequest {
        id,
        mut challenge,
        account,
    } = wanted;
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
    challenge.check()?;
    if account.is_none() {
        require_short_name(&challenge.host)?;
        require_name_of_no_account(&*state.accounts, &challenge.host).await?;
    }
    let now_ms = state.clock.now_ms();
    let waits_ms = wait_ms(challenge.settings.clock.as_ref());
    let wanted = OpenChallenge {
        id: id.parse().map_err(bad_id)?,
        challenge,
        host: key,
        account: account.map(|account| account.id),
        invitation: lobby_invitation_key(key),
        is_public: true,
        until_ms: now_ms.saturating_add(waits_ms),
    };
    let apart = match wanted.account {
        Some(account) => state.friends.blocked(account).await?,
        None => Vec::new(),
    };
    // On one node concurrent requests are handled one after the other. Across nodes, the order of
    // the ids decides which of two open requests accepts the other.
    let _one_at_a_time = state.pairing.lock().await;
    for _ in 0..TRIES {
        if let Some((game, role)) = state.journal.seat(&key).await? {
            return Ok(Json(begun(seat_at(game, role))));
        }
        let own = state.challenges.challenge(&key, now_ms).await?;
        if let Some(own) = &own
            && (own.id, &own.challenge, own.is_public) != (wanted.id, &wanted.challenge, true)
        {
            return Err(Problem::taken(
                "this secret belongs to another open challenge",
            ));
        }
        if let Some(other) = find_partner(
            &*state.challenges,
            &*state.ratings,
            &wanted,
            &apart,
            own.is_some(),
            now_ms,
        )
        .await?
        {
            // A player who accepts another challenge withdraws their own; if that fails, it was
            // just accepted.
            if own.is_some() && !state.challenges.close(wanted.id).await? {
                continue;
            }
            let guest = Guest {
                key,
                name: &wanted.challenge.host,
                account: wanted.account,
            };
            let beginning = if is_present(&other, now_ms) {
                StartMode::BothThere
            } else {
                StartMode::Awaited
            };
            if let Some(seat) = start_game(&state.games, &other, guest, beginning).await? {
                return Ok(Json(begun(seat)));
            }
            // A challenge that a crash has left open must not be found again.
            if state.journal.find(other.id).await?.is_some() {
                state.challenges.close(other.id).await?;
            }
            continue;
        }
        let is_new = own.is_none();
        if let Some(own) = own {
            if own.until_ms >= now_ms.saturating_add(waits_ms / 2) {
                return Ok(Json(Paired {
                    seat: None,
                    until_ms: Some(own.until_ms),
                }));
            }
            if !state.challenges.close(own.id).await? {
                continue;
            }
        }
        if state.journal.find(wanted.id).await?.is_some() {
            // Either this request was just accepted, or the id belongs to another game.
            match state.journal.seat(&key).await? {
                Some(_) => continue,
                None => return Err(Problem::taken("a game has this id already")),
            }
        }
        let network = ClientNetwork::of(client.ip());
        let offers = &state.open_offers;
        offers
            .take(&*state.challenges, &wanted, network, now_ms)
            .await?;
        if is_new {
            state.games.quota.take_one(client.ip())?;
        }
        if state.challenges.offer(&wanted).await? == Offered::Taken {
            return Err(Problem::taken("another challenge has this id"));
        }
        // Retry: another node may have stored a matching request at the same time.
    }
    Err(Problem::live_unavailable())
}

/// How long a request waits: while the player is present, except in a correspondence game.
fn wait_ms(clock: Option<&ClockSettings>) -> u64 {
    if is_by_days(clock) {
        BY_DAYS_MS
    } else {
        AT_THE_BOARD_MS
    }
}

fn begun(seat: SeatAt) -> Paired {
    Paired {
        seat: Some(seat),
        until_ms: None,
    }
}
