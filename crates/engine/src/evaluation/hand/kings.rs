//! The value of one side's kings: their number, their mobility and the main road.

use super::View;
use super::weights::{FIRST_KING, KING_REACH, KING_SHUT_IN, LONG_DIAGONAL, OTHER_KING, Pair};
use damier_rules::bits::Bits;

impl View<'_> {
    pub(super) fn kings(&self, long_diagonal: u64) -> Pair {
        let count = self.kings.count_ones();
        let mut score = OTHER_KING.times(count.saturating_sub(1));
        score += FIRST_KING;
        if self.kings & long_diagonal != 0 {
            score += LONG_DIAGONAL;
        }
        for king in self.kings.indices() {
            match self.reach(u64::single(king)) {
                0 => score += KING_SHUT_IN,
                squares => score += KING_REACH.times(squares),
            }
        }
        score
    }

    /// How many empty squares a king reaches.
    fn reach(&self, king: u64) -> u32 {
        let ways = self.board.forward.iter().chain(&self.board.backward);
        let reached = ways.fold(0, |reached, way| {
            let mut line = 0;
            let mut at = way.step(king) & self.empty;
            while at != 0 {
                line |= at;
                at = way.step(at) & self.empty;
            }
            reached | line
        });
        reached.count_ones()
    }
}
