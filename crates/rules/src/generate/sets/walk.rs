//! Captures that are walked one by one: those of kings, and long ones of men.
//!
//! A walk follows each capture as far as it can go, and passes it on at its end. A "place" is a
//! node of the walk. Where a king may turn from several squares behind the captured piece, the
//! whole line of these squares is one place.
//!
//! A crowded board has millions of orders of capturing that lead to far fewer places, so a long
//! walk starts to remember the places that it has visited. This bounds its work on any input.

use std::collections::HashSet;

use super::View;
use super::facts::Facts;
use super::fan::PLACES;
use super::rank::Rank;
use super::shape::Shape;
use super::sink::{CountingSink, Ends, Listing, Sink};
use crate::bits::Bits;
use crate::generate::precedence::Tally;
use crate::pieces::{Pieces, RawMove};
use crate::variant::rule_table::{Landing, Precedence};
use crate::{Kind, Side};

/// The number of places that a walk visits before it starts to remember them. All but extreme
/// positions stay below it.
const PLACES_BEFORE_MEMORY: u32 = 1_000;

/// Appends every legal capture. Returns how many places were visited for it.
#[inline(never)]
pub(super) fn list<B: Bits, S: Shape, const N: usize>(
    facts: &Facts<B>,
    pieces: &Pieces<B>,
    once: &[B; N],
    list: &mut Vec<RawMove<B>>,
) -> u64 {
    let mut listing = Listing::new(list);
    let view = View::<B, S>::of(facts, pieces);
    let visited = captures(&view, once, &mut listing);
    listing.finish();
    visited
}

/// Returns the number of legal captures.
#[inline(never)]
pub(super) fn count<B: Bits, S: Shape, const N: usize>(
    facts: &Facts<B>,
    pieces: &Pieces<B>,
    once: &[B; N],
) -> u64 {
    let mut counting = CountingSink::new();
    captures(&View::<B, S>::of(facts, pieces), once, &mut counting);
    counting.finish()
}

/// Passes every legal capture to `sink`. Returns how many places were visited for it.
fn captures<B: Bits, S: Shape, const N: usize, K: Sink<B, S::Rank>>(
    view: &View<'_, B, S>,
    once: &[B; N],
    sink: &mut K,
) -> u64 {
    let mut walk = Walk {
        view,
        targets: view.targets,
        later_over: &view.ways.later_over,
        from: 0,
        kind: Kind::King,
        empty: view.empty,
        order: 0,
        sink,
        visited: 0,
        seen: None,
    };
    for from in view.kings.indices() {
        walk.begin(from, Kind::King);
        walk.king(from);
    }
    for (place, &landed) in once.iter().enumerate() {
        if !landed.is_empty() {
            walk.men_begin(place, landed);
        }
    }
    u64::from(walk.visited)
}

/// The identity of a place of a walk: the start square, the squares where the piece may stand, the
/// pieces that it has taken, and what else decides how it may go on.
type Seen<B> = (u8, B, B, Arrival, u64);

/// How a piece reached its square: a man in any way, a king in the direction of this place of the
/// fan.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Arrival {
    Man,
    King(usize),
}

/// The captures of one side, piece by piece.
struct Walk<'w, B, S, K> {
    view: &'w View<'w, B, S>,
    /// The pieces that a man may capture.
    targets: B,
    /// The squares over which a man's later captures lead, for each bit.
    later_over: &'w [B],
    /// The start square of the piece.
    from: u8,
    /// What the piece was on its start square.
    kind: Kind,
    /// Squares without a piece, including the start square, which the piece has left.
    empty: B,
    /// The order in which the capture in progress has taken kings; see [`Tally`].
    order: u64,
    sink: &'w mut K,
    visited: u32,
    seen: Option<HashSet<Seen<B>>>,
}

impl<B: Bits, S: Shape, K: Sink<B, S::Rank>> Walk<'_, B, S, K> {
    /// Starts the captures of a piece.
    #[inline]
    fn begin(&mut self, from: u8, kind: Kind) {
        self.from = from;
        self.kind = kind;
        self.empty = self.view.empty | B::single(from);
    }

    /// Follows the captures of men from where they land with a first leap in the direction of a
    /// place. Kept apart so that the loop over the directions is small enough to be unrolled.
    #[inline(never)]
    fn men_begin(&mut self, place: usize, landed: B) {
        for to in landed.indices() {
            let end = B::single(to);
            let from = self.view.first_leap_back(place, end).lowest();
            self.begin(from, Kind::Man);
            self.man_leaps(self.view.before(place, end), from, to, B::EMPTY);
        }
    }

    /// Returns whether the walk is known to have visited this place before.
    #[inline]
    fn seen_before(&mut self, at: B, taken: B, arrival: Arrival) -> bool {
        self.visited += 1;
        self.visited > PLACES_BEFORE_MEMORY && self.remembered(at, taken, arrival)
    }

    #[inline(never)]
    fn remembered(&mut self, at: B, taken: B, arrival: Arrival) -> bool {
        let ordered = self
            .view
            .facts
            .precedence
            .contains(&Precedence::KingsEarliest);
        let order = if ordered { self.order } else { 0 };
        let seen = self.seen.get_or_insert_default();
        !seen.insert((self.from, at, taken, arrival, order))
    }

    /// Returns the squares that are free once these pieces have been taken.
    #[inline]
    fn free(&self, taken: B) -> B {
        self.empty | taken & self.view.facts.vacated
    }

    /// Notes that the piece on `over` is captured after these pieces. Returns the order before.
    #[inline]
    fn note_order(&mut self, over: B, taken: B) -> u64 {
        let before = self.order;
        if S::KINGS && over.meets(self.view.enemy_kings) {
            self.order |= Tally::king_after(taken.count());
        }
        before
    }

    #[inline]
    fn end(&mut self, to: B, taken: B, promoting: B) {
        let view = self.view;
        let count = taken.count();
        let rank = if view.has_kings() {
            let kings = (taken & view.enemy_kings).count();
            let tally = Tally {
                men: (count - kings) as u16,
                kings: kings as u16,
                order: self.order,
            };
            Rank::among_kings(view.facts.precedence, self.kind, tally)
        } else {
            Rank::among_men(if view.facts.most_pieces { count } else { 0 })
        };
        let ends = Ends {
            taken,
            from: self.from,
            to,
            promoting,
        };
        self.sink.offer(rank, count, ends);
    }

    /// Continues a man's captures from the square on which it has landed.
    fn man(&mut self, at: u8, taken: B) {
        if self.seen_before(B::single(at), taken, Arrival::Man) {
            return;
        }
        let free = self.free(taken);
        let later_over = self.later_over.get(usize::from(at));
        let mut over = later_over.map_or(B::EMPTY, |&over| over & self.targets & !taken);
        let mut ends_here = true;
        while !over.is_empty() {
            // A leap is two equal steps.
            let to = 2 * over.lowest() - at;
            if free.meets(B::single(to)) {
                ends_here = false;
                self.man_leaps(over.lowest_bit(), at, to, taken);
            }
            over = over.without_lowest();
        }
        if ends_here {
            self.end(B::single(at), taken, self.view.ways.far_row);
        }
    }

    /// Captures with a man and continues from there.
    #[inline]
    fn man_leaps(&mut self, over: B, at: u8, to: u8, taken: B) {
        let before = self.note_order(over, taken);
        if B::single(to).meets(self.view.ways.crowning) {
            self.man_is_crowned(over, at, to, taken | over);
        } else {
            self.man(to, taken | over);
        }
        if S::KINGS {
            self.order = before;
        }
    }

    /// Continues as a king where a man has landed on a square that makes it one.
    #[inline(never)]
    fn man_is_crowned(&mut self, over: B, at: u8, to: u8, taken: B) {
        let behind = &self.view.ways.behind;
        let leads = |&place: &usize| behind.step(place, B::single(at)) == over;
        if let Some(place) = (0..PLACES).find(leads) {
            self.king_behind(self.kings_place(place), over, B::single(to), taken);
        }
    }

    /// Returns the place in the fan of kings, which is numbered as White sees it, for a place of
    /// this side's men.
    #[inline]
    fn kings_place(&self, place: usize) -> usize {
        match self.view.side() {
            Side::White => place,
            Side::Black => self.view.facts.places.opposite(place),
        }
    }

    /// Starts a king's captures.
    fn king(&mut self, at: u8) {
        let view = self.view;
        for &place in &view.facts.king.capture {
            self.king_leaps(usize::from(place), at, B::EMPTY);
        }
    }

    /// Captures with a king in one direction, if it can, and continues from there. Returns whether
    /// it could.
    #[inline]
    fn king_leaps(&mut self, place: usize, at: u8, taken: B) -> bool {
        let king = &self.view.facts.king;
        let free = self.free(taken);
        let targets = self.view.enemy & !taken;
        let over = self.view.victim(place, at, free, targets);
        if over.is_empty() {
            return false;
        }
        let line = if king.flies && king.landing != Landing::Behind {
            king.sight(place, over.lowest(), self.view.facts.all & !free)
                .0
        } else {
            king.step.step(place, over) & free
        };
        let before = self.note_order(over, taken);
        self.king_behind(place, over, line, taken | over);
        if S::KINGS {
            self.order = before;
        }
        true
    }

    /// Continues a king's captures from the squares behind the piece on `over`, which it has just
    /// taken.
    fn king_behind(&mut self, place: usize, over: B, line: B, taken: B) {
        if self.seen_before(line, taken, Arrival::King(place)) {
            return;
        }
        let view = self.view;
        let facts = view.facts;
        let mut goes_on = false;
        for &next in &facts.king.capture {
            let next = usize::from(next);
            if next == place {
                goes_on |= self.king_leaps(next, line.lowest(), taken);
            } else if next == facts.places.opposite(place) {
                // The piece just captured may still be on the board.
                if facts.turns_back {
                    goes_on |= self.king_leaps(next, line.lowest(), taken);
                }
            } else {
                for at in line.indices() {
                    goes_on |= self.king_leaps(next, at, taken);
                }
            }
        }
        if goes_on {
            return;
        }
        let landings =
            if facts.king.landing == Landing::BehindLastKing && over.meets(view.enemy_kings) {
                facts.king.step.step(place, over)
            } else {
                line
            };
        let promoting = match self.kind {
            Kind::Man => facts.all,
            Kind::King => B::EMPTY,
        };
        self.end(landings, taken, promoting);
    }
}

impl<B: Bits, S: Shape> View<'_, B, S> {
    /// Returns whether a king can capture.
    #[inline]
    pub(super) fn kings_can_capture(&self) -> bool {
        self.kings.indices().any(|at| {
            let mut places = self.facts.king.capture.iter();
            places.any(|&place| {
                let over = self.victim(usize::from(place), at, self.empty, self.enemy);
                !over.is_empty()
            })
        })
    }

    /// Returns the piece among `targets` that a king on `at` can capture in one direction; the
    /// empty set if there is none.
    #[inline]
    fn victim(&self, place: usize, at: u8, free: B, targets: B) -> B {
        let king = &self.facts.king;
        let met = if king.flies {
            king.sight(place, at, self.facts.all & !free).1
        } else {
            king.step.step(place, B::single(at))
        };
        let over = met & targets;
        if king.step.step(place, over).meets(free) {
            over
        } else {
            B::EMPTY
        }
    }
}
