//! A command that comes again: it gets the answer that it got, whatever has happened since, and another one under its id is refused.

use damier_club::{Command, Event, Side, Want};

use super::super::seats::is_of_a_client;
use super::{Answer, Room};

impl Room {
    /// The answer to a command whose id an event has already; `None` where no event has it, as far as this node knows.
    pub(super) fn answered_before(&self, command: &Command) -> Option<Answer> {
        let event = self.game.session().answer_to(command.id)?;
        Some(self.answer_with(event, command))
    }

    /// The same with what other nodes have stored: asked before something is refused that may have been done there.
    pub(super) async fn answered_elsewhere(&mut self, command: &Command) -> Option<Answer> {
        if self.store.is_shared() {
            self.hear_others().await;
        }
        self.answered_before(command)
    }

    /// The answer to a command whose id a stored event has. What the house does has an id that all nodes come to, each with what it has seen; and what a
    /// team decides is not always what the member wants whose voice decided it (`consulting.rs`).
    pub(super) fn answer_with(&self, event: Event, command: &Command) -> Answer {
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
