//! The quiescence cache: recent results of the quiescence search. A fifth of the leaves are reached
//! again by transposition while their entry is still stored. The transposition table holds interior
//! nodes only: there are ten leaves for each interior node, and probing a large table in main
//! memory for every leaf costs more than it saves.

use crate::parameters::QUIESCENCE_CACHE_ENTRIES;
use crate::score::{INFINITE, Value, is_ordinary};

/// Bounds of a leaf's value.
#[derive(Clone, Copy, Default)]
struct CachedLeaf {
    key: u64,
    least: i16,
    most: i16,
}

/// Recent leaves. A new one replaces the old one with the same index.
pub(super) struct QuiescenceCache(Box<[CachedLeaf]>);

impl QuiescenceCache {
    pub(super) fn new() -> QuiescenceCache {
        QuiescenceCache(vec![CachedLeaf::default(); QUIESCENCE_CACHE_ENTRIES].into())
    }

    #[inline]
    fn place(key: u64) -> usize {
        key as usize % QUIESCENCE_CACHE_ENTRIES
    }

    /// The value of a leaf, if its stored bounds decide it within this window.
    #[inline]
    pub(super) fn probe(&self, key: u64, alpha: Value, beta: Value) -> Option<Value> {
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

    /// Stores the value of a leaf found with a window. Wins and losses in a number of plies are not
    /// stored: they depend on the distance from the root.
    #[inline]
    pub(super) fn store(&mut self, key: u64, alpha: Value, beta: Value, value: Value) {
        if !is_ordinary(value) {
            return;
        }
        let leaf = &mut self.0[Self::place(key)];
        if leaf.key != key {
            *leaf = CachedLeaf {
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
    fn cached_bounds_decide_matching_windows() {
        let mut cache = QuiescenceCache::new();
        assert_eq!(cache.probe(9, -50, 50), None, "nothing yet");
        cache.store(9, 10, 11, 30);
        assert_eq!(cache.probe(9, 20, 21), Some(30), "at least 30");
        assert_eq!(cache.probe(9, 30, 31), None);
        assert_eq!(cache.probe(9, -50, 50), None);
        cache.store(9, 59, 60, 45);
        assert_eq!(cache.probe(9, 50, 51), Some(45), "at most 45");
        assert_eq!(cache.probe(9, 40, 41), None, "30 to 45");
        cache.store(9, 0, 100, 40);
        assert_eq!(cache.probe(9, 0, 100), Some(40));
        assert_eq!(cache.probe(9, 90, 91), Some(40));
    }

    #[test]
    fn a_new_leaf_takes_the_place_of_an_old_one_and_counted_wins_none() {
        let mut cache = QuiescenceCache::new();
        let other = 9 + QUIESCENCE_CACHE_ENTRIES as u64;
        cache.store(9, 0, 100, 40);
        cache.store(other, 0, 100, 9_990);
        assert_eq!(cache.probe(9, 0, 100), Some(40));
        cache.store(other, 0, 100, 70);
        assert_eq!(cache.probe(9, 0, 100), None);
        assert_eq!(cache.probe(other, 0, 100), Some(70));
    }
}
