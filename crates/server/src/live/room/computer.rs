//! The computer at a board of a room: it thinks when it has something to do, and what it wants is done as a command of the house, whose id follows
//! from the game and its version. So two nodes that think at once play one move.

use damier_club::{Actor, Arrival, Command};

use super::super::computers::Thought;
use super::super::seats::house_command;
use super::{Answer, Room};
use crate::clock::WallClock;

impl Room {
    /// Has the computer think, if it has something to do and does not think yet. It thinks once about each version: what was refused would be
    /// refused again.
    pub(super) fn have_the_computer_think(&mut self) {
        let session = self.game.session();
        let version = session.version();
        if session.ending().is_some() {
            self.computer_board = None; // it is free for others
        }
        // What it thinks about another position, or a game that is over, nobody wants to know.
        if self
            .thinking
            .as_ref()
            .is_some_and(|it| it.version() != version)
        {
            self.thinking = None;
        }
        if self.thinking.is_some() || self.thought == Some(version) {
            return;
        }
        let Some(side) = session.computer_due() else {
            return;
        };
        self.thought = Some(version);
        if let Some(board) = &self.computer_board {
            board.is_due();
        }
        let seed = self.game.id().to_bits() as u64;
        let (session, due_ms) = (session.clone(), self.clock.now_ms());
        self.thinking = Some(self.computers.think(session, side, seed, due_ms));
    }

    /// Has the computer think once more where it has something to do for too long: what it wanted could not be stored.
    pub(super) fn miss_the_computer(&mut self, now_ms: u64) {
        let missed_ms = self.game.session().computer_missed_ms();
        if self.thinking.is_none() && missed_ms.is_some_and(|missed_ms| missed_ms <= now_ms) {
            self.thought = None;
        }
    }

    /// Does what the computer wants, unless the game has gone on meanwhile.
    pub(super) async fn play_what_was_thought(&mut self, thought: Option<Thought>) {
        let now_ms = self.clock.now_ms();
        let Some(thought) = thought else { return };
        // What an outage has cost is no other position.
        let is_of_then = self.game.session().version() == thought.version;
        if !is_of_then || !self.takes_moves(now_ms).await {
            return;
        }
        let game = self.game.id();
        let command = Command {
            id: house_command("computer", game, thought.version.into()),
            actor: Actor::Player(thought.side),
            want: thought.want,
        };
        let before = self.game.session().version();
        if let Answer::Refused { code, .. } = self.decide(command, Arrival::at(now_ms)).await {
            tracing::warn!(%game, code, "what the computer wants is refused");
        }
        self.answer_what_is_new(before).await;
    }
}
