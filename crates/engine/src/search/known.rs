//! Values that need no search: a draw by the rules, or an entry in the transposition table. Called
//! before a position is pushed on the stack; changes nothing.

use damier_rules::bits::Bits;
use damier_rules::variant::rule_table::Goal;
use damier_rules::{Pieces, Rulebook};

use super::Search;
use super::tree::Task;
use crate::evaluation::Evaluation;
use crate::parameters::COUNTS_MATTER;
use crate::score::{DRAWN, KNOWN_WON, Value, is_ordinary, lost_at};
use crate::table::{Bound, HashMove};

impl<R: Rulebook + 'static, E: Evaluation<R::Bits>> Search<R, E> {
    /// The value from the transposition table if it is good enough for this window and depth, else
    /// the hash move.
    pub(super) fn probed(&self, task: &Task<R::Bits>) -> Result<Value, HashMove> {
        if !self.shortcuts.table {
            return Err(HashMove::NONE);
        }
        let Some(memory) = self.table.probe(self.table_key(task)) else {
            return Err(HashMove::NONE);
        };
        let value = memory.value(task.ply);
        let answers = match memory.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= task.beta,
            Bound::AtMost => value <= task.alpha,
        };
        let deep_enough = i32::from(memory.depth) >= task.depth || is_proven(value, memory.bound);
        // In the principal variation the search continues, so that the line is complete.
        let null_window = task.beta - task.alpha == 1;
        if null_window && answers && deep_enough {
            Ok(value)
        } else {
            Err(memory.hash_move)
        }
    }

    /// The key of a position in the table. Near a draw by counting, the counts are part of the key.
    pub(super) fn table_key(&self, task: &Task<R::Bits>) -> u64 {
        let kings_only = task.counts.kings_only_plies();
        let mut salt = 0;
        if kings_only >= COUNTS_MATTER {
            salt = u64::from(kings_only / 4);
        }
        if let Some(left) = self.draws.few_pieces_left(&task.counts) {
            salt |= 0x100 + u64::from(left / 4);
        }
        task.key ^ self.game_key ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// The value for a side without a move: it has lost, or won where that is the goal. A side that
    /// can huff the last enemy piece has won.
    pub(super) fn stuck(&self, pieces: &Pieces<R::Bits>, ply: usize) -> Value {
        match self.goal {
            Goal::GiveAway => -lost_at(ply),
            _ if !self.compulsory && self.huffs_the_last(pieces) => -lost_at(ply),
            Goal::Immobilise | Goal::Promote => lost_at(ply),
        }
    }

    fn huffs_the_last(&self, pieces: &Pieces<R::Bits>) -> bool {
        let enemy = pieces.enemy();
        let last = enemy.without_lowest().is_empty();
        last && !enemy.is_empty() && self.rules.huffable(pieces) == enemy
    }

    /// The value of a game that is over before moves are generated: a side has no pieces left, or
    /// the other one has made the king that wins.
    #[inline]
    pub(super) fn over(&self, pieces: &Pieces<R::Bits>, ply: usize) -> Option<Value> {
        if pieces.own().is_empty() {
            Some(self.stuck(pieces, ply))
        } else if self.goal == Goal::Promote && !pieces.kings.is_empty() {
            Some(lost_at(ply))
        } else {
            None
        }
    }

    /// The bounds of a position's value (mate distance pruning): at worst lost now, at best won
    /// with the next move. A side can have won before its move only if the goal is to have no move,
    /// or if it huffs the last piece.
    #[inline]
    pub(super) fn value_bounds(&self, ply: usize) -> (Value, Value) {
        let wins_unmoved = self.goal == Goal::GiveAway || !self.compulsory;
        let most = if wins_unmoved { ply } else { ply + 1 };
        (lost_at(ply), -lost_at(most))
    }

    /// A draw by counting or repetition. A side without a move has still lost (or won, if that is
    /// the goal).
    ///
    /// A position that repeats within the tree is a draw at once: any better move was available the
    /// first time. Positions before the root count as in the game; but if the tables know the game
    /// to be won, a repetition gets the lowest value that still wins.
    pub(super) fn drawn_or_lost(&self, task: &Task<R::Bits>) -> Option<Value> {
        let by_counts = self
            .draws
            .reason(&task.counts, || self.rules.can_capture(&task.pieces))
            .is_some();
        if by_counts || self.repeats(task) {
            let over = self.rules.is_stuck(&task.pieces);
            return Some(if over {
                self.stuck(&task.pieces, task.ply)
            } else {
                DRAWN
            });
        }
        self.repeated_win(task)
    }

    fn repeats(&self, task: &Task<R::Bits>) -> bool {
        let Some(drawing) = self.drawing_occurrence else {
            return false;
        };
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
            if before_root + 1 >= drawing {
                return true;
            }
        }
        false
    }

    /// Whether the position occurred before the root.
    pub(super) fn occurred_before(&self, task: &Task<R::Bits>) -> bool {
        let root = self.root.past.len();
        let here = root + task.ply;
        let reach = usize::from(task.counts.reversible_plies()).min(here);
        let mut earlier = (4..=reach).step_by(2).map(|back| here - back);
        earlier.any(|place| place < root && self.keys[place] == task.key)
    }
}

/// Whether a value from the table is proven at any depth. A win or loss in a number of plies is;
/// for a win by endgame tables only the winner is proven, since a deeper search may find a quicker
/// one.
fn is_proven(value: Value, bound: Bound) -> bool {
    match value {
        value if is_ordinary(value) => false,
        value if value.abs() > KNOWN_WON => true,
        0.. => bound != Bound::AtMost,
        _ => bound != Bound::AtLeast,
    }
}
