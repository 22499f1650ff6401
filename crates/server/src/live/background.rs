//! Background tasks of a node: flags, pauses, restoring the time of outages, cleanup, settling
//! rated games after a crash, and those of the features. Tasks are independent. Concurrent nodes
//! store their commands once, since the ids are derived from the game.

pub(crate) mod cleanup;
pub(crate) mod deadlines;
pub(crate) mod feature;
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

use crate::live::actors::GameActors;
use crate::live::background::cleanup::run_cleanup;
use crate::live::background::deadlines::run_deadlines;
use crate::live::background::feature::LiveFeature;
use crate::live::background::heartbeat::run_heartbeat;
pub(crate) use crate::live::background::heartbeat::stop_taking_moves;
use crate::live::background::unfinished::run_unfinished;

/// How long after a failure a task starts again.
const RESTART_DELAY: Duration = Duration::from_secs(1);

/// Runs all tasks until dropped. Live games without an account are removed so many days after their
/// end, or never. Each kind of work is a task of its own, so that a slow one delays neither the
/// heartbeat nor flags.
pub(crate) async fn run(
    actors: Arc<GameActors>,
    live_games_days: Option<u32>,
    features: &'static [LiveFeature],
) {
    let mut work = JoinSet::new(); // aborted when it is dropped
    work.spawn(restart_on_panic("heartbeat", actors.clone(), run_heartbeat));
    work.spawn(restart_on_panic("deadlines", actors.clone(), run_deadlines));
    work.spawn(restart_on_panic(
        "unfinished",
        actors.clone(),
        run_unfinished,
    ));
    for feature in features {
        if let Some(run) = feature.run {
            work.spawn(restart_on_panic(feature.name, actors.clone(), run));
        }
    }
    work.spawn(restart_on_panic("cleanup", actors, move |actors| {
        run_cleanup(actors, live_games_days, features)
    }));
    while work.join_next().await.is_some() {}
}

/// Runs an endless task, and restarts it after a panic: without the heartbeat this node would
/// reject moves.
async fn restart_on_panic<Work: Future<Output = ()>>(
    kind: &'static str,
    actors: Arc<GameActors>,
    work: impl Fn(Arc<GameActors>) -> Work,
) {
    while AssertUnwindSafe(work(actors.clone()))
        .catch_unwind()
        .await
        .is_err()
    {
        tracing::error!(kind, "a background task panicked and is restarted");
        sleep(RESTART_DELAY).await;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use damier_people::in_memory::InMemoryStore;
    use damier_session::{Act, ClockSettings, GameId, GameSettings};

    use super::*;
    use crate::clock::WallClock;
    use crate::test_support::{actors_with, apart, begin};

    /// Begins a game whose first flag falls soon.
    pub(crate) async fn hurried(actors: &Arc<GameActors>, number: u128) -> GameId {
        let settings = GameSettings {
            clock: Some(ClockSettings::fischer(1_000, 0)),
            ..apart("Awa", "Piet")
        };
        let now_ms = actors.clock.now_ms();
        begin(&*actors.ports.journal, number, settings, now_ms).await
    }

    /// The clock time that was given back to a game after each outage, in seconds.
    pub(crate) async fn given(actors: &Arc<GameActors>, game: GameId) -> Vec<u64> {
        let events = actors.ports.journal.since(game, 0, 100).await.unwrap();
        let lost_ms = events.into_iter().filter_map(|event| match event.act {
            Act::Resume { lost_ms, .. } => lost_ms,
            _ => None,
        });
        lost_ms.map(|ms| (ms + 500) / 1_000).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn a_task_that_panics_is_restarted() {
        let actors = actors_with(&Arc::new(InMemoryStore::default()));
        let begun = Arc::new(AtomicU32::new(0));
        let counted = begun.clone();
        let work = restart_on_panic("test", actors, move |_| {
            let number = counted.fetch_add(1, Ordering::SeqCst);
            async move {
                assert!(number >= 2, "as the test wants it");
                std::future::pending::<()>().await;
            }
        });
        let work = tokio::spawn(work);
        sleep(RESTART_DELAY * 5 / 2).await;
        assert_eq!(begun.load(Ordering::SeqCst), 3);
        assert!(!work.is_finished());
        work.abort();
    }
}
