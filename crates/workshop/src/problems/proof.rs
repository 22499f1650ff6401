//! Whether a position poses a problem: a shot that wins, and at each of its moves nothing else that does.
//!
//! White's move is unique where the best line is worth at least [`Bounds::won`] and the second at most [`Bounds::level`], in a search that judges
//! every legal move and whose last iteration is complete. Where the search tells fewer lines than it was asked for, because it
//! has seen the end, every other move is searched by itself. Called by `games` for candidates, and by `check` again with more nodes.

use std::sync::atomic::AtomicBool;

use damier_coach::problem::{Solution, SolutionLine, Tags, with_white_to_move};
use damier_engine::{Engine, Limits, Line, Score};
use damier_rules::{DrawSettings, Game, Move, Position};

use super::balance;

/// What counts as proved. Values are hundredths of a man, for the side that solves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The solution is worth at least this.
    pub won: i32,
    /// Every other move is worth at most this.
    pub level: i32,
    /// Nodes of the search that judges all moves of a position.
    pub nodes: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            won: 130,
            level: 50,
            nodes: 60_000,
        }
    }
}

/// What a problem must hold to when it is looked at again: below a man for the solution, or a man for another move, it is
/// false. The number of nodes is for the caller to choose.
pub const LEAST: Bounds = Bounds {
    won: 100,
    level: 100,
    nodes: 200_000,
};

/// A first look at a candidate costs so much less than a proof.
const FIRST_LOOK: u64 = 20;

/// A small search sees less than a proof, so its values may be so many hundredths off.
pub(super) const LENIENT: i32 = 30;

/// The fewest nodes of a search for one move: a whole ply, captures included.
const LEAST_NODES: u64 = 1_000;

/// The most moves of White in a solution.
const MOST_MOVES: usize = 8;

/// The most replies that Black may choose from.
const MOST_REPLIES: usize = 4;

/// The most lines of a solution.
const MOST_LINES: usize = 4;

/// A position that poses a problem.
pub(super) struct Proof {
    /// The position, with White to move.
    pub(super) position: Position,
    /// How White wins.
    pub(super) solution: Solution,
    /// What kind of shot it is.
    pub(super) tags: Tags,
}

/// Whether values of a small search are worth a longer one.
pub(super) fn deeper(best: i32, others: i32, bounds: Bounds) -> bool {
    best >= bounds.won - LENIENT && others <= bounds.level + LENIENT
}

/// The problem that a position poses, if it poses one.
pub(super) fn prove(engine: &Engine, position: &Position, bounds: Bounds) -> Option<Proof> {
    let (start, _) = with_white_to_move(position, &[])?;
    // What an earlier search left in the table may hide a move of this one: measured, it made one proof in 76 a false one.
    engine.forget();
    let glance = judge(engine, &start, bounds.nodes / FIRST_LOOK, 2);
    let others = glance.get(1).map_or(0, |judged| judged.worth);
    if !deeper(glance.first()?.worth, others, bounds) {
        return None;
    }
    let mut proving = Proving { engine, bounds };
    let (main, sides) = proving.line(start)?;
    let (start, main, sides) = stripped(start, main, sides);
    let tags = Tags::of(&start, &main.moves)?;
    let lines = std::iter::once(main)
        .chain(sides)
        .take(MOST_LINES)
        .collect();
    let solution = Solution::new(lines).ok()?;
    Some(Proof {
        position: start,
        solution,
        tags,
    })
}

struct Proving<'e> {
    engine: &'e Engine,
    bounds: Bounds,
}

/// White's answer to a position.
struct Unique {
    played: Move,
    /// Captures of the same pieces that are worth as much.
    also: Vec<Move>,
}

impl Proving<'_> {
    /// The main line from a position, and side lines where Black's other replies need another answer.
    fn line(&mut self, start: Position) -> Option<(SolutionLine, Vec<SolutionLine>)> {
        let mut at = start;
        let mut moves = Vec::new();
        let mut sides = Vec::new();
        for _ in 0..MOST_MOVES {
            let Unique { played, also } = self.unique(&at)?;
            let after = at.play(&played).ok()?;
            moves.push(played);
            if played.is_capture() && !after.must_capture() {
                let wins = also.iter().all(|other| self.wins_after(&at, other));
                return wins.then_some((SolutionLine { moves, also }, sides));
            }
            if !also.is_empty() {
                return None;
            }
            let (reply, others) = self.replies(&after)?;
            for other in others {
                let next = after.play(&other).ok()?;
                if let Some((line, more)) = self.line(next) {
                    let before = moves.iter().copied().chain([other]);
                    let whole = |line: SolutionLine| SolutionLine {
                        moves: before.clone().chain(line.moves).collect(),
                        also: line.also,
                    };
                    sides.push(whole(line));
                    sides.extend(more.into_iter().map(whole));
                }
            }
            if sides.len() >= MOST_LINES {
                return None;
            }
            at = after.play(&reply).ok()?;
            moves.push(reply);
        }
        None
    }

    /// White's only winning move, if there is just one.
    fn unique(&self, at: &Position) -> Option<Unique> {
        let legal = at.legal_moves();
        if let [played] = legal[..] {
            return Some(Unique {
                played,
                also: Vec::new(),
            });
        }
        let mut judged = judge(self.engine, at, self.bounds.nodes, 2);
        let best = judged.first()?.played;
        let alike =
            |other: &Move| *other != best && best.is_capture() && other.captured == best.captured;
        let also: Vec<Move> = legal.iter().filter(|other| alike(other)).copied().collect();
        if !also.is_empty() {
            judged = judge(self.engine, at, self.bounds.nodes, 2 + also.len());
        }
        let (first, others) = judged.split_first()?;
        let is_won = first.played == best && first.worth >= self.bounds.won;
        let mut others = others.iter().filter(|other| !also.contains(&other.played));
        let is_only = others.all(|other| other.worth <= self.bounds.level);
        (is_won && is_only).then_some(Unique { played: best, also })
    }

    fn wins_after(&self, at: &Position, played: &Move) -> bool {
        at.play(played).is_ok_and(|after| {
            let replies = judge(self.engine, &after, self.bounds.nodes / 2, 1);
            let won = |reply: &Judged| -reply.worth >= self.bounds.won;
            replies.first().is_some_and(won)
        })
    }

    /// Black's longest defence and its other replies, all of which lose; `None` if one does not, or there are too many.
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

/// A move and what it is worth for the side that makes it, in hundredths of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Judged {
    pub(super) played: Move,
    pub(super) worth: i32,
}

impl Judged {
    fn of(lines: &[Line]) -> Vec<Judged> {
        let judged = lines.iter().filter_map(|line| {
            let worth = line.score.rank();
            line.moves.first().map(|&played| Judged { played, worth })
        });
        judged.collect()
    }
}

/// The best moves of a position and what they are worth after so many nodes. A move is missing only where there are fewer.
pub(super) fn judge(engine: &Engine, at: &Position, nodes: u64, wanted: usize) -> Vec<Judged> {
    let mut judged = search(engine, at, nodes, wanted);
    let legal = at.legal_moves();
    if judged.len() < wanted.min(legal.len()) {
        judge_apart(engine, at, &legal, nodes, &mut judged);
        judged.truncate(wanted);
    }
    judged
}

/// The lines of one search, from the last iteration that was completed; fewer than wanted where it has seen the end.
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
            judged = Judged::of(&progress.lines);
        }
    });
    judged
}

/// Searches every move that is not judged yet by itself.
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
            // Not even one ply was searched: nobody can say that this move does not win.
            None if after.outcome().is_none() => i32::MAX,
            None => Score::Win(1).rank(),
        };
        judged.push(Judged { played, worth });
    }
    judged.sort_by_key(|judged| std::cmp::Reverse(judged.worth));
}

/// The solution from the last position before which only an exchange was made.
fn stripped(
    mut start: Position,
    mut main: SolutionLine,
    mut sides: Vec<SolutionLine>,
) -> (Position, SolutionLine, Vec<SolutionLine>) {
    let begins = start;
    let mut at = start;
    let mut keep = 0;
    for (index, pair) in main.moves.chunks(2).enumerate() {
        if index > 0 && !at.can_capture() && balance(&at) == balance(&begins) {
            keep = 2 * index;
            start = at;
        }
        for played in pair {
            at = at.play(played).unwrap_or(at);
        }
    }
    if keep > 0 {
        let before: Vec<Move> = main.moves.drain(..keep).collect();
        sides.retain(|line| line.moves.starts_with(&before));
        for side in &mut sides {
            side.moves.drain(..keep);
        }
    }
    (start, main, sides)
}
