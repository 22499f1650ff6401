//! The part of a game's past that decides which moves may be played next: pieces that may be
//! huffed, and kings that have made several quiet moves in a row. Few games have either.

use crate::bits::Bits;
use crate::{Side, Square};

/// The part of the past that belongs to a position. In most games it is empty.
///
/// It has seven bytes, because that many are free beside the side to move in
/// [`Pieces`](crate::Pieces): with 64-bit sets, `Pieces` stays at four words. The meaning of the
/// bytes depends on the game: the pieces that may be huffed under
/// [`Obligation::Huffing`](crate::variant::rule_table::Obligation), else the moves in a row of
/// kings.
///
/// ```
/// use damier_rules::{AnyPieces, Position, Variant};
/// let AnyPieces::Narrow(start) = Position::start(Variant::INTERNATIONAL).raw() else { panic!("64 bits") };
/// assert!(start.past.is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Past([u8; 7]);

/// The quiet moves that a side has made in a row with one king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KingRun {
    /// The square where the king stands.
    pub square: Square,
    /// How many quiet moves it has made; at least 1.
    pub moves: u8,
}

impl Past {
    /// The most pieces of one side in a game with huffing.
    pub(crate) const PIECES: u8 = 56;

    /// An empty past.
    pub const NONE: Past = Past([0; 7]);

    /// Makes the past in which some pieces of a side may be huffed. It has one bit for each piece
    /// of that side, in the order of their squares, because a side has at most [`Past::PIECES`]
    /// pieces while a board may have more squares.
    pub(crate) fn with_huffable<B: Bits>(huffable: B, owned: B) -> Past {
        let mut bits = 0u64;
        for (place, index) in owned.indices().take(Past::PIECES.into()).enumerate() {
            bits |= u64::from(huffable.meets(B::single(index))) << place;
        }
        let mut bytes = [0; 7];
        bytes.copy_from_slice(&bits.to_le_bytes()[..7]);
        Past(bytes)
    }

    /// Returns the pieces that may be huffed, in a game with huffing. `owned` are all pieces of
    /// their side.
    pub(crate) fn huffable<B: Bits>(self, owned: B) -> B {
        let bits = self.bits();
        let is_huffable = |place: usize| place < Past::PIECES.into() && bits >> place & 1 == 1;
        let places = owned.indices().enumerate();
        places
            .filter(|(place, _)| is_huffable(*place))
            .fold(B::EMPTY, |set, (_, index)| set | B::single(index))
    }

    /// Makes the past from the moves in a row of White's and Black's kings.
    pub(crate) fn with_runs(runs: [Option<KingRun>; 2]) -> Past {
        let mut bytes = [0; 7];
        for (place, run) in bytes.chunks_mut(2).zip(runs) {
            if let Some(KingRun { square, moves }) = run {
                place.copy_from_slice(&[square.number(), moves]);
            }
        }
        Past(bytes)
    }

    /// Returns the moves in a row of one side's king, in a game that limits them.
    pub(crate) fn run(self, side: Side) -> Option<KingRun> {
        let place = 2 * side.index();
        let moves = self.0[place + 1];
        Square::new(self.0[place]).map(|square| KingRun { square, moves })
    }

    /// Returns whether the past is empty.
    #[inline]
    pub fn is_none(self) -> bool {
        self == Past::NONE
    }

    /// Returns the whole past as one number; 0 if it is empty.
    pub(crate) fn bits(self) -> u64 {
        let mut bytes = [0; 8];
        bytes[..7].copy_from_slice(&self.0);
        u64::from_le_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_back() {
        let squares = |indices: &[u32]| indices.iter().fold(0u128, |set, index| set | 1 << index);
        let owned = squares(&[0, 7, 8, 63, 64, 70, 77]);
        for huffable in [squares(&[7, 64, 77]), squares(&[0]), owned] {
            let past = Past::with_huffable(huffable, owned);
            assert_eq!(past.huffable(owned), huffable);
        }
        let square = Square::new(46).expect("a square");
        let run = KingRun { square, moves: 3 };
        let past = Past::with_runs([None, Some(run)]);
        assert_eq!(
            (past.run(Side::White), past.run(Side::Black)),
            (None, Some(run))
        );
        assert!(Past::with_runs([None, None]).is_none());
        assert!(Past::with_huffable(0, owned).is_none());
    }

    #[test]
    fn the_board_stays_four_words() {
        assert_eq!(size_of::<crate::Pieces<u64>>(), 32);
    }
}
