//! Evaluates games in which the goal is to have no move left.
//!
//! Fewer pieces are better, and a side wins by forcing the other side to capture. Mobility
//! therefore counts as well, above all moves that offer a man.

use damier_rules::bits::Bits;

use super::board::View;
use crate::evaluation::hand::Pair;

impl<B: Bits> View<'_, B> {
    pub(super) fn giving(&self) -> Pair {
        let weights = self.weights;
        let mut score = weights.man.times(self.men.count());
        score += weights.king.times(self.kings.count());
        for (squares, of_square) in &self.board.squares {
            score += of_square.times((self.men & *squares).count());
        }
        let (steps, safe) = self.steps();
        score += weights.free.times(safe);
        score += weights.offers.times(steps - safe);
        if steps == 0 && self.kings.is_empty() {
            score += weights.immobile;
        }
        score
    }
}
