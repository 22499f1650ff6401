//! What leaves were worth lately, captures and all: a fifth of them come again while they are still
//! remembered, by another order of the same moves. The large table keeps only what is inside the tree:
//! there are ten leaves to every such position, and asking far memory for each costs more than it saves.

use crate::parameters::LEAVES;
use crate::score::{INFINITE, Value, is_ordinary};

/// A leaf is worth at least and at most so much.
#[derive(Clone, Copy, Default)]
struct Leaf {
    key: u64,
    least: i16,
    most: i16,
}

/// The leaves that a search met last. A new one takes the place of the one before it.
pub(super) struct Leaves(Box<[Leaf]>);

impl Leaves {
    pub(super) fn new() -> Leaves {
        Leaves(vec![Leaf::default(); LEAVES].into())
    }

    #[inline]
    fn place(key: u64) -> usize {
        key as usize % LEAVES
    }

    /// What is known of a leaf, where that answers whether and where it lies within a window.
    #[inline]
    pub(super) fn recall(&self, key: u64, alpha: Value, beta: Value) -> Option<Value> {
        let leaf = self.0[Self::place(key)];
        let (least, most) = (Value::from(leaf.least), Value::from(leaf.most));
        if leaf.key != key {
            None
        } else if least >= beta || least == most {
            Some(least)
        } else {
            (most <= alpha).then_some(most)
        }
    }

    /// Remembers the worth of a leaf that was found within a window. Counted wins and losses are left out: they
    /// depend on how far from the root the leaf is.
    #[inline]
    pub(super) fn remember(&mut self, key: u64, alpha: Value, beta: Value, value: Value) {
        if !is_ordinary(value) {
            return;
        }
        let leaf = &mut self.0[Self::place(key)];
        if leaf.key != key {
            *leaf = Leaf {
                key,
                least: -INFINITE as i16,
                most: INFINITE as i16,
            };
        }
        if value > alpha {
            leaf.least = value as i16;
        }
        if value < beta {
            leaf.most = value as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_answer_what_they_can() {
        let mut leaves = Leaves::new();
        assert_eq!(leaves.recall(9, -50, 50), None, "nothing yet");
        leaves.remember(9, 10, 11, 30);
        assert_eq!(leaves.recall(9, 20, 21), Some(30), "at least 30");
        assert_eq!(leaves.recall(9, 30, 31), None);
        assert_eq!(leaves.recall(9, -50, 50), None);
        leaves.remember(9, 59, 60, 45);
        assert_eq!(leaves.recall(9, 50, 51), Some(45), "at most 45");
        assert_eq!(leaves.recall(9, 40, 41), None, "30 to 45");
        leaves.remember(9, 0, 100, 40);
        assert_eq!(leaves.recall(9, 0, 100), Some(40));
        assert_eq!(leaves.recall(9, 90, 91), Some(40));
    }

    #[test]
    fn a_new_leaf_takes_the_place_of_an_old_one_and_counted_wins_none() {
        let mut leaves = Leaves::new();
        let other = 9 + LEAVES as u64;
        leaves.remember(9, 0, 100, 40);
        leaves.remember(other, 0, 100, 9_990);
        assert_eq!(leaves.recall(9, 0, 100), Some(40));
        leaves.remember(other, 0, 100, 70);
        assert_eq!(leaves.recall(9, 0, 100), None);
        assert_eq!(leaves.recall(other, 0, 100), Some(70));
    }
}
