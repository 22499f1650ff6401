//! The transposition table: results of earlier searches by position.
//!
//! An entry is two atomic words, the first XORed with the second, so that threads share the table
//! without locks: an entry written by two threads at the same time matches no key.

mod memory;

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use damier_rules::RawMove;
use damier_rules::bits::Bits;

use crate::parameters::{AGE_WEIGHT, BUCKET, MAX_HASH_MB};
use crate::score::{ORDINARY, Value, is_ordinary};

/// What kind of bound a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The position is worth at most this.
    AtMost,
    /// The position is worth at least this.
    AtLeast,
    /// The position is worth this.
    Exact,
}

/// The best move of an entry, in sixteen bits: start, end, and two bits that distinguish most
/// captures with the same ends. It only decides which move is tried first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HashMove(u16);

impl HashMove {
    /// No move.
    pub(crate) const NONE: HashMove = HashMove(u16::MAX);

    /// A move as an entry stores it.
    #[inline]
    pub(crate) fn of<B: Bits>(played: &RawMove<B>) -> HashMove {
        let tag = if played.captured.is_empty() {
            0
        } else {
            played.captured.lowest() & 3
        };
        HashMove(u16::from(played.from) | u16::from(played.to) << 7 | u16::from(tag) << 14)
    }
}

/// The stored result for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Its value; a win or loss counts plies from the position, not from the root.
    value: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    pub(crate) hash_move: HashMove,
}

impl Entry {
    /// An entry for a value found this many plies from the root.
    pub(crate) fn new(
        value: Value,
        ply: usize,
        depth: i32,
        bound: Bound,
        hash_move: HashMove,
    ) -> Entry {
        let from_here = match value {
            value if value >= ORDINARY => value + ply as Value,
            value if value <= -ORDINARY => value - ply as Value,
            value => value,
        };
        Entry {
            value: from_here as i16,
            depth: depth.clamp(-1, 120) as i8,
            bound,
            hash_move,
        }
    }

    /// The value relative to a node this many plies from the root.
    #[inline]
    pub(crate) fn value(self, ply: usize) -> Value {
        match Value::from(self.value) {
            value if value >= ORDINARY => value - ply as Value,
            value if value <= -ORDINARY => value + ply as Value,
            value => value,
        }
    }

    /// Whether the value counts the plies to a win or loss.
    fn is_counted(self) -> bool {
        !is_ordinary(Value::from(self.value))
    }

    fn pack(self, age: u8) -> u64 {
        u64::from(self.value as u16)
            | u64::from(self.depth as u8) << 16
            | (self.bound as u64) << 24
            | u64::from(age) << 32
            | u64::from(self.hash_move.0) << 48
    }

    fn unpack(word: u64) -> Entry {
        let bound = match word >> 24 & 3 {
            0 => Bound::AtMost,
            1 => Bound::AtLeast,
            _ => Bound::Exact,
        };
        Entry {
            value: word as u16 as i16,
            depth: (word >> 16) as u8 as i8,
            bound,
            hash_move: HashMove((word >> 48) as u16),
        }
    }
}

#[derive(Default)]
struct Slot {
    word: AtomicU64,
    /// The key XORed with the word.
    check: AtomicU64,
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// The transposition table. Threads may share it; all methods take `&self`.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most this many megabytes (2^20 bytes), and at least one bucket; smaller if
    /// there is not enough memory.
    pub(crate) fn new(megabytes: usize) -> TranspositionTable {
        let mut count = (megabytes.min(MAX_HASH_MB) << 20) / size_of::<Bucket>();
        let mut buckets: Vec<Bucket> = Vec::new();
        while count > 1 && buckets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        memory::prefer_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count.max(1), Bucket::default);
        TranspositionTable {
            buckets,
            age: AtomicU8::new(0),
        }
    }

    /// Starts a new generation, so that entries of earlier searches are replaced sooner.
    pub(crate) fn new_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// Empties the table.
    pub(crate) fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.word.store(0, Ordering::Relaxed);
            slot.check.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// Fetches the bucket of a position that will be probed soon into the processor's cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        memory::soon(self.bucket(key));
    }

    /// The entry of a position, if there is one.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let word = slot.word.load(Ordering::Relaxed);
            let found = slot.check.load(Ordering::Relaxed) ^ word == key && word != 0;
            found.then(|| Entry::unpack(word))
        })
    }

    /// Replaces the entry that is least worth keeping. An entry of the same position from this
    /// search with a greater depth stays, unless the new value is a proven win or loss: ProbCut's
    /// shallow searches visit the same positions many times and would replace deeper results.
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut victim = None;
        for slot in &self.bucket(key).0 {
            let word = slot.word.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ word == key && word != 0 {
                let earlier = Entry::unpack(word);
                let of_this_search = (word >> 32) as u8 == age;
                if of_this_search && earlier.depth > entry.depth && !entry.is_counted() {
                    return;
                }
                if entry.hash_move == HashMove::NONE {
                    entry.hash_move = earlier.hash_move;
                }
                victim = Some((slot, i32::MIN));
                break;
            }
            let searches_ago = i32::from(age.wrapping_sub((word >> 32) as u8));
            let worth = if word == 0 {
                i32::MIN + 1
            } else {
                i32::from(Entry::unpack(word).depth) - AGE_WEIGHT * searches_ago
            };
            if victim.is_none_or(|(_, least)| worth < least) {
                victim = Some((slot, worth));
            }
        }
        if let Some((slot, _)) = victim {
            // A written word must differ from 0. Only an exact draw at depth 0 could be packed as
            // 0, so bit 40 is always set.
            let word = entry.pack(age) | 1 << 40;
            slot.word.store(word, Ordering::Relaxed);
            slot.check.store(key ^ word, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: Value, depth: i32) -> Entry {
        Entry::new(value, 0, depth, Bound::Exact, HashMove(1234))
    }

    #[test]
    fn stored_entry_is_found() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.probe(7), None);
        for (key, value) in [(7, 0), (u64::MAX, -350), (1 << 63, 9_990)] {
            table.store(key, entry(value, 11));
            assert_eq!(table.probe(key), Some(entry(value, 11)));
        }
        table.clear();
        assert_eq!(table.probe(7), None);
    }

    #[test]
    fn wins_count_from_the_position() {
        let win = Entry::new(9_990, 4, 6, Bound::AtLeast, HashMove::NONE);
        assert_eq!(win.value(4), 9_990);
        assert_eq!(
            win.value(2),
            9_992,
            "met two plies earlier, the win is two plies nearer"
        );
        let loss = Entry::new(-9_990, 4, 6, Bound::AtMost, HashMove::NONE);
        assert_eq!(loss.value(6), -9_988);
    }

    #[test]
    fn a_full_bucket_loses_its_shallowest_and_oldest() {
        let table = TranspositionTable::new(0);
        for key in 0..BUCKET as u64 {
            table.store(key, entry(0, 5 + key as i32));
        }
        table.store(100, entry(0, 1));
        assert_eq!(table.probe(0), None, "the shallowest");
        assert!(table.probe(1).is_some() && table.probe(100).is_some());
        for _ in 0..20 {
            table.new_search();
        }
        for key in 200..200 + BUCKET as u64 {
            table.store(key, entry(0, 1));
        }
        assert!(
            (1..BUCKET as u64).all(|key| table.probe(key).is_none()),
            "all old ones"
        );
    }

    #[test]
    fn deeper_entry_of_this_search_is_kept() {
        let table = TranspositionTable::new(0);
        table.store(7, entry(30, 9));
        table.store(7, entry(-20, 4));
        assert_eq!(table.probe(7), Some(entry(30, 9)), "a shallow search");
        table.store(7, entry(40, 9));
        assert_eq!(table.probe(7), Some(entry(40, 9)), "as deep, and newer");
        table.store(7, entry(9_990, 2));
        assert_eq!(table.probe(7), Some(entry(9_990, 2)), "a win is a win");
        table.store(8, entry(30, 9));
        table.new_search();
        table.store(8, entry(-20, 4));
        assert_eq!(table.probe(8), Some(entry(-20, 4)), "the next search");
    }

    #[test]
    fn an_entry_is_sixteen_bytes() {
        assert_eq!(size_of::<Slot>(), 16);
        assert_eq!(size_of::<Bucket>(), 64);
    }
}
