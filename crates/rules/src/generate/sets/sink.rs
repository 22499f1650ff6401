//! Receivers for captures as they are found: a list, or only a count.

use crate::bits::{Bits, bits};
use crate::generate::precedence::Standing;
use crate::pieces::RawMove;
use crate::sorting::sort_moves;

/// Captures of at least this many pieces may be found in several orders: on boards with lines, a
/// piece can go round a triangle of three leaps both ways. Two leaps are never found twice (see
/// [`men`](super::men)).
const MAY_REPEAT: u32 = 3;

/// In lists up to this length, repetitions are found by comparing each move with each other.
const SHORT: usize = 12;

/// The ends of captures by one piece that take the same set.
#[derive(Clone, Copy)]
pub(super) struct Ends<B> {
    pub(super) taken: B,
    pub(super) from: u8,
    /// The end squares; never empty.
    pub(super) to: B,
    /// The end squares on which a piece that started as a man is a king.
    pub(super) promoting: B,
}

/// A receiver of captures that keeps only those of the best rank.
pub(super) trait Sink<B> {
    /// Receives captures of `count` pieces.
    fn offer(&mut self, standing: Standing, count: u32, ends: Ends<B>);
}

/// Keeps captures as moves at the end of a list.
pub(super) struct Listing<'l, B> {
    list: &'l mut Vec<RawMove<B>>,
    before: usize,
    best: Standing,
    longest: u32,
}

impl<'l, B: Bits> Listing<'l, B> {
    pub(super) fn new(list: &'l mut Vec<RawMove<B>>) -> Listing<'l, B> {
        let before = list.len();
        Listing {
            list,
            before,
            best: Standing::default(),
            longest: 0,
        }
    }

    pub(super) fn finish(self) {
        if self.longest >= MAY_REPEAT {
            keep_each_once(self.list, self.before);
        }
    }
}

impl<B: Bits> Sink<B> for Listing<'_, B> {
    #[inline]
    fn offer(&mut self, standing: Standing, count: u32, ends: Ends<B>) {
        if standing < self.best {
            return;
        }
        if standing > self.best {
            self.list.truncate(self.before);
            self.best = standing;
        }
        self.longest = self.longest.max(count);
        push(self.list, ends);
    }
}

/// Counts captures, and lists only those that might be found twice.
pub(super) struct CountingSink<B> {
    best: Standing,
    count: u64,
    list: Vec<RawMove<B>>,
}

impl<B: Bits> CountingSink<B> {
    pub(super) fn new() -> CountingSink<B> {
        CountingSink {
            best: Standing::default(),
            count: 0,
            list: Vec::new(),
        }
    }

    pub(super) fn finish(mut self) -> u64 {
        keep_each_once(&mut self.list, 0);
        self.count + self.list.len() as u64
    }
}

impl<B: Bits> Sink<B> for CountingSink<B> {
    #[inline]
    fn offer(&mut self, standing: Standing, count: u32, ends: Ends<B>) {
        if standing < self.best {
            return;
        }
        if standing > self.best {
            self.list.clear();
            self.count = 0;
            self.best = standing;
        }
        if count >= MAY_REPEAT {
            push(&mut self.list, ends);
        } else {
            self.count += u64::from(ends.to.count());
        }
    }
}

#[inline]
fn push<B: Bits>(list: &mut Vec<RawMove<B>>, ends: Ends<B>) {
    list.extend(bits(ends.to).map(|to| {
        RawMove::capture(
            ends.from,
            to,
            ends.taken,
            ends.promoting.meets(B::single(to)),
        )
    }));
}

/// Removes repetitions among the moves after the first `before`.
fn keep_each_once<B: Bits>(list: &mut Vec<RawMove<B>>, before: usize) {
    let found = list.len() - before;
    if found < 2 {
        return;
    }
    if found > SHORT {
        sort_moves(&mut list[before..]);
    }
    let mut kept = before + 1;
    for index in before + 1..list.len() {
        let earlier = if found > SHORT { kept - 1 } else { before };
        if !list[earlier..kept].contains(&list[index]) {
            list[kept] = list[index];
            kept += 1;
        }
    }
    list.truncate(kept);
}
