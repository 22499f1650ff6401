//! The pieces: men and kings of both sides.

use crate::Side;

/// A man or a king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A man (*pion*): it moves forward only.
    Man,
    /// A king (*dame*): a man that ended a move on the far row.
    King,
}

/// A piece of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Piece {
    /// Whose piece it is.
    pub side: Side,
    /// Man or king.
    pub kind: Kind,
}

impl Piece {
    /// A piece from its side and kind.
    pub const fn new(side: Side, kind: Kind) -> Piece {
        Piece { side, kind }
    }
}
