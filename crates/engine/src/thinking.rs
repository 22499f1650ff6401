//! A search for one move: started, advanced in slices, stopped at any time.
//!
//! A caller with a dedicated thread uses [`Engine::analyse`](crate::Engine::analyse), which steps
//! the search; the page's worker calls [`Thinking::step`] between its messages. The result does not
//! depend on the slices.

use damier_rules::bits::Bits;
use damier_rules::{AnyPieces, Move, Position};

use crate::dice::Dice;
use crate::levels::{Handicap, Level};
use crate::limits::{Limits, TimeSource};
use crate::line::Line;
use crate::score::Score;
use crate::search::deepening::{Deepens, Event};
use crate::time_plan::{Course, TimePlan};

/// Nodes between two checks of the clock: well below a millisecond in native builds.
const NODES_BETWEEN_CHECKS: u64 = 1_000;

/// The state of a search.
///
/// ```
/// use damier_engine::Progress;
/// let nothing_yet = Progress::default();
/// assert_eq!((nothing_yet.score(), nothing_yet.nodes_per_second()), (None, 0));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The last depth completed, in plies.
    pub depth: u32,
    /// The best lines, best first: as many as the limits request, fewer before the first depth is
    /// complete or if there are fewer moves.
    pub lines: Vec<Line>,
    /// Nodes visited.
    pub nodes: u64,
    /// Milliseconds since the start.
    pub elapsed_ms: u64,
    /// Whether the search is over: a limit was reached, everything was searched, or it was stopped.
    pub done: bool,
}

impl Progress {
    /// The score for the side to move; `None` until the first line is known.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        self.nodes.saturating_mul(1000) / self.elapsed_ms.max(1)
    }
}

/// A search in progress. It owns its data and can be kept for any time.
///
/// ```
/// use damier_engine::{Engine, Limits};
/// use damier_rules::{DrawSettings, Game, Position, Variant};
///
/// let game = Game::new(Position::start(Variant::RUSSIAN), DrawSettings::default());
/// let mut thinking = Engine::new(1).start(&game, &Limits::depth(4), 0);
/// while !thinking.progress().done {
///     thinking.step(1_000, 0); // other work can be done between the slices
/// }
/// assert_eq!(thinking.progress().depth, 4);
/// assert!(thinking.best().is_some());
/// ```
pub struct Thinking {
    work: Box<dyn Deepens>,
    nodes: u64,
    plan: Option<TimePlan>,
    lines: usize,
    handicap: Option<Handicap>,
    dice: Dice,
    /// Whether a forced move is played at once, as with a game clock.
    in_a_hurry: bool,
    started_ms: u64,
    course: Course,
    /// The best line of the last completed depth.
    of_depth: Option<Line>,
    progress: Progress,
    /// The move that a level chose, once the search is over.
    chosen: Option<Move>,
}

impl Thinking {
    pub(crate) fn new(
        work: Box<dyn Deepens>,
        limits: &Limits,
        position: &Position,
        now_ms: u64,
    ) -> Thinking {
        let handicap = limits.level.map(Level::handicap);
        let nodes = match (limits.nodes, handicap) {
            (Some(nodes), Some(handicap)) => nodes.min(handicap.nodes),
            (Some(nodes), None) => nodes,
            // Full strength uses the given time, not a node budget.
            (None, Some(_)) if limits.level == Some(Level::STRONGEST) && limits.are_timed() => {
                u64::MAX
            }
            (None, Some(handicap)) => handicap.nodes,
            (None, None) => u64::MAX,
        };
        let done = work.moves().is_empty();
        Thinking {
            nodes,
            plan: TimePlan::new(limits, pieces_on(position)),
            lines: limits.lines.max(1),
            handicap: handicap.filter(Handicap::errs),
            dice: Dice::new(limits.seed ^ position.hash()),
            in_a_hurry: limits.clock.is_some() && work.moves().len() == 1,
            started_ms: now_ms,
            course: Course::default(),
            of_depth: None,
            progress: Progress {
                done,
                ..Progress::default()
            },
            chosen: None,
            work,
        }
    }

    /// Searches this many more nodes, or until a line or depth is complete or a limit is reached.
    /// `now_ms` is the current time of the clock used at the start. Depth 1 is always completed,
    /// however little time there is: it takes microseconds, and without it the move would be
    /// arbitrary.
    ///
    /// Returns whether there is something new: another line, another depth, or the end.
    pub fn step(&mut self, nodes: u64, now_ms: u64) -> bool {
        if self.progress.done {
            return false;
        }
        self.progress.elapsed_ms = now_ms.saturating_sub(self.started_ms);
        let is_over = |plan: TimePlan| plan.is_over(self.progress.elapsed_ms);
        if self.knows_something() && self.plan.is_some_and(is_over) {
            self.finish();
            return true;
        }
        let until = self.work.nodes().saturating_add(nodes).min(self.nodes);
        let event = self.work.run(until);
        self.progress.nodes = self.work.nodes();
        match event {
            Event::Paused if self.progress.nodes >= self.nodes => self.finish(),
            Event::Paused => return false,
            Event::Line => self.update(),
            Event::Depth => {
                self.update();
                let elapsed = self.progress.elapsed_ms;
                let is_enough = |plan: TimePlan| plan.is_enough(elapsed, self.course);
                if self.in_a_hurry || self.plan.is_some_and(is_enough) {
                    self.finish();
                }
            }
            Event::Finished => self.finish(),
        }
        true
    }

    /// Searches until `slice_ms` have passed or the search is over.
    pub fn run_for(&mut self, slice_ms: u64, clock: &impl TimeSource) -> &Progress {
        let start = clock.now_ms();
        let mut now = start;
        while !self.progress.done && now.saturating_sub(start) < slice_ms {
            self.step(NODES_BETWEEN_CHECKS, now);
            now = clock.now_ms();
        }
        self.update();
        &self.progress
    }

    /// Whether at least depth 1 is complete.
    pub(crate) fn knows_something(&self) -> bool {
        self.progress.depth > 0
    }

    /// Ends the search and keeps its results.
    pub fn stop(&mut self) {
        if !self.progress.done {
            self.finish();
        }
    }

    /// The state of the search.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The move to play; `None` only if there is no legal move. When the search is over, a level
    /// may choose a move other than the first of the best line.
    pub fn best(&self) -> Option<Move> {
        let of_line = || self.progress.lines.first()?.moves.first().copied();
        self.chosen
            .or_else(of_line)
            .or_else(|| self.work.moves().first().copied())
    }

    /// Copies the state of the search into `progress`.
    fn update(&mut self) {
        let depth_before = self.progress.depth;
        self.progress.depth = self.work.depth();
        let mut lines = self.work.lines();
        lines.truncate(self.lines);
        self.progress.lines = lines;
        if self.progress.depth > depth_before {
            let before =
                std::mem::replace(&mut self.of_depth, self.progress.lines.first().cloned());
            self.set_course(before.as_ref());
        }
    }

    /// Compares the best lines of two completed depths; moves that came first only in between do
    /// not count.
    fn set_course(&mut self, before: Option<&Line>) {
        let (Some(before), Some(now)) = (before, &self.of_depth) else {
            return;
        };
        let same = before.moves.first() == now.moves.first();
        self.course.settled = if same { self.course.settled + 1 } else { 0 };
        self.course.fell = (before.score.rank() - now.score.rank()).max(0) as u32;
    }

    fn finish(&mut self) {
        self.update();
        self.progress.done = true;
        if let Some(handicap) = self.handicap {
            self.chosen = self.choose_with_errors(handicap);
        }
    }

    /// Chooses the move of a level that overlooks replies and misjudges positions.
    fn choose_with_errors(&mut self, handicap: Handicap) -> Option<Move> {
        let searched = self.work.lines();
        let static_scores = self.work.static_scores();
        // In an order independent of the search, so that equal seeds make equal errors.
        let mut moves: Vec<Move> = static_scores.iter().map(|(played, _)| *played).collect();
        moves.sort_unstable();
        let judged = moves.into_iter().filter_map(|played| {
            let &(_, static_value) = static_scores.iter().find(|(other, _)| *other == played)?;
            let known = searched
                .iter()
                .find(|line| line.moves.first() == Some(&played));
            let overlooked = self.dice.below(100) < handicap.overlooks;
            let score = match known {
                Some(line) if !overlooked => line.score,
                _ => static_value,
            };
            let error = self.dice.around_zero(handicap.misjudges);
            Some((score.rank().saturating_add(error), played))
        });
        judged
            .max_by_key(|(rank, _)| *rank)
            .map(|(_, played)| played)
    }
}

fn pieces_on(position: &Position) -> u32 {
    match position.raw() {
        AnyPieces::Narrow(pieces) => pieces.occupied().count(),
        AnyPieces::Wide(pieces) => pieces.occupied().count(),
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::Variant;

    use super::*;

    /// A search that replays scripted events: an event, the depth at that time, and the number of
    /// its best move.
    struct Scripted {
        moves: Vec<Move>,
        script: Vec<(Event, u32, usize)>,
        at: usize,
    }

    impl Deepens for Scripted {
        fn run(&mut self, _: u64) -> Event {
            self.at += 1;
            self.script[self.at - 1].0
        }

        fn deepen_by(&mut self, _: u32) {}

        fn nodes(&self) -> u64 {
            self.at as u64
        }

        fn depth(&self) -> u32 {
            self.script[self.at - 1].1
        }

        fn lines(&self) -> Vec<Line> {
            let best = self.script[self.at - 1].2;
            vec![Line {
                score: Score::Hundredths(0),
                moves: vec![self.moves[best]],
            }]
        }

        fn moves(&self) -> Vec<Move> {
            self.moves.clone()
        }

        fn static_scores(&self) -> Vec<(Move, Score)> {
            Vec::new()
        }
    }

    fn settled_after(script: Vec<(Event, u32, usize)>) -> u32 {
        let start = Position::start(Variant::INTERNATIONAL);
        let steps = script.len();
        let work = Box::new(Scripted {
            moves: start.legal_moves(),
            script,
            at: 0,
        });
        let mut thinking = Thinking::new(work, &Limits::default(), &start, 0);
        for _ in 0..steps {
            thinking.step(1, 0);
        }
        thinking.course.settled
    }

    #[test]
    fn a_best_move_is_settled_from_depth_to_depth() {
        let depth = |depth, best| (Event::Depth, depth, best);
        assert_eq!(
            settled_after(vec![depth(1, 0), depth(2, 0), depth(3, 0)]),
            2
        );
        assert_eq!(settled_after(vec![depth(1, 0), depth(2, 1)]), 0);
        // A move that became the best before its depth was complete counts as a change.
        let front = (Event::Line, 1, 1);
        assert_eq!(settled_after(vec![depth(1, 0), front, depth(2, 1)]), 0);
        // A move that was only temporarily the best does not.
        assert_eq!(settled_after(vec![depth(1, 0), front, depth(2, 0)]), 1);
    }
}
