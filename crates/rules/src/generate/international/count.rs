//! Counts legal moves without listing them, for the last ply of every perft.

use super::board::each;
use super::men::{self, Leaps, Length};
use super::{View, walk};

impl View {
    /// Returns the number of legal moves.
    #[inline]
    pub(super) fn count(&self) -> u64 {
        if self.kings == 0 {
            self.count_men()
        } else {
            self.count_with_kings()
        }
    }

    /// Returns the same number where there are men only. A processor cannot predict whether a man
    /// can capture, so the code avoids a branch for that question; long captures are rare enough
    /// for a branch.
    #[inline]
    fn count_men(&self) -> u64 {
        let leaps = Leaps::of(self);
        let once = leaps.first(self.men);
        let twice = leaps.next(once);
        if men::any(twice) {
            return if men::any(leaps.next(twice)) {
                walk::count(self)
            } else {
                u64::from(men::count_pairs(leaps, once))
            };
        }
        let captures = men::count_singles(once);
        let quiet = self.count_steps();
        u64::from(if captures == 0 { quiet } else { captures })
    }

    #[inline(never)]
    fn count_with_kings(&self) -> u64 {
        match self.length() {
            Length::None => {
                let reached = |king| self.reach(king).count_ones();
                u64::from(self.count_steps() + each(self.kings).map(reached).sum::<u32>())
            }
            Length::One(once) => u64::from(men::count_singles(once)),
            Length::Two(leaps, once) => u64::from(men::count_pairs(leaps, once)),
            Length::More => walk::count(self),
        }
    }

    #[inline]
    fn count_steps(&self) -> u32 {
        let [left, right] = self.steps();
        left.count_ones() + right.count_ones()
    }
}
