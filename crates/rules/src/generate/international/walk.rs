//! Captures that are walked one by one: those of kings, and long ones of men.
//!
//! A walk follows each capture as far as it can go, and passes it on at its end. A "place" is a
//! node of the walk. Where a king may turn from several squares behind the captured piece, the
//! whole line of these squares is one place.
//!
//! A crowded board has millions of orders of capturing that lead to far fewer places, so a long
//! walk starts to remember the places that it has visited. This bounds its work on any input.

use std::collections::HashSet;

use super::board::{DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT, between, each, nearest, step};
use super::listing::{Ends, Listing};
use super::{View, men};
use crate::pieces::RawMove;

/// The number of places that a walk visits before it starts to remember them. All but extreme
/// positions stay below it.
const PLACES_BEFORE_MEMORY: u32 = 1_000;

/// Returns whether a king can capture.
#[inline]
pub(super) fn kings_can_capture(view: &View) -> bool {
    each(view.kings).any(|from| {
        let victims = victim::<UP_LEFT>(view.enemy, view.empty, from)
            | victim::<UP_RIGHT>(view.enemy, view.empty, from)
            | victim::<DOWN_LEFT>(view.enemy, view.empty, from)
            | victim::<DOWN_RIGHT>(view.enemy, view.empty, from);
        victims != 0
    })
}

/// Returns the piece among `targets` that a king on `at` can capture in one direction; the empty
/// set if there is none.
#[inline]
fn victim<const WAY: usize>(targets: u64, empty: u64, at: u8) -> u64 {
    let over = 1 << nearest::<WAY>(at, !empty) & targets;
    if step::<WAY>(over) & empty == 0 {
        0
    } else {
        over
    }
}

/// Appends every legal capture. Returns how many places were visited for it.
#[inline(never)]
pub(super) fn list(view: &View, list: &mut Vec<RawMove<u64>>) -> u64 {
    let mut listing = Listing::new(list);
    let visited = captures(view, &mut listing);
    listing.finish();
    visited
}

/// Passes every legal capture to `listing`. Returns how many places were visited for it.
fn captures(view: &View, listing: &mut Listing<'_>) -> u64 {
    let mut visited = 0;
    for from in each(view.kings) {
        let mut walk = Walk::new(view, from, 0, listing);
        walk.king(from, 0, 0);
        visited += u64::from(walk.places);
    }
    for from in each(men::capturers(view)) {
        let mut walk = Walk::new(view, from, view.far_row, listing);
        walk.man(1 << from, 0, 0);
        visited += u64::from(walk.places);
    }
    visited
}

/// The captures of one piece.
struct Walk<'w, 'l> {
    from: u8,
    /// Squares without a piece, including the start square, which the piece has left.
    empty: u64,
    enemy: u64,
    /// The squares on which the piece becomes a king.
    promoting: u64,
    listing: &'w mut Listing<'l>,
    places: u32,
    seen: Option<HashSet<(u64, u64)>>,
}

impl<'w, 'l> Walk<'w, 'l> {
    fn new(view: &View, from: u8, promoting: u64, listing: &'w mut Listing<'l>) -> Self {
        Walk {
            from,
            empty: view.empty | 1 << from,
            enemy: view.enemy,
            promoting,
            listing,
            places: 0,
            seen: None,
        }
    }

    /// Returns whether the walk is known to have visited this place before, with the same pieces
    /// taken.
    #[inline]
    fn seen_before(&mut self, at: u64, taken: u64) -> bool {
        self.places += 1;
        self.places > PLACES_BEFORE_MEMORY && !self.seen.get_or_insert_default().insert((at, taken))
    }

    #[inline]
    fn end(&mut self, to: u64, taken: u64, count: u32) {
        let ends = Ends {
            taken,
            from: self.from,
            to,
            promoting: self.promoting,
        };
        self.listing.offer(count, ends);
    }

    /// Continues a man's captures from the square where it stands.
    fn man(&mut self, at: u64, taken: u64, count: u32) {
        if self.seen_before(at, taken) {
            return;
        }
        let targets = self.enemy & !taken;
        let leaps = [
            (step::<UP_LEFT>(at), step::<UP_LEFT>(step::<UP_LEFT>(at))),
            (step::<UP_RIGHT>(at), step::<UP_RIGHT>(step::<UP_RIGHT>(at))),
            (
                step::<DOWN_LEFT>(at),
                step::<DOWN_LEFT>(step::<DOWN_LEFT>(at)),
            ),
            (
                step::<DOWN_RIGHT>(at),
                step::<DOWN_RIGHT>(step::<DOWN_RIGHT>(at)),
            ),
        ];
        let mut ends_here = true;
        for (over, to) in leaps {
            if over & targets != 0 && to & self.empty != 0 {
                ends_here = false;
                self.man(to, taken | over, count + 1);
            }
        }
        if ends_here {
            self.end(at, taken, count);
        }
    }

    /// Starts a king's captures.
    fn king(&mut self, at: u8, taken: u64, count: u32) {
        self.king_leaps::<UP_LEFT>(at, taken, count);
        self.king_leaps::<UP_RIGHT>(at, taken, count);
        self.king_leaps::<DOWN_LEFT>(at, taken, count);
        self.king_leaps::<DOWN_RIGHT>(at, taken, count);
    }

    /// Captures with a king in one direction, if it can, and continues from there. Returns whether
    /// it could.
    #[inline]
    fn king_leaps<const WAY: usize>(&mut self, at: u8, taken: u64, count: u32) -> bool {
        let over = victim::<WAY>(self.enemy & !taken, self.empty, at);
        if over == 0 {
            return false;
        }
        self.king_behind::<WAY>(over.trailing_zeros() as u8, taken | over, count + 1);
        true
    }

    /// Continues a king's captures from the line behind the piece on `over`, which it has just
    /// taken.
    fn king_behind<const WAY: usize>(&mut self, over: u8, taken: u64, count: u32) {
        let line = between::<WAY>(over, nearest::<WAY>(over, !self.empty)) & self.empty;
        if self.seen_before(line, taken) {
            return;
        }
        let mut goes_on = self.king_leaps::<WAY>(over, taken, count);
        for at in each(line) {
            goes_on |= if WAY == UP_LEFT || WAY == DOWN_RIGHT {
                self.king_leaps::<UP_RIGHT>(at, taken, count)
                    | self.king_leaps::<DOWN_LEFT>(at, taken, count)
            } else {
                self.king_leaps::<UP_LEFT>(at, taken, count)
                    | self.king_leaps::<DOWN_RIGHT>(at, taken, count)
            };
        }
        if !goes_on {
            self.end(line, taken, count);
        }
    }
}
