//! The input of the generator of the international game: a position as sets, seen by the side to
//! move.

use super::board::{ALL, FAR_ROWS};
use crate::Side;
use crate::pieces::Pieces;

/// A position as the side to move sees it.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) men: u64,
    pub(super) kings: u64,
    pub(super) enemy: u64,
    pub(super) empty: u64,
    pub(super) far_row: u64,
    pub(super) side: Side,
}

impl View {
    #[inline]
    pub(super) fn of(pieces: &Pieces<u64>) -> View {
        let own = pieces.own();
        View {
            men: own & !pieces.kings,
            kings: own & pieces.kings,
            enemy: pieces.enemy(),
            empty: ALL & !pieces.occupied(),
            far_row: FAR_ROWS[pieces.side.index()],
            side: pieces.side,
        }
    }
}
