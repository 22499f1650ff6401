//! Starts the game of two teams.

use std::net::IpAddr;

use damier_people::live::Begun;
use damier_people::teams::{Gathering, Plan};
use damier_session::{LiveSeat, SeatKey, SeatRole};

use crate::challenges::engine_games::{open_the_rooms, reserve_a_board};
use crate::challenges::start::{StartError, mark};
use crate::live::engine::ReservedBoards;
use crate::live::services::GameServices;

/// Keeps a board where the computer has a side, as long as this is held, and counts the game. Refused where it takes no other game from there. A game
/// that is there already takes no further board.
pub(crate) async fn reserve_for_the_computer(
    games: &GameServices,
    gathering: &Gathering,
    from: IpAddr,
) -> Result<Option<ReservedBoards>, StartError> {
    let Plan::Teams(plan) = &gathering.plan;
    let is_there = games.store.find(gathering.id).await?.is_some();
    if is_there || !plan.is_against_the_computer() {
        return Ok(None);
    }
    let board = reserve_a_board(games, from, gathering.id, &plan.settings).await?;
    games.quota.take_engine_game(from)?;
    Ok(Some(board))
}

/// Begins a gathering and its game. To be done to its end where the request is cut, too: teams whose gathering has begun wait for its game. `watchers` is
/// the seat of those who look on, where there is one from the beginning; the next game of the same teams has none, and is marked as that. It is begun
/// from an address, for which the board counts that is kept for the computer.
pub(crate) async fn begin_with_game(
    games: GameServices,
    gathering: Gathering,
    watchers: Option<SeatKey>,
    by: (IpAddr, Option<ReservedBoards>),
) -> Result<(), StartError> {
    let (store, now_ms) = (&games.store, games.clock.now_ms());
    let begun_ms = store.begin_gathering(gathering.id, now_ms).await?;
    let begun_ms = begun_ms.ok_or(StartError::NoTeamMatch)?;
    begin_game(&games, &gathering, watchers, begun_ms, by).await
}

/// Begins the game of the teams, which has begun at this moment, or does what is left of that where it broke off before.
async fn begin_game(
    games: &GameServices,
    gathering: &Gathering,
    watchers: Option<SeatKey>,
    begun_ms: u64,
    (from, board): (IpAddr, Option<ReservedBoards>),
) -> Result<(), StartError> {
    let (store, id) = (&games.store, gathering.id);
    let Plan::Teams(plan) = &gathering.plan;
    // From now on nobody is sent away.
    let people = store.attendees(id).await?;
    if store.find(id).await?.is_none() {
        let begun = plan.begun(id, &people, begun_ms)?;
        let next = watchers.is_none().then(|| mark(id));
        let outcome = store
            .begin(&begun.setup, next.as_slice(), begun.deadline_ms)
            .await?;
        // Somebody may have come between two tries, so that the names are others: the game that is there is the one.
        if outcome == Begun::Taken && store.find(id).await?.is_none() {
            return Err(StartError::Unavailable);
        }
        if outcome != Begun::Taken && plan.is_against_the_computer() {
            games.actors.note_started_from(id, from);
        }
    }
    let members = people.iter().filter_map(|attendee| {
        let role = SeatRole::Player(attendee.part.side()?);
        let key = attendee.key;
        Some(LiveSeat { key, role })
    });
    let watchers = watchers.map(|key| LiveSeat {
        key,
        role: SeatRole::Watcher,
    });
    for seat in members.chain(watchers) {
        // Whoever has taken his secret to another game meanwhile has no seat here. The others play.
        store.add_seat(id, &seat).await?;
    }
    games.actors.notify_started(id);
    if plan.is_against_the_computer() {
        open_the_rooms(games, &[id], board).await;
    }
    Ok(())
}
