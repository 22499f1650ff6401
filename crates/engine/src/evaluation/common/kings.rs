//! The value of one side's kings: their number, their mobility and the main road.

use damier_rules::bits::Bits;

use super::board::View;
use crate::evaluation::hand::Pair;

impl<B: Bits> View<'_, B> {
    pub(super) fn kings(&self, main_road: B) -> Pair {
        let mut score = Pair::default();
        if self.kings.is_empty() {
            return score;
        }
        let weights = self.weights;
        score += weights.first_king;
        score += weights.king.times(self.kings.count() - 1);
        score += weights
            .king_inner
            .times((self.kings & self.board.inner).count());
        if self.kings.meets(main_road) {
            score += weights.main_road;
        }
        for king in self.kings.indices() {
            match self.reach(B::single(king)) {
                0 => score += weights.king_shut_in,
                squares => score += weights.king_reach.times(squares),
            }
        }
        score
    }

    /// How many empty squares a king reaches.
    pub(super) fn reach(&self, king: B) -> u32 {
        let mut reached = B::EMPTY;
        for way in &self.board.king_steps {
            let mut at = way.step(king) & self.empty;
            reached |= at;
            while self.board.kings_fly && !at.is_empty() {
                at = way.step(at) & self.empty;
                reached |= at;
            }
        }
        reached.count()
    }
}
