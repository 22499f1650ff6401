//! The two sides of a game.

/// White or Black. White moves up the board: towards the row of square 1.
///
/// ```
/// use damier_rules::Side;
/// assert_eq!((Side::White.opponent(), Side::Black.code()), (Side::Black, "black"));
/// assert_eq!(Side::from_code("white"), Some(Side::White));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(rename_all = "kebab-case"))]
pub enum Side {
    /// The side that is drawn at the bottom.
    White,
    /// The side that is drawn at the top.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// Returns the other side.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// Returns 0 for White and 1 for Black, as an index into arrays of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the stable code of this side in messages and records: `white` or `black`.
    pub const fn code(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }

    /// Returns the side with this code.
    pub fn from_code(code: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.code() == code)
    }
}
