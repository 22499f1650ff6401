//! A command that comes again: it gets the answer that it got, whatever has happened since, and another one under its id is refused.

use damier_session::{Command, Event, Side, Want};

use crate::live::actor::{Answer, Room};
use crate::live::seats::is_of_a_client;

impl Room {
    /// The answer to a command whose id an event has already; `None` where no event has it, as far as this node knows.
    pub(crate) fn answered_before(&self, command: &Command) -> Option<Answer> {
        let event = self.game.session().answer_to(command.id)?;
        Some(self.answer_with(event, command))
    }

    /// The same with what other nodes have stored: asked before something is refused that may have been done there. Where that cannot be read nobody knows,
    /// so it is not refused.
    pub(crate) async fn answered_elsewhere(&mut self, command: &Command) -> Option<Answer> {
        let is_known = !self.store.is_shared() || self.hear_others().await;
        match self.answered_before(command) {
            None if !is_known => Some(Answer::Unavailable),
            answered => answered,
        }
    }

    /// The answer to a command whose id a stored event has. What the house does has an id that all nodes come to, each with what it has seen; and what a
    /// team decides is not always what the member wants whose voice decided it (`consulting.rs`).
    pub(crate) fn answer_with(&self, event: Event, command: &Command) -> Answer {
        let is_of_a_team = self.teams.is_some() && !matches!(command.want, Want::Flag { .. });
        let is_free = !is_of_a_client(command.id) || is_of_a_team;
        if is_free || self.game.session().came_of(&event, command) {
            Answer::Done(event)
        } else {
            self.id_used()
        }
    }

    /// The answer to a member of the team of a side whose command has this event: only whose act it is can be compared.
    pub(in crate::live) fn answer_to_member(&self, side: Option<Side>, event: Event) -> Answer {
        if event.act.by().is_none_or(|by| Some(by) == side) {
            Answer::Done(event)
        } else {
            self.id_used()
        }
    }

    fn id_used(&self) -> Answer {
        Answer::Refused {
            code: "id-used",
            detail: "another act has this id; what is wanted needs a new one".to_owned(),
            version: self.game.session().version(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use damier_people::in_memory::InMemoryStore;
    use damier_people::live::CommandAnswer;
    use damier_session::{Actor, Arrival, Command, CommandId, SeatRole, Side, Want};

    use crate::clock::WallClock;
    use crate::live::actor::due::tests::begun;
    use crate::live::actor::{Answer, Arrived};
    use crate::live::membership::act;
    use crate::live::seats::Sitter;
    use crate::simuls::tests_of_displays::rooms_with;

    #[tokio::test(start_paused = true)]
    async fn what_may_have_been_done_elsewhere_is_not_refused() {
        let store = Arc::new(InMemoryStore::shared());
        let rooms = rooms_with(store.clone());
        let now_ms = rooms.clock.now_ms();
        let mut elsewhere = begun(&store, now_ms).await;
        let sitter = Sitter {
            role: SeatRole::Player(Side::Black),
            key: None,
        };
        let command = Command {
            id: CommandId::from_bits(0xf47a_c10b_58cc_4372_a567_0e02_b2c3_d479),
            actor: Actor::Player(Side::Black),
            want: Want::Flag { side: Side::White },
        };
        let game = elsewhere.id();
        let claim = async || {
            let at = Arrived {
                at_ms: rooms.clock.now_ms(),
                way_ms: 0,
            };
            act(&rooms, game, sitter, command.id, command.want.clone(), at).await
        };
        let early = claim().await;
        let is_early = |answer: &Answer| {
            matches!(
                answer,
                Answer::Refused {
                    code: "time-left",
                    ..
                }
            )
        };
        assert!(is_early(&early), "{early:?}");
        // It falls on another node, whose answer was lost. Here nobody has heard of that.
        let flag = elsewhere.act(&*store, &command, Arrival::at(now_ms + 60_000));
        let flag = flag.await;
        assert!(matches!(flag, Ok(CommandAnswer::Done { .. })), "{flag:?}");
        store.be_unread(true);
        let unknown = claim().await;
        assert!(matches!(unknown, Answer::Unavailable), "{unknown:?}");
        store.be_unread(false);
        let again = claim().await;
        assert!(matches!(again, Answer::Done(_)), "{again:?}");
    }
}
