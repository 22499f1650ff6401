//! The captures that one piece could begin, as a graph of the points where it stands on the way, each
//! with the part of a wish that lies behind it. It is built by the walk that generates the legal
//! captures, before any of them is preferred to another; so what is said of a wish comes from the
//! code that knows what is legal.

use std::collections::HashMap;

use super::Wish;
use super::stretch::{Ray, ray};
use crate::bits::Bits;
use crate::generate::capture::{State, Walk};
use crate::pieces::Pieces;
use crate::position::{AnyPieces, with};
use crate::rules::Rules;
use crate::variant::AnyRules;
use crate::{Board, Kind, Move, Position, Square, SquareSet};

/// Where the piece stands in the middle of a capture.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// The square.
    pub(super) at: Square,
    /// Man or king, at this point.
    pub(super) kind: Kind,
    /// What it has captured.
    pub(super) taken: SquareSet,
    /// How many of the squares in between that the wish names are behind it.
    pub(super) named: usize,
    /// The square of the last row where it landed as a man earlier in this capture.
    pub(super) passed: Option<Square>,
    /// Whether the capture may land here. A king may not where nothing follows, if from another
    /// landing square something does.
    pub(super) allowed: bool,
    /// The points after the next capture; empty where the capture ends.
    after: Vec<usize>,
    /// The points before the last capture.
    before: Vec<usize>,
    /// Whether a legal move goes through here, or ends here.
    pub(super) in_legal: bool,
}

impl Point {
    /// Whether a capture has ended here.
    pub(super) fn ends(&self) -> bool {
        self.allowed && self.after.is_empty() && !self.taken.is_empty()
    }
}

/// All points of the captures of one piece; the first one is before any capture.
pub(super) struct Attempt {
    pub(super) points: Vec<Point>,
}

impl Attempt {
    /// Follows a wish. Its squares are on the board, and its piece belongs to the side to move.
    pub(super) fn follow(position: &Position, wish: &Wish, legal: &[Move]) -> Attempt {
        let mut points = with!(position, |rules, pieces| points(rules, &pieces, wish));
        mark_legal(&mut points, wish.from, legal);
        Attempt { points }
    }

    /// Whether the wish, as far as it says, describes this capture.
    pub(super) fn makes(&self, wish: &Wish, played: &Move) -> bool {
        self.at_the_end(wish)
            .any(|point| point.ends() && point.taken == played.captured)
    }

    /// The points where the wish would have the capture end.
    pub(super) fn at_the_end<'a>(&'a self, wish: &Wish) -> impl Iterator<Item = &'a Point> {
        let (to, named) = (wish.to, wish.via.len());
        self.points
            .iter()
            .filter(move |p| p.at == to && p.named == named && !p.taken.is_empty())
    }

    /// The point that has met the most of what the wish names, and how many that are. Points that
    /// stand on the last square met come first, then those that have captured least.
    pub(super) fn furthest(&self, wish: &Wish) -> (&Point, usize) {
        let mut best = (&self.points[0], 0);
        let mut best_rank = (0, true, 0, best.0.at);
        for point in &self.points[1..] {
            let stands = wish.via.get(point.named) == Some(&point.at);
            let met = point.named + usize::from(stands);
            let rank = (met, !stands, point.taken.len(), point.at);
            if met > best.1 || (met == best.1 && met > 0 && rank < best_rank) {
                (best, best_rank) = ((point, met), rank);
            }
        }
        best
    }

    /// The points after the next capture that are part of a legal move.
    pub(super) fn legal_after<'a>(&'a self, point: &'a Point) -> impl Iterator<Item = &'a Point> {
        point
            .after
            .iter()
            .filter_map(|&index| self.points.get(index))
            .filter(|next| next.in_legal)
    }

    /// The pieces to take next in a legal move.
    pub(super) fn legal_targets(&self, point: &Point) -> SquareSet {
        self.legal_after(point)
            .fold(SquareSet::EMPTY, |targets, next| {
                targets.union(next.taken.difference(point.taken))
            })
    }

    /// Where the piece may land instead of at a point that is not allowed, in a legal move that has
    /// taken the same pieces.
    pub(super) fn legal_landings_beside(&self, ghost: &Point) -> SquareSet {
        let before = ghost
            .before
            .iter()
            .filter_map(|&index| self.points.get(index));
        before
            .flat_map(|point| self.legal_after(point))
            .filter(|next| next.taken == ghost.taken)
            .map(|next| next.at)
            .collect()
    }
}

/// Everything that makes two points one.
type Key<B> = (State<B>, usize, Option<Square>, bool);

fn points<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>, wish: &Wish) -> Vec<Point> {
    let geometry = rules.geometry();
    let walk = Walk::new(rules, pieces, geometry.bit(wish.from));
    let far_row = rules.far_row(pieces.side);
    let via = &wish.via[..wish.via.len().min(longest_way(*geometry.board(), pieces))];

    let mut points: Vec<Point> = Vec::new();
    let mut states: Vec<State<B>> = Vec::new();
    let mut known: HashMap<Key<B>, usize> = HashMap::new();
    let mut visit = |points: &mut Vec<Point>, states: &mut Vec<State<B>>, key: Key<B>| {
        let (state, named, passed, allowed) = key;
        *known.entry(key).or_insert_with(|| {
            states.push(state);
            points.push(Point {
                at: geometry.square(state.at),
                kind: state.kind,
                taken: geometry.to_squares(state.taken),
                named,
                passed,
                allowed,
                after: Vec::new(),
                before: Vec::new(),
                in_legal: false,
            });
            points.len() - 1
        })
    };
    visit(&mut points, &mut states, (walk.start(), 0, None, true));

    let mut index = 0;
    while let (Some(point), Some(&state)) = (points.get(index).cloned(), states.get(index)) {
        if point.allowed && !walk.successors(&state).is_empty() {
            let mut after = Vec::new();
            let stands = !point.taken.is_empty() && via.get(point.named) == Some(&point.at);
            let named = point.named + usize::from(stands);
            let man_on_far_row = point.kind == Kind::Man && far_row.meets(B::single(state.at));
            let passed = if man_on_far_row && !point.taken.is_empty() {
                Some(point.at)
            } else {
                point.passed
            };
            for leap in walk.leaps(&state) {
                let allowed = walk.next(&state, &leap);
                for to in leap.landings.indices() {
                    let next = walk.land(&state, &leap, to);
                    let way = ray(rules.table(), point.at, geometry.square(to));
                    let crossed = way.iter().flat_map(Ray::between);
                    let met = crossed.fold(named, |met, square| {
                        met + usize::from(via.get(met) == Some(&square))
                    });
                    let key = (next, met, passed, allowed.contains(&next));
                    after.push(visit(&mut points, &mut states, key));
                }
            }
            for &next in &after {
                points[next].before.push(index);
            }
            points[index].after = after;
        }
        index += 1;
    }
    points
}

/// More squares than any capture can touch: a wish may be as long as its sender likes, and what lies
/// behind this many squares is met by none.
fn longest_way<B: Bits>(board: Board, pieces: &Pieces<B>) -> usize {
    let longest_leap = usize::from(board.width.max(board.height));
    (pieces.enemy().count() as usize + 1) * longest_leap
}

/// Marks every point from which a legal capture is reached, backwards from the ends.
fn mark_legal(points: &mut [Point], from: Square, legal: &[Move]) {
    let is_legal = |point: &Point| {
        legal
            .iter()
            .any(|m| m.from == from && m.to == point.at && m.captured == point.taken)
    };
    let mut open: Vec<usize> = (0..points.len())
        .filter(|&index| points[index].ends() && is_legal(&points[index]))
        .collect();
    while let Some(index) = open.pop() {
        if !points[index].in_legal {
            points[index].in_legal = true;
            open.extend(&points[index].before);
        }
    }
}
