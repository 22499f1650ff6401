//! What the moves before have left behind and the next ones depend on: pieces that may be huffed, and
//! kings that have gone long enough. Few games know either.

use crate::{Side, Square, SquareSet};

/// What a position keeps of its past. Most games keep nothing.
///
/// Seven bytes, so that it lies beside the side to move where nothing lay before and a board of 64
/// bits stays four words. What the bytes hold depends on the game: huffable squares under
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
    /// The squares of the largest board of a game with huffing.
    pub(crate) const SQUARES: u8 = 56;

    /// Nothing.
    pub const NONE: Past = Past([0; 7]);

    /// Pieces on these squares may be huffed. Games with huffing have at most
    /// [`Past::SQUARES`], which a test looks at.
    pub(crate) fn with_huffable(squares: SquareSet) -> Past {
        let set = squares
            .iter()
            .fold(0u64, |set, square| set | 1 << square.index());
        let mut bytes = [0; 7];
        bytes.copy_from_slice(&set.to_le_bytes()[..7]);
        Past(bytes)
    }

    /// The squares whose pieces may be huffed, in a game with huffing.
    pub(crate) fn huffable(self) -> SquareSet {
        (1..=Past::SQUARES)
            .filter_map(Square::new)
            .filter(|square| self.bits() >> square.index() & 1 == 1)
            .collect()
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

    /// The run of one side's king, in a game that limits runs.
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
        let squares: SquareSet = [1, 8, 23, 50, 56]
            .into_iter()
            .filter_map(Square::new)
            .collect();
        assert_eq!(Past::with_huffable(squares).huffable(), squares);
        let square = Square::new(46).expect("a square");
        let run = KingRun { square, moves: 3 };
        let past = Past::with_runs([None, Some(run)]);
        assert_eq!(
            (past.run(Side::White), past.run(Side::Black)),
            (None, Some(run))
        );
        assert!(Past::with_runs([None, None]).is_none());
        assert!(Past::with_huffable(SquareSet::EMPTY).is_none());
    }

    #[test]
    fn the_board_stays_four_words() {
        assert_eq!(size_of::<crate::Pieces<u64>>(), 32);
    }
}
