//! The house: what nobody at the board has to ask for. It lets flags fall, ends pauses, gives back the time of an outage, removes
//! challenges, gatherings, sessions, classes, clubs, broadcasts, simultaneous displays and old games whose time is over, counts rated games
//! that a crash has left uncounted, and looks after the ladders of clubs, the simultaneous displays and the classes that are held. A few tasks on
//! each node, none of which waits for another; what two nodes do at once happens once, since the ids of the commands follow from the game, and a
//! game is counted once.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use damier_club::library::GameId;
use damier_club::live::{JournalError, LiveError, LiveGame, forget, look_after_ladder, settle};
use damier_club::push::SEAT_PUSHES_KEPT_MS;
use damier_club::simul::SIMUL_KEPT_DAYS;
use futures_util::{FutureExt, StreamExt, stream};
use tokio::task::JoinSet;
use tokio::time::{Interval, MissedTickBehavior, interval, sleep};

use super::heart::{Outage, PULSE_LOST_MS};
use super::holding::{Seen, look_after_held};
use super::news::News;
use super::room::{Call, GRACE_MS, give_back};
use super::rooms::Rooms;
use super::teams::TeamTable;
use crate::clock::WallClock;
use crate::simuls::keep_displays;

/// How often deadlines are looked at.
const LOOK: Duration = Duration::from_millis(250);

/// How long after its last sign of life a node gives the next one, in milliseconds.
const BEAT_MS: u64 = 1_000;

/// How many times a node that begins looks whether another one gives a sign of life: for as long as one needs for it, and a little.
const LOOKS_FOR_OTHERS: u32 = 8;

/// How often old challenges, sessions, classes and broadcasts are removed.
const SWEEP_EVERY: Duration = Duration::from_mins(1);

/// Every how many of these times old requests to be friends are removed: each day.
const BONDS_EVERY: u64 = 24 * 60;

/// Every how many of these times the devices of games that are over are removed: each hour.
const SEATS_EVERY: u64 = 60;

/// How often games are sought that have gone on past what a player has kept for them, because a node broke down between the opponent's move and
/// the answer; games of teams whose votes no node counts, because it stopped before their time was over; and rated games whose node stopped
/// between their ending and counting them.
const LEFT_EVERY: Duration = Duration::from_secs(5);

/// A day, in milliseconds.
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// How long ago a member may have voted for a move that nobody has counted, in milliseconds: a day, which is longer than any vote and most outages.
const VOTED_MS: u64 = DAY_MS;

/// How many games are looked at each time whether they are old, when old ones are to be removed: more than 70,000 a day.
const OLD_PAGE: u32 = 50;

/// Every how many looks a store that has a clock is asked what time it is.
const ASK_TIME_EVERY: u64 = 20;

/// How many games are asked for at once.
const PAGE: u32 = 200;

/// How many games are looked after at the same time.
const AT_ONCE: usize = 32;

/// How long after it has failed a kind of work begins again.
const AGAIN: Duration = Duration::from_secs(1);

/// Why the house cannot work.
#[derive(Debug, thiserror::Error)]
enum HouseError {
    /// The store does not answer, or holds what cannot be.
    #[error(transparent)]
    Live(#[from] LiveError),
    /// The store takes too long to tell the time.
    #[error("this node is not sure what time it is, and takes no moves")]
    Time,
}

impl From<JournalError> for HouseError {
    fn from(error: JournalError) -> Self {
        Self::Live(error.into())
    }
}

/// Keeps house until it is dropped. Live games that no account keeps are removed so many days after their end, or never. Each kind of work is a task
/// of its own, so that however long one takes, the sign of life is given and flags fall.
pub(crate) async fn keep(rooms: Arc<Rooms>, live_games_days: Option<u32>) {
    let mut work = JoinSet::new(); // ended with this
    work.spawn(unfailing("beating", rooms.clone(), keep_beating));
    work.spawn(unfailing("deadlines", rooms.clone(), keep_deadlines));
    work.spawn(unfailing("left", rooms.clone(), keep_up_what_was_left));
    work.spawn(unfailing("held", rooms.clone(), keep_held));
    work.spawn(unfailing("displays", rooms.clone(), keep_displays));
    work.spawn(unfailing("tidy", rooms, move |rooms| {
        keep_tidy(rooms, live_games_days)
    }));
    while work.join_next().await.is_some() {}
}

/// Does a kind of work that has no end. Where a bug makes it fail it begins again after a while: the node goes on giving its sign of life, and
/// without this no flag might fall on it any more.
async fn unfailing<Work: Future<Output = ()>>(
    kind: &'static str,
    rooms: Arc<Rooms>,
    work: impl Fn(Arc<Rooms>) -> Work,
) {
    while AssertUnwindSafe(work(rooms.clone()))
        .catch_unwind()
        .await
        .is_err()
    {
        tracing::error!(kind, "a task of the house has failed, and begins again");
        sleep(AGAIN).await;
    }
}

/// Ticks that never catch up on what they have missed.
fn ticks(every: Duration) -> Interval {
    let mut ticks = interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

fn note(rooms: &Rooms, done: Result<(), HouseError>) {
    if let Err(error) = done {
        if let HouseError::Live(LiveError::Journal(JournalError::Unavailable(_))) = error {
            rooms.heart.falter(rooms.clock.now_ms());
        }
        tracing::error!(
            error = &error as &dyn std::error::Error,
            "the house cannot work"
        );
    }
}

/// Gives the sign of life, and gives back the time of an outage.
async fn keep_beating(rooms: Arc<Rooms>) {
    let mut looks = ticks(LOOK);
    for number in 0_u64.. {
        looks.tick().await;
        let done = async {
            if number.is_multiple_of(ASK_TIME_EVERY) || !rooms.clock.is_sure() {
                rooms.clock.set_by(&*rooms.store).await?;
            }
            if !rooms.clock.is_sure() {
                // Nobody's time may depend on a clock that is not sure. Other nodes go on.
                rooms.heart.stop();
                return Err(HouseError::Time);
            }
            let now_ms = rooms.clock.now_ms();
            if !rooms.heart.beats(now_ms) {
                take_moves_again(&rooms).await?;
            }
            if let Some(outage) = rooms.heart.owed() {
                return Ok(give_back_to_all(&rooms, outage).await?);
            }
            if !rooms.heart.has_beaten_within(BEAT_MS, now_ms) {
                // While no game goes on, nobody can lose time, and a disk that sleeps need not be woken each second.
                if !rooms.store.running(None, 1).await?.is_empty() {
                    rooms.store.beat(now_ms).await?;
                }
                rooms.heart.beat(now_ms);
            }
            Ok::<(), HouseError>(())
        };
        note(&rooms, done.await);
    }
}

/// Lets flags fall and ends pauses.
async fn keep_deadlines(rooms: Arc<Rooms>) {
    let mut looks = ticks(LOOK);
    loop {
        looks.tick().await;
        if rooms.may_work() {
            let looked = look_at_deadlines(&rooms).await;
            note(&rooms, looked.map_err(HouseError::from));
        }
    }
}

/// Does what a node has left undone that stopped in the middle of it, and looks after the ladders.
async fn keep_up_what_was_left(rooms: Arc<Rooms>) {
    let mut looks = ticks(LEFT_EVERY);
    loop {
        looks.tick().await;
        if !rooms.may_work() {
            looks.reset_after(LOOK); // as soon as it may
            continue;
        }
        let done = async {
            answer_what_was_left(&rooms).await?;
            count_what_was_voted(&rooms).await?;
            count_what_is_left(&rooms).await?;
            look_after_ladders(&rooms).await?;
            Ok::<(), HouseError>(())
        };
        note(&rooms, done.await);
    }
}

/// Has the clocks of the classes stand still that are held.
async fn keep_held(rooms: Arc<Rooms>) {
    let mut looks = ticks(LEFT_EVERY);
    let mut seen = Seen::default();
    loop {
        looks.tick().await;
        if !rooms.may_work() {
            looks.reset_after(LOOK); // as soon as it may
            continue;
        }
        let looked = look_after_held(&rooms, &mut seen).await;
        note(&rooms, looked.map_err(HouseError::from));
    }
}

/// Removes what is old.
async fn keep_tidy(rooms: Arc<Rooms>, live_games_days: Option<u32>) {
    let mut looked_at = None;
    let mut looks = ticks(SWEEP_EVERY);
    let mut number = 0_u64;
    loop {
        looks.tick().await;
        if !rooms.may_work() {
            looks.reset_after(LOOK); // as soon as it may
            continue;
        }
        let done = async {
            let now_ms = rooms.clock.now_ms();
            // However many there are: those who offer may be faster than a page each minute.
            while rooms.store.sweep(now_ms, PAGE).await? >= u64::from(PAGE) {}
            rooms.store.sweep_keys(now_ms).await?;
            rooms.store.sweep_classes(now_ms).await?;
            rooms.store.sweep_clubs().await?;
            rooms.store.sweep_broadcasts(now_ms).await?;
            rooms.store.sweep_gatherings(now_ms).await?;
            let old_ms = now_ms.saturating_sub(SIMUL_KEPT_DAYS * DAY_MS);
            rooms.store.sweep_simuls(old_ms).await?;
            if number.is_multiple_of(BONDS_EVERY) {
                rooms.store.sweep_bonds(now_ms).await?;
            }
            if number.is_multiple_of(SEATS_EVERY) {
                let over_ms = now_ms.saturating_sub(SEAT_PUSHES_KEPT_MS);
                rooms.store.sweep_seat_pushes(over_ms).await?;
            }
            if let Some(days) = live_games_days {
                let looked = forget(&*rooms.store, looked_at, OLD_PAGE, days, now_ms).await?;
                looked_at = looked.next;
                if looked.removed > 0 {
                    tracing::info!(games = looked.removed, "old live games were removed");
                }
            }
            Ok::<(), HouseError>(())
        };
        note(&rooms, done.await);
        number += 1;
    }
}

/// The node takes no moves any more. From now on time is given back when a node starts again.
pub(crate) async fn leave(rooms: &Arc<Rooms>) {
    let now_ms = rooms.clock.now_ms();
    // Where time is still owed to somebody, it is given back from the same moment on then.
    if rooms.heart.beats(now_ms)
        && rooms.heart.owed().is_none()
        && let Err(error) = rooms.store.beat(now_ms).await
    {
        tracing::error!(
            error = &error as &dyn std::error::Error,
            "the last sign of life is not stored"
        );
    }
    rooms.heart.stop();
}

/// The node begins to take moves, for the first time or again. If no other node could take moves either, everybody gets back the time since one
/// could: whoever acts in a game, or has it looked at, gets it there first, and the house goes through all others.
async fn take_moves_again(rooms: &Arc<Rooms>) -> Result<(), LiveError> {
    let store = &rooms.store;
    let last_ms = store.last_beat_ms().await?;
    let others_go_on = match last_ms {
        Some(last_ms) => others_go_on(rooms, last_ms).await?,
        None => false,
    };
    let asked_ms = rooms.clock.now_ms();
    if let Some(since_ms) = last_ms.filter(|last_ms| *last_ms < asked_ms && !others_go_on) {
        // What a store does that takes nothing, or that takes its time, is part of the outage.
        store.beat(since_ms).await?;
        let until_ms = rooms.clock.now_ms();
        let outage = rooms.heart.outage_until(since_ms, until_ms);
        rooms.heart.beat_after(outage);
    } else {
        store.beat(asked_ms).await?;
        rooms.heart.beat(asked_ms);
    }
    Ok(())
}

/// Whether another node takes moves. While anybody plays, each node stores a sign of life every second, so a new one comes while this node looks.
async fn others_go_on(rooms: &Arc<Rooms>, last_ms: u64) -> Result<bool, LiveError> {
    let store = &rooms.store;
    if !store.is_shared() || rooms.clock.now_ms().saturating_sub(last_ms) >= PULSE_LOST_MS {
        return Ok(false);
    }
    if rooms.heart.last_beat_ms().is_some_and(|own| own < last_ms) {
        return Ok(true); // another node has gone on when this one could not
    }
    for _ in 0..LOOKS_FOR_OTHERS {
        if store.running(None, 1).await?.is_empty() {
            return Ok(true); // or not: nobody can lose time
        }
        sleep(LOOK).await;
        if store.last_beat_ms().await? > Some(last_ms) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Gives the time of an outage back in every game that goes on. Until that is done the pulse in the store stays as old as it is, so that a start
/// after a crash goes on from there.
async fn give_back_to_all(rooms: &Arc<Rooms>, outage: Outage) -> Result<(), LiveError> {
    let mut games = 0;
    let mut after = None;
    loop {
        let page = rooms.store.running(after, PAGE).await?;
        let Some(last) = page.last().copied() else {
            break;
        };
        games += page.len() as u64;
        let mut given = stream::iter(page)
            .map(|game| give_back_to(rooms, game, outage))
            .buffer_unordered(AT_ONCE);
        while let Some(one) = given.next().await {
            match one {
                // What is wrong with one game is no reason to hold up the others: also where it is of a newer program.
                Err(
                    error @ (LiveError::Setup(_)
                    | LiveError::Event(_)
                    | LiveError::Journal(JournalError::Damaged { .. })),
                ) => {
                    tracing::error!(
                        error = &error as &dyn std::error::Error,
                        "a game cannot be opened"
                    );
                }
                one => one?,
            }
            show_life(rooms, outage).await?;
        }
        if !rooms.heart.beats(rooms.clock.now_ms()) {
            return Ok(()); // time was lost meanwhile, and is given back with the rest
        }
        after = Some(last);
    }
    let now_ms = rooms.clock.now_ms();
    rooms.store.beat(now_ms).await?;
    rooms.heart.owes_nothing();
    rooms.heart.beat(now_ms);
    if games > 0 {
        let lost_ms = outage.lost_since_ms(outage.since_ms);
        tracing::info!(games, lost_ms, "the time of an outage was given back");
    }
    Ok(())
}

/// The sign of life while time is given back: the store takes what is written, and what it has of the pulse stays.
async fn show_life(rooms: &Arc<Rooms>, outage: Outage) -> Result<(), LiveError> {
    let now_ms = rooms.clock.now_ms();
    if rooms.heart.beats(now_ms) && !rooms.heart.has_beaten_within(BEAT_MS, now_ms) {
        rooms.store.beat(outage.since_ms).await?;
        rooms.heart.beat(now_ms);
    }
    Ok(())
}

async fn give_back_to(rooms: &Arc<Rooms>, game: GameId, outage: Outage) -> Result<(), LiveError> {
    let given = rooms.ask_if_open(game, |answer| Call::Outage { answer });
    // A room that does not answer gives it back before it does anything else.
    if given.await == Some(true) {
        return Ok(());
    }
    let Some(mut game) = LiveGame::open(&*rooms.store, game).await? else {
        return Ok(());
    };
    let new = give_back(&mut game, &*rooms.store, outage).await?;
    if !new.is_empty() {
        rooms.neighbours.tell(News::Version {
            game: game.id().to_string(),
            version: game.session().version(),
        });
    }
    Ok(())
}

/// Counts the rated games that are over and not counted.
async fn count_what_is_left(rooms: &Arc<Rooms>) -> Result<(), LiveError> {
    let mut after = None;
    loop {
        let page = rooms.store.unsettled(after, PAGE).await?;
        let Some(last) = page.last().copied() else {
            return Ok(());
        };
        for game in page {
            // What is wrong with one game is no reason to hold up the others.
            if let Err(error) = settle(&*rooms.store, game).await {
                tracing::error!(%game, error = &error as &dyn std::error::Error, "a rated game cannot be counted");
            }
        }
        after = Some(last);
    }
}

/// Looks after the ladders on which a game goes on or a time is over.
async fn look_after_ladders(rooms: &Arc<Rooms>) -> Result<(), LiveError> {
    let now_ms = rooms.clock.now_ms();
    let mut after = None;
    loop {
        let page = rooms.store.clubs_due(now_ms, after.as_ref(), PAGE).await?;
        let Some(last) = page.last().cloned() else {
            return Ok(());
        };
        for club in &page {
            // What is wrong with one club is no reason to hold up the others.
            match look_after_ladder(&*rooms.store, club, now_ms).await {
                Ok(begun) => begun.into_iter().for_each(|game| rooms.tell_begun(game)),
                Err(error) => {
                    tracing::error!(%club, error = &error as &dyn std::error::Error, "a ladder cannot be looked after");
                }
            }
        }
        after = Some(last);
    }
}

/// Has every game looked at whose deadline is over. A game with which nothing can be done stays due, and holds up none of those behind it.
async fn look_at_deadlines(rooms: &Arc<Rooms>) -> Result<(), LiveError> {
    let by_ms = rooms.clock.now_ms().saturating_sub(GRACE_MS);
    let mut after = None;
    loop {
        let asked_ms = rooms.clock.now_ms();
        let page = rooms.store.due(by_ms, after, PAGE).await?;
        rooms.heart.is_late(asked_ms, rooms.clock.now_ms());
        let Some(last) = page.last().copied() else {
            return Ok(());
        };
        let looks = page.into_iter().map(|due| look_at(rooms, due.game));
        let mut looks = stream::iter(looks).buffer_unordered(AT_ONCE);
        while looks.next().await.is_some() {}
        after = Some(last);
    }
}

/// Has a room look at its game. One that just closed, or does not answer, is asked next time.
async fn look_at(rooms: &Arc<Rooms>, game: GameId) {
    rooms.ask(game, |answer| Call::Look { answer }).await;
}

/// Has the kept answers played that no node has played.
async fn answer_what_was_left(rooms: &Arc<Rooms>) -> Result<(), LiveError> {
    let mut after = None;
    loop {
        let page = rooms.store.unfollowed(after, PAGE).await?;
        let Some(last) = page.last().copied() else {
            return Ok(());
        };
        let calls = page.into_iter().map(|game| async move {
            // A room that just closed, or does not answer, is asked next time.
            rooms.ask(game, |answer| Call::Follow { answer }).await;
        });
        let mut calls = stream::iter(calls).buffer_unordered(AT_ONCE);
        while calls.next().await.is_some() {}
        after = Some(last);
    }
}

/// Opens the rooms of teams in which a vote waits for its time: they stay open until it is decided.
async fn count_what_was_voted(rooms: &Arc<Rooms>) -> Result<(), LiveError> {
    let since_ms = rooms.clock.now_ms().saturating_sub(VOTED_MS);
    let mut after = None;
    loop {
        let page = rooms.store.wanting_a_move(since_ms, after, PAGE).await?;
        let Some(last) = page.last().copied() else {
            return Ok(());
        };
        let closed: Vec<GameId> = page
            .into_iter()
            .filter(|game| !rooms.is_open(*game))
            .collect();
        let calls = closed.into_iter().map(|game| async move {
            match waits_for_time(rooms, game).await {
                Ok(true) => {}
                Ok(false) => return,
                // What is wrong with one game is no reason to hold up the others.
                Err(error) => {
                    tracing::error!(%game, error = &error as &dyn std::error::Error, "the votes of a team cannot be counted");
                    return;
                }
            }
            look_at(rooms, game).await;
        });
        let mut calls = stream::iter(calls).buffer_unordered(AT_ONCE);
        while calls.next().await.is_some() {}
        after = Some(last);
    }
}

/// Whether a vote in a game waits for its time.
async fn waits_for_time(rooms: &Arc<Rooms>, game: GameId) -> Result<bool, LiveError> {
    let store = &*rooms.store;
    let Some(teams) = TeamTable::read(store, game, rooms.clock.now_ms()).await? else {
        return Ok(false);
    };
    let game = LiveGame::open(store, game).await?;
    Ok(game.is_some_and(|game| teams.teams().waits_for_time(game.session())))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::live::room::Answer;
    use crate::simuls::tests_of_displays::{begun, rooms_with};
    use damier_club::live::{Begun, InMemoryJournal, LiveSetup};
    use damier_club::simul::HostColour;
    use damier_club::{Act, ClockSettings, GameSettings, Seating, Session};
    use damier_rules::Variant;

    /// Begins a game whose first flag falls soon.
    async fn hurried(rooms: &Arc<Rooms>, number: u128) -> GameId {
        let settings = GameSettings {
            seating: Seating::Apart,
            clock: Some(ClockSettings::fischer(1_000, 0)),
            ..GameSettings::friendly("Awa", "Piet")
        };
        let now_ms = rooms.clock.now_ms();
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(now_ms)).unwrap();
        let setup = LiveSetup {
            id: GameId::from_bits(number),
            record: session.record(),
        };
        let begun = rooms.store.begin(&setup, &[], session.deadline_ms()).await;
        assert_eq!(begun.unwrap(), Begun::Stored);
        setup.id
    }

    /// A node that begins two seconds after the last sign of life, with a game in which White has a second: what it gives back, and whether the game goes
    /// on.
    async fn begins_soon(is_another_there: bool) -> (Vec<u64>, bool) {
        let rooms = rooms_with(Arc::new(InMemoryJournal::shared()));
        rooms.heart.stop();
        let game = hurried(&rooms, 1).await;
        rooms.store.beat(rooms.clock.now_ms()).await.unwrap();
        sleep(Duration::from_secs(2)).await;
        let other = rooms.clone();
        let other = tokio::spawn(async move {
            let mut beats = ticks(Duration::from_millis(BEAT_MS));
            if !is_another_there {
                return;
            }
            loop {
                beats.tick().await;
                other.store.beat(other.clock.now_ms()).await.unwrap();
            }
        });
        let house = tokio::spawn(keep(rooms.clone(), None));
        sleep(Duration::from_millis(2_800)).await;
        house.abort();
        other.abort();
        let ending = rooms.store.find(game).await.unwrap().unwrap().ending;
        (given(&rooms, game).await, ending.is_none())
    }

    #[tokio::test(start_paused = true)]
    async fn a_node_that_begins_alone_gives_back_also_what_is_short() {
        // With the two seconds for which it has looked out for others.
        assert_eq!(begins_soon(false).await, (vec![4], true));
        // Where another node went on, White has lost by time.
        assert_eq!(begins_soon(true).await, (vec![], false));
    }

    #[tokio::test(start_paused = true)]
    async fn the_heart_beats_whatever_else_the_house_waits_for() {
        // The computer is to move at each board, and no room answers.
        let (rooms, games) = begun(3, HostColour::Black).await;
        let stuck: Vec<_> = games.iter().map(|game| rooms.stuck_room(*game)).collect();
        let house = tokio::spawn(keep(rooms.clone(), None));
        for _ in 0..30 {
            sleep(Duration::from_secs(1)).await;
            assert!(rooms.heart.beats(rooms.clock.now_ms()));
        }
        assert!(stuck.iter().any(|calls| !calls.is_empty()), "one was asked");
        house.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn a_flag_falls_behind_any_number_of_games_with_which_nothing_can_be_done() {
        let rooms = rooms_with(Arc::new(InMemoryJournal::default()));
        let mut stuck = Vec::new();
        for number in 0..=PAGE {
            let game = hurried(&rooms, number.into()).await;
            stuck.push(rooms.stuck_room(game));
        }
        let last = hurried(&rooms, u128::MAX).await;
        let house = tokio::spawn(keep(rooms.clone(), None));
        let fell = async {
            while rooms
                .store
                .find(last)
                .await
                .unwrap()
                .unwrap()
                .ending
                .is_none()
            {
                sleep(LOOK).await;
            }
        };
        let in_time = tokio::time::timeout(Duration::from_secs(30), fell).await;
        assert!(in_time.is_ok(), "the flag has not fallen");
        assert!(
            stuck.iter().all(|calls| !calls.is_empty()),
            "all were asked"
        );
        house.abort();
    }

    /// However long it takes to give everybody back the time of an outage, nobody waits for that, and nobody loses time by it.
    #[tokio::test(start_paused = true)]
    async fn after_an_outage_nobody_waits_for_the_games_of_others() {
        let rooms = rooms_with(Arc::new(InMemoryJournal::default()));
        rooms.heart.stop();
        let stopped_ms = rooms.clock.now_ms();
        rooms.store.beat(stopped_ms).await.unwrap();
        let [first, last] = [0, u128::MAX].map(|number| hurried(&rooms, number));
        let (first, last) = (first.await, last.await);
        let mut stuck = Vec::new();
        for number in 1..=2 * PAGE {
            let game = hurried(&rooms, number.into()).await;
            stuck.push(rooms.stuck_room(game));
        }
        sleep(Duration::from_mins(1)).await;
        let house = tokio::spawn(keep(rooms.clone(), None));
        sleep(Duration::from_millis(900)).await;
        for game in [first, last] {
            let answer = rooms.ask(game, |answer| Call::Carry {
                side: damier_rules::Side::White,
                purpose: "test",
                want: damier_club::Want::Move {
                    text: "32-28".to_owned(),
                    ply: None,
                },
                answer,
            });
            let answer = answer.await;
            assert!(matches!(answer, Some(Answer::Done(_))), "{answer:?}");
        }
        // A crash now would be followed by a start that gives back the rest.
        let pulse = async || rooms.store.last_beat_ms().await.unwrap();
        assert_eq!(pulse().await, Some(stopped_ms));
        assert!(rooms.heart.owed().is_some());
        sleep(Duration::from_mins(1)).await;
        assert_eq!(rooms.heart.owed(), None);
        assert!(pulse().await.unwrap() > stopped_ms + 60_000);
        house.abort();
    }

    /// What was given back in a game each time, in seconds.
    async fn given(rooms: &Arc<Rooms>, game: GameId) -> Vec<u64> {
        let events = rooms.store.since(game, 0, 100).await.unwrap();
        let lost_ms = events.into_iter().filter_map(|event| match event.act {
            Act::Resume { lost_ms, .. } => lost_ms,
            _ => None,
        });
        lost_ms.map(|ms| (ms + 500) / 1_000).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_fails_twice_gives_nobody_the_time_in_between() {
        let rooms = rooms_with(Arc::new(InMemoryJournal::default()));
        rooms.heart.stop();
        rooms.store.beat(rooms.clock.now_ms()).await.unwrap();
        let [first, last] = [1, 2].map(|number| hurried(&rooms, number));
        let (first, last) = (first.await, last.await);
        sleep(Duration::from_mins(1)).await;
        take_moves_again(&rooms).await.unwrap();
        let outage = rooms.heart.owed().unwrap();
        give_back_to(&rooms, first, outage).await.unwrap();
        // The others are still to come, and the node works for two seconds. Then the store takes nothing for ten.
        for _ in 0..2 {
            sleep(Duration::from_secs(1)).await;
            show_life(&rooms, outage).await.unwrap();
        }
        sleep(Duration::from_secs(10)).await;
        assert!(!rooms.heart.beats(rooms.clock.now_ms()));
        take_moves_again(&rooms).await.unwrap();
        let outage = rooms.heart.owed().unwrap();
        give_back_to_all(&rooms, outage).await.unwrap();
        assert_eq!(given(&rooms, first).await, [60, 10]);
        assert_eq!(given(&rooms, last).await, [70]);
        assert_eq!(rooms.heart.owed(), None);
    }

    #[tokio::test(start_paused = true)]
    async fn work_that_fails_begins_again() {
        let rooms = rooms_with(Arc::new(InMemoryJournal::default()));
        let begun = Arc::new(AtomicU32::new(0));
        let counted = begun.clone();
        let work = unfailing("test", rooms, move |_| {
            let number = counted.fetch_add(1, Ordering::SeqCst);
            async move {
                assert!(number >= 2, "as the test wants it");
                std::future::pending::<()>().await;
            }
        });
        let work = tokio::spawn(work);
        sleep(AGAIN * 5 / 2).await;
        assert_eq!(begun.load(Ordering::SeqCst), 3);
        assert!(!work.is_finished());
        work.abort();
    }
}
