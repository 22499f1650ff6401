//! Rematch of two teams with swapped colours. A member who wants it joins the next team match, so
//! offers of members are stored as its members; it begins once both teams agree, as each decides
//! about a draw. The engine always accepts. Called by `challenges/rematch.rs`.

use std::net::IpAddr;

use damier_people::StoreError;
use damier_people::teams::{
    Attendee, JoinOutcome, MAX_IN_A_TEAM, NewAttendee, NewTeamMatch, Part, Plan, TeamMatch,
    TeamMatchCreated, TeamMatches,
};
use damier_session::{GameId, SeatKey, Session, Side};

use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::live::actors::Unreachable;
use crate::live::membership::vote_rematch;
use crate::live::seats::{next_game_id, rematch_host_key};
use crate::live::services::GameServices;
use crate::live::teams::remaining_members;
use crate::problem::Problem;
use crate::teams::start::{reserve_engine_board, start_team_game};
use crate::teams::views::no_team_match;

/// How long offers of members stay open, in milliseconds: an hour, like those of single players.
const OFFERS_OPEN_MS: u64 = 60 * 60 * 1_000;

/// A finished team game.
pub(crate) struct TeamGame<'a> {
    pub(crate) game: GameId,
    pub(crate) session: &'a Session,
    /// Its team match.
    pub(crate) team_match: TeamMatch,
}

/// Adds a member's vote for a rematch, with the member's key at the next game. Returns whether it
/// has begun, with that member seated.
pub(crate) async fn team_rematch(
    games: &GameServices,
    (from, permit): (IpAddr, Permit),
    played: &TeamGame<'_>,
    member: SeatKey,
    key: SeatKey,
) -> Result<bool, Problem> {
    let (game, next) = (played.game, next_game_id(played.game));
    let people = games.team_matches.attendees(game).await?;
    let own = people.iter().find(|attendee| attendee.key == member);
    let Some((own, side)) = own.and_then(|own| Some((own, own.part.side()?))) else {
        return Err(Problem::conflict(
            "not-a-member",
            "only members of the team may do this",
            "this seat belongs to no member of a team",
        ));
    };
    drop_expired_offers(games, next).await?;
    let ask = async |willing| {
        let asked = vote_rematch(&games.actors, game, own.number, willing).await;
        asked.map_err(|Unreachable| Problem::live_unavailable())
    };
    let willing = willing(&games.team_matches, &people, next).await?;
    let comes = willing.contains(&own.number) || ask(willing).await?.comes;
    if !comes {
        // The team is notified; its captain has not decided yet.
        return Ok(false);
    }
    come(games, from, played, own, side, key).await?;
    let asked = ask(self::willing(&games.team_matches, &people, next).await?).await?;
    let coming = games
        .team_matches
        .team_match_of(next)
        .await?
        .ok_or_else(no_team_match)?;
    let has_begun = coming.begun_ms.is_some();
    let Plan::Teams(plan) = &played.team_match.plan;
    let wants = |side: Side| asked.agreed[side.index()] || plan.computer_level(side).is_some();
    if !has_begun && !Side::ALL.into_iter().all(wants) {
        if asked.is_new {
            games.actors.notify_rematch(game, side, None).await;
        }
        return Ok(false);
    }
    let board = reserve_engine_board(games, &coming, from).await?;
    let work = start_team_game(games.clone(), coming, None, (from, board));
    run_to_completion(permit, work).await?;
    if !has_begun {
        games.actors.notify_rematch(game, side, Some(next)).await;
    }
    Ok(true)
}

/// The members of this match who have joined the next one, by their numbers here.
async fn willing(
    team_matches: &TeamMatches,
    people: &[Attendee],
    next: GameId,
) -> Result<Vec<u16>, StoreError> {
    Ok(remaining_members(
        people,
        &team_matches.attendees(next).await?,
    ))
}

/// Removes expired offers.
async fn drop_expired_offers(games: &GameServices, next: GameId) -> Result<(), Problem> {
    let waiting = games.team_matches.team_match_of(next).await?;
    let is_old = |it: &TeamMatch| it.begun_ms.is_none() && it.until_ms <= games.clock.now_ms();
    if waiting.as_ref().is_some_and(is_old) {
        games.team_matches.dismiss(next).await?;
    }
    Ok(())
}

/// Adds a member to the next match, on the other side.
async fn come(
    games: &GameServices,
    from: IpAddr,
    played: &TeamGame<'_>,
    own: &Attendee,
    side: Side,
    key: SeatKey,
) -> Result<(), Problem> {
    let (next, now_ms) = (next_game_id(played.game), games.clock.now_ms());
    let Plan::Teams(plan) = &played.team_match.plan;
    if games.team_matches.team_match_of(next).await?.is_none() {
        if games.journal.find(next).await?.is_some() {
            return Err(Problem::taken("another game has the id of the next one"));
        }
        games.quota.take_one(from)?;
        let new = NewTeamMatch {
            id: next,
            host: rematch_host_key(next),
            links: Vec::new(),
            plan: Plan::Teams(plan.again(played.session)),
            until_ms: now_ms.saturating_add(OFFERS_OPEN_MS),
        };
        if games.team_matches.create_team_match(&new).await? == TeamMatchCreated::Taken {
            return Err(Problem::live_unavailable());
        }
    }
    let seat = games.journal.seat(&key).await?;
    if seat.is_some_and(|(at, _)| at != next) {
        return Err(Problem::taken("another seat has this secret"));
    }
    let new = NewAttendee {
        key,
        part: Part::Side(side.opponent()),
        name: own.name.clone(),
    };
    match games
        .team_matches
        .join(next, &new, MAX_IN_A_TEAM, now_ms)
        .await?
    {
        JoinOutcome::Stored(_) => Ok(()),
        JoinOutcome::NameTaken => Err(Problem::taken(
            "this member has already joined the next game with another secret",
        )),
        JoinOutcome::KeyTaken => Err(Problem::taken("the new secret belongs to another seat")),
        // Each side has at most as many members as before, and registration is open; the match may
        // just have been deleted.
        JoinOutcome::Full | JoinOutcome::Closed | JoinOutcome::NotFound => {
            Err(Problem::live_unavailable())
        }
    }
}
