//! The engine of the server, which plays at boards that were given to the computer. One thinks at a time on this node at the levels that answer in a
//! moment, so that they take one core of several at most; the others wait for a moment. The strongest level thinks for seconds and has places of its own
//! (`strongest.rs`), so that nobody else waits for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use damier_rules::Position;
use damier_session::computer::ComputerPlayer;
use damier_session::{Session, Side, Want};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::live::cluster::now;
pub(crate) use crate::live::engine_boards::{EngineBoard, EngineBoards, ReservedBoards};
pub(crate) use crate::live::engine_budget::{Budget, EngineBusy, EngineDemand};
use crate::live::engine_request::{SearchRequest, in_a_thread};
use crate::live::full_strength::FullStrength;

/// What the computer thinks about. As long as this is the same, what is done beside the board changes nothing about it: the person asks for something,
/// and is refused it, or the time of an outage is given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SearchSubject {
    side: Side,
    ply: u32,
    position: Position,
    /// Whether a draw is offered to the computer.
    is_offered: bool,
}

impl SearchSubject {
    /// What there is to think about in a game; `None` where the computer has nothing to do.
    pub(crate) fn of(session: &Session) -> Option<Self> {
        let side = session.computer_due()?;
        Some(Self {
            side,
            ply: session.ply(),
            position: *session.position(),
            is_offered: session.offer() == Some(side.opponent()),
        })
    }

    /// The side of the computer.
    pub(crate) const fn side(&self) -> Side {
        self.side
    }
}

/// What the computer wants to do, and about what it has thought.
#[derive(Debug)]
pub(crate) struct EngineDecision {
    pub(crate) matter: SearchSubject,
    pub(crate) want: Want,
}

/// A thought that is waited for. Once this is dropped nobody waits, and the engine stops.
#[derive(Debug)]
pub(crate) struct EngineSearch {
    matter: SearchSubject,
    task: JoinHandle<Option<EngineDecision>>,
    comes: Arc<Notify>,
    stop: Arc<AtomicBool>,
}

impl EngineSearch {
    /// About what it is.
    pub(crate) const fn matter(&self) -> &SearchSubject {
        &self.matter
    }

    /// Somebody looks on now.
    pub(crate) fn look_on(&self) {
        self.comes.notify_one();
    }

    /// What is set once nobody wants to know any more.
    #[cfg(test)]
    pub(crate) fn stop(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }
}

impl Drop for EngineSearch {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.task.abort();
    }
}

/// Waits for the thought, and forgets that one is waited for.
pub(crate) async fn thought(thinking: &mut Option<EngineSearch>) -> Option<EngineDecision> {
    let thought = (&mut thinking.as_mut()?.task).await;
    *thinking = None;
    thought.ok().flatten()
}

/// The engines, made when they are needed first.
#[derive(Debug, Default)]
pub(crate) struct ServerEngine {
    player: Arc<Mutex<Option<ComputerPlayer>>>,
    turn: Arc<tokio::sync::Mutex<()>>,
    strongest: FullStrength,
    boards: Arc<EngineBoards>,
}

impl ServerEngine {
    /// The boards at which the computer plays, and those that are kept for games that are to begin.
    pub(crate) const fn boards(&self) -> &Arc<EngineBoards> {
        &self.boards
    }

    /// One place at the strongest level, at which whoever has it thinks for good.
    #[cfg(test)]
    pub(crate) fn that_think_for_good() -> Self {
        Self {
            strongest: FullStrength::with(1, u64::MAX),
            ..Self::default()
        }
    }

    /// Thinks about a game in which the computer has something to do since `due_ms`, in Unix milliseconds.
    pub(crate) fn think(
        self: &Arc<Self>,
        session: Session,
        matter: SearchSubject,
        seed: u64,
        due_ms: u64,
        is_looked_on: bool,
    ) -> EngineSearch {
        let (comes, stop) = (Arc::new(Notify::new()), Arc::new(AtomicBool::new(false)));
        let question = SearchRequest {
            session,
            side: matter.side,
            seed,
            due_ms,
            due: now(),
            is_looked_on,
            comes: comes.clone(),
            stop: stop.clone(),
        };
        let own = self.clone();
        let task = tokio::spawn(async move {
            let want = own.answer(question).await?;
            Some(EngineDecision { matter, want })
        });
        EngineSearch {
            matter,
            task,
            comes,
            stop,
        }
    }

    /// What the computer wants; `None` where it has nothing to do, nobody wants to know any more, or the thread failed.
    async fn answer(&self, question: SearchRequest) -> Option<Want> {
        if question.session.settings().computer_plays_itself() {
            question.pace().await;
        }
        let question = Arc::new(question);
        if question.is_for_the_strongest()
            && let Some(place) = self.strongest.place(&question).await
        {
            return place.think(question).await;
        }
        self.answer_soon(question).await
    }

    /// What it wants by the engine that answers in a moment.
    async fn answer_soon(&self, question: Arc<SearchRequest>) -> Option<Want> {
        // Waiting here takes no thread of those that block.
        let turn = self.turn.clone().lock_owned().await;
        let player = self.player.clone();
        in_a_thread(move || {
            // Held until the thread is done, also where nobody waits for it any more.
            let _turn = turn;
            if question.stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut kept = player.lock().unwrap_or_else(PoisonError::into_inner);
            let player = kept.get_or_insert_default();
            player.wants(&question.session, question.side, question.seed)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use damier_rules::Variant;
    use damier_session::{ClockSettings, GameSettings, Player};
    use tokio::time::sleep;

    use super::*;
    use crate::live::engine_request::{PACE, STRONGEST, UNSEEN_PACE};
    use crate::live::full_strength::longest;

    /// A thought about a new game at this level, in which White has so much time.
    fn thinks(engine: &Arc<ServerEngine>, level: u8, initial_ms: Option<u64>) -> EngineSearch {
        let settings = GameSettings {
            white: Player::Computer { level },
            clock: initial_ms.map(|initial_ms| ClockSettings::fischer(initial_ms, 0)),
            ..GameSettings::friendly("", "Awa")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
        let matter = SearchSubject::of(&session).unwrap();
        engine.think(session, matter, 1, 0, true)
    }

    async fn moved(thinking: EngineSearch) -> bool {
        let thought = thought(&mut Some(thinking)).await;
        thought.is_some_and(|thought| matches!(thought.want, Want::Move { .. }))
    }

    #[tokio::test]
    async fn nobody_waits_for_the_strongest_level_and_it_stops_where_nobody_wants_to_know() {
        // One place, and whoever has it thinks for good.
        let engine = Arc::new(ServerEngine::that_think_for_good());
        let for_good = thinks(&engine, STRONGEST, None);
        let are_free = async |free: usize| {
            while engine.strongest.free() != free {
                sleep(Duration::from_millis(5)).await;
            }
        };
        are_free(0).await;
        assert!(moved(thinks(&engine, 3, None)).await);
        // Where the clock does not let it wait, it answers at once.
        assert!(moved(thinks(&engine, STRONGEST, Some(2_000))).await);
        // One that waits, and is not wanted any more, takes no place.
        let waits = thinks(&engine, STRONGEST, None);
        drop(waits);
        drop(for_good);
        are_free(1).await;
    }

    #[tokio::test(start_paused = true)]
    async fn where_nobody_looks_on_the_computer_plays_itself_slowly() {
        let engine = Arc::new(ServerEngine::default());
        let settings = GameSettings {
            white: Player::Computer { level: 1 },
            black: Player::Computer { level: 1 },
            ..GameSettings::friendly("", "")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
        let matter = SearchSubject::of(&session).unwrap();
        let think = |is_looked_on| engine.think(session.clone(), matter, 1, 0, is_looked_on);
        let began = now();
        assert!(moved(think(true)).await);
        assert!((PACE..UNSEEN_PACE).contains(&began.elapsed()));
        let began = now();
        assert!(moved(think(false)).await);
        assert!(began.elapsed() >= UNSEEN_PACE);
        // Whoever comes meanwhile does not wait for so long.
        let began = now();
        let thinking = think(false);
        thinking.look_on();
        assert!(moved(thinking).await);
        assert!((PACE..UNSEEN_PACE).contains(&began.elapsed()));
        // Nobody else has to look after it meanwhile.
        let missed = Duration::from_millis(session.computer_missed_ms().unwrap());
        assert!(UNSEEN_PACE + longest() < missed);
    }

    #[tokio::test]
    async fn the_strongest_level_answers_within_its_time() {
        let engine = Arc::new(ServerEngine {
            strongest: FullStrength::with(1, 300),
            ..ServerEngine::default()
        });
        let several = [(); 3].map(|()| thinks(&engine, STRONGEST, None));
        for thinking in several {
            assert!(moved(thinking).await);
        }
        assert_eq!(engine.strongest.free(), 1);
    }
}
