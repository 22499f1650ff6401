//! A playing square, by its number.

use std::fmt;

/// A playing square of some board.
///
/// The number counts the playing squares row by row from the top left one, with White at the
/// bottom, and starts at 1. In the international game this is the square's number of every book
/// (Annex 1 art. 2.6); games with other names for their squares translate at the door of notation.
///
/// A `Square` does not know its board: whether 50 exists is asked of [`Board`](crate::Board).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The largest number that any board of the family may use.
    pub const MAX: u8 = 128;

    /// Returns the square of this number, if it is between 1 and [`Square::MAX`].
    #[inline]
    pub const fn new(number: u8) -> Option<Square> {
        if number >= 1 && number <= Square::MAX {
            Some(Square(number))
        } else {
            None
        }
    }

    /// Returns the number of the square, 1 or more.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the number less one: an index into arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Returns the square of an index that was counted on a board, so that it is below
    /// [`Square::MAX`].
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Square {
        debug_assert!(index < Square::MAX as usize);
        Square(index as u8 + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
