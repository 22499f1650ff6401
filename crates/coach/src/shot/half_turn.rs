//! The half turn of the board, which converts a line of Black to one of White. Only `classify`
//! calls it, on the input and on the result, so that every definition of this module is written
//! once, for White moving up the board.
//!
//! The half turn takes square *s* to *n* + 1 − *s* on a board of *n* squares (51 − *s* on 50
//! squares) and exchanges the colours. It is the only exact symmetry of the game: a reflection from
//! left to right maps dark squares to light ones.

use damier_rules::{Move, Piece, Position, Setup, SetupFaults, Side, Square, SquareSet, Variant};

/// Whether a line is turned, and the size of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HalfTurn {
    /// One more than the number of the last square; `None` if nothing is turned.
    sum: Option<u8>,
}

impl HalfTurn {
    /// The turn after which this side is White.
    pub(crate) fn for_side(side: Side, variant: Variant) -> HalfTurn {
        let sum = variant.table().board.square_count() + 1;
        HalfTurn {
            sum: (side == Side::Black).then_some(sum),
        }
    }

    /// The image of a square. The turn is its own inverse.
    pub(crate) fn square(self, square: Square) -> Square {
        self.sum
            .and_then(|sum| sum.checked_sub(square.number()))
            .and_then(Square::new)
            .unwrap_or(square)
    }

    /// The images of squares, in the same order.
    pub(crate) fn squares(self, squares: &[Square]) -> Vec<Square> {
        squares.iter().map(|&square| self.square(square)).collect()
    }

    fn set(self, set: SquareSet) -> SquareSet {
        set.iter().map(|square| self.square(square)).collect()
    }

    fn side(self, side: Side) -> Side {
        match self.sum {
            Some(_) => side.opponent(),
            None => side,
        }
    }

    /// The move, turned.
    pub(crate) fn turned(self, played: &Move) -> Move {
        Move {
            from: self.square(played.from),
            to: self.square(played.to),
            captured: self.set(played.captured),
            promotes: played.promotes,
            huff: played.huff.map(|square| self.square(square)),
        }
    }

    /// The position, turned. State left by earlier moves (`damier_rules::Past`) is dropped, with or
    /// without a turn.
    ///
    /// # Errors
    /// Never for a position from a game: it is the error of making a position from a setup.
    pub(crate) fn position(self, position: &Position) -> Result<Position, SetupFaults> {
        let before = position.to_setup();
        let mut setup = Setup::new();
        setup.side = before.side.map(|side| self.side(side));
        for (square, piece) in before.iter() {
            let piece = Piece {
                side: self.side(piece.side),
                kind: piece.kind,
            };
            setup.put(self.square(square), piece);
        }
        Position::from_setup(position.variant(), &setup)
    }
}
