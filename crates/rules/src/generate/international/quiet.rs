//! Moves without a capture.

use super::View;
use super::board::{DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT, between, bits, each, nearest, step};
use crate::Side;
use crate::pieces::{Huff, RawMove};

impl View {
    /// Returns the squares that the king on a bit reaches.
    #[inline]
    pub(super) fn reach(&self, king: u8) -> u64 {
        let occupied = !self.empty;
        let reach = between::<UP_LEFT>(king, nearest::<UP_LEFT>(king, occupied))
            | between::<UP_RIGHT>(king, nearest::<UP_RIGHT>(king, occupied))
            | between::<DOWN_LEFT>(king, nearest::<DOWN_LEFT>(king, occupied))
            | between::<DOWN_RIGHT>(king, nearest::<DOWN_RIGHT>(king, occupied));
        reach & self.empty
    }

    /// Returns the squares to which men step to the left and to the right.
    #[inline]
    pub(super) fn steps(&self) -> [u64; 2] {
        match self.side {
            Side::White => [
                step::<UP_LEFT>(self.men) & self.empty,
                step::<UP_RIGHT>(self.men) & self.empty,
            ],
            Side::Black => [
                step::<DOWN_LEFT>(self.men) & self.empty,
                step::<DOWN_RIGHT>(self.men) & self.empty,
            ],
        }
    }

    /// Appends the steps of men to these squares, those to the left and those to the right.
    #[inline]
    fn list_steps(&self, steps: [u64; 2], list: &mut Vec<RawMove<u64>>) {
        // The number to add to the bit of the end square to get the bit of the start square.
        let back: [i8; 2] = match self.side {
            Side::White => [7, 6],
            Side::Black => [-6, -7],
        };
        for (targets, back) in steps.into_iter().zip(back) {
            list.extend(bits(targets).map(|to| RawMove {
                captured: 0,
                from: to.wrapping_add_signed(back),
                to,
                promotes: self.far_row >> to & 1 == 1,
                huff: Huff::NONE,
            }));
        }
    }

    /// Appends the steps that promote, and those after which an enemy man can capture. There must
    /// be no enemy king, and no enemy man that can capture now. A step from `f` to `t` makes a
    /// capture by `e` possible in three ways:
    ///
    /// ```text
    ///   e . .      . . e      . . e        it takes the man on t and lands on an empty square;
    ///   . t .      . t .      . o .        it takes the man on t and lands on f;
    ///   . . .      f . .      f . .        it takes another piece (o) and lands on f
    /// ```
    #[inline]
    pub(super) fn offers(&self, list: &mut Vec<RawMove<u64>>) {
        let [left, right] = match self.side {
            Side::White => [
                self.offering::<UP_LEFT, DOWN_RIGHT>(),
                self.offering::<UP_RIGHT, DOWN_LEFT>(),
            ],
            Side::Black => [
                self.offering::<DOWN_LEFT, UP_RIGHT>(),
                self.offering::<DOWN_RIGHT, UP_LEFT>(),
            ],
        };
        let steps = self.steps();
        self.list_steps([steps[0] & left, steps[1] & right], list);
    }

    /// Returns the end squares of steps in one direction that would promote or make a capture
    /// possible; `BACK` is the opposite direction.
    #[inline]
    fn offering<const WAY: usize, const BACK: usize>(&self) -> u64 {
        let own = self.men | self.kings;
        let taken_there = step::<UP_LEFT>(self.enemy) & step::<DOWN_RIGHT>(self.empty)
            | step::<UP_RIGHT>(self.enemy) & step::<DOWN_LEFT>(self.empty)
            | step::<DOWN_LEFT>(self.enemy) & step::<UP_RIGHT>(self.empty)
            | step::<DOWN_RIGHT>(self.enemy) & step::<UP_LEFT>(self.empty);
        let landed_on = step::<UP_LEFT>(own & step::<UP_LEFT>(self.enemy))
            | step::<UP_RIGHT>(own & step::<UP_RIGHT>(self.enemy))
            | step::<DOWN_LEFT>(own & step::<DOWN_LEFT>(self.enemy))
            | step::<DOWN_RIGHT>(own & step::<DOWN_RIGHT>(self.enemy));
        taken_there | step::<BACK>(self.enemy) | step::<WAY>(landed_on) | self.far_row
    }

    /// Returns the number of moves without a capture.
    #[inline]
    pub(super) fn count_quiet(&self) -> u64 {
        let [left, right] = self.steps();
        let reached = each(self.kings).map(|king| self.reach(king).count_ones());
        u64::from(left.count_ones() + right.count_ones() + reached.sum::<u32>())
    }

    /// Appends the moves without a capture.
    #[inline]
    pub(super) fn quiet_moves(&self, list: &mut Vec<RawMove<u64>>) {
        self.list_steps(self.steps(), list);
        for from in each(self.kings) {
            list.extend(bits(self.reach(from)).map(|to| RawMove {
                captured: 0,
                from,
                to,
                promotes: false,
                huff: Huff::NONE,
            }));
        }
    }
}
