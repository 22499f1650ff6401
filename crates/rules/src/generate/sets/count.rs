//! Counts legal moves without listing them, for the last ply of every perft.

use super::facts::Facts;
use super::fan::PLACES;
use super::men::{self, Leaps, Length, Reach};
use super::shape::Shape;
use super::{View, walk};
use crate::bits::Bits;
use crate::pieces::Pieces;

/// Returns the number of legal moves.
///
/// Where there are men only, a processor cannot predict whether one can capture. In two directions
/// all counts together cost less than a branch for that question; in four they cost the same time
/// and more instructions. Long captures are rare enough for a branch. They start again from the
/// pieces, so that the common case has nothing to pass on and stays in registers.
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
