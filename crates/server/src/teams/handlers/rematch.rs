//! Another game of the same teams, with the colours changed. Whoever wants it comes to the gathering for it, so what members want is stored as
//! people who come; it begins once both teams want it, as each decides about a draw. The computer always does. Called by the rematch of live play.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::StatusCode;
use damier_people::LiveStore;
use damier_people::live::StoreError;
use damier_people::teams::{
    Arrived, Attendee, Gathering, GatheringMade, MOST_IN_A_TEAM, NewAttendee, NewGathering, Part,
    Plan,
};
use damier_session::{GameId, SeatKey, Session, Side};

use crate::challenges::handlers::taken;
use crate::guard::load::Permit;
use crate::guard::to_its_end::to_its_end;
use crate::live::actors::Unreachable;
use crate::live::membership::want_another;
use crate::live::seats::{next_game, nobodys_host};
use crate::live::teams::coming_too;
use crate::problem::Problem;
use crate::state::App;
use crate::teams::handlers::host::{begin_with_game, reserve_for_the_computer};
use crate::teams::views::no_gathering;

/// How long the wishes of members wait for the others, in milliseconds: an hour, as those of players do.
const WISHES_MS: u64 = 60 * 60 * 1_000;

/// A game of teams that is over.
pub(crate) struct Played<'a> {
    pub(crate) game: GameId,
    pub(crate) session: &'a Session,
    /// What its people came for.
    pub(crate) gathering: Gathering,
}

/// A member of a team wants another game, with a new key for it. Answers whether it has begun, with that member at the board.
pub(crate) async fn again(
    app: &Arc<App>,
    (from, permit): (IpAddr, Permit),
    played: &Played<'_>,
    member: SeatKey,
    key: SeatKey,
) -> Result<bool, Problem> {
    let (store, game, next) = (&app.rooms.store, played.game, next_game(played.game));
    let people = store.attendees(game).await?;
    let own = people.iter().find(|attendee| attendee.key == member);
    let Some((own, side)) = own.and_then(|own| Some((own, own.part.side()?))) else {
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "not-a-member",
            "only members of the team have a say in it",
            "this seat is that of no member of a team",
        ));
    };
    forget_old_wishes(app, next).await?;
    let ask = async |willing| {
        let asked = want_another(&app.rooms, game, own.number, willing).await;
        asked.map_err(|Unreachable| Problem::live_unavailable())
    };
    let willing = willing(&**store, &people, next).await?;
    let comes = willing.contains(&own.number) || ask(willing).await?.comes;
    if !comes {
        // The team knows it; its captain has not decided yet.
        return Ok(false);
    }
    come(app, from, played, own, side, key).await?;
    let asked = ask(self::willing(&**store, &people, next).await?).await?;
    let coming = store.gathering_of(next).await?.ok_or_else(no_gathering)?;
    let has_begun = coming.begun_ms.is_some();
    let Plan::Teams(plan) = &played.gathering.plan;
    let wants = |side: Side| asked.agreed[side.index()] || plan.computer_level(side).is_some();
    if !has_begun && !Side::ALL.into_iter().all(wants) {
        if asked.is_new {
            app.rooms.tell_rematch(game, side, None).await;
        }
        return Ok(false);
    }
    let board = reserve_for_the_computer(app, &coming, from).await?;
    let work = begin_with_game(app.clone(), coming, None, (from, board));
    to_its_end(permit, work).await?;
    if !has_begun {
        app.rooms.tell_rematch(game, side, Some(next)).await;
    }
    Ok(true)
}

/// Whoever comes to the next game, by their numbers at this one.
async fn willing(
    store: &dyn LiveStore,
    people: &[Attendee],
    next: GameId,
) -> Result<Vec<u16>, StoreError> {
    Ok(coming_too(people, &store.attendees(next).await?))
}

/// Wishes that have waited too long are none any more.
async fn forget_old_wishes(app: &App, next: GameId) -> Result<(), Problem> {
    let waiting = app.rooms.store.gathering_of(next).await?;
    let is_old = |it: &Gathering| it.begun_ms.is_none() && it.until_ms <= app.clock.now_ms();
    if waiting.as_ref().is_some_and(is_old) {
        app.rooms.store.dismiss(next).await?;
    }
    Ok(())
}

/// Puts a member down for the next game, on the other side.
async fn come(
    app: &App,
    from: IpAddr,
    played: &Played<'_>,
    own: &Attendee,
    side: Side,
    key: SeatKey,
) -> Result<(), Problem> {
    let (store, next, now_ms) = (&app.rooms.store, next_game(played.game), app.clock.now_ms());
    let Plan::Teams(plan) = &played.gathering.plan;
    if store.gathering_of(next).await?.is_none() {
        if store.find(next).await?.is_some() {
            return Err(taken("another game has the id of the next one"));
        }
        app.beginnings.one(from)?;
        let new = NewGathering {
            id: next,
            host: nobodys_host(next),
            links: Vec::new(),
            plan: Plan::Teams(plan.again(played.session)),
            until_ms: now_ms.saturating_add(WISHES_MS),
        };
        if store.make_gathering(&new).await? == GatheringMade::Taken {
            return Err(Problem::live_unavailable());
        }
    }
    let seat = store.seat(&key).await?;
    if seat.is_some_and(|(at, _)| at != next) {
        return Err(taken("another seat has this secret"));
    }
    let new = NewAttendee {
        key,
        part: Part::Side(side.opponent()),
        name: own.name.clone(),
    };
    match store.arrive(next, &new, MOST_IN_A_TEAM, now_ms).await? {
        Arrived::Stored(_) => Ok(()),
        Arrived::NameTaken => Err(taken(
            "this member comes to the next game already, by another secret",
        )),
        Arrived::KeyTaken => Err(taken("the new secret is that of somebody else")),
        // Of each side no more come than have played, and nobody closes the doors; it may have been removed just now.
        Arrived::Full | Arrived::Closed | Arrived::NotFound => Err(Problem::live_unavailable()),
    }
}
