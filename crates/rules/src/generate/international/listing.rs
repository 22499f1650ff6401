//! A list of captures as they are found.

use super::board::bits;
use crate::pieces::{Huff, RawMove};
use crate::sorting::sort_moves;

/// Captures of at least this many pieces may be found in several orders: two orders that part and
/// meet again need a circle around four pieces.
pub(super) const MAY_REPEAT: u32 = 4;

/// The ends of captures by one piece that take the same set.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) taken: u64,
    pub(super) from: u8,
    /// The end squares; never empty.
    pub(super) to: u64,
    /// The squares on which the piece becomes a king.
    pub(super) promoting: u64,
}

/// Keeps captures of the most pieces as moves at the end of a list.
pub(super) struct Listing<'l> {
    list: &'l mut Vec<RawMove<u64>>,
    before: usize,
    best: u32,
}

impl<'l> Listing<'l> {
    #[inline]
    pub(super) fn new(list: &'l mut Vec<RawMove<u64>>) -> Listing<'l> {
        let before = list.len();
        Listing {
            list,
            before,
            best: 0,
        }
    }

    #[inline]
    pub(super) fn finish(self) {
        if self.best >= MAY_REPEAT {
            keep_each_once(self.list, self.before);
        }
    }

    /// Receives captures of `count` pieces.
    #[inline]
    pub(super) fn offer(&mut self, count: u32, ends: Ends) {
        if count < self.best {
            return;
        }
        if count > self.best {
            self.list.truncate(self.before);
            self.best = count;
        }
        push(self.list, ends);
    }
}

#[inline]
fn push(list: &mut Vec<RawMove<u64>>, ends: Ends) {
    list.extend(bits(ends.to).map(|to| RawMove {
        captured: ends.taken,
        from: ends.from,
        to,
        promotes: ends.promoting >> to & 1 == 1,
        huff: Huff::NONE,
    }));
}

/// Removes repetitions among the moves after the first `before`.
fn keep_each_once(list: &mut Vec<RawMove<u64>>, before: usize) {
    if list.len() - before < 2 {
        return;
    }
    sort_moves(&mut list[before..]);
    let mut kept = before + 1;
    for index in before + 1..list.len() {
        if list[index] != list[kept - 1] {
            list[kept] = list[index];
            kept += 1;
        }
    }
    list.truncate(kept);
}
