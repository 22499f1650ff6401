//! What is known of a position without searching it: a draw by the rules, or a remembered value.
//! Asked by the tree before a position goes on its stack; it changes nothing.

use damier_rules::Rulebook;

use super::Search;
use super::tree::Task;
use crate::evaluation::Evaluation;
use crate::parameters::COUNTS_MATTER;
use crate::score::{DRAWN, Value, is_ordinary, lost_at};
use crate::table::{Bound, Hint};

impl<R: Rulebook + 'static, E: Evaluation<R::Bits>> Search<R, E> {
    /// The remembered value if it answers the question, or else the move to try first.
    pub(super) fn recalled(&self, task: &Task<R::Bits>) -> Result<Value, Hint> {
        if !self.shortcuts.table {
            return Err(Hint::NONE);
        }
        let Some(memory) = self.table.recall(self.table_key(task)) else {
            return Err(Hint::NONE);
        };
        let value = memory.value(task.ply);
        let answers = match memory.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= task.beta,
            Bound::AtMost => value <= task.alpha,
        };
        // A counted win or loss is proven, at whatever depth it was found.
        let deep_enough = i32::from(memory.depth) >= task.depth || !is_ordinary(value);
        // In the main line the search goes on, so that the line is complete.
        let scouting = task.beta - task.alpha == 1;
        if scouting && answers && deep_enough {
            Ok(value)
        } else {
            Err(memory.hint)
        }
    }

    /// The key of a position in the table: close to a draw by rule the counts belong to it.
    pub(super) fn table_key(&self, task: &Task<R::Bits>) -> u64 {
        let kings_only = task.counts.kings_only_plies();
        let mut salt = 0;
        if kings_only >= COUNTS_MATTER {
            salt = u64::from(kings_only / 4);
        }
        if let Some(left) = self.draws.few_pieces_left(&task.counts) {
            salt |= 0x100 + u64::from(left / 4);
        }
        task.key ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// A draw by the counts or by repetition; but a side that cannot move has lost all the same.
    ///
    /// A position that comes again within the tree is a draw at once: what could be done better the
    /// second time could be done the first time. One from before the root counts as in the game.
    pub(super) fn drawn_or_lost(&self, task: &Task<R::Bits>) -> Option<Value> {
        let by_counts = self.draws.reason(&task.counts).is_some();
        if by_counts || self.repeats(task) {
            let lost = self.rules.count(&task.pieces) == 0;
            return Some(if lost { lost_at(task.ply) } else { DRAWN });
        }
        None
    }

    fn repeats(&self, task: &Task<R::Bits>) -> bool {
        let root = self.root.past.len();
        let here = root + task.ply;
        let reach = usize::from(task.counts.reversible_plies()).min(here);
        let mut before_root = 0;
        for back in (4..=reach).step_by(2) {
            if self.keys[here - back] != task.key {
                continue;
            }
            if here - back >= root {
                return true;
            }
            before_root += 1;
            if before_root == 2 {
                return true;
            }
        }
        false
    }
}
