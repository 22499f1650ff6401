//! Iterative deepening: the search as [`Thinking`](crate::Thinking) drives it.
//!
//! Each iteration finds the best lines one by one (multi-PV), each with an aspiration window around
//! its last value. The search pauses after a given number of nodes and can be resumed. It reads no
//! clock.

use damier_rules::bits::Bits;
use damier_rules::geometry::Geometry;
use damier_rules::{Move, RawMove, Rulebook};

use super::Search;
use super::endings::Decided;
use crate::evaluation::Evaluation;
use crate::line::Line;
use crate::parameters::{ASPIRATION_DEPTH, ASPIRATION_WIDEST, ASPIRATION_WINDOW, MAX_DEPTH};
use crate::score::{INFINITE, Score, Value, WON, counted_plies, is_ordinary};

/// How a run of the search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// The allowed nodes were used up; the search can be resumed.
    Paused,
    /// A line was completed.
    Line,
    /// All lines of an iteration were completed.
    Depth,
    /// The search is over.
    Finished,
}

/// A search with its type of pieces erased.
pub(crate) trait Deepens: Send {
    /// Searches until a line is complete, or until this many nodes have been visited in total.
    fn run(&mut self, until: u64) -> Event;
    /// Makes every later iteration search this many plies deeper than its number.
    fn deepen_by(&mut self, plies: u32);
    /// Nodes visited so far.
    fn nodes(&self) -> u64;
    /// The last completed depth.
    fn depth(&self) -> u32;
    /// The best lines known, best first. A move that has just failed high may be a line of its own,
    /// with the lower bound as its value.
    fn lines(&self) -> Vec<Line>;
    /// The legal moves, the most promising first.
    fn moves(&self) -> Vec<Move>;
    /// The legal moves and the static value of the board right after each, before any reply.
    fn static_scores(&self) -> Vec<(Move, Score)>;
}

/// A line of play and its value.
#[derive(Clone, Debug)]
pub(super) struct Found<B> {
    pub(super) value: Value,
    pub(super) moves: Vec<RawMove<B>>,
}

impl<B> Found<B> {
    /// A line of an unfinished iteration, with its value clamped to the scale.
    fn within_ends(value: Value, moves: Vec<RawMove<B>>) -> Found<B> {
        let value = value.clamp(-WON, WON);
        Found { value, moves }
    }
}

/// The aspiration window of the iteration in progress.
#[derive(Clone, Copy, Debug)]
struct Window {
    alpha: Value,
    beta: Value,
    margin: Value,
}

impl Window {
    const OPEN: Window = Window {
        alpha: -INFINITE,
        beta: INFINITE,
        margin: INFINITE,
    };

    fn around(value: Value) -> Window {
        if is_ordinary(value) {
            Window {
                alpha: value - ASPIRATION_WINDOW,
                beta: value + ASPIRATION_WINDOW,
                margin: ASPIRATION_WINDOW,
            }
        } else {
            Window::OPEN
        }
    }

    fn holds(&self, value: Value) -> bool {
        self.alpha < value && value < self.beta
    }

    /// The window widened on the side where the search failed.
    fn widened(self, value: Value) -> Window {
        let margin = 2 * self.margin;
        if margin > ASPIRATION_WIDEST || !is_ordinary(value) {
            return Window::OPEN;
        }
        if value <= self.alpha {
            Window {
                alpha: value - margin,
                margin,
                ..self
            }
        } else {
            Window {
                beta: value + margin,
                margin,
                ..self
            }
        }
    }
}

/// Iterative deepening over one root.
pub(crate) struct Deepening<R: Rulebook + 'static, E> {
    pub(super) search: Search<R, E>,
    /// The moves of the root, the most promising first.
    moves: Vec<RawMove<R::Bits>>,
    wanted: usize,
    deepest: i32,
    /// How many plies deeper than its number each iteration is searched.
    further: i32,
    /// The last completed depth and its lines.
    depth: i32,
    pub(super) found: Vec<Found<R::Bits>>,
    /// The lines of the iteration in progress.
    current: Vec<Found<R::Bits>>,
    /// The window of the line in progress, if one is.
    window: Option<Window>,
    /// The line that has just failed high, before its search with a wider window.
    pub(super) above: Option<Found<R::Bits>>,
}

impl<R: Rulebook + 'static, E: Evaluation<R::Bits>> Deepening<R, E> {
    /// A search for this many lines, down to a depth (`None` = as deep as possible).
    pub(crate) fn new(search: Search<R, E>, lines: usize, depth: Option<u32>) -> Deepening<R, E> {
        let moves = search.root_moves();
        let wanted = lines.clamp(1, moves.len().max(1));
        let mut decided = search.decided(&moves);
        if decided.len() < wanted {
            decided.clear();
        }
        let moves = if decided.is_empty() {
            search.holding(moves, wanted)
        } else {
            moves
        };
        let deepest = depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u32) as i32);
        let mut deepening = Deepening {
            search,
            wanted,
            moves,
            deepest,
            further: 0,
            depth: 0,
            found: Vec::new(),
            current: Vec::new(),
            window: None,
            above: None,
        };
        if !decided.is_empty() {
            deepening.take_over(decided);
        }
        deepening
    }

    /// Uses lines that need no search, best first. If there are any, the search is over.
    fn take_over(&mut self, decided: Vec<Decided<R::Bits>>) {
        let Some(best) = decided.first() else {
            return;
        };
        // The depth that a search would need to reach the end.
        self.depth = counted_plies(best.value).unwrap_or(0).max(1);
        self.deepest = self.depth;
        if let Some(&played) = best.moves.first() {
            self.promote(played, 0);
        }
        let found = decided.into_iter().map(|line| Found {
            value: line.value,
            moves: line.moves,
        });
        self.found = found.take(self.wanted).collect();
    }

    fn finished(&self) -> bool {
        let proven = |line: &Found<R::Bits>| {
            counted_plies(line.value).is_some_and(|plies| plies <= self.depth)
        };
        self.moves.is_empty()
            || self.depth >= self.deepest
            || (!self.found.is_empty() && self.found.iter().all(proven))
    }

    /// Starts the search of the next line, or searches again with another window.
    fn begin(&mut self, window: Window) {
        let line = self.current.len();
        let depth = (self.depth + 1 + self.further).min(MAX_DEPTH);
        let left: Vec<_> = self
            .moves
            .iter()
            .filter(|played| {
                self.current
                    .iter()
                    .all(|found| found.moves.first() != Some(played))
            })
            .copied()
            .collect();
        debug_assert_eq!(left.len(), self.moves.len() - line);
        self.search.begin(depth, window.alpha, window.beta, &left);
        self.window = Some(window);
    }

    fn first_window(&self) -> Window {
        match self.found.get(self.current.len()) {
            Some(last) if self.depth + 1 >= ASPIRATION_DEPTH => Window::around(last.value),
            _ => Window::OPEN,
        }
    }

    /// Moves a root move to this place, in front of the others.
    fn promote(&mut self, played: RawMove<R::Bits>, place: usize) {
        if let Some(index) = self.moves.iter().position(|other| *other == played) {
            self.moves.remove(index);
            self.moves.insert(place.min(self.moves.len()), played);
        }
    }

    /// Uses the value of a completed search.
    fn complete(&mut self, value: Value, window: Window) -> Event {
        let place = self.current.len();
        let moves = self.search.root_line().to_vec();
        if let Some(&best) = moves.first() {
            self.promote(best, place);
        }
        if !window.holds(value) {
            let above = value >= window.beta;
            self.above = above.then_some(Found { value, moves });
            self.begin(window.widened(value));
            return Event::Line;
        }
        // Later lines may turn out better than earlier ones.
        let better = self.current.partition_point(|found| found.value >= value);
        self.current.insert(better, Found { value, moves });
        self.window = None;
        self.above = None;
        if self.current.len() < self.wanted {
            return Event::Line;
        }
        self.depth += 1;
        self.found = std::mem::take(&mut self.current);
        for place in (0..self.found.len()).rev() {
            if let Some(&best) = self.found[place].moves.first() {
                self.promote(best, 0);
            }
        }
        if self.finished() {
            Event::Finished
        } else {
            Event::Depth
        }
    }

    fn to_line(&self, found: &Found<R::Bits>) -> Line {
        let moves = found
            .moves
            .iter()
            .map(|played| to_move(self.search.geometry(), played))
            .collect();
        Line {
            score: Score::of(found.value),
            moves,
        }
    }
}

impl<R: Rulebook + 'static, E: Evaluation<R::Bits>> Deepens for Deepening<R, E> {
    fn run(&mut self, until: u64) -> Event {
        if self.window.is_none() {
            if self.finished() {
                return Event::Finished;
            }
            self.begin(self.first_window());
        }
        let Some(window) = self.window else {
            return Event::Finished;
        };
        match self.search.run(until) {
            None => Event::Paused,
            Some(value) => self.complete(value, window),
        }
    }

    fn deepen_by(&mut self, plies: u32) {
        self.further = plies as i32;
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn depth(&self) -> u32 {
        self.depth as u32
    }

    fn lines(&self) -> Vec<Line> {
        let mut known: Vec<Found<R::Bits>> = self.current.clone();
        let mut add = |found: Found<R::Bits>| {
            let is_new = known
                .iter()
                .all(|line| line.moves.first() != found.moves.first());
            if is_new {
                known.push(found);
            }
        };
        if self.window.is_some() {
            // A move that has failed high is preferred before its exact value is known.
            if let Some((value, played)) = self.search.root_fail_high() {
                add(Found::within_ends(value, vec![played]));
            }
            if let Some(value) = self.search.root_best() {
                add(Found::within_ends(value, self.search.root_line().to_vec()));
            }
        }
        let above = self.above.iter();
        let unanswered = above.filter(|_| self.search.root_is_at_first());
        unanswered.chain(&self.found).cloned().for_each(add);
        known.truncate(self.wanted);
        known.iter().map(|found| self.to_line(found)).collect()
    }

    fn moves(&self) -> Vec<Move> {
        self.moves
            .iter()
            .map(|played| to_move(self.search.geometry(), played))
            .collect()
    }

    fn static_scores(&self) -> Vec<(Move, Score)> {
        let static_value = |played| {
            let score = Score::of(self.search.static_value(played));
            (to_move(self.search.geometry(), played), score)
        };
        self.moves.iter().map(static_value).collect()
    }
}

/// Converts a move from bits to squares.
fn to_move<B: Bits>(geometry: &Geometry<B>, played: &RawMove<B>) -> Move {
    Move {
        from: geometry.square(played.from),
        to: geometry.square(played.to),
        captured: geometry.to_squares(played.captured),
        promotes: played.promotes,
        huff: played.huff.bit().map(|bit| geometry.square(bit)),
    }
}
