//! Captures by men as whole sets: all men leap at once in each way, and those that stand behind
//! their first capture leap again. Captures of three pieces and more are left to the walk.

use super::board::{DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT, step};
use super::sink::{Ends, Sink};
use super::{View, walk};

/// Where the pieces of a set land when they leap in one way.
#[inline]
fn leap<const WAY: usize>(view: &View, from: u64) -> u64 {
    step::<WAY>(step::<WAY>(from) & view.enemy) & view.empty
}

/// Where they land, by way, after leaping from squares which they reached by another way: `reached`
/// holds, by way, where the last leap ended. Nobody leaps back over what he has just taken.
#[inline]
fn leap_on(view: &View, reached: [u64; 4]) -> [u64; 4] {
    let [ul, ur, dl, dr] = reached;
    [
        leap::<UP_LEFT>(view, ul | ur | dl),
        leap::<UP_RIGHT>(view, ul | ur | dr),
        leap::<DOWN_LEFT>(view, ul | dl | dr),
        leap::<DOWN_RIGHT>(view, ur | dl | dr),
    ]
}

/// Where men land after their first capture, by way.
#[inline]
fn first(view: &View) -> [u64; 4] {
    [
        leap::<UP_LEFT>(view, view.men),
        leap::<UP_RIGHT>(view, view.men),
        leap::<DOWN_LEFT>(view, view.men),
        leap::<DOWN_RIGHT>(view, view.men),
    ]
}

/// Whether a man can capture.
#[inline]
pub(super) fn can_capture(view: &View) -> bool {
    any(first(view))
}

/// Men that can capture.
#[inline]
pub(super) fn capturers(view: &View) -> u64 {
    let [ul, ur, dl, dr] = first(view);
    step::<DOWN_RIGHT>(step::<DOWN_RIGHT>(ul))
        | step::<DOWN_LEFT>(step::<DOWN_LEFT>(ur))
        | step::<UP_RIGHT>(step::<UP_RIGHT>(dl))
        | step::<UP_LEFT>(step::<UP_LEFT>(dr))
}

#[inline]
fn any(sets: [u64; 4]) -> bool {
    sets[0] | sets[1] | sets[2] | sets[3] != 0
}

/// Offers every legal capture of a position in which no king can capture.
#[inline]
pub(super) fn captures<S: Sink>(view: &View, sink: &mut S) {
    let once = first(view);
    if !any(once) {
        return;
    }
    let twice = leap_on(view, once);
    if !any(twice) {
        singles::<UP_LEFT, DOWN_RIGHT, S>(view, once[0], sink);
        singles::<UP_RIGHT, DOWN_LEFT, S>(view, once[1], sink);
        singles::<DOWN_LEFT, UP_RIGHT, S>(view, once[2], sink);
        singles::<DOWN_RIGHT, UP_LEFT, S>(view, once[3], sink);
    } else if any(leap_on(view, twice)) {
        walk::captures(view, sink);
    } else {
        pairs(view, once, sink);
    }
}

/// Captures of one piece; `BACK` is the opposite of the way leapt.
#[inline]
fn singles<const WAY: usize, const BACK: usize, S: Sink>(view: &View, landed: u64, sink: &mut S) {
    let mut rest = landed;
    while rest != 0 {
        let to = rest & rest.wrapping_neg();
        rest &= rest - 1;
        let taken = step::<BACK>(to);
        let ends = Ends {
            taken,
            from: step::<BACK>(taken).trailing_zeros() as u8,
            to,
            promoting: view.far_row,
        };
        sink.offer(1, ends);
    }
}

/// Captures of two pieces, in the twelve pairs of ways.
#[inline]
fn pairs<S: Sink>(view: &View, once: [u64; 4], sink: &mut S) {
    let [ul, ur, dl, dr] = once;
    pair::<UP_LEFT, DOWN_RIGHT, UP_LEFT, DOWN_RIGHT, S>(view, ul, sink);
    pair::<UP_LEFT, DOWN_RIGHT, UP_RIGHT, DOWN_LEFT, S>(view, ul, sink);
    pair::<UP_LEFT, DOWN_RIGHT, DOWN_LEFT, UP_RIGHT, S>(view, ul, sink);
    pair::<UP_RIGHT, DOWN_LEFT, UP_LEFT, DOWN_RIGHT, S>(view, ur, sink);
    pair::<UP_RIGHT, DOWN_LEFT, UP_RIGHT, DOWN_LEFT, S>(view, ur, sink);
    pair::<UP_RIGHT, DOWN_LEFT, DOWN_RIGHT, UP_LEFT, S>(view, ur, sink);
    pair::<DOWN_LEFT, UP_RIGHT, UP_LEFT, DOWN_RIGHT, S>(view, dl, sink);
    pair::<DOWN_LEFT, UP_RIGHT, DOWN_LEFT, UP_RIGHT, S>(view, dl, sink);
    pair::<DOWN_LEFT, UP_RIGHT, DOWN_RIGHT, UP_LEFT, S>(view, dl, sink);
    pair::<DOWN_RIGHT, UP_LEFT, UP_RIGHT, DOWN_LEFT, S>(view, dr, sink);
    pair::<DOWN_RIGHT, UP_LEFT, DOWN_LEFT, UP_RIGHT, S>(view, dr, sink);
    pair::<DOWN_RIGHT, UP_LEFT, DOWN_RIGHT, UP_LEFT, S>(view, dr, sink);
}

/// Captures of two pieces by one pair of ways; `BACK` and `BACK2` are their opposites.
#[inline]
fn pair<const WAY: usize, const BACK: usize, const WAY2: usize, const BACK2: usize, S: Sink>(
    view: &View,
    once: u64,
    sink: &mut S,
) {
    let mut rest = leap::<WAY2>(view, once);
    while rest != 0 {
        let to = rest & rest.wrapping_neg();
        rest &= rest - 1;
        let second = step::<BACK2>(to);
        let first = step::<BACK>(step::<BACK2>(second));
        let ends = Ends {
            taken: first | second,
            from: step::<BACK>(first).trailing_zeros() as u8,
            to,
            promoting: view.far_row,
        };
        sink.offer(2, ends);
    }
}
