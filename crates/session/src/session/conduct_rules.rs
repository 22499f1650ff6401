//! The conduct rules in a session: touched pieces, and irregular moves that the opponent corrects
//! or accepts. The caller has checked that the rule is in force in the game, and whose turn it is.

use damier_notation::square_names;
use damier_rules::{Side, Square};

use crate::act::MAX_MOVE_TEXT;
use crate::act_error::ActError;
use crate::conduct::{Irregular, NotIrregular};
use crate::session::Session;

impl Session {
    /// The square of a piece of this side's, by its name.
    pub(super) fn own_piece(&self, side: Side, text: &str) -> Result<Square, ActError> {
        let square = square_names::read(self.variant(), text);
        square
            .filter(|&square| {
                let piece = self.position().piece_at(square);
                piece.is_some_and(|piece| piece.side == side)
            })
            .ok_or_else(|| ActError::NothingToTouch {
                side,
                square: text.chars().take(MAX_MOVE_TEXT).collect(),
            })
    }

    /// Reads an irregular move from the names of its squares.
    pub(super) fn read_irregular(
        &self,
        from: &str,
        to: &str,
        removed: &[String],
    ) -> Result<Irregular, NotIrregular> {
        let square =
            |text: &str| square_names::read(self.variant(), text).ok_or(NotIrregular::EmptyStart);
        let squares = removed.iter().map(|text| square(text));
        Ok(Irregular {
            from: square(from)?,
            to: square(to)?,
            removed: squares.collect::<Result<_, _>>()?,
        })
    }

    /// Undoes the last irregular move; its piece counts as touched.
    pub(super) fn correct(&mut self, now_ms: u64) {
        let by = self.fault.take();
        let done = self.game.take_back();
        self.turns.pop();
        self.touched = None;
        if self.settings.conduct.touched_is_played && by == Some(self.position().side()) {
            let can_move =
                |&square: &Square| !self.position().moves_from(square, None).0.is_empty();
            self.touched = done.map(|done| done.from).filter(can_move);
        }
        // Used time stays used; the side that moves again continues with the rest.
        if let Some(clock) = &mut self.clock {
            clock.stop(now_ms);
        }
        self.run_clock(now_ms);
    }

    /// The irregular move that stands last cannot be corrected any more, and may have ended the
    /// game.
    pub(super) fn let_stand(&mut self, now_ms: u64) {
        self.fault = None;
        if let Some(outcome) = self.game.outcome() {
            self.end(outcome.into(), now_ms);
        }
    }
}
