//! Pauses the clocks of a class's games while its screens are frozen. The node that handles the
//! teacher's request pauses them at once; the background task of each node covers games that begin
//! meanwhile, and crashes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use damier_people::StoreError;
use damier_people::classes::{ClassCode, Classes, PairedGame};
use damier_session::GameId;
use futures_util::{StreamExt, stream};
use tokio::time::sleep;

use crate::clock::WallClock;
use crate::live::actors::GameActors;
use crate::live::background::feature::LiveFeature;
use crate::live::background::schedule::{
    BackgroundError, RESUME_EVERY, log_failure, next_permitted, ticks,
};

/// The part of classes in live play.
pub(crate) const LIVE: LiveFeature = LiveFeature {
    run: Some(|actors| Box::pin(run_held(actors))),
    ..LiveFeature::named("classes")
};

/// The longest freeze, in milliseconds: 45 minutes, in case the teacher forgets to unfreeze.
pub(crate) const HELD_MS: u64 = 45 * 60 * 1_000;

/// How many classes are read at once.
const PAGE: u32 = 200;

/// How many games are contacted concurrently.
const AT_ONCE: usize = 16;

/// How long after all games of a class are paused they are checked again, in milliseconds; earlier
/// only after changes.
const RECHECK_MS: u64 = 30_000;

/// How soon and how often resuming a game is retried that no longer belongs to a class.
const RETRY_EVERY: Duration = Duration::from_secs(5);
const TRIES: usize = 24;

/// The required state of a class: until when its games are paused (`None` if running), and its
/// timed games.
#[derive(Debug, PartialEq, Eq)]
struct ClassHold {
    until_ms: Option<u64>,
    games: Vec<GameId>,
}

impl ClassHold {
    async fn read(actors: &Arc<GameActors>, code: ClassCode) -> Result<Self, StoreError> {
        let now_ms = actors.clock.now_ms();
        let class = Classes::of(&actors.ports)
            .class_with_code(code, now_ms)
            .await?;
        let games = Classes::of(&actors.ports).class_games(code).await?;
        let games = games.into_iter().filter(PairedGame::is_timed);
        Ok(Self {
            until_ms: class
                .map(|class| class.held_until_ms())
                .filter(|until_ms| *until_ms > now_ms),
            games: games.map(|game| game.game).collect(),
        })
    }

    /// Pauses or resumes the games. Returns whether nothing is left to do.
    async fn apply(&self, actors: &Arc<GameActors>, code: ClassCode) -> Result<bool, StoreError> {
        let is_done = pause_games(actors, self.games.iter().copied(), self.until_ms).await;
        if self.until_ms.is_none() {
            return Ok(is_done);
        }
        // A concurrent request that unfroze or ended the class, or removed a pupil, may have
        // resumed a game before it was paused here; and a game that no longer belongs to a class is
        // not checked again.
        let now = Self::read(actors, code).await?;
        let is_left = |game: &GameId| now.until_ms.is_none() || !now.games.contains(game);
        let left = self.games.iter().copied().filter(is_left);
        resume_games(actors, left.collect()).await;
        Ok(is_done)
    }
}

/// Pauses the games of a frozen class, or resumes them. Returns whether nothing is left to do.
pub(crate) async fn pause_class(
    actors: &Arc<GameActors>,
    code: ClassCode,
) -> Result<bool, StoreError> {
    ClassHold::read(actors, code)
        .await?
        .apply(actors, code)
        .await
}

/// Resumes games that no longer belong to a class. Retried for a while, since the background task
/// does not know them.
pub(crate) async fn resume_games(actors: &Arc<GameActors>, games: Vec<GameId>) {
    if pause_games(actors, games.iter().copied(), None).await {
        return;
    }
    let actors = actors.clone();
    tokio::spawn(async move {
        for _ in 0..TRIES {
            sleep(RETRY_EVERY).await;
            if pause_games(&actors, games.iter().copied(), None).await {
                return;
            }
        }
    });
}

/// Pauses games until a time, or resumes them (`None`). Returns whether nothing is left to do.
async fn pause_games(
    actors: &Arc<GameActors>,
    games: impl Iterator<Item = GameId>,
    until_ms: Option<u64>,
) -> bool {
    // An actor that has just closed or does not respond is retried next time.
    let calls: Vec<_> = games.map(|game| actors.hold(game, until_ms)).collect();
    let calls = stream::iter(calls).buffer_unordered(AT_ONCE);
    calls.fold(true, async |all, done| all && done).await
}

/// Classes without remaining work, remembered by this node's background task.
#[derive(Debug, Default)]
struct SettledClasses(BTreeMap<ClassCode, Done>);

#[derive(Debug)]
struct Done {
    /// The class's end of freezing.
    frozen_until_ms: u64,
    held: ClassHold,
    at_ms: u64,
}

/// Keeps the clocks of frozen classes paused.
async fn run_held(actors: Arc<GameActors>) {
    let mut looks = ticks(RESUME_EVERY);
    let mut seen = SettledClasses::default();
    loop {
        next_permitted(&mut looks, &actors).await;
        let looked = maintain_frozen(&actors, &mut seen).await;
        log_failure(&actors, looked.map_err(BackgroundError::from));
    }
}

/// Maintains frozen and recently unfrozen classes. An unfrozen class is checked until all of its
/// games run; a frozen one until all of them are paused, then after each new game, and otherwise
/// every half minute.
async fn maintain_frozen(
    actors: &Arc<GameActors>,
    seen: &mut SettledClasses,
) -> Result<(), StoreError> {
    let now_ms = actors.clock.now_ms();
    // Older pauses have ended by themselves.
    let since_ms = now_ms.saturating_sub(HELD_MS);
    seen.0.retain(|_, done| done.frozen_until_ms > since_ms);
    let mut after = None;
    loop {
        let page = Classes::of(&actors.ports)
            .held_since(since_ms, after, PAGE)
            .await?;
        let Some((last, _)) = page.last().copied() else {
            return Ok(());
        };
        for (code, frozen_until_ms) in page {
            let is_free = frozen_until_ms <= now_ms;
            let done = seen.0.get(&code);
            let done = done.filter(|done| done.frozen_until_ms == frozen_until_ms);
            if is_free && done.is_some_and(|done| done.held.until_ms.is_none()) {
                continue;
            }
            let held = ClassHold::read(actors, code).await?;
            if done.is_some_and(|done| done.held == held && now_ms < done.at_ms + RECHECK_MS) {
                continue;
            }
            if held.apply(actors, code).await? {
                let done = Done {
                    frozen_until_ms,
                    held,
                    at_ms: now_ms,
                };
                seen.0.insert(code, done);
            } else {
                seen.0.remove(&code);
            }
        }
        after = Some(last);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use damier_people::classes::{ClassChange, ClassKey, ClassPlayer, NewClass, NewPupil};
    use damier_people::in_memory::InMemoryStore;
    use damier_people::live::LiveGame;
    use damier_session::{ClockSettings, GameSettings};

    use super::*;
    use crate::live::actor::{ActorMessage, BackgroundCommand};
    use crate::test_support::{actors_with, apart, begin};

    const PUPILS: [&str; 4] = ["fox", "owl", "bee", "cat"];

    /// A class with four pupils and frozen screens.
    async fn held(actors: &Arc<GameActors>) -> ClassCode {
        let (store, now_ms) = (&actors.ports, actors.clock.now_ms());
        let new = NewClass {
            code: ClassCode::drawn([1; 6]),
            teacher: ClassKey::from_bytes([9; 32]),
            made_ms: now_ms,
            until_ms: now_ms + 3_600_000,
        };
        Classes::of(store).make_class(&new).await.unwrap();
        for (number, name) in (1..).zip(PUPILS) {
            let pupil = NewPupil {
                key: ClassKey::from_bytes([number; 32]),
                nickname: name.parse().unwrap(),
            };
            Classes::of(store)
                .join_class(new.code, &pupil, now_ms)
                .await
                .unwrap();
        }
        freeze(actors, new.code, now_ms + 600_000).await;
        new.code
    }

    async fn freeze(actors: &Arc<GameActors>, code: ClassCode, until_ms: u64) {
        let change = ClassChange::FrozenUntil(until_ms);
        assert!(
            Classes::of(&actors.ports)
                .change_class(code, &change)
                .await
                .unwrap()
        );
    }

    /// A game with clocks between the pupils of two numbers.
    async fn paired(actors: &Arc<GameActors>, code: ClassCode, pupils: [usize; 2]) -> GameId {
        let settings = GameSettings {
            clock: Some(ClockSettings::fischer(60_000, 0)),
            ..apart("", "")
        };
        let (store, now_ms) = (&actors.ports, actors.clock.now_ms());
        let game = begin(&*store.journal, 1 + pupils[0] as u128, settings, now_ms).await;
        let pupils = pupils.map(|number| ClassPlayer::Pupil(PUPILS[number].parse().unwrap()));
        let noted = Classes::of(store)
            .pair_pupils(code, game, pupils, now_ms)
            .await;
        assert!(noted.unwrap());
        game
    }

    async fn is_held(actors: &Arc<GameActors>, game: GameId) -> bool {
        let game = LiveGame::open(&*actors.ports.journal, game).await.unwrap();
        game.unwrap().session().is_held()
    }

    /// A fake actor that reports success and counts its calls.
    fn counted(actors: &Arc<GameActors>, game: GameId) -> Arc<AtomicU32> {
        let mut calls = actors.stuck_actor(game);
        let count = Arc::new(AtomicU32::new(0));
        let counts = count.clone();
        tokio::spawn(async move {
            while let Some(call) = calls.recv().await {
                if let ActorMessage::Background(BackgroundCommand::Hold { answer, .. }) = call {
                    counts.fetch_add(1, Ordering::SeqCst);
                    let _ = answer.send(true);
                }
            }
        });
        count
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_stored_after_the_class_changes_is_reverted() {
        for what in 0..3 {
            let actors = actors_with(&Arc::new(InMemoryStore::default()));
            let code = held(&actors).await;
            let game = paired(&actors, code, [0, 1]).await;
            let other = paired(&actors, code, [2, 3]).await;
            let read = ClassHold::read(&actors, code).await.unwrap();
            // Between reading the class and pausing its games.
            match what {
                0 => assert!(Classes::of(&actors.ports).end_class(code).await.unwrap()),
                1 => {
                    let fox = PUPILS[0].parse().unwrap();
                    assert!(
                        Classes::of(&actors.ports)
                            .remove_pupil(code, fox)
                            .await
                            .unwrap()
                    );
                }
                _ => freeze(&actors, code, actors.clock.now_ms()).await,
            }
            assert!(read.apply(&actors, code).await.unwrap());
            assert!(!is_held(&actors, game).await, "{what}");
            assert_eq!(is_held(&actors, other).await, what == 1, "{what}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn stopped_games_are_processed_again_after_a_change() {
        let actors = actors_with(&Arc::new(InMemoryStore::default()));
        let code = held(&actors).await;
        let game = paired(&actors, code, [0, 1]).await;
        let count = counted(&actors, game);
        let mut seen = SettledClasses::default();
        let mut look = async |times: u32| {
            for _ in 0..times {
                maintain_frozen(&actors, &mut seen).await.unwrap();
                sleep(RETRY_EVERY).await;
            }
            count.load(Ordering::SeqCst)
        };
        assert_eq!(look(6).await, 1);
        assert_eq!(look(1).await, 2, "every half minute");
        let other = counted(&actors, paired(&actors, code, [2, 3]).await);
        assert_eq!(look(2).await, 3);
        assert_eq!(other.load(Ordering::SeqCst), 1);
        freeze(&actors, code, actors.clock.now_ms() + 300_000).await;
        assert_eq!(look(2).await, 4, "held for another time");
        freeze(&actors, code, actors.clock.now_ms()).await;
        assert_eq!(look(9).await, 5, "free");
    }
}
