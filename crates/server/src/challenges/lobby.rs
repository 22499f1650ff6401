//! The lobby: the games that wait for anybody, and two people who want the same game brought to one board. See `docs/live-protocol.md`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use damier_people::accounts::{AccountId, Scope};
use damier_people::challenges::{Beginning, Challenge, Offered, OpenChallenge};
use damier_session::{ClockSettings, GameId, GameSettings, SeatKey};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::SignedIn;
use crate::api::body::{JsonBody, QueryOf, bad_query};
use crate::challenges::handlers::{
    Guest, SeatAt, WaitingChallenge, all_waiting, bad_id, begin_unless_taken, no_game, player,
    seat_at, taken,
};
use crate::client::Client;
use crate::live::seats::{BearerSeat, lobby_invitation_key};
use crate::problem::{Document, Problem};
use crate::ratings::ranges::{fitting, meant_by_each_other};
use crate::state::App;

/// Challenges on a page of the lobby.
const PAGE: u32 = 50;

/// Challenges that are looked at for one pairing at most.
const LOOKED_AT: u32 = 500;

/// How long somebody waits for a game at the board who does not ask again, in milliseconds: nobody is to be paired with a browser that was
/// closed.
const AT_THE_BOARD_MS: u64 = 20 * 1_000;

/// How long somebody waits for a game of days, in milliseconds: a week. Nobody has to be there for it.
const BY_DAYS_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// A clock that gives so long for each move is one of days, in milliseconds.
const LONG_MOVE_MS: u64 = 12 * 60 * 60 * 1_000;

/// How often somebody is looked for in one request, where others were faster.
const TRIES: u32 = 8;

/// The challenges of the lobby.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Lobby {
    challenges: Vec<WaitingChallenge>,
    /// From where the next page goes on; null on the last one.
    next: Option<String>,
}

/// Where a page of the lobby begins.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LobbyQuery {
    /// `next` of the page before.
    after: Option<String>,
}

/// A game that somebody wants with anybody.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wish {
    /// The id of the game if nobody waits for the same: a random UUID of the client.
    #[schema(example = "0190a6e0-7d2c-7c3e-8f5a-0123456789ab")]
    id: String,
    /// What is wanted.
    challenge: Challenge,
    /// Whether the one who wants it plays under the account that is signed in. A rated game always does.
    #[serde(default)]
    account: bool,
}

/// What became of a wish.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Paired {
    /// The seat at the game that has begun; null while nobody wants the same.
    seat: Option<SeatAt>,
    /// Until when the wish waits if it is not sent again, in Unix milliseconds; null once the game has begun.
    until_ms: Option<u64>,
}

/// The public challenges that wait. Whoever is signed in, or whose token has `play:write`, is seen to be here by friends, and is not told of those whom
/// he keeps away or who keep him away; nor is a token with `play:read`.
#[utoipa::path(
    get,
    path = "/lobby",
    tag = "live",
    params(LobbyQuery),
    responses(
        (status = 200, description = "A page of the lobby", body = Lobby),
        (status = 400, description = "The query makes no sense", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn lobby(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    QueryOf(LobbyQuery { after }): QueryOf<LobbyQuery>,
) -> Result<Json<Lobby>, Problem> {
    let signed_in = SignedIn::of(&app, &headers).await?;
    if let Some(player) = &signed_in
        && player.may(Scope::PlayWrite)
    {
        app.actors.note_in_lobby(player.account.id);
    }
    // A token that may neither play nor read is nobody.
    let sees = |it: &SignedIn| it.may(Scope::PlayWrite) || it.may(Scope::PlayRead);
    let own = signed_in.filter(sees).map(|signed_in| signed_in.account.id);
    let apart = match own {
        Some(own) => app.actors.store.kept_apart(own).await?,
        None => Vec::new(),
    };
    let after: Option<GameId> = after
        .map(|after| {
            after
                .parse()
                .map_err(|error| bad_query(format!("after: {error}")))
        })
        .transpose()?;
    let now_ms = app.clock.now_ms();
    let mut page = app.actors.store.lobby(now_ms, after, PAGE + 1).await?;
    let more = page.len() > PAGE as usize;
    page.truncate(PAGE as usize);
    let next = page.last().filter(|_| more).map(|last| last.id.to_string());
    page.retain(|open| !is_one_of(open.account, &apart));
    let mut challenges = all_waiting(&app, page, false).await?;
    if let Some(own) = own {
        let offered: Vec<_> = challenges.iter().map(|it| &it.challenge).collect();
        let fits = fitting(&app, &offered, own).await?;
        for (waiting, fits) in challenges.iter_mut().zip(fits) {
            waiting.fits = fits;
        }
    }
    Ok(Json(Lobby { challenges, next }))
}

/// Wants a game with anybody: takes up a challenge of the lobby that wants the same, or waits there for somebody who does. Whoever waits
/// sends it again every few seconds, until there is a seat. The secret in the header becomes that of the seat; `DELETE /challenge` with it
/// withdraws the wish.
#[utoipa::path(
    post,
    path = "/lobby/pair",
    tag = "live",
    request_body = Wish,
    security(("seat" = [])),
    responses(
        (status = 200, description = "The game has begun, or the wish waits", body = Paired),
        (status = 401, description = "The secret is missing, or the game is rated and nobody is signed in", body = Document,
         content_type = "application/problem+json"),
        (status = 409, description = "The id or the secret is taken", body = Document,
         content_type = "application/problem+json"),
        (status = 422, description = "That is no game", body = Document, content_type = "application/problem+json"),
        (status = 429, description = "This address has offered and begun too many games", body = Document,
         content_type = "application/problem+json"),
        (status = 503, description = "Nothing can be stored now", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn pair(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    BearerSeat(key): BearerSeat,
    headers: HeaderMap,
    JsonBody(wish): JsonBody<Wish>,
) -> Result<Json<Paired>, Problem> {
    let Wish {
        id,
        mut challenge,
        account,
    } = wish;
    let account = player(&app, &headers, account, challenge.settings.rated).await?;
    if let Some(account) = &account {
        challenge.host.clone_from(&account.name);
    }
    challenge
        .check()
        .map_err(|error| no_game(error.code(), error))?;
    let now_ms = app.clock.now_ms();
    let waits_ms = patience_ms(challenge.settings.clock.as_ref());
    let wish = OpenChallenge {
        id: id.parse().map_err(bad_id)?,
        challenge,
        host: key,
        account: account.map(|account| account.id),
        invitation: lobby_invitation_key(key),
        is_public: true,
        until_ms: now_ms.saturating_add(waits_ms),
    };
    let store = &app.actors.store;
    let apart = match wish.account {
        Some(account) => store.kept_apart(account).await?,
        None => Vec::new(),
    };
    // On one node the two who press at one moment come here one after the other. Where nodes share a store, the order of the ids
    // decides who of two that wait goes over to the other.
    let _one_at_a_time = app.pairing.lock().await;
    for _ in 0..TRIES {
        if let Some((game, role)) = store.seat(&key).await? {
            return Ok(Json(begun(seat_at(game, role))));
        }
        let own = store.challenge(&key, now_ms).await?;
        if let Some(own) = &own
            && (own.id, &own.challenge, own.is_public) != (wish.id, &wish.challenge, true)
        {
            return Err(taken("this secret waits for another game already"));
        }
        if let Some(other) = partner(&app, &wish, &apart, own.is_some(), now_ms).await? {
            // Who goes over to another game waits for nobody any more; who was taken up just now has a seat.
            if own.is_some() && !store.close(wish.id).await? {
                continue;
            }
            let guest = Guest {
                key,
                name: &wish.challenge.host,
                account: wish.account,
            };
            // Who waits as long as he asks again is there; whoever has left an offer for an hour may be away.
            let is_there = other.until_ms <= now_ms.saturating_add(AT_THE_BOARD_MS);
            let beginning = if is_there {
                Beginning::BothThere
            } else {
                Beginning::Awaited
            };
            if let Some(seat) = begin_unless_taken(&app, &other, guest, beginning).await? {
                return Ok(Json(begun(seat)));
            }
            // A challenge that a crash has left open leads nobody astray twice.
            if store.find(other.id).await?.is_some() {
                store.close(other.id).await?;
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
            if !store.close(own.id).await? {
                continue;
            }
        }
        if store.find(wish.id).await?.is_some() {
            // Either somebody has taken this wish up a moment ago, or the id is another's.
            match store.seat(&key).await? {
                Some(_) => continue,
                None => return Err(taken("a game has this id already")),
            }
        }
        if is_new {
            app.beginnings.one(client.ip())?;
        }
        if store.offer(&wish).await? == Offered::Taken {
            return Err(taken("another challenge has this id"));
        }
        // Once more: on another node somebody may have come at the same moment.
    }
    Err(Problem::live_unavailable())
}

/// The first challenge of the lobby that goes together with a wish, of somebody who is not kept apart from the one who wishes. Who waits already goes over only to one with a smaller id, so that of
/// two who wait only one goes.
async fn partner(
    app: &App,
    wish: &OpenChallenge,
    apart: &[AccountId],
    waits: bool,
    now_ms: u64,
) -> Result<Option<OpenChallenge>, Problem> {
    let mut after = None;
    for _ in 0..LOOKED_AT / PAGE {
        let page = app.actors.store.lobby(now_ms, after, PAGE).await?;
        after = page.last().map(|last| last.id);
        let is_last = page.len() < PAGE as usize;
        let (mut agreed, mut is_after) = (Vec::new(), false);
        for open in page {
            if waits && open.id >= wish.id {
                is_after = true;
                break;
            }
            if is_one_person(&open, wish) || is_one_of(open.account, apart) {
                continue;
            }
            if let Some(challenge) = open.challenge.agreed_with(&wish.challenge) {
                agreed.push((challenge, open));
            }
        }
        let offered: Vec<_> = agreed.iter().map(|(it, open)| (it, open.account)).collect();
        let meant = meant_by_each_other(app, &wish.challenge, wish.account, &offered).await?;
        let first = agreed.into_iter().zip(meant).find(|(_, meant)| *meant);
        if let Some(((challenge, open), _)) = first {
            return Ok(Some(OpenChallenge { challenge, ..open }));
        }
        if is_after {
            break;
        }
        if is_last {
            break;
        }
    }
    Ok(None)
}

/// Whether somebody would be paired with himself: on one device, or under one account on two.
fn is_one_person(open: &OpenChallenge, wish: &OpenChallenge) -> bool {
    let key: SeatKey = wish.host;
    open.host == key
        || open.invitation == key
        || (open.account.is_some() && open.account == wish.account)
}

fn is_one_of(account: Option<AccountId>, apart: &[AccountId]) -> bool {
    account.is_some_and(|account| apart.contains(&account))
}

/// Whether a move may take days, so that nobody has to be there.
pub(crate) fn is_by_days(clock: Option<&ClockSettings>) -> bool {
    clock.is_some_and(|clock| clock.increment_ms >= LONG_MOVE_MS)
}

/// Whether the board of a game may be left while it goes on, so that whoever is to move is called: there is no clock, or a move of either side may take days. The
/// page has the same rule (`mayBeLeft` in `web/src/live/pace.ts`).
pub(crate) fn may_be_left(settings: &GameSettings) -> bool {
    let clocks = settings.clocks();
    clocks.is_none_or(|clocks| clocks.iter().any(|clock| is_by_days(Some(clock))))
}

/// How long a wish waits: while somebody is there, except in a game of days.
fn patience_ms(clock: Option<&ClockSettings>) -> u64 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_may_be_left_where_one_side_has_days_or_nobody_has_a_clock() {
        let days = ClockSettings::each_move(3 * 86_400_000, 0);
        let mut settings = GameSettings {
            clock: Some(ClockSettings::fischer(300_000, 3_000)),
            black_clock: Some(days),
            ..GameSettings::friendly("Awa", "Piet")
        };
        assert!(may_be_left(&settings));
        settings.black_clock = None;
        assert!(!may_be_left(&settings));
        settings.clock = None;
        assert!(may_be_left(&settings));
    }
}
