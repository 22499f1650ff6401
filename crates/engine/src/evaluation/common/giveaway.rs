//! Games that are won by having nothing left to move: how near one side is to that.
//!
//! Fewer pieces are better, but a side wins by making the other one take. So what counts beside the
//! number is freedom: moves to choose from, above all such that offer a man.

use damier_rules::bits::Bits;

use super::board::View;
use crate::evaluation::hand::Pair;

impl<B: Bits> View<'_, B> {
    pub(super) fn giving(&self) -> Pair {
        let weights = self.weights;
        let mut worth = weights.man.times(self.men.count());
        worth += weights.king.times(self.kings.count());
        for (squares, of_square) in &self.board.squares {
            worth += of_square.times((self.men & *squares).count());
        }
        let (steps, safe) = self.steps();
        worth += weights.free.times(safe);
        worth += weights.offers.times(steps - safe);
        if steps == 0 && self.kings.is_empty() {
            worth += weights.stuck;
        }
        worth
    }
}
