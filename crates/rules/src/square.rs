//! A playing square, identified by its number.

use std::fmt;

/// A playing square of any board.
///
/// Numbers start at 1 and count the playing squares row by row from the top left, with White at the
/// bottom. In the international game this is the number that all books use (Annex 1 art. 2.6); for
/// games that name their squares differently, `damier-notation` translates.
///
/// A `Square` is not tied to a board: [`Board::has`](crate::Board::has) returns whether a board has
/// it.
///
/// ```
/// use damier_rules::Square;
/// assert_eq!(Square::new(28).map(|square| square.number()), Some(28));
/// assert_eq!(Square::new(0), None); // squares are numbered from 1
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The largest number that any board of the family may use.
    pub const MAX: u8 = 128;

    /// Returns the square with this number; `None` if it is not between 1 and [`Square::MAX`].
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

    /// Returns the number minus one, as an index into arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Returns the square with this index. The index comes from counting squares of a board, so it
    /// is below [`Square::MAX`].
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
