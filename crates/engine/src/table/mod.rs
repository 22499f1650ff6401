//! The transposition table: what the search remembers of positions that it has met.
//!
//! Entries are two atomic words, the second XORed with the key, so that several threads may share a
//! table without locks: a torn entry answers to no key. The search reads and writes it; it never
//! decides anything by itself.

mod memory;

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use damier_rules::RawMove;
use damier_rules::bits::Bits;

use crate::parameters::{AGE_WEIGHT, BUCKET, LARGEST_TABLE_MB};
use crate::score::{ORDINARY, Value, is_ordinary};

/// What a remembered value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The position is worth at most this.
    AtMost,
    /// The position is worth at least this.
    AtLeast,
    /// The position is worth this.
    Exact,
}

/// A move in sixteen bits: start, end, and two bits that tell most captures with equal ends apart.
/// It only says which move to try first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hint(u16);

impl Hint {
    /// No move.
    pub(crate) const NONE: Hint = Hint(u16::MAX);

    /// The hint of a move.
    #[inline]
    pub(crate) fn of<B: Bits>(played: &RawMove<B>) -> Hint {
        let tag = if played.captured.is_empty() {
            0
        } else {
            played.captured.lowest() & 3
        };
        Hint(u16::from(played.from) | u16::from(played.to) << 7 | u16::from(tag) << 14)
    }
}

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Memory {
    /// Its value; a counted win or loss counts from the position, not from a root.
    value: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    pub(crate) hint: Hint,
}

impl Memory {
    /// A memory of a value that was found this many plies from the root.
    pub(crate) fn new(value: Value, ply: usize, depth: i32, bound: Bound, hint: Hint) -> Memory {
        let from_here = match value {
            value if value >= ORDINARY => value + ply as Value,
            value if value <= -ORDINARY => value - ply as Value,
            value => value,
        };
        Memory {
            value: from_here as i16,
            depth: depth.clamp(-1, 120) as i8,
            bound,
            hint,
        }
    }

    /// The value as seen this many plies from the root.
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
            | u64::from(self.hint.0) << 48
    }

    fn unpack(word: u64) -> Memory {
        let bound = match word >> 24 & 3 {
            0 => Bound::AtMost,
            1 => Bound::AtLeast,
            _ => Bound::Exact,
        };
        Memory {
            value: word as u16 as i16,
            depth: (word >> 16) as u8 as i8,
            bound,
            hint: Hint((word >> 48) as u16),
        }
    }
}

#[derive(Default)]
struct Entry {
    word: AtomicU64,
    /// The key XORed with the word.
    check: AtomicU64,
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

/// The table. It may be shared; all methods take `&self`.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl Table {
    /// A table of at most this many megabytes (2^20 bytes), and at least one bucket. Where so much
    /// memory is not to be had it is smaller.
    pub(crate) fn new(megabytes: usize) -> Table {
        let mut count = (megabytes.min(LARGEST_TABLE_MB) << 20) / size_of::<Bucket>();
        let mut buckets: Vec<Bucket> = Vec::new();
        while count > 1 && buckets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        memory::prefer_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count.max(1), Bucket::default);
        Table {
            buckets,
            age: AtomicU8::new(0),
        }
    }

    /// Says that a new search begins: older entries may be replaced sooner.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for entry in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            entry.word.store(0, Ordering::Relaxed);
            entry.check.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// Says that a position will be asked for soon.
    #[inline]
    pub(crate) fn expect(&self, key: u64) {
        memory::soon(self.bucket(key));
    }

    /// What is remembered of a position.
    #[inline]
    pub(crate) fn recall(&self, key: u64) -> Option<Memory> {
        self.bucket(key).0.iter().find_map(|entry| {
            let word = entry.word.load(Ordering::Relaxed);
            let found = entry.check.load(Ordering::Relaxed) ^ word == key && word != 0;
            found.then(|| Memory::unpack(word))
        })
    }

    /// Remembers a position, in place of what is least worth keeping. What this search already knows of it from
    /// a greater depth stays, unless a win or loss is now counted: the shallow looks of the tree ask about the
    /// same positions again and again, and would wipe out what the deep ones found.
    pub(crate) fn remember(&self, key: u64, mut memory: Memory) {
        let age = self.age.load(Ordering::Relaxed);
        let mut victim = None;
        for entry in &self.bucket(key).0 {
            let word = entry.word.load(Ordering::Relaxed);
            if entry.check.load(Ordering::Relaxed) ^ word == key && word != 0 {
                let earlier = Memory::unpack(word);
                let of_this_search = (word >> 32) as u8 == age;
                if of_this_search && earlier.depth > memory.depth && !memory.is_counted() {
                    return;
                }
                if memory.hint == Hint::NONE {
                    memory.hint = earlier.hint;
                }
                victim = Some((entry, i32::MIN));
                break;
            }
            let searches_ago = i32::from(age.wrapping_sub((word >> 32) as u8));
            let worth = if word == 0 {
                i32::MIN + 1
            } else {
                i32::from(Memory::unpack(word).depth) - AGE_WEIGHT * searches_ago
            };
            if victim.is_none_or(|(_, least)| worth < least) {
                victim = Some((entry, worth));
            }
        }
        if let Some((entry, _)) = victim {
            // The bound of a real entry or its hint is never all zero together with the value and
            // age, but an exact draw at depth 0 could be; bit 40 keeps a written word from being 0.
            let word = memory.pack(age) | 1 << 40;
            entry.word.store(word, Ordering::Relaxed);
            entry.check.store(key ^ word, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(value: Value, depth: i32) -> Memory {
        Memory::new(value, 0, depth, Bound::Exact, Hint(1234))
    }

    #[test]
    fn what_is_remembered_is_recalled() {
        let table = Table::new(1);
        assert_eq!(table.recall(7), None);
        for (key, value) in [(7, 0), (u64::MAX, -350), (1 << 63, 9_990)] {
            table.remember(key, memory(value, 11));
            assert_eq!(table.recall(key), Some(memory(value, 11)));
        }
        table.clear();
        assert_eq!(table.recall(7), None);
    }

    #[test]
    fn wins_count_from_the_position() {
        let win = Memory::new(9_990, 4, 6, Bound::AtLeast, Hint::NONE);
        assert_eq!(win.value(4), 9_990);
        assert_eq!(
            win.value(2),
            9_992,
            "met two plies earlier, the win is two plies nearer"
        );
        let loss = Memory::new(-9_990, 4, 6, Bound::AtMost, Hint::NONE);
        assert_eq!(loss.value(6), -9_988);
    }

    #[test]
    fn a_full_bucket_loses_its_shallowest_and_oldest() {
        let table = Table::new(0);
        for key in 0..BUCKET as u64 {
            table.remember(key, memory(0, 5 + key as i32));
        }
        table.remember(100, memory(0, 1));
        assert_eq!(table.recall(0), None, "the shallowest");
        assert!(table.recall(1).is_some() && table.recall(100).is_some());
        for _ in 0..20 {
            table.grow_older();
        }
        for key in 200..200 + BUCKET as u64 {
            table.remember(key, memory(0, 1));
        }
        assert!(
            (1..BUCKET as u64).all(|key| table.recall(key).is_none()),
            "all old ones"
        );
    }

    #[test]
    fn what_was_seen_deeper_in_this_search_stays() {
        let table = Table::new(0);
        table.remember(7, memory(30, 9));
        table.remember(7, memory(-20, 4));
        assert_eq!(table.recall(7), Some(memory(30, 9)), "a shallow look");
        table.remember(7, memory(40, 9));
        assert_eq!(table.recall(7), Some(memory(40, 9)), "as deep, and newer");
        table.remember(7, memory(9_990, 2));
        assert_eq!(table.recall(7), Some(memory(9_990, 2)), "a win is a win");
        table.remember(8, memory(30, 9));
        table.grow_older();
        table.remember(8, memory(-20, 4));
        assert_eq!(table.recall(8), Some(memory(-20, 4)), "the next search");
    }

    #[test]
    fn an_entry_is_sixteen_bytes() {
        assert_eq!(size_of::<Entry>(), 16);
        assert_eq!(size_of::<Bucket>(), 64);
    }
}
