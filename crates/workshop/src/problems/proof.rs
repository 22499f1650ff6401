//! Proves that a position is a problem: at each of White's moves one move reaches the goal, and no
//! other does, unless it is the same solution in another order.
//!
//! White's move is unique if the best line is worth at least [`Bounds::won`] and the second at most
//! [`Bounds::level`], in a search that gives every legal move a value and whose last iteration is
//! complete. If the search returns fewer lines than requested, because it found the end of the
//! game, every other move is searched separately. To hold is the same with other bounds: see
//! [`Goal::lift`]. Called for candidates, and by `check` with more nodes.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use damier_coach::problem::{
    Problem, Solution, SolutionLine, StartRating, Tags, Theme, with_white_to_move,
};
use damier_engine::{Engine, Limits, Line, Score};
use damier_rules::{DrawSettings, Game, Move, Position, Side};

use super::balance;

/// The bounds of a proof. Values are hundredths of a man, for the solving side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The solution is worth at least this.
    pub won: i32,
    /// Every other move is worth at most this.
    pub level: i32,
    /// Nodes of the search that gives all moves of a position a value.
    pub nodes: u64,
    /// The first look at a candidate gets the nodes of a proof divided by this.
    pub first_look: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            won: 130,
            level: 50,
            nodes: 60_000,
            first_look: 20,
        }
    }
}

/// The weakest bounds that a problem must satisfy in a check: it is false if the solution is worth
/// less than a man, or another move a man or more. The caller chooses the number of nodes.
pub const LEAST: Bounds = Bounds {
    won: 100,
    level: 100,
    nodes: 200_000,
    first_look: 20,
};

/// What White has to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// To win something.
    Win,
    /// Not to lose anything.
    Hold,
}

impl Goal {
    /// The goal of a problem.
    pub(super) fn of(tags: &Tags) -> Goal {
        if tags.has(Theme::Hold) {
            Goal::Hold
        } else {
            Goal::Win
        }
    }

    /// Hundredths of a man that are added to a value before it is compared with the bounds. A move
    /// that holds may be worth a little less than nothing, and one that does not loses a man.
    pub(super) fn lift(self) -> i32 {
        match self {
            Goal::Win => 0,
            Goal::Hold => 180,
        }
    }
}

/// The values of a small search may differ from those of a proof by this many hundredths.
pub(super) const LENIENT: i32 = 30;

/// The fewest nodes of a search for one move, enough for a complete ply including captures.
const LEAST_NODES: u64 = 1_000;

/// The most moves of White in a solution.
const MOST_MOVES: usize = 8;

/// The fewest moves to be found in a solution of only moves.
const FEWEST_FOUND: usize = 2;

/// The most replies of Black at one point of a shot.
const MOST_REPLIES: usize = 4;

/// The most lines of a solution.
const MOST_LINES: usize = 6;

/// The most moves that may be exchanged with the best one.
const MOST_ORDERS: usize = 2;

/// A position that is proved to be a problem.
pub(super) struct Proof {
    /// The position, with White to move.
    pub(super) position: Position,
    /// How White reaches the goal.
    pub(super) solution: Solution,
    /// The classification.
    pub(super) tags: Tags,
}

impl Proof {
    /// The proof of a solution of one line, which has these themes besides those of its moves.
    pub(super) fn of_line(position: Position, moves: Vec<Move>, themes: &[Theme]) -> Option<Proof> {
        let tags = Tags::of(&position, &moves, themes);
        let line = SolutionLine {
            moves,
            also: Vec::new(),
        };
        Some(Proof {
            position,
            solution: Solution::new(&position, vec![line]).ok()?,
            tags,
        })
    }

    /// The problem, not yet rated.
    pub(super) fn problem(self, opening: String, source: String) -> Problem {
        Problem {
            position: self.position,
            solution: self.solution,
            rating: StartRating::default(),
            tags: self.tags,
            opening,
            source,
        }
    }
}

/// The goal that the values of a small search suggest, worth a longer one.
pub(super) fn suggested(best: i32, others: i32, bounds: Bounds) -> Option<Goal> {
    [Goal::Win, Goal::Hold].into_iter().find(|goal| {
        let (best, others) = (
            best.saturating_add(goal.lift()),
            others.saturating_add(goal.lift()),
        );
        best >= bounds.won - LENIENT && others <= bounds.level + LENIENT
    })
}

/// The problem that a position poses, if it is one: a shot, or another way to win something, or to
/// hold.
pub(super) fn prove(engine: &Engine, position: &Position, bounds: Bounds) -> Option<Proof> {
    let (start, _) = with_white_to_move(position, &[])?;
    if start.can_capture() {
        return None;
    }
    // Entries that an earlier search left in the table may hide a move of this one: measured, it
    // made one proof in 76 false.
    engine.forget();
    let glance = judge(engine, &start, bounds.nodes / bounds.first_look.max(1), 2);
    let [best, second, ..] = &glance[..] else {
        return None;
    };
    let is_in_two_orders = || best.worth >= bounds.won - LENIENT && best.may_be_exchanged(second);
    let goal = suggested(best.worth, second.worth, bounds)
        .or_else(|| is_in_two_orders().then_some(Goal::Win))?;
    let proving = Proving {
        engine,
        bounds,
        goal,
    };
    let (start, lines, theme) = match goal {
        Goal::Win => match proving.lines(&start, MOST_MOVES) {
            Some(lines) => {
                let (start, lines) = stripped(start, lines);
                (start, lines, None)
            }
            None => (start, vec![proving.only_moves(start)?], None),
        },
        Goal::Hold => (start, vec![proving.only_moves(start)?], Some(Theme::Hold)),
    };
    let main: &SolutionLine = lines.first()?;
    let tags = Tags::of(&start, &main.moves, theme.as_slice());
    Some(Proof {
        position: start,
        solution: Solution::new(&start, lines).ok()?,
        tags,
    })
}

struct Proving<'e> {
    engine: &'e Engine,
    bounds: Bounds,
    goal: Goal,
}

/// White's only move in a position that reaches the goal.
struct Unique {
    played: Move,
    /// Captures of the same pieces that are worth as much.
    also: Vec<Move>,
    /// Moves that may be the same solution in another order, which is not proved yet.
    orders: Vec<Move>,
}

impl Proving<'_> {
    /// The lines of a solution with at most this many moves of White: the main line, lines for
    /// Black's other replies that need another answer, and the same moves in another order.
    fn lines(&self, at: &Position, moves: usize) -> Option<Vec<SolutionLine>> {
        let Unique {
            played,
            also,
            orders,
        } = self.unique(at)?;
        let mut lines = self.lines_after(at, played, also, moves)?;
        let end = lines.first()?.end(at);
        for order in orders {
            let others = self.lines_after(at, order, Vec::new(), moves)?;
            if others.iter().any(|line| line.end(at) != end) {
                return None;
            }
            lines.extend(others);
        }
        (lines.len() <= MOST_LINES).then_some(lines)
    }

    /// The lines that begin with this move of White.
    fn lines_after(
        &self,
        at: &Position,
        played: Move,
        also: Vec<Move>,
        moves: usize,
    ) -> Option<Vec<SolutionLine>> {
        let left = moves.checked_sub(1)?;
        let after = at.play(&played).ok()?;
        if played.is_capture() && !after.must_capture() {
            let wins = also.iter().all(|other| self.wins_after(at, other));
            let moves = vec![played];
            return wins.then_some(vec![SolutionLine { moves, also }]);
        }
        if !also.is_empty() {
            return None;
        }
        let (reply, others) = self.replies(&after)?;
        let through = |reply: Move| {
            let next = after.play(&reply).ok()?;
            let mut lines = self.lines(&next, left)?;
            for line in &mut lines {
                line.moves.splice(..0, [played, reply]);
            }
            Some(lines)
        };
        let mut lines = through(reply)?;
        // Where the answer to another reply is not unique, it is no part of the solution.
        lines.extend(others.into_iter().filter_map(&through).flatten());
        (lines.len() <= MOST_LINES).then_some(lines)
    }

    /// White's only moves against Black's best replies, while there is but one: at least two that
    /// have to be found.
    fn only_moves(&self, start: Position) -> Option<SolutionLine> {
        let mut at = start;
        let (mut moves, mut found) = (Vec::new(), 0);
        let mut seen = HashSet::new();
        // A line that comes back to a position has nothing more to find.
        while found < MOST_MOVES && seen.insert(at.hash()) {
            let is_one = |unique: &Unique| unique.also.is_empty() && unique.orders.is_empty();
            let Some(Unique { played, .. }) = self.unique(&at).filter(is_one) else {
                break;
            };
            found += usize::from(at.legal_moves().len() > 1);
            moves.push(played);
            at = at.play(&played).ok()?;
            let Some(reply) = judge(self.engine, &at, self.bounds.nodes, 1)
                .first()
                .cloned()
            else {
                break;
            };
            moves.push(reply.played);
            at = at.play(&reply.played).ok()?;
        }
        if moves.len().is_multiple_of(2) {
            moves.pop();
        }
        (found >= FEWEST_FOUND).then_some(SolutionLine {
            moves,
            also: Vec::new(),
        })
    }

    /// A value, to be compared with the bounds.
    fn lifted(&self, worth: i32) -> i32 {
        worth.saturating_add(self.goal.lift())
    }

    /// White's only move that reaches the goal, if there is exactly one, apart from those that may
    /// be exchanged with it.
    fn unique(&self, at: &Position) -> Option<Unique> {
        let legal = at.legal_moves();
        if let [played] = legal[..] {
            return Some(Unique {
                played,
                also: Vec::new(),
                orders: Vec::new(),
            });
        }
        let mut judged = judge(self.engine, at, self.bounds.nodes, 2);
        let mut best = judged.first()?.played;
        let alike =
            |other: &Move| *other != best && best.is_capture() && other.captured == best.captured;
        let also: Vec<Move> = legal.iter().filter(|other| alike(other)).copied().collect();
        if !also.is_empty() {
            judged = judge(self.engine, at, self.bounds.nodes, 2 + also.len());
        } else if self.goal == Goal::Win && judged[0].may_be_exchanged(judged.get(1)?) {
            judged = judge(self.engine, at, self.bounds.nodes, 2 + MOST_ORDERS);
            // Moves that can be exchanged are worth about the same, so another may be the first.
            best = judged.first()?.played;
        }
        let (first, others) = judged.split_first()?;
        let is_won = first.played == best && self.lifted(first.worth) >= self.bounds.won;
        let others = others.iter().filter(|other| !also.contains(&other.played));
        let (level, orders): (Vec<&Judged>, Vec<&Judged>) =
            others.partition(|other| self.lifted(other.worth) <= self.bounds.level);
        let may_be = |other: &&Judged| self.goal == Goal::Win && first.may_be_exchanged(other);
        let is_only = !level.is_empty() || judged.len() == legal.len();
        (is_won && is_only && orders.iter().all(may_be)).then(|| Unique {
            played: best,
            also,
            orders: orders.iter().map(|order| order.played).collect(),
        })
    }

    fn wins_after(&self, at: &Position, played: &Move) -> bool {
        at.play(played).is_ok_and(|after| {
            let replies = judge(self.engine, &after, self.bounds.nodes / 2, 1);
            let won = |reply: &Judged| -reply.worth >= self.bounds.won;
            replies.first().is_some_and(won)
        })
    }

    /// Black's longest defence and its other replies, all of which lose; `None` if one of them does
    /// not lose, or if there are too many.
    fn replies(&self, at: &Position) -> Option<(Move, Vec<Move>)> {
        let legal = at.legal_moves();
        if let [only] = legal[..] {
            return Some((only, Vec::new()));
        }
        if legal.is_empty() || legal.len() > MOST_REPLIES {
            return None;
        }
        let judged = judge(self.engine, at, self.bounds.nodes, legal.len());
        let all_lose = judged.len() == legal.len()
            && judged.iter().all(|reply| -reply.worth >= self.bounds.won);
        let best = judged.first()?.played;
        let others = legal.into_iter().filter(|other| *other != best).collect();
        all_lose.then_some((best, others))
    }
}

/// A move and its value for the side that makes it, in hundredths of a man.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Judged {
    pub(super) played: Move,
    pub(super) worth: i32,
    /// The men that it gains by a shot, in the line of the search; otherwise 0.
    pub(super) gains: i32,
    /// The line of the search, beginning with the move.
    line: Vec<Move>,
}

impl Judged {
    fn of(at: &Position, lines: &[Line]) -> Vec<Judged> {
        let judged = lines.iter().filter_map(|line| {
            Some(Judged {
                played: *line.moves.first()?,
                worth: line.score.rank(),
                gains: gained(at, &line.moves),
                line: line.moves.clone(),
            })
        });
        judged.collect()
    }

    /// Whether the line of one of the two moves also contains the other one, as a later move of the
    /// same side: it may be the same solution in another order.
    fn may_be_exchanged(&self, other: &Judged) -> bool {
        let is_later = |one: &Judged, other: &Judged| {
            let own = one.line.iter().step_by(2).skip(1);
            own.copied().any(|played| played == other.played)
        };
        !self.played.is_capture() && (is_later(self, other) || is_later(other, self))
    }
}

/// The men that a line gains if it begins with an offer: counted after a capture by the side to
/// move that leaves nothing to capture.
fn gained(start: &Position, moves: &[Move]) -> i32 {
    let mut at = *start;
    for (ply, played) in moves.iter().enumerate() {
        let by_us = ply.is_multiple_of(2);
        if !by_us && !played.is_capture() {
            return 0;
        }
        let Ok(next) = at.play(played) else { return 0 };
        at = next;
        if by_us && played.is_capture() && !at.must_capture() {
            let sign = if start.side() == Side::White { 1 } else { -1 };
            return sign * (balance(&at) - balance(start));
        }
    }
    0
}

/// The best moves of a position and their values after this many nodes. There are fewer than
/// `wanted` only if fewer moves are legal.
pub(super) fn judge(engine: &Engine, at: &Position, nodes: u64, wanted: usize) -> Vec<Judged> {
    let mut judged = search(engine, at, nodes, wanted);
    let legal = at.legal_moves();
    if judged.len() < wanted.min(legal.len()) {
        judge_apart(engine, at, &legal, nodes, &mut judged);
        judged.truncate(wanted);
    }
    judged
}

/// The lines of one search, from its last completed iteration; fewer than wanted if it found the
/// end of the game.
fn search(engine: &Engine, at: &Position, nodes: u64, wanted: usize) -> Vec<Judged> {
    let game = Game::new(*at, DrawSettings::default());
    let limits = Limits {
        lines: wanted,
        ..Limits::nodes(nodes)
    };
    let (mut depth, mut judged) = (0, Vec::new());
    let never = AtomicBool::new(false);
    engine.analyse(&game, &limits, &|| 0, &never, |progress| {
        if progress.depth > depth {
            depth = progress.depth;
            judged = Judged::of(at, &progress.lines);
        }
    });
    judged
}

/// Searches every move that has no value yet separately.
fn judge_apart(
    engine: &Engine,
    at: &Position,
    legal: &[Move],
    nodes: u64,
    judged: &mut Vec<Judged>,
) {
    let each = (nodes / legal.len().max(1) as u64).max(LEAST_NODES);
    for &played in legal {
        let is_new = judged.iter().all(|other| other.played != played);
        let (true, Ok(after)) = (is_new, at.play(&played)) else {
            continue;
        };
        let reply = search(engine, &after, each, 1);
        let worth = match reply.first() {
            Some(reply) => -reply.worth,
            // Not even one ply was searched, so it is unknown whether this move wins.
            None if after.outcome().is_none() => i32::MAX,
            None => Score::Win(1).rank(),
        };
        judged.push(Judged {
            played,
            worth,
            gains: 0,
            line: vec![played],
        });
    }
    judged.sort_by_key(|judged| std::cmp::Reverse(judged.worth));
}

/// The solution without the exchanges at its beginning.
fn stripped(mut start: Position, mut lines: Vec<SolutionLine>) -> (Position, Vec<SolutionLine>) {
    let begins = start;
    let mut at = start;
    let mut keep = 0;
    let main = lines.first().map_or(Vec::new(), |line| line.moves.clone());
    for (index, pair) in main.chunks(2).enumerate() {
        if index > 0 && !at.can_capture() && balance(&at) == balance(&begins) {
            keep = 2 * index;
            start = at;
        }
        for played in pair {
            at = at.play(played).unwrap_or(at);
        }
    }
    lines.retain(|line| line.moves.starts_with(&main[..keep]));
    for line in &mut lines {
        line.moves.drain(..keep);
    }
    (start, lines)
}
