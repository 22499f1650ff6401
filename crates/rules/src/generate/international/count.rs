//! Counts legal moves without listing them, for the last ply of every perft.

use super::board::each;
use super::men::{self, Leaps, Length};
use super::{View, walk};
use crate::pieces::Pieces;

/// Returns the number of legal moves on a board without kings.
///
/// Steps are counted first where no man can capture: a branch that a processor cannot predict costs
/// the time of counting both kinds of moves, but fewer instructions. Captures of two and more
/// pieces start again from the pieces, so that the common case has nothing to pass on and stays in
/// registers.
#[inline(never)]
pub(super) fn of_men(pieces: &Pieces<u64>) -> u64 {
    let view = View::of_men(pieces);
    let leaps = Leaps::of(&view);
    let once = leaps.first(view.men);
    if !men::any(once) {
        return u64::from(view.count_steps());
    }
    if men::any(leaps.next(once)) {
        return long_ones_of_men(pieces);
    }
    u64::from(men::count_singles(once))
}

#[inline(never)]
fn long_ones_of_men(pieces: &Pieces<u64>) -> u64 {
    let view = View::of_men(pieces);
    let leaps = Leaps::of(&view);
    let once = leaps.first(view.men);
    if men::any(leaps.next(leaps.next(once))) {
        walk::count(&view)
    } else {
        u64::from(men::count_pairs(leaps, once))
    }
}

/// Returns the number of legal moves on any board.
#[inline(never)]
pub(super) fn of_all(pieces: &Pieces<u64>) -> u64 {
    let view = View::of(pieces);
    match view.length() {
        Length::None => {
            let reached = |king| view.reach(king).count_ones();
            u64::from(view.count_steps() + each(view.kings).map(reached).sum::<u32>())
        }
        Length::One(once) => u64::from(men::count_singles(once)),
        Length::Two(leaps, once) => u64::from(men::count_pairs(leaps, once)),
        Length::More => walk::count(&view),
    }
}

impl View {
    #[inline]
    fn count_steps(&self) -> u32 {
        let [left, right] = self.steps();
        left.count_ones() + right.count_ones()
    }
}
