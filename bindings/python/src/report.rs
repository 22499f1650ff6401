//! Reports on games: the turning points, with the lines that prove them. `damier-coach` asks
//! questions about positions, and the engine answers them.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_coach::report::{
    Choice, Counts, EngineAnswer, GameReport, Moment as Found, Question, Report as Maker, Seen,
    StrongMove as FoundStrength, move_number, words,
};
use damier_engine::{Endings, Engine as Searcher, Limits};
use damier_notation::fen;
use damier_notation::wording::Language;
use damier_rules::{Game as Rules, Position};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::arguments::{language, limit, milliseconds, side};
use crate::background;
use crate::board::Board;
use crate::engine::{Engine, clock};
use crate::errors::wrong_type;
use crate::game::Game;
use crate::moves::Move;

/// Nodes per position without a limit: about ten seconds for a game of eighty plies.
const LOOK_NODES: u64 = 150_000;

/// A report on a game: its turning points, with the lines that prove them.
///
/// The GIL is released; Ctrl-C raises `KeyboardInterrupt`.
///
/// Args:
///     game: a `Game` that was read, or a `Board`.
///     engine: the engine that answers; `None` for one with the usual settings.
///     nodes: positions visited for the first look at each position, 150,000 if neither this nor
///         `time` nor `depth` is given: half a second to a second for each ply of a game.
///     time: seconds for the first look at each position, instead of nodes.
///     depth: plies of every search, instead of nodes.
///     side: only the moves of `"white"` or `"black"`.
///     children: at most three moments, all of them proved.
///     callback: called with the numbers of questions answered and known so far; the report ends
///         early, with what is known, if it returns `False`.
///
/// Raises:
///     ParseError: the game has no start that can be played.
///     ValueError: an argument is out of range.
///
/// >>> import damier
/// >>> board = damier.Board("international", "W:W33,38,39,40,45,50:B1,6,12,13,14,23,24",
/// ...     ["50-44", "6-11", "33-28", "23x34", "40x16"])
/// >>> report = damier.report(board, nodes=2000)
/// >>> str(report.moments[0].played), [str(move) for move in report.moments[0].acceptable]
/// ('50-44', ['33-28'])
/// >>> report.moments[0].sentences("fr")[0].startswith("Il y avait un coup royal")
/// True
#[pyfunction]
#[pyo3(signature = (
    game, *, engine = None, nodes = None, time = None, depth = None, side = None, children = false,
    callback = None
))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn report(
    py: Python<'_>,
    game: GameArgument,
    engine: Option<Bound<'_, Engine>>,
    nodes: Option<i128>,
    time: Option<f64>,
    depth: Option<i128>,
    side: Option<&str>,
    children: bool,
    callback: Option<Bound<'_, PyAny>>,
) -> PyResult<Report> {
    let effort = Effort {
        depth: limit("depth", depth)?,
        time_ms: time.map(milliseconds).transpose()?,
        nodes: limit("nodes", nodes)?.unwrap_or(LOOK_NODES),
    };
    let choice = Choice {
        side: side.map(self::side).transpose()?,
        ..if children {
            Choice::FOR_CHILDREN
        } else {
            Choice::default()
        }
    };
    let GameArgument(game) = game;
    let variant = game.position().variant();
    let usual = Engine::usual();
    let engine = engine.as_ref().map_or(&usual, Bound::get);
    let endings = engine.endings(py, variant)?;
    let searcher = engine.searcher(py, variant)?;
    let stop = AtomicBool::new(false);
    let found = background::run(
        py,
        &stop,
        |sender| {
            // So that a report does not depend on earlier searches.
            searcher.forget();
            let mut maker = Maker::new(&game);
            while let Some(question) = maker.next_question() {
                let progress = maker.progress();
                // The receiver lives until the report is made.
                let _ = sender.send((progress.done, progress.of));
                let answer = answer(
                    &searcher,
                    endings.as_ref(),
                    &game,
                    &question,
                    &effort,
                    &stop,
                );
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                maker.answer(answer);
            }
            maker.finish(&choice)
        },
        |_, progress| {
            if let Some(callback) = &callback
                && callback
                    .call1(progress)?
                    .is(PyBool::new(py, false).as_any())
            {
                stop.store(true, Ordering::Relaxed);
            }
            Ok(())
        },
    )?;
    Ok(Report {
        start: *game.start(),
        found,
    })
}

/// A game as an argument.
pub(crate) struct GameArgument(Rules);

impl<'py> FromPyObject<'_, 'py> for GameArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<GameArgument> {
        if let Ok(board) = object.cast::<Board>() {
            Ok(GameArgument(board.try_borrow()?.game.clone()))
        } else if let Ok(game) = object.cast::<Game>() {
            Ok(GameArgument(game.get().rules(object.py())?))
        } else {
            Err(wrong_type("a Game or a Board", &object))
        }
    }
}

/// How long the engine looks at a position for the first time.
struct Effort {
    depth: Option<u32>,
    time_ms: Option<u64>,
    nodes: u64,
}

/// Answers one question. An interrupted search gives an answer that must not be used.
fn answer(
    searcher: &Searcher,
    endings: Option<&Endings>,
    whole: &Rules,
    question: &Question,
    effort: &Effort,
    stop: &AtomicBool,
) -> EngineAnswer {
    let Ok(game) = question.game(whole) else {
        return EngineAnswer::default();
    };
    let limits = match (effort.depth, effort.time_ms) {
        (Some(depth), _) => Limits::depth(depth),
        (None, Some(ms)) => Limits::time_ms(question.effort.measure(ms)),
        (None, None) => Limits::nodes(question.effort.measure(effort.nodes)),
    };
    let limits = Limits {
        lines: question.line_count(),
        ..limits
    };
    let thought = searcher.analyse(&game, &limits, &clock(), stop, |_| {});
    EngineAnswer {
        lines: thought.progress.lines.iter().map(Seen::from).collect(),
        verdict: endings.and_then(|endings| endings.verdict(game.position())),
    }
}

/// A report on a game.
#[pyclass(frozen, module = "damier")]
pub(crate) struct Report {
    start: Position,
    found: GameReport,
}

#[pymethods]
impl Report {
    /// The decisive moments, in the order of the game.
    #[getter]
    fn moments(&self) -> Vec<Moment> {
        let moment = |found: &Found| Moment {
            found: found.clone(),
        };
        self.found.moments.iter().map(moment).collect()
    }

    /// Well-played moves.
    #[getter]
    fn strengths(&self) -> Vec<StrongMove> {
        let strength = |found: &FoundStrength| StrongMove {
            found: found.clone(),
        };
        self.found.strengths.iter().map(strength).collect()
    }

    /// White's chance at the start and after each move, from -1 (lost) to 1 (won); `None` where it
    /// is not known.
    #[getter]
    fn curve(&self) -> Vec<Option<f64>> {
        let curve = self.found.curve.iter();
        curve.map(|at| at.map(|at| at.white)).collect()
    }

    /// The numbers of a side's moves by severity: `{"inaccuracy": 1, "mistake": 0, "blunder": 2}`.
    ///
    /// Raises:
    ///     ValueError: the side is neither `"white"` nor `"black"`.
    #[pyo3(signature = (side, /))]
    fn counts<'py>(
        &self,
        py: Python<'py>,
        side: &str,
    ) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let index = self::side(side)?.index();
        let counts: Counts = self.found.counts[index];
        let by_severity = pyo3::types::PyDict::new(py);
        by_severity.set_item("inaccuracy", counts.inaccuracies)?;
        by_severity.set_item("mistake", counts.mistakes)?;
        by_severity.set_item("blunder", counts.blunders)?;
        Ok(by_severity)
    }

    /// The report as text, in English (`"en"`) or French (`"fr"`).
    #[pyo3(signature = (lang = "en"))]
    fn text(&self, lang: &str) -> PyResult<String> {
        let language = language(lang)?;
        let mut lines = Vec::new();
        for found in &self.found.moments {
            let played = Move::new(&found.position, &found.played).__str__();
            let severity = words::severity(language, found.severity);
            let number = move_number(&self.start, found.ply);
            lines.push(format!("{number} {played}: {severity}"));
            lines.extend(words::moment(language, found));
            let line = found
                .line()
                .map(|(start, moves)| words::line(&start, &moves));
            lines.extend(line.map(|line| line.join(" ")));
        }
        for found in &self.found.strengths {
            let played = Move::new(&found.position, &found.played).__str__();
            let sentences = words::strength(language, found).join(" ");
            let number = move_number(&self.start, found.ply);
            lines.push(format!("{number} {played}: {sentences}"));
        }
        let silence = self.found.silence;
        lines.extend(silence.map(|silence| words::silence(language, silence)));
        lines.extend(words::unjudged(language, self.found.unjudged));
        Ok(lines.join("\n"))
    }

    fn __str__(&self) -> PyResult<String> {
        self.text(Language::English.code())
    }

    fn __repr__(&self) -> String {
        format!("Report(moments={})", self.found.moments.len())
    }
}

/// A decisive moment of a game.
#[pyclass(frozen, module = "damier")]
pub(crate) struct Moment {
    found: Found,
}

#[pymethods]
impl Moment {
    /// The plies before the move.
    #[getter]
    fn ply(&self) -> usize {
        self.found.ply
    }

    /// The side that moved, `"white"` or `"black"`.
    #[getter]
    fn side(&self) -> &'static str {
        self.found.side().code()
    }

    /// The position before the move, as FEN.
    #[getter]
    fn fen(&self) -> String {
        fen::write(&self.found.position)
    }

    /// The move that was played.
    #[getter]
    fn played(&self) -> Move {
        Move::new(&self.found.position, &self.found.played)
    }

    /// `"advice"`, `"inaccuracy"`, `"mistake"` or `"blunder"`.
    #[getter]
    fn severity(&self) -> &'static str {
        self.found.severity.code()
    }

    /// The chance that the move lost, from 0 to 2.
    #[getter]
    fn lost(&self) -> f64 {
        self.found.lost
    }

    /// Every move that was good enough, the best first.
    #[getter]
    fn acceptable(&self) -> Vec<Move> {
        Move::list(&self.found.position, &self.found.acceptable)
    }

    /// The line that proves the remark, and the FEN from which it is played; `None` if there is
    /// none.
    #[getter]
    fn line(&self) -> Option<(String, Vec<Move>)> {
        let (start, moves) = self.found.line()?;
        Some((fen::write(&start), Move::line(&start, &moves)))
    }

    /// The stable codes of what happened, such as `missed-shot`.
    #[getter]
    fn codes(&self) -> Vec<&'static str> {
        self.found
            .events
            .iter()
            .map(damier_coach::report::Remark::code)
            .collect()
    }

    /// The sentences about the move, in English (`"en"`) or French (`"fr"`).
    #[pyo3(signature = (lang = "en"))]
    fn sentences(&self, lang: &str) -> PyResult<Vec<String>> {
        Ok(words::moment(language(lang)?, &self.found))
    }

    fn __repr__(&self) -> String {
        format!(
            "Moment('{}', '{}')",
            self.played().__str__(),
            self.severity()
        )
    }
}

/// A well-played move.
#[pyclass(frozen, module = "damier")]
pub(crate) struct StrongMove {
    found: FoundStrength,
}

#[pymethods]
impl StrongMove {
    /// The plies before the move.
    #[getter]
    fn ply(&self) -> usize {
        self.found.ply
    }

    /// The side that moved, `"white"` or `"black"`.
    #[getter]
    fn side(&self) -> &'static str {
        self.found.side().code()
    }

    /// The position before the move, as FEN.
    #[getter]
    fn fen(&self) -> String {
        fen::write(&self.found.position)
    }

    /// The move that was played.
    #[getter]
    fn played(&self) -> Move {
        Move::new(&self.found.position, &self.found.played)
    }

    /// The stable code of its merit.
    #[getter]
    fn merit(&self) -> &'static str {
        self.found.merit.code()
    }

    /// The sentences about the move, in English (`"en"`) or French (`"fr"`).
    #[pyo3(signature = (lang = "en"))]
    fn sentences(&self, lang: &str) -> PyResult<Vec<String>> {
        Ok(words::strength(language(lang)?, &self.found))
    }

    fn __repr__(&self) -> String {
        format!(
            "StrongMove('{}', '{}')",
            self.played().__str__(),
            self.merit()
        )
    }
}
