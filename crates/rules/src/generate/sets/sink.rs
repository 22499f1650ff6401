//! Receivers for captures as they are found: a list, or only a count.

use std::cmp::Ordering;

use arrayvec::ArrayVec;

use super::rank::Rank;
use crate::bits::{Bits, bits};
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
pub(super) trait Sink<B, R> {
    /// Receives captures of `count` pieces.
    fn offer(&mut self, rank: R, count: u32, ends: Ends<B>);
}

/// Keeps captures as moves at the end of a list.
pub(super) struct Listing<'l, B, R> {
    list: &'l mut Vec<RawMove<B>>,
    before: usize,
    best: R,
    longest: u32,
}

impl<'l, B: Bits, R: Rank> Listing<'l, B, R> {
    pub(super) fn new(list: &'l mut Vec<RawMove<B>>) -> Listing<'l, B, R> {
        let before = list.len();
        Listing {
            list,
            before,
            best: R::default(),
            longest: 0,
        }
    }

    pub(super) fn finish(self) {
        if self.longest >= MAY_REPEAT {
            let kept = keep_each_once(&mut self.list[self.before..]);
            self.list.truncate(self.before + kept);
        }
    }
}

impl<B: Bits, R: Rank> Sink<B, R> for Listing<'_, B, R> {
    #[inline]
    fn offer(&mut self, rank: R, count: u32, ends: Ends<B>) {
        match rank.cmp(&self.best) {
            Ordering::Less => return,
            Ordering::Equal => {}
            Ordering::Greater => {
                self.list.truncate(self.before);
                self.best = rank;
            }
        }
        self.longest = self.longest.max(count);
        self.list.extend(ends.moves());
    }
}

/// Counts captures, and lists only those that might be found twice.
pub(super) struct CountingSink<B, R> {
    best: R,
    count: u64,
    /// The captures that might be found twice, as long as they are few. No memory is reserved for
    /// them.
    few: ArrayVec<RawMove<B>, SHORT>,
    many: Vec<RawMove<B>>,
}

impl<B: Bits, R: Rank> CountingSink<B, R> {
    pub(super) fn new() -> CountingSink<B, R> {
        CountingSink {
            best: R::default(),
            count: 0,
            few: ArrayVec::new(),
            many: Vec::new(),
        }
    }

    pub(super) fn finish(&mut self) -> u64 {
        let different = if self.many.is_empty() {
            keep_each_once(&mut self.few)
        } else {
            self.many.extend(self.few.drain(..));
            keep_each_once(&mut self.many)
        };
        self.count + different as u64
    }
}

impl<B: Bits, R: Rank> Sink<B, R> for CountingSink<B, R> {
    #[inline]
    fn offer(&mut self, rank: R, count: u32, ends: Ends<B>) {
        match rank.cmp(&self.best) {
            Ordering::Less => return,
            Ordering::Equal => {}
            Ordering::Greater => {
                self.few.clear();
                self.many.clear();
                self.count = 0;
                self.best = rank;
            }
        }
        if count < MAY_REPEAT {
            self.count += u64::from(ends.to.count());
            return;
        }
        for played in ends.moves() {
            if let Err(full) = self.few.try_push(played) {
                self.many.extend(self.few.drain(..));
                self.many.push(full.element());
            }
        }
    }
}

impl<B: Bits> Ends<B> {
    #[inline]
    fn moves(self) -> impl Iterator<Item = RawMove<B>> {
        bits(self.to).map(move |to| {
            let promotes = self.promoting.meets(B::single(to));
            RawMove::capture(self.from, to, self.taken, promotes)
        })
    }
}

/// Moves the different ones of some moves to the front, and returns how many they are.
fn keep_each_once<B: Bits>(moves: &mut [RawMove<B>]) -> usize {
    let found = moves.len();
    if found < 2 {
        return found;
    }
    if found > SHORT {
        sort_moves(moves);
    }
    let mut kept = 1;
    for index in 1..found {
        let earlier = if found > SHORT { kept - 1 } else { 0 };
        if !moves[earlier..kept].contains(&moves[index]) {
            moves[kept] = moves[index];
            kept += 1;
        }
    }
    kept
}
