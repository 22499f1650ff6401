//! What the customs of conduct make of a session: touched pieces, and irregular moves that the opponent
//! corrects or lets stand. Whether a custom is kept, and whose turn it is, has been checked before.

use damier_notation::square_names;
use damier_rules::{Side, Square};

use super::Session;
use crate::act::{ActError, MAX_MOVE_TEXT};
use crate::conduct::{Irregular, NotIrregular};

impl Session {
    /// A piece is touched: if it can move, it is to be played.
    pub(super) fn touch(&mut self, side: Side, text: &str) -> Result<(), ActError> {
        let square = self.own_piece(side, text)?;
        let moves = self.position().legal_moves();
        let can_move = moves.iter().any(|played| played.from == square);
        if can_move && self.touched.is_none() && !self.adoube(side) {
            self.touched = Some(square);
        }
        Ok(())
    }

    fn own_piece(&self, side: Side, text: &str) -> Result<Square, ActError> {
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

    /// Something irregular is done on the board; the clock is pressed as after a move.
    pub(super) fn irregular(
        &mut self,
        side: Side,
        from: &str,
        to: &str,
        removed: &[String],
        now_ms: u64,
    ) -> Result<(), ActError> {
        let square =
            |text: &str| square_names::read(self.variant(), text).ok_or(NotIrregular::EmptyStart);
        let squares = removed.iter().map(|text| square(text));
        let irregular = Irregular {
            from: square(from)?,
            to: square(to)?,
            removed: squares.collect::<Result<_, _>>()?,
        };
        let (done, left) = irregular.done(self.position(), side)?;
        self.game.make_irregular(done, left);
        self.released(now_ms);
        self.fault = Some(side);
        Ok(())
    }

    /// Undoes the irregular move that stands last. Its piece was touched.
    pub(super) fn correct(&mut self, now_ms: u64) {
        let by = self.fault.take();
        let done = self.game.take_back();
        self.turns.pop();
        self.touched = None;
        let moves = self.position().legal_moves();
        let square = done.map(|done| done.from);
        if self.settings.conduct.touched_is_played
            && by == Some(self.position().side())
            && moves.iter().any(|played| Some(played.from) == square)
        {
            self.touched = square;
        }
        // The time that was used is used; the side that has to move again goes on with the rest.
        if let Some(clock) = &mut self.clock {
            clock.stop(now_ms);
        }
        self.run_clock(now_ms);
    }

    /// The irregular move that stands last cannot be corrected any more, and may have ended the game.
    pub(super) fn let_stand(&mut self, now_ms: u64) {
        self.fault = None;
        if let Some(outcome) = self.game.outcome() {
            self.end(outcome, now_ms);
        }
    }
}
