//! The house: what nobody at the board has to ask for. It lets flags fall, ends pauses, gives back the time of an outage, removes
//! challenges, gatherings, sessions, classes, clubs, broadcasts, simultaneous displays and old games whose time is over, counts rated games
//! that a crash has left uncounted, and looks after the ladders of clubs, the simultaneous displays and the classes that are held. A few tasks on
//! each node, none of which waits for another; what two nodes do at once happens once, since the ids of the commands follow from the game, and a
//! game is counted once. Each kind of work has a file of its own in `house`, those of classes and displays stand elsewhere.

pub(crate) mod cleanup;
pub(crate) mod deadlines;
pub(crate) mod heartbeat;
pub(crate) mod outages;
pub(crate) mod schedule;
pub(crate) mod unfinished;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::classes::worker::{Seen, look_after_held};
use crate::live::actors::Rooms;
use crate::live::background::cleanup::keep_tidy;
use crate::live::background::deadlines::keep_deadlines;
use crate::live::background::heartbeat::keep_beating;
pub(crate) use crate::live::background::heartbeat::leave;
use crate::live::background::schedule::{HouseError, LEFT_EVERY, LOOK, note, ticks};
use crate::live::background::unfinished::keep_up_what_was_left;
use crate::simuls::keep_displays;

/// How long after it has failed a kind of work begins again.
const AGAIN: Duration = Duration::from_secs(1);

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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use damier_people::in_memory::InMemoryStore;
    use damier_people::live::{Begun, LiveSetup};
    use damier_rules::Variant;
    use damier_session::{Act, ClockSettings, GameId, GameSettings, Seating, Session};

    use super::*;
    use crate::clock::WallClock;
    use crate::simuls::tests_of_displays::rooms_with;

    /// Begins a game whose first flag falls soon.
    pub(crate) async fn hurried(rooms: &Arc<Rooms>, number: u128) -> GameId {
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

    /// What was given back in a game each time, in seconds.
    pub(crate) async fn given(rooms: &Arc<Rooms>, game: GameId) -> Vec<u64> {
        let events = rooms.store.since(game, 0, 100).await.unwrap();
        let lost_ms = events.into_iter().filter_map(|event| match event.act {
            Act::Resume { lost_ms, .. } => lost_ms,
            _ => None,
        });
        lost_ms.map(|ms| (ms + 500) / 1_000).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn work_that_fails_begins_again() {
        let rooms = rooms_with(Arc::new(InMemoryStore::default()));
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
