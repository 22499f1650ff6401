//! The two sides of a game, and the one whose turn it is.

/// White or Black. White moves up the board: towards the row of square 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// The side that is drawn at the bottom.
    White,
    /// The side that is drawn at the top.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// The side that this one plays against.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black: an index into arrays of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The stable word for this side in messages and records: `white` or `black`.
    pub const fn code(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }
}
