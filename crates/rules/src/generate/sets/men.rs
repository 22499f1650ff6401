//! Captures by men as whole sets: all men leap at once in each direction, and those that have
//! captured once leap again. Longer captures are left to the walk.
//!
//! Two leaps never take the same piece twice, never end where a captured piece stood, and never
//! lead from one square to another over the same pieces in two orders. So it makes no difference
//! here whether captured pieces leave at once, and every pair of leaps is a different move. A
//! second leap also never goes back over the first, since in these sets the man still stands on its
//! start square. None of this holds for three leaps (on lines a triangle closes). They are
//! counted here only in eight directions, where no two men meet on a square; other captures of
//! three are left to the walk.

use super::View;
use super::facts::{Facts, MenFacts};
use super::fan::{PLACES, opposite};
use super::shape::{Leg, Shape};
use crate::bits::{Bits, bits};
use crate::pieces::{Pieces, RawMove};

/// The squares on which a first leap and a later leap can end, by place: empty squares behind an
/// enemy piece.
#[derive(Clone, Copy)]
pub(super) struct Leaps<B, const N: usize> {
    first: [B; N],
    later: [B; N],
}

impl<B: Bits, const N: usize> Leaps<B, N> {
    #[inline]
    pub(super) fn of<S: Shape>(view: &View<'_, B, S>) -> Leaps<B, N> {
        let ways = view.ways;
        let behind: [B; N] = std::array::from_fn(|i| view.behind(i, view.targets) & view.empty);
        Leaps {
            first: std::array::from_fn(|i| S::reachable(&ways.first, i, behind[i])),
            later: std::array::from_fn(|i| S::reachable(&ways.later, i, behind[i])),
        }
    }

    /// Returns where men land with their first leap, by place.
    #[inline]
    pub(super) fn first<S: Shape>(&self, view: &View<'_, B, S>) -> [B; N] {
        std::array::from_fn(|i| view.first_leap(i, view.men) & self.first[i])
    }

    /// Returns where men that have leapt once land with their second leap.
    #[inline]
    fn second<S: Shape>(&self, view: &View<'_, B, S>, landed: B) -> [B; N] {
        std::array::from_fn(|i| view.later_leap(i, landed) & self.later[i])
    }

    /// Returns whether a man that landed here with its second leap may be able to leap a third
    /// time. A `true` may be wrong; the walk then decides.
    #[inline]
    fn may_leap_again<S: Shape>(&self, view: &View<'_, B, S>, twice: &[B; N]) -> bool {
        let third: [B; N] = std::array::from_fn(|i| {
            // A man does not leap back over the piece that it has just taken.
            let from = (0..N)
                .filter(|&before| before != opposite::<N>(i))
                .fold(B::EMPTY, |from, before| from | twice[before]);
            let mut landings = self.later[i];
            if N > 4 {
                // On lines, three leaps can lead back to the square that the man has left.
                let behind = view.behind(i, view.targets);
                landings |= S::reachable(&view.ways.later, i, behind & view.men);
            }
            view.later_leap(i, from) & landings
        });
        any(&third)
    }

    /// Returns the squares where captures end after the first leap although other captures go on.
    #[inline]
    fn ending<S: Shape>(&self, view: &View<'_, B, S>, once: &[B; N]) -> [B; N] {
        let leaving = (0..N).fold(B::EMPTY, |set, i| {
            set | view.later_leap_back(i, self.later[i])
        });
        std::array::from_fn(|i| once[i] & !leaving)
    }
}

/// Where men land with their first two leaps, by place.
pub(super) struct Reach<B, const N: usize> {
    pub(super) once: [B; N],
    twice: [B; N],
    /// The squares behind an enemy piece to which a later leap leads if they are free.
    beyond: [B; N],
    /// All squares after the first leap.
    landed: B,
}

// The functions that make arrays are kept apart, so that these are stored: the compiler is sure to
// use vectors for sets that lie in memory side by side, and not for those in registers.
impl<B: Bits, const N: usize> Reach<B, N> {
    #[inline]
    pub(super) fn of<S: Shape>(view: &View<'_, B, S>) -> Reach<B, N> {
        Reach::given_empty::<S>(view.facts, view.pieces, view.empty)
    }

    /// The empty squares are passed on, since the compiler would load two sets of the position as
    /// one vector for them, which is slow where these were just stored one by one.
    #[inline(never)]
    fn given_empty<S: Shape>(facts: &Facts<B>, pieces: &Pieces<B>, empty: B) -> Reach<B, N> {
        let view = View::<B, S>::of(facts, pieces);
        let ways = view.ways;
        let behind: [B; N] = std::array::from_fn(|i| view.behind(i, view.targets));
        let first = |i: usize| S::reachable(&ways.first, i, view.first_leap(i, view.men));
        let once: [B; N] = std::array::from_fn(|i| first(i) & behind[i] & empty);
        let landed = union(&once);
        let beyond: [B; N] = std::array::from_fn(|i| S::reachable(&ways.later, i, behind[i]));
        let second = |i: usize| view.later_leap(i, landed) & beyond[i];
        Reach {
            once,
            twice: std::array::from_fn(|i| second(i) & empty),
            beyond,
            landed,
        }
    }

    /// Returns where men may land with one more leap, by place, if they stand on `last` after their
    /// second or a later one, and no two on one square. Some of these squares may be occupied by
    /// men, and a piece may be taken twice.
    #[inline]
    fn further<S: Shape>(&self, view: &View<'_, B, S>, last: &[B; N]) -> [B; N] {
        // On lines, three leaps can lead back to the square that the man has left.
        self.further_to::<S>(view.ways, last, view.empty | view.men)
    }

    /// Returns where men land with their third leap, by place, if no two meet on a square before.
    /// Some of these squares may be occupied by men. With shifts that are read, the third leap may
    /// be over the piece of the first.
    #[inline]
    fn third<S: Shape>(&self, view: &View<'_, B, S>) -> [B; N] {
        let thrice = self.further(view, &self.twice);
        if any(&thrice) {
            self.without_recaptures(view, &thrice)
        } else {
            thrice
        }
    }

    /// Returns these ends of third leaps without those over the piece of the first leap.
    #[inline(never)]
    fn without_recaptures<S: Shape>(&self, view: &View<'_, B, S>, thrice: &[B; N]) -> [B; N] {
        std::array::from_fn(|last| {
            let landed_in = |ring: Option<(usize, usize)>| {
                ring.map_or(B::EMPTY, |(first, second)| {
                    view.later_leap(second, self.once[first]) & self.twice[second]
                })
            };
            // Shifts that are read have no rings.
            let [one, other] = S::RINGS.map_or([None; 2], |rings| rings[last]);
            thrice[last] & !view.later_leap(last, landed_in(one) | landed_in(other))
        })
    }

    #[inline(never)]
    fn further_to<S: Shape>(&self, ways: &MenFacts<B>, last: &[B; N], free: B) -> [B; N] {
        let standing = union(last);
        std::array::from_fn(|i| {
            // A man does not leap back over the piece that it has just taken.
            let from = standing & !last[opposite::<N>(i)];
            S::ahead(&ways.later, Leg::Leap, i, from) & self.beyond[i] & free
        })
    }

    /// Returns whether a man can capture.
    #[inline]
    pub(super) fn captures(&self) -> bool {
        !self.landed.is_empty()
    }

    /// Returns whether a man may be able to go on after its first capture, or the walk must decide.
    #[inline]
    pub(super) fn may_go_on<S: Shape>(&self, view: &View<'_, B, S>) -> bool {
        any(&self.twice) || self.landed.meets(view.walked)
    }

    /// Returns the number of legal captures if they take two or three pieces and the most pieces
    /// must be taken; `None` if the walk must decide. `singles` is the number of first leaps.
    ///
    /// Where two men land on one square, the sets do not show which of them goes on.
    #[inline(never)]
    pub(super) fn count_long<S: Shape>(
        &self,
        singles: u32,
        facts: &Facts<B>,
        pieces: &Pieces<B>,
    ) -> Option<u32> {
        let view = View::<B, S>::of(facts, pieces);
        let alone = singles == self.landed.count() && !self.landed.meets(view.walked);
        if !facts.most_pieces || !alone {
            return None;
        }
        let pairs = apart(&self.twice, view.walked)?;
        let thrice = self.third(&view);
        if !any(&thrice) {
            return Some(pairs);
        }
        // Three leaps to different squares take different pieces or start from different squares.
        let triples = apart(&thrice, view.walked | view.men)?;
        let longest = S::RINGS.is_some() && !any(&self.further(&view, &thrice));
        longest.then_some(triples)
    }
}

/// Returns the number of squares in some sets if no two sets share one and none is among the
/// `excluded`.
#[inline]
fn apart<B: Bits, const N: usize>(sets: &[B; N], excluded: B) -> Option<u32> {
    let (count, union) = (count_singles(sets), union(sets));
    (count == union.count() && !union.meets(excluded)).then_some(count)
}

/// Returns where men land with their first leap, by place.
#[inline]
pub(super) fn once<B: Bits, S: Shape, const N: usize>(view: &View<'_, B, S>) -> [B; N] {
    if N == PLACES {
        Reach::of(view).once
    } else {
        Leaps::of(view).first(view)
    }
}

/// Returns where men land with their first leap, by place; `None` if a capture may take two pieces,
/// or the walk must decide.
#[inline]
pub(super) fn short_captures<B: Bits, S: Shape, const N: usize>(
    view: &View<'_, B, S>,
) -> Option<[B; N]> {
    if N == PLACES {
        let reach = Reach::of(view);
        return (!reach.may_go_on(view)).then_some(reach.once);
    }
    let leaps = Leaps::of(view);
    let once = leaps.first(view);
    (none(&once) || !leaps.may_go_on(view, &once)).then_some(once)
}

/// The length of the captures of men.
pub(super) enum Length<B, const N: usize> {
    /// No man can capture.
    None,
    /// Each man that can capture takes one piece and lands here.
    One([B; N]),
    /// Some can capture two pieces, none more. After the first piece they land here.
    Two(Leaps<B, N>, [B; N]),
    /// Only a walk can decide. After the first piece, men land here.
    More([B; N]),
}

impl<B: Bits, const N: usize> Length<B, N> {
    /// Returns the length of the captures of men.
    #[inline]
    pub(super) fn of<S: Shape>(view: &View<'_, B, S>) -> Length<B, N> {
        if N == PLACES {
            return Length::in_eight(view);
        }
        let leaps = Leaps::of(view);
        let once = leaps.first(view);
        if any(&once) {
            Length::of_some(view, leaps, once)
        } else {
            Length::None
        }
    }

    /// Returns the same in eight directions. There, every capture that may take two pieces is left
    /// to the walk, since most of the directions lead nowhere.
    #[inline]
    fn in_eight<S: Shape>(view: &View<'_, B, S>) -> Length<B, N> {
        let reach = Reach::of(view);
        if !reach.captures() {
            Length::None
        } else if reach.may_go_on(view) {
            Length::More(reach.once)
        } else {
            Length::One(reach.once)
        }
    }

    /// Returns the same where men can capture; `once` is where they land after the first piece.
    #[inline]
    pub(super) fn of_some<S: Shape>(
        view: &View<'_, B, S>,
        leaps: Leaps<B, N>,
        once: [B; N],
    ) -> Length<B, N> {
        let landed = union(&once);
        if landed.meets(view.walked) {
            return Length::More(once);
        }
        let twice = leaps.second(view, landed);
        if !any(&twice) {
            return Length::One(once);
        }
        if union(&twice).meets(view.walked) || leaps.may_leap_again(view, &twice) {
            Length::More(once)
        } else {
            Length::Two(leaps, once)
        }
    }
}

impl<B: Bits, const N: usize> Leaps<B, N> {
    /// Returns whether a man may be able to go on after its first capture, or the walk must decide.
    #[inline]
    pub(super) fn may_go_on<S: Shape>(&self, view: &View<'_, B, S>, once: &[B; N]) -> bool {
        let landed = union(once);
        !(union(&self.second(view, landed)) | landed & view.walked).is_empty()
    }

    /// Returns whether a man may be able to go on after its second capture, or the walk must
    /// decide.
    #[inline]
    pub(super) fn may_go_on_twice<S: Shape>(&self, view: &View<'_, B, S>, once: &[B; N]) -> bool {
        let landed = union(once);
        let twice = self.second(view, landed);
        (landed | union(&twice)).meets(view.walked) || self.may_leap_again(view, &twice)
    }
}

/// Returns whether a man can capture.
#[inline]
pub(super) fn can_capture<B: Bits, S: Shape, const N: usize>(view: &View<'_, B, S>) -> bool {
    any(&once::<B, S, N>(view))
}

#[inline]
fn union<B: Bits, const N: usize>(sets: &[B; N]) -> B {
    sets.iter().fold(B::EMPTY, |union, &set| union | set)
}

/// Returns whether no man can capture.
#[inline]
pub(super) fn none<B: Bits, const N: usize>(once: &[B; N]) -> bool {
    !any(once)
}

#[inline]
fn any<B: Bits, const N: usize>(sets: &[B; N]) -> bool {
    !union(sets).is_empty()
}

/// Returns the number of captures of one piece.
#[inline]
pub(super) fn count_singles<B: Bits, const N: usize>(once: &[B; N]) -> u32 {
    once.iter().map(|landed| landed.count()).sum()
}

/// Returns the number of captures where some take two pieces and none more.
#[inline]
pub(super) fn count_pairs<B: Bits, S: Shape, const N: usize>(
    view: &View<'_, B, S>,
    leaps: &Leaps<B, N>,
    once: &[B; N],
) -> u32 {
    let mut count = 0;
    for &landed in once {
        if !landed.is_empty() {
            count += count_singles(&leaps.second(view, landed));
        }
    }
    if !view.facts.most_pieces {
        count += count_singles(&leaps.ending(view, once));
    }
    count
}

/// Lists captures of one piece, by where they end.
#[inline]
pub(super) fn list_singles<B: Bits, S: Shape, const N: usize>(
    view: &View<'_, B, S>,
    once: &[B; N],
    list: &mut Vec<RawMove<B>>,
) {
    for (i, &landed) in once.iter().enumerate() {
        list.extend(bits(landed).map(|to| {
            let end = B::single(to);
            RawMove::capture(
                view.first_leap_back(i, end).lowest(),
                to,
                view.before(i, end),
                end.meets(view.ways.far_row),
            )
        }));
    }
}

/// Lists the captures where some take two pieces and none more.
#[inline]
pub(super) fn list_pairs<B: Bits, S: Shape, const N: usize>(
    view: &View<'_, B, S>,
    leaps: &Leaps<B, N>,
    once: &[B; N],
    list: &mut Vec<RawMove<B>>,
) {
    if !view.facts.most_pieces {
        list_singles(view, &leaps.ending(view, once), list);
    }
    for (before, &landed) in once.iter().enumerate() {
        for (after, ends) in leaps.second(view, landed).into_iter().enumerate() {
            list.extend(bits(ends).map(|to| {
                let end = B::single(to);
                let between = view.later_leap_back(after, end);
                RawMove::capture(
                    view.first_leap_back(before, between).lowest(),
                    to,
                    view.before(after, end) | view.before(before, between),
                    end.meets(view.ways.far_row),
                )
            }));
        }
    }
}
