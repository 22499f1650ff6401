//! A game on a DXP connection, in the state that both sides agree on.

use damier_rules::Game;

use crate::dxp::finished::{Finished, HowEnded};
use crate::dxp::message::Back;
use crate::dxp::terms::Terms;

/// A game on the connection.
#[derive(Debug)]
pub(super) struct DxpGame {
    pub(super) terms: Terms,
    pub(super) game: Game,
    /// The reported seconds of each move.
    pub(super) seconds: Vec<u16>,
    /// The number of plies that remain if the other side accepts this side's request to go back.
    pub(super) back_to: Option<usize>,
    /// Whether the other side has played on although the game is over by our rules.
    pub(super) played_on: bool,
}

impl DxpGame {
    pub(super) fn finished(self, how: HowEnded) -> Finished {
        Finished {
            terms: self.terms,
            game: self.game,
            seconds: self.seconds,
            how,
        }
    }

    /// The request to go back until this many plies are left. Move numbers count pairs of moves
    /// from the first move of the game, whichever side makes it.
    pub(super) fn back(&self, plies: usize) -> Option<Back> {
        let number = u16::try_from(plies / 2 + 1).ok()?;
        let first = self.terms.start.side();
        let side = if plies.is_multiple_of(2) {
            first
        } else {
            first.opponent()
        };
        (number <= 999).then_some(Back { number, side })
    }

    /// How many plies come before a move; `None` if the game has fewer moves.
    pub(super) fn plies_before(&self, back: Back) -> Option<usize> {
        let pairs = usize::from(back.number).checked_sub(1)?;
        let plies = 2 * pairs + usize::from(back.side != self.terms.start.side());
        (plies <= self.game.len()).then_some(plies)
    }

    pub(super) fn go_back(&mut self, plies: usize) {
        while self.game.len() > plies {
            self.game.take_back();
        }
        self.seconds.truncate(plies);
        self.played_on = false;
        self.back_to = None;
    }
}
