//! Counts legal moves without listing them, for the last two plies of every perft.

use super::facts::Facts;
use super::fan::PLACES;
use super::men::{self, Leaps, Length, Reach};
use super::shape::{Read, Shape};
use super::{View, walk};
use crate::bits::Bits;
use crate::pieces::{Pieces, RawMove};

/// Returns the number of lines of play of two moves, on a board without kings. `O` is the shape of
/// the other side. `list` is working memory.
pub(super) fn count_two<B: Bits, S: Shape, O: Shape, const N: usize>(
    facts: &Facts<B>,
    pieces: &Pieces<B>,
    list: &mut Vec<RawMove<B>>,
) -> u64 {
    let view = View::<B, S>::of(facts, pieces);
    let mut sum = 0;
    let mut add = |after: &Pieces<B>| sum += count_after_man::<B, O, N>(facts, after);
    match men::short_captures::<B, S, N>(&view) {
        Some(once) if men::none(&once) => view.each_after_step(add),
        Some(once) => view.each_after_single(&once, add),
        None => {
            list.clear();
            view.list_captures::<N>(list);
            for played in list {
                add(&pieces.after(played));
            }
        }
    }
    sum
}

/// Returns the number of legal moves after a move of a man on a board without kings.
#[inline]
fn count_after_man<B: Bits, S: Shape, const N: usize>(facts: &Facts<B>, after: &Pieces<B>) -> u64 {
    if after.kings.is_empty() {
        count::<B, S, N>(facts, after)
    } else if after.kings.meets(facts.ending) {
        0
    } else {
        count::<B, Read, N>(facts, after)
    }
}

/// Returns the number of legal moves.
///
/// Where there are men only, a processor cannot predict whether one can capture. In two directions
/// all counts together cost less than a branch for that question; in four they cost the same time
/// and more instructions. Long captures are rare enough for a branch. They start again from the
/// pieces, so that the common case has nothing to pass on and stays in registers.
#[inline]
pub(super) fn count<B: Bits, S: Shape, const N: usize>(
    facts: &Facts<B>,
    pieces: &Pieces<B>,
) -> u64 {
    let view = View::<B, S>::of(facts, pieces);
    if !view.kings.is_empty() {
        return with_kings::<B, S, N>(facts, pieces);
    }
    if N == PLACES {
        return in_eight::<B, S, N>(facts, pieces);
    }
    let leaps = Leaps::<B, N>::of(&view);
    let once = leaps.first(&view);
    if N > 2 && men::none(&once) {
        return u64::from(view.count_steps());
    }
    if leaps.may_go_on(&view, &once) {
        return long_ones_of_men::<B, S, N>(facts, pieces);
    }
    let captures = men::count_singles(&once);
    if N > 2 {
        return u64::from(captures);
    }
    let quiet = view.count_steps();
    u64::from(if captures == 0 { quiet } else { captures })
}

#[inline(never)]
fn long_ones_of_men<B: Bits, S: Shape, const N: usize>(
    facts: &Facts<B>,
    pieces: &Pieces<B>,
) -> u64 {
    let view = View::<B, S>::of(facts, pieces);
    let leaps = Leaps::<B, N>::of(&view);
    let once = leaps.first(&view);
    if leaps.may_go_on_twice(&view, &once) {
        walk::count::<B, S, N>(facts, pieces, &once)
    } else {
        u64::from(men::count_pairs(&view, &leaps, &once))
    }
}

#[inline(never)]
fn with_kings<B: Bits, S: Shape, const N: usize>(facts: &Facts<B>, pieces: &Pieces<B>) -> u64 {
    let view = View::<B, S>::of(facts, pieces);
    match view.length::<N>() {
        Length::None => u64::from(view.count_quiet()),
        Length::One(once) => u64::from(men::count_singles(&once)),
        Length::Two(leaps, once) => u64::from(men::count_pairs(&view, &leaps, &once)),
        Length::More(once) => walk::count::<B, S, N>(facts, pieces, &once),
    }
}

/// Returns the same where men capture in eight directions and there are no kings of their side.
/// Vectors make the test for a capture cheap enough to begin with it.
#[inline]
fn in_eight<B: Bits, S: Shape, const N: usize>(facts: &Facts<B>, pieces: &Pieces<B>) -> u64 {
    let view = View::<B, S>::of(facts, pieces);
    let reach = Reach::<B, N>::of(&view);
    if !reach.captures() {
        return u64::from(view.count_steps());
    }
    let singles = men::count_singles(&reach.once);
    if !reach.may_go_on(&view) {
        return u64::from(singles);
    }
    match reach.count_long::<S>(singles, facts, pieces) {
        Some(long) => u64::from(long),
        None => walk::count::<B, S, N>(facts, pieces, &reach.once),
    }
}
