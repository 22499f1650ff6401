//! The captures that one piece could begin, as a graph. Its nodes are the points where the piece
//! may stand during a capture, each with the part of the move input that it has already followed.
//! The graph is built by the walk that also generates the legal captures, before precedence
//! excludes any of them, so an explanation rests on the same code that decides what is legal.

use std::collections::HashMap;

use super::MoveInput;
use super::ray::{Ray, ray};
use super::standings::standings;
use crate::bits::Bits;
use crate::generate::capture::{State, Walk};
use crate::generate::precedence::Standing;
use crate::pieces::Pieces;
use crate::position::{AnyPieces, with};
use crate::rules::Rules;
use crate::variant::AnyRules;
use crate::{Board, Kind, Move, Position, Square, SquareSet, Vector};

/// What landing on a square in the middle of a capture means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// Landing here is not allowed: a king may not land where nothing follows if it could go on
    /// from another landing square, nor, in some games, anywhere but right behind a king that it
    /// captures last.
    Forbidden,
    /// The capture goes on from here.
    Passing,
    /// The capture may end here, whether or not another takes precedence.
    End,
}

/// A point of a capture: where the piece stands, and what happened before.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// The square.
    pub(super) at: Square,
    /// Whether the piece is a man or a king at this point.
    pub(super) kind: Kind,
    /// The pieces captured so far.
    pub(super) taken: SquareSet,
    /// How many of the squares that the move input names between start and end have been passed.
    pub(super) named: usize,
    /// The square of the last row where it landed as a man earlier in this capture.
    pub(super) passed: Option<Square>,
    /// The meaning of landing here.
    pub(super) halt: Halt,
    /// Whether a man becomes a king if the capture ends here.
    pub(super) promotes: bool,
    /// The direction of the last capture, where it restricts the next.
    pub(super) came_by: Option<Vector>,
    /// The rank of the capture so far, by the rules of precedence.
    pub(super) standing: Standing,
    /// The points after one more capture; empty if none follows. Indices into [`Attempt::points`].
    after: Vec<usize>,
    /// The points before the last capture. Indices into [`Attempt::points`].
    before: Vec<usize>,
    /// Whether a legal move passes or ends here.
    pub(super) in_legal: bool,
}

impl Point {
    /// Returns whether a capture may land here.
    pub(super) fn allowed(&self) -> bool {
        self.halt != Halt::Forbidden
    }

    /// Returns whether a capture may end here.
    pub(super) fn ends(&self) -> bool {
        self.halt == Halt::End
    }
}

/// All points of the captures of one piece. The first is the point before any capture.
pub(super) struct Attempt {
    pub(super) points: Vec<Point>,
    /// The rank of the legal captures, in a game with rules of precedence.
    pub(super) best: Option<Standing>,
}

impl Attempt {
    /// Builds the graph for a move input. Its squares must be on the board, and its piece must
    /// belong to the side to move.
    pub(super) fn follow(position: &Position, input: &MoveInput) -> Attempt {
        let mut points = with!(position, |rules, pieces| points(rules, &pieces, input));
        let prefers = !position.variant().table().precedence.is_empty();
        // If this piece has no capture, there is nothing to compare.
        let best = (prefers && points.len() > 1).then(|| {
            let own = points.iter().filter(|point| point.ends());
            let others = with!(position, |rules, pieces| {
                let bit = rules.geometry().bit(input.from);
                standings(rules, &pieces, Some(bit))
            });
            let best = own.map(|point| point.standing).max();
            best.max(others.last().copied()).unwrap_or_default()
        });
        mark_legal(&mut points, best);
        Attempt { points, best }
    }

    /// Returns whether the move input, as far as it is given, describes this capture.
    pub(super) fn makes(&self, input: &MoveInput, played: &Move) -> bool {
        self.at_the_end(input)
            .filter(|point| point.ends() && point.in_legal)
            .any(|point| (point.taken, point.promotes) == (played.captured, played.promotes))
    }

    /// Returns the points at which the move input, if followed, ends the capture.
    pub(super) fn at_the_end<'a>(&'a self, input: &MoveInput) -> impl Iterator<Item = &'a Point> {
        let (to, named) = (input.to, input.via.len());
        self.points
            .iter()
            .filter(move |p| p.at == to && p.named == named && !p.taken.is_empty())
    }

    /// Returns the point that has passed the largest number of the named squares, and that number.
    /// Among equals, points that stand on the last named square passed come first, then those with
    /// the fewest captured pieces.
    pub(super) fn furthest(&self, input: &MoveInput) -> (&Point, usize) {
        let mut best = (&self.points[0], 0);
        let mut best_rank = (0, true, 0, best.0.at);
        for point in &self.points[1..] {
            let stands = input.via.get(point.named) == Some(&point.at);
            let met = point.named + usize::from(stands);
            let rank = (met, !stands, point.taken.len(), point.at);
            if met > best.1 || (met == best.1 && met > 0 && rank < best_rank) {
                (best, best_rank) = ((point, met), rank);
            }
        }
        best
    }

    /// Returns the points after the next capture that are part of a legal move.
    pub(super) fn legal_after<'a>(&'a self, point: &'a Point) -> impl Iterator<Item = &'a Point> {
        point
            .after
            .iter()
            .filter_map(|&index| self.points.get(index))
            .filter(|next| next.in_legal)
    }

    /// Returns the pieces that a legal move can capture next.
    pub(super) fn legal_targets(&self, point: &Point) -> SquareSet {
        self.legal_after(point)
            .fold(SquareSet::EMPTY, |targets, next| {
                targets.union(next.taken.difference(point.taken))
            })
    }

    /// Returns the points where the piece may land instead of at `ghost`, a point that is not
    /// allowed: points of legal moves that have captured the same pieces.
    pub(super) fn legal_beside<'a>(&'a self, ghost: &'a Point) -> Vec<&'a Point> {
        self.before(ghost)
            .flat_map(|point| self.legal_after(point))
            .filter(|next| next.taken == ghost.taken)
            .collect()
    }

    /// Returns the points before the last capture.
    pub(super) fn before<'a>(&'a self, point: &'a Point) -> impl Iterator<Item = &'a Point> {
        let before = point.before.iter();
        before.filter_map(|&index| self.points.get(index))
    }
}

/// The identity of a point: two points with the same key are one.
type Key<B> = (State<B>, usize, Option<Square>, bool);

fn points<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>, input: &MoveInput) -> Vec<Point> {
    let geometry = rules.geometry();
    let walk = Walk::new(rules, pieces, geometry.bit(input.from));
    let far_row = rules.far_row(pieces.side);
    let via = &input.via[..input.via.len().min(longest_way(*geometry.board(), pieces))];

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
                halt: if allowed {
                    Halt::Passing
                } else {
                    Halt::Forbidden
                },
                promotes: walk.finish(&state).promotes,
                came_by: state.came_by(),
                standing: walk.standing(&state),
                after: Vec::new(),
                before: Vec::new(),
                in_legal: false,
            });
            points.len() - 1
        })
    };
    visit(&mut points, &mut states, (walk.start(), 0, None, true));

    let mut index = 0;
    while let (Some(point), Some(&state)) = (points.get(index), states.get(index)) {
        if point.allowed() && walk.can_go_on(&state) {
            let mut after = Vec::new();
            let (at, begun) = (point.at, !point.taken.is_empty());
            let stands = begun && via.get(point.named) == Some(&at);
            let named = point.named + usize::from(stands);
            let man_on_far_row = point.kind == Kind::Man && far_row.meets(B::single(state.at));
            let passed = if man_on_far_row && begun {
                Some(at)
            } else {
                point.passed
            };
            for leap in walk.leaps(&state) {
                let allowed = walk.next(&state, &leap);
                for to in leap.landings.indices() {
                    let next = walk.land(&state, &leap, to);
                    let met = if named < via.len() {
                        let way = ray(rules.table(), at, geometry.square(to));
                        let crossed = way.iter().flat_map(Ray::between);
                        crossed.fold(named, |met, square| {
                            met + usize::from(via.get(met) == Some(&square))
                        })
                    } else {
                        named
                    };
                    let key = (next, met, passed, allowed.contains(&next));
                    after.push(visit(&mut points, &mut states, key));
                }
            }
            for &next in &after {
                points[next].before.push(index);
            }
            points[index].after = after;
        }
        let point = &mut points[index];
        let may_end = point.allowed() && (point.after.is_empty() || walk.may_stop());
        if may_end && !point.taken.is_empty() {
            point.halt = Halt::End;
        }
        index += 1;
    }
    points
}

/// Returns an upper limit for the number of squares that a capture can touch. A move input may be
/// as long as its sender likes; squares beyond this limit are ignored because no capture can reach
/// them.
fn longest_way<B: Bits>(board: Board, pieces: &Pieces<B>) -> usize {
    let longest_leap = usize::from(board.width.max(board.height));
    (pieces.enemy().count() as usize + 1) * longest_leap
}

/// Marks every point from which a legal capture can be completed, going backwards from the ends.
fn mark_legal(points: &mut [Point], best: Option<Standing>) {
    let is_legal = |point: &Point| best.is_none_or(|best| point.standing == best);
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
