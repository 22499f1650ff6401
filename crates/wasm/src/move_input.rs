//! What a person wants to play, as the page hands it over: numbers of squares, read into the input that `rules` explains.
//! Called by everything that plays moves: a game, and a tree of moves.

use damier_rules::{MoveInput, Square, Variant};
use serde::Deserialize;

use crate::arguments::square;
use crate::error::DoorError;

/// What a person wants to play.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveInputView {
    /// The square of the piece.
    pub from: u32,
    /// Where it shall end.
    pub to: u32,
    /// Squares in between that were named.
    #[serde(default)]
    pub via: Vec<u32>,
    /// The piece of the other side to be huffed first.
    #[serde(default)]
    pub huff: Option<u32>,
}

impl MoveInputView {
    /// The same for the rules of a game.
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
