//! Move ordering: the hash move, then captures, promotions, killer moves and the others by their
//! history.
//!
//! The search asks for a rank of each move of a position and tries the largest first.

use damier_rules::bits::Bits;
use damier_rules::{Huff, RawMove};

use crate::parameters::{HISTORY_MAX, HISTORY_SHIFT, MAX_PLY};
use crate::table::HashMove;

const HASH_MOVE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 20;
const PROMOTION: i32 = 1 << 19;
const KILLER: i32 = 1 << 18;

/// What the search has learned about moves: the history and the killer moves.
pub(crate) struct MoveOrdering<B> {
    /// The history: for each pair of start and end square, how often the move was best when it was
    /// tried, as a fixed-point probability.
    history: Vec<i16>,
    /// The killer moves: for each ply the last two quiet moves that caused a cutoff there.
    killers: Vec<[Option<RawMove<B>>; 2]>,
}

impl<B: Bits> MoveOrdering<B> {
    pub(crate) fn new() -> MoveOrdering<B> {
        let width = B::WIDTH as usize;
        MoveOrdering {
            history: vec![(HISTORY_MAX / 2) as i16; width * width],
            killers: vec![[None; 2]; MAX_PLY + 1],
        }
    }

    #[inline]
    fn place(played: &RawMove<B>) -> usize {
        usize::from(played.from) * B::WIDTH as usize + usize::from(played.to)
    }

    /// The rank of a move at this many plies from the root; the largest is tried first.
    #[inline]
    pub(crate) fn rank(&self, played: &RawMove<B>, hash_move: HashMove, ply: usize) -> i32 {
        if hash_move == HashMove::of(played) {
            HASH_MOVE
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

    /// Updates both from a node whose last tried move was its best or caused a cutoff.
    pub(crate) fn update(&mut self, best: &RawMove<B>, tried_before: &[RawMove<B>], ply: usize) {
        let counter = &mut self.history[Self::place(best)];
        *counter += ((HISTORY_MAX - i32::from(*counter)) >> HISTORY_SHIFT) as i16;
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
