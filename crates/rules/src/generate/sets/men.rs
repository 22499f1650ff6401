//! Captures by men as whole sets: all men leap at once in each way, and those that stand behind
//! their first capture leap again. Longer captures are left to the walk.
//!
//! Two leaps never meet one piece twice, never end where a captured piece stood, and never come from
//! one square to another over the same pieces in two orders: so it does not matter here whether
//! pieces leave at once, and every pair of leaps is a move of its own. That holds for three leaps no
//! more (on lines a triangle closes), so a third leap is only ever asked for.

use super::View;
use super::fan::opposite;
use crate::bits::Bits;
use crate::pieces::RawMove;

/// The squares on which a leap can end, by place: empty ones behind an enemy.
#[derive(Clone, Copy)]
pub(super) struct Leaps<B, const N: usize>([B; N]);

impl<B: Bits, const N: usize> Leaps<B, N> {
    #[inline]
    pub(super) fn of(view: &View<'_, B>) -> Leaps<B, N> {
        Leaps(std::array::from_fn(|i| {
            view.ways.behind.step(i, view.targets) & view.empty
        }))
    }

    /// Where men land by their first leap, by place.
    #[inline]
    pub(super) fn first(&self, view: &View<'_, B>) -> [B; N] {
        std::array::from_fn(|i| view.ways.first.step(i, view.men) & self.0[i])
    }

    /// Where they land after that. Nobody leaps back over what he has just taken.
    #[inline]
    pub(super) fn next(&self, view: &View<'_, B>, reached: &[B; N]) -> [B; N] {
        std::array::from_fn(|i| {
            let from = (0..N)
                .filter(|&before| before != opposite(i))
                .fold(B::EMPTY, |from, before| from | reached[before]);
            view.ways.later.step(i, from & view.ways.going_on) & self.0[i]
        })
    }

    /// Where men that landed by one way land by the next, in a place of its own.
    #[inline]
    fn second(&self, view: &View<'_, B>, landed: B, after: usize) -> B {
        view.ways.later.step(after, landed & view.ways.going_on) & self.0[after]
    }

    /// Calls with every pair of places and where men land that leap by the two.
    #[inline]
    fn each_pair(&self, view: &View<'_, B>, once: &[B; N], mut pair: impl FnMut(usize, usize, B)) {
        for (before, &landed) in once.iter().enumerate() {
            for after in (0..N).filter(|&after| after != opposite(before)) {
                pair(before, after, self.second(view, landed, after));
            }
        }
    }

    /// Of the squares behind a first leap, those where a capture ends: all where nobody is obliged
    /// to count, else those from which no man leaps again.
    #[inline]
    fn ending(&self, view: &View<'_, B>, once: &[B; N]) -> [B; N] {
        let mut ending = *once;
        self.each_pair(view, once, |before, after, landed| {
            ending[before] &= !view.ways.later.back(after, landed);
        });
        ending
    }
}

/// How long the captures of men are.
pub(super) enum Length<B, const N: usize> {
    /// No man can capture.
    None,
    /// Each captures one piece and lands here.
    One([B; N]),
    /// Some can capture two pieces, none more; here they land after the first.
    Two(Leaps<B, N>, [B; N]),
    /// Only a walk can tell.
    More,
}

impl<B: Bits, const N: usize> Length<B, N> {
    /// How long the captures of men are.
    #[inline]
    pub(super) fn of(view: &View<'_, B>) -> Length<B, N> {
        let leaps = Leaps::of(view);
        let once = leaps.first(view);
        if any(&once) {
            Length::of_some(view, leaps, once)
        } else {
            Length::None
        }
    }

    /// The same where men can capture, and land on `once`.
    #[inline]
    pub(super) fn of_some(view: &View<'_, B>, leaps: Leaps<B, N>, once: [B; N]) -> Length<B, N> {
        if view.asks_for_a_walk(union(&once)) {
            return Length::More;
        }
        let twice = leaps.next(view, &once);
        if !any(&twice) {
            return Length::One(once);
        }
        if view.asks_for_a_walk(union(&twice)) || leaps.may_leap(view, &twice) {
            Length::More
        } else {
            Length::Two(leaps, once)
        }
    }
}

impl<B: Bits, const N: usize> Leaps<B, N> {
    /// Whether what follows a first capture asks for a closer look.
    #[inline]
    pub(super) fn may_go_on(&self, view: &View<'_, B>, once: &[B; N]) -> bool {
        any(&self.next(view, once)) || view.asks_for_a_walk(union(once))
    }

    /// Whether a man that landed here after two captures may leap a third time. Where it may only
    /// seem so, a walk will tell.
    #[inline]
    fn may_leap(&self, view: &View<'_, B>, twice: &[B; N]) -> bool {
        let mut third = *self;
        if N > 4 {
            // On lines three leaps lead back to the square that the man has left.
            for (i, landings) in third.0.iter_mut().enumerate() {
                *landings |= view.ways.behind.step(i, view.targets) & view.men;
            }
        }
        any(&third.next(view, twice))
    }
}

/// Whether a man can capture.
#[inline]
pub(super) fn can_capture<B: Bits, const N: usize>(view: &View<'_, B>) -> bool {
    any(&Leaps::<B, N>::of(view).first(view))
}

/// Men that can capture.
#[inline]
pub(super) fn capturers<B: Bits, const N: usize>(view: &View<'_, B>) -> B {
    let once = Leaps::<B, N>::of(view).first(view);
    (0..N).fold(B::EMPTY, |from, i| from | view.ways.first.back(i, once[i]))
}

#[inline]
fn union<B: Bits, const N: usize>(sets: &[B; N]) -> B {
    sets.iter().fold(B::EMPTY, |union, &set| union | set)
}

#[inline]
fn any<B: Bits, const N: usize>(sets: &[B; N]) -> bool {
    !union(sets).is_empty()
}

/// How many captures of one piece there are.
#[inline]
pub(super) fn count_singles<B: Bits, const N: usize>(once: &[B; N]) -> u32 {
    once.iter().map(|landed| landed.count()).sum()
}

/// How many captures there are where some take two pieces and none more.
#[inline]
pub(super) fn count_pairs<B: Bits, const N: usize>(
    view: &View<'_, B>,
    leaps: &Leaps<B, N>,
    once: &[B; N],
) -> u32 {
    let mut count = 0;
    leaps.each_pair(view, once, |_, _, landed| count += landed.count());
    if view.facts.most_pieces {
        count
    } else {
        count + count_singles(&leaps.ending(view, once))
    }
}

/// Lists captures of one piece, by where they end.
#[inline]
pub(super) fn list_singles<B: Bits, const N: usize>(
    view: &View<'_, B>,
    once: &[B; N],
    list: &mut Vec<RawMove<B>>,
) {
    for (i, landed) in once.iter().enumerate() {
        list.extend(landed.indices().map(|to| {
            let end = B::single(to);
            RawMove::capture(
                view.ways.first.back(i, end).lowest(),
                to,
                view.ways.behind.back(i, end),
                end.meets(view.ways.far_row),
            )
        }));
    }
}

/// Lists the captures where some take two pieces and none more.
#[inline]
pub(super) fn list_pairs<B: Bits, const N: usize>(
    view: &View<'_, B>,
    leaps: &Leaps<B, N>,
    once: &[B; N],
    list: &mut Vec<RawMove<B>>,
) {
    if !view.facts.most_pieces {
        list_singles(view, &leaps.ending(view, once), list);
    }
    let ways = view.ways;
    leaps.each_pair(view, once, |before, after, landed| {
        list.extend(landed.indices().map(|to| {
            let end = B::single(to);
            let between = ways.later.back(after, end);
            RawMove::capture(
                ways.first.back(before, between).lowest(),
                to,
                ways.behind.back(after, end) | ways.behind.back(before, between),
                end.meets(ways.far_row),
            )
        }));
    });
}
