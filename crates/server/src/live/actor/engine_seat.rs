//! The server's engine in a seat of a game: it searches when it is to move, and its decision is
//! stored as a command whose id is derived from the game and its version, so concurrent nodes store
//! one move. Requests that need no search, such as those it declines, are answered during a search
//! without restarting it.

use damier_session::{Actor, Session, Want};

use crate::live::actor::core::Core;
use crate::live::actor::part::ActorPart;
use crate::live::engine::{EngineBoard, EngineDecision, EngineSearch, SearchSubject, decision};

/// The seat of the engine. Empty in a game between people.
pub(crate) struct EngineSeat {
    /// The engine capacity reserved for the game, until it is over.
    board: Option<EngineBoard>,
    search: Option<EngineSearch>,
    /// The version at which the engine last searched or answered. It tries once at each version,
    /// since a rejected decision would be rejected again.
    tried: Option<u32>,
}

impl EngineSeat {
    pub(crate) fn new(core: &Core) -> Self {
        Self {
            board: core.context.engine.boards().open(core.id(), core.session()),
            search: None,
            tried: None,
        }
    }

    /// Whether the engine searches for a move.
    pub(crate) const fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Waits for the engine's decision. Pending while it does not search.
    pub(crate) async fn decision(&mut self) -> Option<EngineDecision> {
        match &mut self.search {
            Some(_) => decision(&mut self.search).await,
            None => std::future::pending().await,
        }
    }

    /// Stores the engine's decision, unless the position has changed meanwhile.
    pub(crate) async fn on_decision(&mut self, core: &mut Core, decision: Option<EngineDecision>) {
        let now_ms = core.now_ms();
        let Some(EngineDecision { subject, want }) = decision else {
            return;
        };
        // Restored time and requests of players do not change the searched position.
        let is_current = SearchSubject::of(core.session()) == Some(subject);
        if is_current && core.accepts_commands(now_ms).await {
            let actor = Actor::Player(subject.side());
            core.act_as_server("computer", actor, want, now_ms).await;
        }
    }

    /// Lets the engine try again at this version.
    pub(crate) fn retry(&mut self) {
        self.tried = None;
    }

    /// Lets the engine try again if its move is overdue, since it could not be stored.
    pub(crate) fn retry_if_overdue(&mut self, session: &Session, now_ms: u64) {
        let due_ms = session.computer_missed_ms();
        if self.search.is_none() && due_ms.is_some_and(|due_ms| due_ms <= now_ms) {
            self.retry();
        }
    }

    /// Answers requests that need no search.
    async fn answer_at_once(&mut self, core: &mut Core) {
        let version = core.version();
        if self.tried == Some(version) || immediate_answer(core.session()).is_none() {
            return;
        }
        let now_ms = core.now_ms();
        if !core.accepts_commands(now_ms).await {
            return;
        }
        // Restoring time may have changed the version.
        let version = core.version();
        let Some((actor, want)) = immediate_answer(core.session()) else {
            return;
        };
        self.tried = Some(version);
        // A purpose other than a move's, which another node may store at the same version.
        core.act_as_server("computer answers", actor, want, now_ms)
            .await;
    }

    /// Starts a search if the engine is to move, and ends one for another position.
    fn update_search(&mut self, core: &Core) {
        let session = core.session();
        let version = session.version();
        if session.ending().is_some() {
            self.board = None;
        }
        let subject = SearchSubject::of(session);
        if self
            .search
            .as_ref()
            .is_some_and(|it| subject.as_ref() != Some(it.subject()))
        {
            self.search = None;
        }
        if self.search.is_some() {
            // Events that do not change the position need no search of their own.
            self.tried = Some(version);
            return;
        }
        let Some(subject) = subject.filter(|_| self.tried != Some(version)) else {
            return;
        };
        self.tried = Some(version);
        if let Some(board) = &self.board {
            board.is_due();
        }
        let seed = core.id().to_bits() as u64;
        let engine = &core.context.engine;
        self.search = Some(engine.search(session.clone(), subject, seed, core.now_ms()));
    }
}

impl ActorPart for EngineSeat {
    async fn on_event(&mut self, core: &mut Core, _since: u32) {
        self.answer_at_once(core).await;
        self.update_search(core);
    }
}

/// The engine's reply without a search.
fn immediate_answer(session: &Session) -> Option<(Actor, Want)> {
    let side = session.computer_due()?;
    let want = session.computer_answers_at_once(side)?;
    Some((Actor::Player(side), want))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use damier_session::{
        Arrival, Command, CommandId, GameSettings, Player, Request, Seating, Side,
    };

    use super::*;
    use crate::live::actor::CommandReply;
    use crate::live::actor::core::tests::core;
    use crate::live::engine::ServerEngine;

    fn beat(core: &Core) -> u64 {
        let now_ms = core.now_ms();
        core.context.heartbeat.record(now_ms);
        now_ms
    }

    async fn act(core: &mut Core, side: Side, want: Want) {
        let now_ms = beat(core);
        let command = Command {
            id: CommandId::from_bits(core.version().into()),
            actor: Actor::Player(side),
            want,
        };
        let done = core.decide(command, Arrival::at(now_ms)).await;
        assert!(matches!(done, CommandReply::Done(_)), "{done:?}");
    }

    fn plays(text: &str, ply: u32) -> Want {
        Want::Move {
            text: text.to_owned(),
            ply: Some(ply),
        }
    }

    #[tokio::test]
    async fn requests_to_the_engine_do_not_restart_its_search() {
        let settings = GameSettings {
            white: Player::Computer { level: 10 },
            seating: Seating::Apart,
            ..GameSettings::friendly("", "Awa")
        };
        let mut core = core(ServerEngine::that_searches_forever(), settings).await;
        let mut seat = EngineSeat::new(&core);
        let before = SearchSubject::of(core.session()).unwrap();
        act(&mut core, Side::White, plays("32-28", 0)).await;
        act(&mut core, Side::Black, plays("20-25", 1)).await;
        seat.on_event(&mut core, 0).await;
        let stop = seat.search.as_ref().unwrap().stop();
        for plies in 1..=2 {
            let request = Request::TakeBack { plies };
            act(&mut core, Side::Black, Want::Ask { request }).await;
            beat(&core);
            let since = core.version();
            seat.on_event(&mut core, since).await;
            assert_eq!(core.session().request(Side::Black), None);
            assert!(seat.is_searching() && !stop.load(Ordering::Relaxed));
        }
        // A decision about another position is not stored, one about this position is.
        let subject = SearchSubject::of(core.session()).unwrap();
        for (subject, ply) in [(before, 2), (subject, 3)] {
            let want = plays("33-29", 2);
            beat(&core);
            let decision = EngineDecision { subject, want };
            seat.on_decision(&mut core, Some(decision)).await;
            assert_eq!(core.session().ply(), ply);
        }
        let since = core.version();
        seat.on_event(&mut core, since).await;
        assert!(!seat.is_searching() && stop.load(Ordering::Relaxed));
    }
}
