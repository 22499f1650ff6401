//! What the moves before have left behind and the next ones depend on: pieces that may be huffed, and
//! kings that have gone long enough. Few games know either.

use crate::bits::Bits;
use crate::{Side, Square};

/// The part of the game history that belongs to a position. Most games keep nothing.
///
/// Seven bytes, so that it lies beside the side to move where nothing lay before and a board of 64
/// bits stays four words. What the bytes hold depends on the game: which pieces may be huffed under
/// [`Obligation::Huffing`](crate::variant::rule_table::Obligation), else the runs of kings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Past([u8; 7]);

/// Quiet moves in a row of one side with one king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KingRun {
    /// Where the king stands.
    pub square: Square,
    /// How many moves it has made; from 1.
    pub moves: u8,
}

impl Past {
    /// The most pieces of one side in a game with huffing.
    pub(crate) const PIECES: u8 = 56;

    /// Nothing.
    pub const NONE: Past = Past([0; 7]);

    /// Some pieces of a side may be huffed. One bit tells it of each piece that the side has, in the
    /// order of their squares: a side has at most [`Past::PIECES`], while a board may have more squares.
    pub(crate) fn with_huffable<B: Bits>(huffable: B, owned: B) -> Past {
        let mut bits = 0u64;
        for (place, index) in owned.indices().take(Past::PIECES.into()).enumerate() {
            bits |= u64::from(huffable.meets(B::single(index))) << place;
        }
        let mut bytes = [0; 7];
        bytes.copy_from_slice(&bits.to_le_bytes()[..7]);
        Past(bytes)
    }

    /// Returns the pieces that may be huffed, in a game with huffing, among all that their side
    /// has.
    pub(crate) fn huffable<B: Bits>(self, owned: B) -> B {
        let bits = self.bits();
        let told = |place: usize| place < Past::PIECES.into() && bits >> place & 1 == 1;
        let places = owned.indices().enumerate();
        places
            .filter(|(place, _)| told(*place))
            .fold(B::EMPTY, |set, (_, index)| set | B::single(index))
    }

    /// The runs of White's and Black's kings.
    pub(crate) fn with_runs(runs: [Option<KingRun>; 2]) -> Past {
        let mut bytes = [0; 7];
        for (place, run) in bytes.chunks_mut(2).zip(runs) {
            if let Some(KingRun { square, moves }) = run {
                place.copy_from_slice(&[square.number(), moves]);
            }
        }
        Past(bytes)
    }

    /// Returns the run of one side's king, in a game that limits runs.
    pub(crate) fn run(self, side: Side) -> Option<KingRun> {
        let place = 2 * side.index();
        let moves = self.0[place + 1];
        Square::new(self.0[place]).map(|square| KingRun { square, moves })
    }

    /// Whether there is nothing.
    #[inline]
    pub fn is_none(self) -> bool {
        self == Past::NONE
    }

    /// All of it as one number, 0 for nothing.
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
