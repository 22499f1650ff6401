//! Captures by men as whole sets: all men leap at once in each direction, and those that have
//! captured once leap again. Captures of three and more pieces are left to the walk.

use super::View;
use super::board::{DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT, bits, step};
use crate::pieces::{Huff, RawMove};

/// The squares on which a leap can end, by direction: empty squares behind an enemy piece.
#[derive(Clone, Copy)]
pub(super) struct Leaps([u64; 4]);

impl Leaps {
    #[inline]
    pub(super) fn of(view: &View) -> Leaps {
        Leaps([
            step::<UP_LEFT>(view.enemy) & view.empty,
            step::<UP_RIGHT>(view.enemy) & view.empty,
            step::<DOWN_LEFT>(view.enemy) & view.empty,
            step::<DOWN_RIGHT>(view.enemy) & view.empty,
        ])
    }

    /// Returns where the pieces of a set land when they leap in one direction.
    #[inline]
    fn one_way<const WAY: usize>(self, from: u64) -> u64 {
        step::<WAY>(step::<WAY>(from)) & self.0[WAY]
    }

    /// Returns where pieces land, by direction.
    #[inline]
    pub(super) fn first(self, from: u64) -> [u64; 4] {
        [
            self.one_way::<UP_LEFT>(from),
            self.one_way::<UP_RIGHT>(from),
            self.one_way::<DOWN_LEFT>(from),
            self.one_way::<DOWN_RIGHT>(from),
        ]
    }

    /// Returns where they land with the next leap. `reached` holds, by direction, where the last
    /// leap ended. A piece does not leap back over the piece that it has just taken.
    #[inline]
    pub(super) fn next(self, [ul, ur, dl, dr]: [u64; 4]) -> [u64; 4] {
        [
            self.one_way::<UP_LEFT>(ul | ur | dl),
            self.one_way::<UP_RIGHT>(ul | ur | dr),
            self.one_way::<DOWN_LEFT>(ul | dl | dr),
            self.one_way::<DOWN_RIGHT>(ur | dl | dr),
        ]
    }
}

/// Returns whether a man can capture.
#[inline]
pub(super) fn can_capture(view: &View) -> bool {
    any(Leaps::of(view).first(view.men))
}

/// Returns the men that can capture.
#[inline]
pub(super) fn capturers(view: &View) -> u64 {
    let [ul, ur, dl, dr] = Leaps::of(view).first(view.men);
    step::<DOWN_RIGHT>(step::<DOWN_RIGHT>(ul))
        | step::<DOWN_LEFT>(step::<DOWN_LEFT>(ur))
        | step::<UP_RIGHT>(step::<UP_RIGHT>(dl))
        | step::<UP_LEFT>(step::<UP_LEFT>(dr))
}

#[inline]
pub(super) fn any(sets: [u64; 4]) -> bool {
    sets[0] | sets[1] | sets[2] | sets[3] != 0
}

/// The length of the captures of men, and where the men land after their first one.
pub(super) enum Length {
    /// No man can capture.
    None,
    /// Each man that can capture takes one piece.
    One([u64; 4]),
    /// Some can capture two pieces, none more.
    Two(Leaps, [u64; 4]),
    /// Some can capture more.
    More,
}

/// Returns the length of the captures of men.
#[inline]
pub(super) fn length(view: &View) -> Length {
    let leaps = Leaps::of(view);
    let once = leaps.first(view.men);
    if !any(once) {
        return Length::None;
    }
    let twice = leaps.next(once);
    if !any(twice) {
        Length::One(once)
    } else if any(leaps.next(twice)) {
        Length::More
    } else {
        Length::Two(leaps, once)
    }
}

/// Lists the captures of one piece.
#[inline]
pub(super) fn list_singles(view: &View, once: [u64; 4], list: &mut Vec<RawMove<u64>>) {
    singles::<DOWN_RIGHT>(view, once[UP_LEFT], list);
    singles::<DOWN_LEFT>(view, once[UP_RIGHT], list);
    singles::<UP_RIGHT>(view, once[DOWN_LEFT], list);
    singles::<UP_LEFT>(view, once[DOWN_RIGHT], list);
}

/// Lists the captures of one piece in one direction; `BACK` is its opposite.
#[inline]
fn singles<const BACK: usize>(view: &View, landed: u64, list: &mut Vec<RawMove<u64>>) {
    list.extend(bits(landed).map(|to| {
        let captured = step::<BACK>(1 << to);
        RawMove {
            captured,
            from: step::<BACK>(captured).trailing_zeros() as u8,
            to,
            promotes: view.far_row >> to & 1 == 1,
            huff: Huff::NONE,
        }
    }));
}

/// Lists the captures of two pieces, in the twelve pairs of directions.
#[inline]
pub(super) fn list_pairs(view: &View, leaps: Leaps, once: [u64; 4], list: &mut Vec<RawMove<u64>>) {
    let [ul, ur, dl, dr] = once;
    pair::<DOWN_RIGHT, DOWN_RIGHT>(view, leaps.one_way::<UP_LEFT>(ul), list);
    pair::<DOWN_RIGHT, DOWN_LEFT>(view, leaps.one_way::<UP_RIGHT>(ul), list);
    pair::<DOWN_RIGHT, UP_RIGHT>(view, leaps.one_way::<DOWN_LEFT>(ul), list);
    pair::<DOWN_LEFT, DOWN_RIGHT>(view, leaps.one_way::<UP_LEFT>(ur), list);
    pair::<DOWN_LEFT, DOWN_LEFT>(view, leaps.one_way::<UP_RIGHT>(ur), list);
    pair::<DOWN_LEFT, UP_LEFT>(view, leaps.one_way::<DOWN_RIGHT>(ur), list);
    pair::<UP_RIGHT, DOWN_RIGHT>(view, leaps.one_way::<UP_LEFT>(dl), list);
    pair::<UP_RIGHT, UP_RIGHT>(view, leaps.one_way::<DOWN_LEFT>(dl), list);
    pair::<UP_RIGHT, UP_LEFT>(view, leaps.one_way::<DOWN_RIGHT>(dl), list);
    pair::<UP_LEFT, DOWN_LEFT>(view, leaps.one_way::<UP_RIGHT>(dr), list);
    pair::<UP_LEFT, UP_RIGHT>(view, leaps.one_way::<DOWN_LEFT>(dr), list);
    pair::<UP_LEFT, UP_LEFT>(view, leaps.one_way::<DOWN_RIGHT>(dr), list);
}

/// Lists the captures of two pieces in one pair of directions; `BACK` and `BACK2` are their
/// opposites.
#[inline]
fn pair<const BACK: usize, const BACK2: usize>(
    view: &View,
    landed: u64,
    list: &mut Vec<RawMove<u64>>,
) {
    list.extend(bits(landed).map(|to| {
        let second = step::<BACK2>(1 << to);
        let first = step::<BACK>(step::<BACK2>(second));
        RawMove {
            captured: first | second,
            from: step::<BACK>(first).trailing_zeros() as u8,
            to,
            promotes: view.far_row >> to & 1 == 1,
            huff: Huff::NONE,
        }
    }));
}
