//! The pieces: men and kings of both sides.

use crate::Side;

/// A man or a king.
///
/// ```
/// assert_eq!(damier_rules::Kind::King.code(), "king");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(rename_all = "kebab-case"))]
pub enum Kind {
    /// A man (*pion*): it moves forward only.
    Man,
    /// A king (*dame*): a man that ended a move on the far row.
    King,
}

impl Kind {
    /// Both kinds.
    pub const ALL: [Kind; 2] = [Kind::Man, Kind::King];

    /// Returns the stable code in messages: `man` or `king`.
    pub const fn code(self) -> &'static str {
        match self {
            Kind::Man => "man",
            Kind::King => "king",
        }
    }
}

/// A piece of one side.
///
/// ```
/// use damier_rules::{Kind, Piece, Side};
/// let man = Piece::new(Side::Black, Kind::Man);
/// assert_eq!((man.side, man.kind), (Side::Black, Kind::Man));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Piece {
    /// Whose piece it is.
    pub side: Side,
    /// Man or king.
    pub kind: Kind,
}

impl Piece {
    /// Makes a piece from its side and kind.
    pub const fn new(side: Side, kind: Kind) -> Piece {
        Piece { side, kind }
    }
}
