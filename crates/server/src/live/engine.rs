//! The server's engine, which plays games against people. Below full strength it replies within
//! tenths of a second, one search at a time, so that it uses at most one core. Full strength
//! searches for seconds in slots of its own ([`FullStrength`]), so that the other levels do not
//! wait for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use damier_rules::Position;
use damier_session::computer::ComputerPlayer;
use damier_session::{Session, Side, Want};
use parking_lot::Mutex;
use tokio::task::JoinHandle;

use crate::live::cluster::now;
pub(crate) use crate::live::engine_boards::{EngineBoard, EngineBoards, ReservedBoards};
pub(crate) use crate::live::engine_budget::{Budget, EngineBusy, EngineDemand};
use crate::live::engine_request::{SearchRequest, in_a_thread};
use crate::live::full_strength::FullStrength;

/// What a search depends on. While it is unchanged, a search continues, for example when the time
/// of an outage is restored, or a request of the player is declined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SearchSubject {
    side: Side,
    ply: u32,
    position: Position,
    /// Whether a draw is offered to the engine.
    is_offered: bool,
}

impl SearchSubject {
    /// The subject in a game; `None` if the engine is not to move.
    pub(crate) fn of(session: &Session) -> Option<Self> {
        let side = session.computer_due()?;
        Some(Self {
            side,
            ply: session.ply(),
            position: *session.position(),
            is_offered: session.offer() == Some(side.opponent()),
        })
    }

    /// The side of the engine.
    pub(crate) const fn side(&self) -> Side {
        self.side
    }
}

/// The engine's decision, and its subject.
#[derive(Debug)]
pub(crate) struct EngineDecision {
    pub(crate) subject: SearchSubject,
    pub(crate) want: Want,
}

/// A search. It is stopped when this is dropped.
#[derive(Debug)]
pub(crate) struct EngineSearch {
    subject: SearchSubject,
    task: JoinHandle<Option<EngineDecision>>,
    stop: Arc<AtomicBool>,
}

impl EngineSearch {
    /// Its subject.
    pub(crate) const fn subject(&self) -> &SearchSubject {
        &self.subject
    }

    /// The flag that stops it.
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

/// Waits for the decision of a search, and removes the search.
pub(crate) async fn decision(search: &mut Option<EngineSearch>) -> Option<EngineDecision> {
    let decision = (&mut search.as_mut()?.task).await;
    *search = None;
    decision.ok().flatten()
}

/// The engines of a node, created on first use.
#[derive(Debug, Default)]
pub(crate) struct ServerEngine {
    player: Arc<Mutex<Option<ComputerPlayer>>>,
    turn: Arc<tokio::sync::Mutex<()>>,
    full_strength: FullStrength,
    boards: Arc<EngineBoards>,
}

impl ServerEngine {
    /// Boards at which the engine plays, and those reserved for new games.
    pub(crate) const fn boards(&self) -> &Arc<EngineBoards> {
        &self.boards
    }

    /// One full-strength slot whose searches never end.
    #[cfg(test)]
    pub(crate) fn that_searches_forever() -> Self {
        Self {
            full_strength: FullStrength::with(1, u64::MAX),
            ..Self::default()
        }
    }

    /// Starts a search in a game in which the engine has been to move since `due_ms`, in Unix
    /// milliseconds.
    pub(crate) fn search(
        self: &Arc<Self>,
        session: Session,
        subject: SearchSubject,
        seed: u64,
        due_ms: u64,
    ) -> EngineSearch {
        let stop = Arc::new(AtomicBool::new(false));
        let request = Arc::new(SearchRequest {
            session,
            side: subject.side,
            seed,
            due_ms,
            due: now(),
            stop: stop.clone(),
        });
        let own = self.clone();
        let task = tokio::spawn(async move {
            let want = own.choose_command(request).await?;
            Some(EngineDecision { subject, want })
        });
        EngineSearch {
            subject,
            task,
            stop,
        }
    }

    /// The engine's decision; `None` if it is not to move, the search was stopped, or the thread
    /// failed.
    async fn choose_command(&self, request: Arc<SearchRequest>) -> Option<Want> {
        if request.is_for_full_strength()
            && let Some(slot) = self.full_strength.slot(&request).await
        {
            return slot.search(request).await;
        }
        // Waiting here occupies no blocking thread.
        let turn = self.turn.clone().lock_owned().await;
        let player = self.player.clone();
        in_a_thread(move || {
            // Held until the thread has finished, also if the search was stopped.
            let _turn = turn;
            if request.stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut kept = player.lock();
            let player = kept.get_or_insert_default();
            player.next_command(&request.session, request.side, request.seed)
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
    use crate::live::engine_request::FULL_STRENGTH;

    /// A search in a new game at this level, with this time on White's clock.
    fn searches(engine: &Arc<ServerEngine>, level: u8, initial_ms: Option<u64>) -> EngineSearch {
        let settings = GameSettings {
            white: Player::Computer { level },
            clock: initial_ms.map(|initial_ms| ClockSettings::fischer(initial_ms, 0)),
            ..GameSettings::friendly("", "Awa")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
        let subject = SearchSubject::of(&session).unwrap();
        engine.search(session, subject, 1, 0)
    }

    async fn moves(search: EngineSearch) -> bool {
        let decision = decision(&mut Some(search)).await;
        decision.is_some_and(|it| matches!(it.want, Want::Move { .. }))
    }

    #[tokio::test]
    async fn other_levels_do_not_wait_for_full_strength_and_a_dropped_search_stops() {
        // One slot, whose search never ends.
        let engine = Arc::new(ServerEngine::that_searches_forever());
        let forever = searches(&engine, FULL_STRENGTH, None);
        let are_free = async |free: usize| {
            while engine.full_strength.free() != free {
                sleep(Duration::from_millis(5)).await;
            }
        };
        are_free(0).await;
        assert!(moves(searches(&engine, 3, None)).await);
        // If the clock does not permit waiting, a lower level replies.
        assert!(moves(searches(&engine, FULL_STRENGTH, Some(2_000))).await);
        // A dropped search that is waiting takes no slot.
        let waits = searches(&engine, FULL_STRENGTH, None);
        drop(waits);
        drop(forever);
        are_free(1).await;
    }

    #[tokio::test]
    async fn full_strength_answers_within_its_time() {
        let engine = Arc::new(ServerEngine {
            full_strength: FullStrength::with(1, 300),
            ..ServerEngine::default()
        });
        let several = [(); 3].map(|()| searches(&engine, FULL_STRENGTH, None));
        for search in several {
            assert!(moves(search).await);
        }
        assert_eq!(engine.full_strength.free(), 1);
    }
}
