//! The engine of the package.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use damier_engine::{Answer, Book, Engine as Searcher, Level, Limits, Progress};
use damier_rules::{Game, Move as Played, Position, Variant};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::arguments::{count, limit, milliseconds};
use crate::background::{self, MAX_THREADS};
use crate::board::Board;
use crate::endgame::{self, TablesArgument};
use crate::moves::Move;
use crate::score::Score;

/// The largest transposition table in megabytes.
const MAX_HASH_MB: usize = 16_384;

/// The most lines of an analysis: more than any position has moves.
const MAX_LINES: usize = 10_000;

/// The engine of the package. It plays all games of the family.
///
/// An engine may be used by several threads at once; they share its transposition table.
///
/// Args:
///     hash: the size of the transposition table in megabytes.
///     threads: the number of threads of one search.
///     tables: endgame tables: `"auto"` for those of the package, `None` for none, or the path of a
///         folder.
///     book: whether to answer from the opening book where it has the position.
///
/// Raises:
///     ValueError: an argument is out of range.
///     OSError: a file of the tables cannot be read.
///
/// >>> import damier
/// >>> engine = damier.Engine(hash=4)
/// >>> board = damier.Board("international", "W:W33,38,39,40,45:B12,13,14,23,24")
/// >>> analysis = engine.analyse(board, depth=9)
/// >>> str(analysis.best)
/// '33-28'
#[pyclass(frozen, module = "damier")]
pub(crate) struct Engine {
    hash: usize,
    threads: usize,
    book: bool,
    tables: TablesArgument,
    searcher: Mutex<Option<(Variant, Arc<Searcher>)>>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(
        signature = (*, hash = 64, threads = 1, tables = TablesArgument::Auto, book = false),
        text_signature = "(*, hash=64, threads=1, tables='auto', book=False)"
    )]
    fn new(hash: i64, threads: i64, tables: TablesArgument, book: bool) -> PyResult<Engine> {
        tables.check()?;
        Ok(Engine {
            hash: count("hash", hash, MAX_HASH_MB)?,
            threads: count("threads", threads, MAX_THREADS)?,
            book,
            tables,
            searcher: Mutex::new(None),
        })
    }

    /// Searches the position of a board until a limit is reached. Earlier positions of the game
    /// count for repetition. The GIL is released; Ctrl-C ends the search and raises
    /// `KeyboardInterrupt`.
    ///
    /// Args:
    ///     board: the board.
    ///     time: seconds.
    ///     depth: plies.
    ///     nodes: positions visited.
    ///     lines: the number of lines to search.
    ///     level: the level of play, 1 to 10; levels below 10 make mistakes on purpose.
    ///     seed: varies the play of a level; equal seeds give equal moves.
    ///     callback: called with an `Analysis` after each depth; the search ends if it returns
    ///         `False`.
    ///
    /// Raises:
    ///     ValueError: an argument is out of range, or no limit and no callback is given.
    #[pyo3(signature = (
        board, *, time = None, depth = None, nodes = None, lines = 1, level = None, seed = 0,
        callback = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn analyse(
        &self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        time: Option<f64>,
        depth: Option<i128>,
        nodes: Option<i128>,
        lines: i64,
        level: Option<i64>,
        seed: u64,
        callback: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Analysis> {
        let lines = count("lines", lines, MAX_LINES)?;
        let depth = limit("depth", depth)?;
        let nodes = limit("nodes", nodes)?;
        let level = level.map(self::level).transpose()?;
        if time.is_none()
            && depth.is_none()
            && nodes.is_none()
            && level.is_none_or(|level| level == Level::STRONGEST)
            && callback.is_none()
        {
            return Err(PyValueError::new_err(
                "give a limit: time, depth, nodes or a level below 10; or a callback that returns \
                 False",
            ));
        }
        let limits = Limits {
            depth,
            nodes,
            time_ms: time.map(milliseconds).transpose()?,
            lines,
            level,
            seed,
            ..Limits::default()
        };
        let game = board.game.clone();
        drop(board); // so that a callback or another thread may change it
        let position = *game.position();
        if game.outcome().is_some() {
            return Ok(Analysis::new(position, None, Progress::default()));
        }
        let by_book = self.book.then(|| Book::built_in(position.variant()));
        if let Some(answer) = by_book
            .flatten()
            .and_then(|book| book.answer(&game, &limits))
        {
            return Ok(Analysis::new(position, answer.best, answer.progress));
        }
        let searcher = self.searcher(py, position.variant())?;
        let stop = AtomicBool::new(false);
        let wants_progress = callback.is_some();
        let answer = background::run(
            py,
            &stop,
            |sender| {
                let mut depth = 0;
                search(&searcher, &game, &limits, self.threads, &stop, |progress| {
                    if wants_progress && progress.depth > depth {
                        depth = progress.depth;
                        // The receiver lives until the search has ended.
                        let _ = sender.send(progress.clone());
                    }
                })
            },
            |py, progress| {
                let Some(callback) = &callback else {
                    return Ok(());
                };
                if stop.load(Ordering::Relaxed) {
                    return Ok(()); // an earlier call has ended the search
                }
                let best = progress.lines.first();
                let best = best.and_then(|line| line.moves.first().copied());
                let goes_on = callback.call1((Analysis::new(position, best, progress),))?;
                if goes_on.is(PyBool::new(py, false)) {
                    stop.store(true, Ordering::Relaxed);
                }
                Ok(())
            },
        )?;
        Ok(Analysis::new(position, answer.best, answer.progress))
    }

    /// Clears the transposition table, so that the next search is as on a new engine.
    fn forget(&self) {
        let cached = self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, searcher)) = &*cached {
            searcher.forget();
        }
    }

    fn __repr__(&self) -> String {
        format!("Engine(hash={}, threads={})", self.hash, self.threads)
    }
}

impl Engine {
    /// The engine that `damier.report` uses where none is given.
    pub(crate) fn usual() -> Engine {
        Engine {
            hash: 64,
            threads: 1,
            book: false,
            tables: TablesArgument::Auto,
            searcher: Mutex::new(None),
        }
    }

    /// The tables for a game, if the engine uses any.
    pub(crate) fn endings(
        &self,
        py: Python<'_>,
        variant: Variant,
    ) -> PyResult<Option<damier_engine::Endings>> {
        py.detach(|| endgame::endings(&self.tables, variant))
    }

    /// The searcher for a game. It is cached until another game is searched.
    pub(crate) fn searcher(&self, py: Python<'_>, variant: Variant) -> PyResult<Arc<Searcher>> {
        let cached = || self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, searcher)) = &*cached()
            && *of == variant
        {
            return Ok(Arc::clone(searcher));
        }
        let endings = self.endings(py, variant)?;
        let made = py.detach(|| Searcher::new(self.hash).with_endings(endings));
        let made = Arc::new(made);
        *cached() = Some((variant, Arc::clone(&made)));
        Ok(made)
    }
}

/// Searches with this many threads, which share one transposition table. Levels below the strongest
/// have a node budget of their own and use one thread.
fn search(
    searcher: &Searcher,
    game: &Game,
    limits: &Limits,
    threads: usize,
    stop: &AtomicBool,
    mut on_progress: impl FnMut(&Progress),
) -> Answer {
    let clock = clock();
    let (helped, done) = (AtomicU64::new(0), AtomicBool::new(false));
    let is_strongest = limits.level.is_none_or(|level| level == Level::STRONGEST);
    let helpers = if is_strongest { threads - 1 } else { 0 };
    std::thread::scope(|scope| {
        for number in 0..helpers {
            let (helped, done) = (&helped, &done);
            let help = move || searcher.help(game, limits, number, helped, done);
            // If the system refuses a thread, there are fewer helpers.
            let _ = std::thread::Builder::new().spawn_scoped(scope, help);
        }
        let mut answer = searcher.analyse(game, limits, &clock, stop, |progress| {
            on_progress(progress);
        });
        done.store(true, Ordering::Relaxed);
        answer.progress.nodes += helped.load(Ordering::Relaxed);
        answer
    })
}

/// A clock that starts now.
#[expect(
    clippy::disallowed_methods,
    reason = "this crate is one of the outermost"
)]
pub(crate) fn clock() -> impl Fn() -> u64 + Copy + Send + Sync {
    let start = Instant::now();
    move || start.elapsed().as_millis() as u64
}

/// Milliseconds as seconds.
pub(crate) fn seconds(milliseconds: u64) -> f64 {
    Duration::from_millis(milliseconds).as_secs_f64()
}

/// The level with a number.
fn level(number: i64) -> PyResult<Level> {
    let level = u8::try_from(number).ok().and_then(Level::new);
    level.ok_or_else(|| PyValueError::new_err(format!("found level {number}, expected 1 to 10")))
}

/// The result of a search, or its progress.
#[pyclass(frozen, module = "damier")]
pub(crate) struct Analysis {
    position: Position,
    best: Option<Played>,
    lines: Vec<(Score, Vec<Played>)>,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

#[pymethods]
impl Analysis {
    /// The move to play; `None` only if the game is over.
    #[getter]
    fn best(&self) -> Option<Move> {
        let best = self.best.as_ref()?;
        Some(Move::new(&self.position, best))
    }

    /// The value of the best line for the side to move; `None` before the first line is known, and
    /// for moves of the opening book.
    #[getter]
    fn score(&self) -> Option<Score> {
        self.lines.first().map(|(score, _)| score.clone())
    }

    /// The best lines, best first.
    #[getter]
    fn lines(&self) -> Vec<Line> {
        let line = |(score, moves): &(Score, Vec<Played>)| Line {
            position: self.position,
            score: score.clone(),
            moves: moves.clone(),
        };
        self.lines.iter().map(line).collect()
    }

    /// The last depth completed, in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.depth
    }

    /// Positions visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The time that the search took, in seconds.
    #[getter]
    fn time(&self) -> f64 {
        self.seconds
    }

    fn __repr__(&self) -> String {
        let best = self
            .best()
            .map_or_else(|| "None".to_owned(), |best| best.__repr__());
        let score = self
            .score()
            .map_or_else(String::new, |score| format!(", {}", score.__repr__()));
        format!("Analysis({best}{score}, depth={})", self.depth)
    }
}

impl Analysis {
    fn new(position: Position, best: Option<Played>, progress: Progress) -> Analysis {
        let lines = progress.lines.into_iter();
        Analysis {
            position,
            best,
            lines: lines
                .map(|line| (Score::new(line.score), line.moves))
                .collect(),
            depth: progress.depth,
            nodes: progress.nodes,
            seconds: seconds(progress.elapsed_ms),
        }
    }

    /// The result of another program's search: its move, and what it says of it.
    pub(crate) fn of_program(
        position: Position,
        line: Vec<Played>,
        score: Option<f64>,
        depth: u32,
        nodes: u64,
        seconds: f64,
    ) -> Analysis {
        let best = line.first().copied();
        let lines = score.map(|men| (Score::of_men(men), line));
        Analysis {
            position,
            best,
            lines: lines.into_iter().collect(),
            depth,
            nodes,
            seconds,
        }
    }
}

/// A line of play and its value.
#[pyclass(frozen, module = "damier")]
pub(crate) struct Line {
    position: Position,
    score: Score,
    moves: Vec<Played>,
}

#[pymethods]
impl Line {
    /// The value for the side to move at the start of the line.
    #[getter]
    fn score(&self) -> Score {
        self.score.clone()
    }

    /// The moves of both sides in turn.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        Move::line(&self.position, &self.moves)
    }

    fn __str__(&self) -> String {
        let moves = self.moves();
        let texts: Vec<String> = moves.iter().map(Move::__str__).collect();
        format!("{} {}", self.score.__str__(), texts.join(" "))
    }

    fn __repr__(&self) -> String {
        format!("Line('{}')", self.__str__())
    }
}
