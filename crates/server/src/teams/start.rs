//! Starts the game of two teams.

use std::net::IpAddr;

use damier_people::live::BeginOutcome;
use damier_people::teams::{Plan, TeamMatch};
use damier_session::{LiveSeat, SeatKey, SeatRole};

use crate::challenges::engine_games::{open_actors, reserve_board};
use crate::challenges::start::rematch_mark;
use crate::live::engine::ReservedBoards;
use crate::live::services::GameServices;
use crate::problem::Problem;
use crate::teams::views::no_team_match;

/// Reserves a board if the engine plays a side, while the reservation is held, and counts the game.
/// Rejected if the engine accepts no other game of this client. A game that has begun needs no
/// further board.
pub(crate) async fn reserve_engine_board(
    games: &GameServices,
    team_match: &TeamMatch,
    from: IpAddr,
) -> Result<Option<ReservedBoards>, Problem> {
    let Plan::Teams(plan) = &team_match.plan;
    let is_there = games.journal.find(team_match.id).await?.is_some();
    if is_there || !plan.has_engine() {
        return Ok(None);
    }
    let board = reserve_board(games, from, team_match.id, &plan.settings)?;
    games.quota.take_engine_game(from)?;
    Ok(Some(board))
}

/// Begins a team match and stores its game. Must run to completion even if the client disconnects,
/// since the teams wait for the game of a match that has begun. `watchers` is the spectators' seat,
/// if there is one from the start; a rematch has none and is marked as one. The engine's reserved
/// board counts for the client that begins it.
pub(crate) async fn start_team_game(
    games: GameServices,
    team_match: TeamMatch,
    watchers: Option<SeatKey>,
    by: (IpAddr, Option<ReservedBoards>),
) -> Result<(), Problem> {
    let now_ms = games.clock.now_ms();
    let begun_ms = games
        .team_matches
        .begin_team_match(team_match.id, now_ms)
        .await?;
    let begun_ms = begun_ms.ok_or_else(no_team_match)?;
    store_game(&games, &team_match, watchers, begun_ms, by).await
}

/// Stores the teams' game, begun at this time, or completes an interrupted attempt.
async fn store_game(
    games: &GameServices,
    team_match: &TeamMatch,
    watchers: Option<SeatKey>,
    begun_ms: u64,
    (from, board): (IpAddr, Option<ReservedBoards>),
) -> Result<(), Problem> {
    let id = team_match.id;
    let Plan::Teams(plan) = &team_match.plan;
    // No member can be removed from here on.
    let people = games.team_matches.attendees(id).await?;
    if games.journal.find(id).await?.is_none() {
        let begun = plan.begun(id, &people, begun_ms)?;
        let next = watchers.is_none().then(|| rematch_mark(id));
        let outcome = games
            .journal
            .begin(&begun.setup, next.as_slice(), begun.deadline_ms)
            .await?;
        // A member may have joined between two attempts, which changes names: the stored game wins.
        if outcome == BeginOutcome::Taken && games.journal.find(id).await?.is_none() {
            return Err(Problem::live_unavailable());
        }
        if outcome != BeginOutcome::Taken && plan.has_engine() {
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
        // A member whose secret has a seat at another game gets none here; the others play.
        games.journal.add_seat(id, &seat).await?;
    }
    games.actors.notify_started(id);
    if plan.has_engine() {
        open_actors(games, &[id], board).await;
    }
    Ok(())
}
