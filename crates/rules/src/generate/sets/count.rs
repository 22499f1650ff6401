//! Counts legal moves without listing them, for the last ply of every perft.

use super::men::{self, Leaps, Length};
use super::{View, walk};
use crate::bits::Bits;

impl<B: Bits> View<'_, B> {
    /// Returns the number of legal moves.
    #[inline]
    pub(super) fn count_moves<const N: usize>(&self) -> u64 {
        if self.kings.is_empty() {
            self.count_men::<N>()
        } else {
            self.count_with_kings::<N>()
        }
    }

    /// Returns the same number where there are men only. A processor cannot predict whether a man
    /// can capture, so the code avoids a branch for that question; long captures are rare enough
    /// for a branch.
    #[inline]
    fn count_men<const N: usize>(&self) -> u64 {
        let leaps = Leaps::<B, N>::of(self);
        let once = leaps.first(self);
        if leaps.may_go_on(self, &once) {
            return self.count_long(leaps, once);
        }
        let captures = men::count_singles(&once);
        let quiet = self.count_steps();
        u64::from(if captures == 0 { quiet } else { captures })
    }

    #[inline(never)]
    fn count_long<const N: usize>(&self, leaps: Leaps<B, N>, once: [B; N]) -> u64 {
        self.count_captures(&Length::of_some(self, leaps, once))
    }

    #[inline(never)]
    fn count_with_kings<const N: usize>(&self) -> u64 {
        match self.length::<N>() {
            Length::None => u64::from(self.count_quiet()),
            length => self.count_captures(&length),
        }
    }

    #[inline]
    fn count_captures<const N: usize>(&self, length: &Length<B, N>) -> u64 {
        match length {
            Length::None => 0,
            Length::One(once) => u64::from(men::count_singles(once)),
            Length::Two(leaps, once) => u64::from(men::count_pairs(self, leaps, once)),
            Length::More => walk::count::<B, N>(self),
        }
    }
}
