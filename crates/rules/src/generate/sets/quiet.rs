//! Moves without a capture, and the positions after them.

use super::View;
use super::shape::Shape;
use crate::bits::{Bits, bits};
use crate::pieces::{Pieces, RawMove};
use crate::{Past, Side};

impl<B: Bits, S: Shape> View<'_, B, S> {
    /// Returns the squares that the king on a bit reaches without a capture, one direction after
    /// the other.
    #[inline]
    fn reach(&self, bit: u8) -> impl Iterator<Item = B> {
        let king = &self.facts.king;
        king.quiet.iter().map(move |&place| {
            let place = usize::from(place);
            if king.flies {
                king.sight(place, bit, self.occupied()).0
            } else {
                king.step.step(place, B::single(bit)) & self.empty
            }
        })
    }

    #[inline]
    pub(super) fn occupied(&self) -> B {
        self.facts.all & !self.empty
    }

    /// Returns the number of moves without a capture.
    #[inline]
    pub(super) fn count_quiet(&self) -> u32 {
        let kings = self.kings.indices();
        let reached = kings.flat_map(|king| self.reach(king)).map(B::count);
        self.count_steps() + reached.sum::<u32>()
    }

    /// Returns the number of steps of men.
    #[inline]
    pub(super) fn count_steps(&self) -> u32 {
        let step = |place| (self.step(place, self.men) & self.empty).count();
        // Nearly all games have two directions, so the first two are used without a check. An
        // unused place counts nothing.
        let mut count = step(0) + step(1);
        for place in 2..self.step_count() {
            count += step(place);
        }
        count
    }

    /// Appends the moves without a capture, even if there are captures.
    #[inline]
    pub(super) fn quiet_moves(&self, list: &mut Vec<RawMove<B>>) {
        for i in 0..self.step_count() {
            let reached = self.step(i, self.men) & self.empty;
            list.extend(bits(reached).map(|to| {
                RawMove::quiet(
                    self.step_back(i, B::single(to)).lowest(),
                    to,
                    B::single(to).meets(self.ways.far_row),
                )
            }));
        }
        for from in self.kings.indices() {
            for reached in self.reach(from) {
                list.extend(bits(reached).map(|to| RawMove::quiet(from, to, false)));
            }
        }
    }

    /// Visits the position after every step of a man.
    #[inline]
    pub(super) fn each_after_step(&self, mut visit: impl FnMut(&Pieces<B>)) {
        for i in 0..self.step_count() {
            let mut reached = self.step(i, self.men) & self.empty;
            while !reached.is_empty() {
                let to = reached.lowest_bit();
                reached = reached.without_lowest();
                visit(&self.after_man(self.step_back(i, to), to, B::EMPTY));
            }
        }
    }

    /// Visits the position after every capture of one piece by a man; `once` is where men land, by
    /// place.
    #[inline]
    pub(super) fn each_after_single<const N: usize>(
        &self,
        once: &[B; N],
        mut visit: impl FnMut(&Pieces<B>),
    ) {
        for (place, &landed) in once.iter().enumerate() {
            let mut landed = landed;
            while !landed.is_empty() {
                let to = landed.lowest_bit();
                landed = landed.without_lowest();
                let from = self.first_leap_back(place, to);
                visit(&self.after_man(from, to, self.before(place, to)));
            }
        }
    }

    /// Returns the position after a move of a man.
    #[inline]
    fn after_man(&self, from: B, to: B, taken: B) -> Pieces<B> {
        let (pieces, side, moved) = (self.pieces, self.side(), from | to);
        let (white, black) = match side {
            Side::White => (moved, taken),
            Side::Black => (taken, moved),
        };
        Pieces {
            white: pieces.white ^ white,
            black: pieces.black ^ black,
            kings: if S::KINGS { pieces.kings } else { B::EMPTY } | to & self.ways.far_row,
            side: side.opponent(),
            past: Past::NONE,
        }
    }
}
