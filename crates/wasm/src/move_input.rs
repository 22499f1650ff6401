//! A move that the user wants to play, as sent by the page: numbers of squares, which are converted
//! into the move input that `rules` explains. Used wherever moves are played: in a game and in a
//! tree of moves.

use damier_rules::{MoveInput, Square, Variant};
use serde::Deserialize;

use crate::arguments::square;
use crate::error::DoorError;

/// A move that the user wants to play.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveInputView {
    /// The square of the piece.
    pub from: u32,
    /// The square where the move should end.
    pub to: u32,
    /// Squares in between that the user chose.
    #[serde(default)]
    pub via: Vec<u32>,
    /// The piece of the other side to huff first.
    #[serde(default)]
    pub huff: Option<u32>,
}

impl MoveInputView {
    /// Converts it to a move input for the rules of this game.
    ///
    /// # Errors
    /// `no-such-square`.
    pub(crate) fn read(&self, variant: Variant) -> Result<MoveInput, DoorError> {
        let via: Result<Vec<Square>, DoorError> = self
            .via
            .iter()
            .map(|&number| square(variant, number))
            .collect();
        let huff = self
            .huff
            .map(|number| square(variant, number))
            .transpose()?;
        let (from, to) = (square(variant, self.from)?, square(variant, self.to)?);
        Ok(MoveInput::through(from, via?, to).huffing(huff))
    }
}
