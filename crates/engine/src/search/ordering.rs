//! Which move to try first: the remembered one, then killers, then what cut before.
//!
//! The search asks for a number for each move of a position and tries the largest first.

use damier_rules::bits::Bits;
use damier_rules::{Huff, RawMove};

use crate::parameters::{HISTORY_FULL, HISTORY_SHIFT, LONGEST_LINE};
use crate::table::Hint;

const REMEMBERED: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 20;
const PROMOTION: i32 = 1 << 19;
const KILLER: i32 = 1 << 18;

/// What the search has learned about moves.
pub(crate) struct Experience<B> {
    /// For each start and end how often the move was best when tried, as a probability.
    history: Vec<i16>,
    /// For each ply two quiet moves that cut there last.
    killers: Vec<[Option<RawMove<B>>; 2]>,
}

impl<B: Bits> Experience<B> {
    pub(crate) fn new() -> Experience<B> {
        let width = B::WIDTH as usize;
        Experience {
            history: vec![(HISTORY_FULL / 2) as i16; width * width],
            killers: vec![[None; 2]; LONGEST_LINE + 1],
        }
    }

    #[inline]
    fn place(played: &RawMove<B>) -> usize {
        usize::from(played.from) * B::WIDTH as usize + usize::from(played.to)
    }

    /// How early to try a move, this many plies from the root.
    #[inline]
    pub(crate) fn rank(&self, played: &RawMove<B>, hint: Hint, ply: usize) -> i32 {
        if hint == Hint::of(played) {
            REMEMBERED
        } else if played.is_capture() || played.huff != Huff::NONE {
            CAPTURE + i32::from(self.history[Self::place(played)])
        } else if played.promotes {
            PROMOTION
        } else {
            match self.killers[ply] {
                [Some(first), _] if first == *played => KILLER + 1,
                [_, Some(second)] if second == *played => KILLER,
                _ => i32::from(self.history[Self::place(played)]),
            }
        }
    }

    /// Learns from a node whose last tried move was its best or cut.
    pub(crate) fn learn(&mut self, best: &RawMove<B>, tried_before: &[RawMove<B>], ply: usize) {
        let counter = &mut self.history[Self::place(best)];
        *counter += ((HISTORY_FULL - i32::from(*counter)) >> HISTORY_SHIFT) as i16;
        for other in tried_before {
            let counter = &mut self.history[Self::place(other)];
            *counter -= (i32::from(*counter) >> HISTORY_SHIFT) as i16;
        }
        if !best.is_capture() && self.killers[ply][0] != Some(*best) {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = Some(*best);
        }
    }
}
