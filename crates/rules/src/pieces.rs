//! The pieces on a board and the side to move, in bits: what the generator and the search work on.

use crate::bits::Bits;
use crate::{Kind, Piece, Side};

/// Where the pieces stand, and whose turn it is. A value: a move makes a new one.
///
/// White and black never share a square and kings are always among them; whoever builds one by hand
/// keeps that true, and [`Setup`](crate::Setup) checks it for the doors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pieces<B> {
    /// White's men and kings.
    pub white: B,
    /// Black's men and kings.
    pub black: B,
    /// The kings of both sides.
    pub kings: B,
    /// The side to move.
    pub side: Side,
}

/// A move in bits: from where, to where, what is captured, and whether a man becomes a king.
///
/// Two moves are the same move when all four are equal; the path is only how it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RawMove<B> {
    /// The squares of the captured pieces.
    pub captured: B,
    /// The bit of the start square.
    pub from: u8,
    /// The bit of the end square.
    pub to: u8,
    /// Whether a man becomes a king.
    pub promotes: bool,
}

impl<B: Bits> RawMove<B> {
    /// Whether something is captured.
    #[inline]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }
}

impl<B: Bits> Pieces<B> {
    /// An empty board.
    pub fn empty(side: Side) -> Pieces<B> {
        Pieces {
            white: B::EMPTY,
            black: B::EMPTY,
            kings: B::EMPTY,
            side,
        }
    }

    /// All pieces of one side.
    #[inline]
    pub fn of(&self, side: Side) -> B {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The men of one side.
    #[inline]
    pub fn men(&self, side: Side) -> B {
        self.of(side) & !self.kings
    }

    /// The kings of one side.
    #[inline]
    pub fn kings_of(&self, side: Side) -> B {
        self.of(side) & self.kings
    }

    /// The pieces of the side to move.
    #[inline]
    pub fn own(&self) -> B {
        self.of(self.side)
    }

    /// The pieces of the other side.
    #[inline]
    pub fn enemy(&self) -> B {
        self.of(self.side.opponent())
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> B {
        self.white | self.black
    }

    /// The piece on a bit.
    pub fn at(&self, bit: u8) -> Option<Piece> {
        let single = B::single(bit);
        let side = if self.white.meets(single) {
            Side::White
        } else if self.black.meets(single) {
            Side::Black
        } else {
            return None;
        };
        let kind = if self.kings.meets(single) {
            Kind::King
        } else {
            Kind::Man
        };
        Some(Piece { side, kind })
    }

    /// Puts a piece on an empty bit.
    pub fn put(&mut self, bit: u8, piece: Piece) {
        let single = B::single(bit);
        match piece.side {
            Side::White => self.white |= single,
            Side::Black => self.black |= single,
        }
        if piece.kind == Kind::King {
            self.kings |= single;
        }
    }

    /// The board after a legal move, the other side to move.
    #[inline]
    #[must_use]
    pub fn after(&self, played: &RawMove<B>) -> Pieces<B> {
        let (from, to) = (B::single(played.from), B::single(played.to));
        let staying = !(from | played.captured);
        let arrives_king = played.promotes || self.kings.meets(from);
        let kings = (self.kings & staying) | if arrives_king { to } else { B::EMPTY };
        let (mut white, mut black) = (self.white & staying, self.black & staying);
        match self.side {
            Side::White => white |= to,
            Side::Black => black |= to,
        }
        Pieces {
            white,
            black,
            kings,
            side: self.side.opponent(),
        }
    }

    /// The same board with the turn passed: for asking what the other side threatens.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Pieces<B> {
        Pieces {
            side: self.side.opponent(),
            ..*self
        }
    }
}
