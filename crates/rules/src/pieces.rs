//! The pieces on a board and the side to move, as bitboards: the form in which the generator and
//! the search work.

use crate::bits::Bits;
use crate::{Kind, Past, Piece, Side};

/// Where the pieces stand, and whose turn it is. Playing a move makes a new value.
///
/// White and Black never share a square, and each king is also in `white` or `black`. Code that
/// builds a value directly must keep this invariant; [`Setup`](crate::Setup) checks it for
/// positions from outside.
///
/// ```
/// use damier_rules::{Kind, Piece, Pieces, Side};
/// let mut pieces = Pieces::<u64>::empty(Side::White);
/// pieces.put(0, Piece::new(Side::Black, Kind::King));
/// pieces.put(30, Piece::new(Side::White, Kind::Man));
/// assert_eq!((pieces.own(), pieces.enemy()), (1 << 30, 1));
/// assert_eq!((pieces.men(Side::White), pieces.kings_of(Side::Black)), (1 << 30, 1));
/// ```
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
    /// What the moves before have left: pieces that may be huffed, or moves in a row of kings.
    pub past: Past,
}

/// A move in bits: start, end, captured pieces, and whether a man becomes a king.
///
/// Two moves are the same if all fields are equal. The path is not part of a move.
///
/// ```
/// use damier_rules::{AnyPieces, International, Position, RawMove, Rulebook, Variant};
/// let AnyPieces::Narrow(start) = Position::start(Variant::INTERNATIONAL).raw() else { panic!("64 bits") };
/// let mut moves: Vec<RawMove<u64>> = Vec::new();
/// International.moves(&start, &mut moves);
/// assert!(moves.iter().all(|played| !played.is_capture()));
/// assert_eq!(start.after(&moves[0]).side, start.side.opponent());
/// ```
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
    /// The piece that is huffed before the move.
    pub huff: Huff,
}

/// The bit of a huffed piece, or nothing, in one byte.
///
/// ```
/// use damier_rules::Huff;
/// assert_eq!((Huff::of(12).bit(), Huff::NONE.bit()), (Some(12), None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Huff(u8);

impl Huff {
    /// Nothing is huffed; in games without huffing it is always this.
    pub const NONE: Huff = Huff(u8::MAX);

    /// Makes the value for a huffed piece on this bit.
    #[inline]
    pub fn of(bit: u8) -> Huff {
        Huff(bit)
    }

    /// Returns the bit of the huffed piece; `None` if nothing is huffed.
    #[inline]
    pub fn bit(self) -> Option<u8> {
        (self != Huff::NONE).then_some(self.0)
    }
}

impl<B: Bits> RawMove<B> {
    /// Makes a move that captures nothing.
    #[inline]
    pub fn quiet(from: u8, to: u8, promotes: bool) -> RawMove<B> {
        RawMove::capture(from, to, B::EMPTY, promotes)
    }

    /// Makes a move that captures these pieces.
    #[inline]
    pub fn capture(from: u8, to: u8, captured: B, promotes: bool) -> RawMove<B> {
        let huff = Huff::NONE;
        RawMove {
            captured,
            from,
            to,
            promotes,
            huff,
        }
    }

    /// Returns whether the move captures something.
    #[inline]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }
}

impl<B: Bits> Pieces<B> {
    /// Makes an empty board.
    pub fn empty(side: Side) -> Pieces<B> {
        Pieces {
            white: B::EMPTY,
            black: B::EMPTY,
            kings: B::EMPTY,
            side,
            past: Past::NONE,
        }
    }

    /// Returns all pieces of one side.
    #[inline]
    pub fn of(&self, side: Side) -> B {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// Returns the men of one side.
    #[inline]
    pub fn men(&self, side: Side) -> B {
        self.of(side) & !self.kings
    }

    /// Returns the kings of one side.
    #[inline]
    pub fn kings_of(&self, side: Side) -> B {
        self.of(side) & self.kings
    }

    /// Returns the pieces of the side to move.
    #[inline]
    pub fn own(&self) -> B {
        self.of(self.side)
    }

    /// Returns the pieces of the other side.
    #[inline]
    pub fn enemy(&self) -> B {
        self.of(self.side.opponent())
    }

    /// Returns all pieces.
    #[inline]
    pub fn occupied(&self) -> B {
        self.white | self.black
    }

    /// Returns the piece on a bit; `None` if the square is empty.
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

    /// Returns the board after a legal move, with the other side to move and an empty past.
    ///
    /// This is enough for games that keep no past; [`Rulebook::after`](crate::Rulebook::after)
    /// works for every game.
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
            past: Past::NONE,
        }
    }

    /// Returns the same board without the piece that a move huffs first, if there is one.
    #[must_use]
    pub fn huffed(&self, played: &RawMove<B>) -> Pieces<B> {
        played.huff.bit().map_or(*self, |bit| self.without(bit))
    }

    /// Returns the same board without the piece on a bit.
    #[must_use]
    pub fn without(&self, bit: u8) -> Pieces<B> {
        let staying = !B::single(bit);
        Pieces {
            white: self.white & staying,
            black: self.black & staying,
            kings: self.kings & staying,
            ..*self
        }
    }

    /// Returns the same board with the other side to move, to find out what that side threatens.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Pieces<B> {
        Pieces {
            side: self.side.opponent(),
            past: Past::NONE,
            ..*self
        }
    }
}
