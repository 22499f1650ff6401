//! The captures that one piece could begin, as a graph of the points where it stands on the way, each
//! with the part of a move input that lies behind it. It is built by the walk that generates the legal
//! captures, before any of them is preferred to another; so what is said of a move input comes from the
//! code that knows what is legal.

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

/// What it means to land on a square in the middle of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// Landing here is against the rules: a king may not where nothing follows, if from another
    /// landing square something does.
    Forbidden,
    /// The capture goes on from here.
    Passing,
    /// The capture may end here, be it preferred to others or not.
    End,
}

/// Where the piece stands in the middle of a capture.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// The square.
    pub(super) at: Square,
    /// Man or king, at this point.
    pub(super) kind: Kind,
    /// What it has captured.
    pub(super) taken: SquareSet,
    /// How many of the squares in between that the move input names are behind it.
    pub(super) named: usize,
    /// The square of the last row where it landed as a man earlier in this capture.
    pub(super) passed: Option<Square>,
    /// What landing here means.
    pub(super) halt: Halt,
    /// Whether a capture that ends here makes a man a king.
    pub(super) promotes: bool,
    /// The direction of the last capture, where it limits the next.
    pub(super) came_by: Option<Vector>,
    /// How the capture stands among others, so far.
    pub(super) standing: Standing,
    /// The points after the next capture; empty where nothing follows.
    after: Vec<usize>,
    /// The points before the last capture.
    before: Vec<usize>,
    /// Whether a legal move goes through here, or ends here.
    pub(super) in_legal: bool,
}

impl Point {
    /// Whether a capture may land here.
    pub(super) fn allowed(&self) -> bool {
        self.halt != Halt::Forbidden
    }

    /// Whether a capture may end here.
    pub(super) fn ends(&self) -> bool {
        self.halt == Halt::End
    }
}

/// All points of the captures of one piece; the first one is before any capture.
pub(super) struct Attempt {
    pub(super) points: Vec<Point>,
    /// The standing of the captures that are played, where the game prefers some to others.
    pub(super) best: Option<Standing>,
}

impl Attempt {
    /// Follows a move input. Its squares are on the board, and its piece belongs to the side to move.
    pub(super) fn follow(position: &Position, input: &MoveInput) -> Attempt {
        let mut points = with!(position, |rules, pieces| points(rules, &pieces, input));
        let prefers = !position.variant().table().precedence.is_empty();
        // Without a capture of this piece nothing is compared with others.
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

    /// Whether the move input, as far as it says, describes this capture.
    pub(super) fn makes(&self, input: &MoveInput, played: &Move) -> bool {
        self.at_the_end(input)
            .filter(|point| point.ends() && point.in_legal)
            .any(|point| (point.taken, point.promotes) == (played.captured, played.promotes))
    }

    /// The points where the move input would have the capture end.
    pub(super) fn at_the_end<'a>(&'a self, input: &MoveInput) -> impl Iterator<Item = &'a Point> {
        let (to, named) = (input.to, input.via.len());
        self.points
            .iter()
            .filter(move |p| p.at == to && p.named == named && !p.taken.is_empty())
    }

    /// The point that has met the most of what the move input names, and how many that are. Points that
    /// stand on the last square met come first, then those that have captured least.
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

    /// Where the piece may land instead of at a point that is not allowed: points of legal moves that
    /// have taken the same pieces.
    pub(super) fn legal_beside<'a>(&'a self, ghost: &'a Point) -> Vec<&'a Point> {
        self.before(ghost)
            .flat_map(|point| self.legal_after(point))
            .filter(|next| next.taken == ghost.taken)
            .collect()
    }

    /// The points before the last capture.
    pub(super) fn before<'a>(&'a self, point: &'a Point) -> impl Iterator<Item = &'a Point> {
        let before = point.before.iter();
        before.filter_map(|&index| self.points.get(index))
    }
}

/// Everything that makes two points one.
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

/// More squares than any capture can touch: a move input may be as long as its sender likes, and what lies
/// behind this many squares is met by none.
fn longest_way<B: Bits>(board: Board, pieces: &Pieces<B>) -> usize {
    let longest_leap = usize::from(board.width.max(board.height));
    (pieces.enemy().count() as usize + 1) * longest_leap
}

/// Marks every point from which a legal capture is reached, backwards from the ends.
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
