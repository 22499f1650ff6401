//! A board: a game in progress, with its position, legal moves, refusals and outcome.

use damier_notation::diagram::{Diagram, Look, Numbers};
use damier_notation::fen;
use damier_notation::move_text::{self, Written};
use damier_notation::pdn::{self, GameResult, ResultStyle};
use damier_rules::perft::Perft;
use damier_rules::{DrawSettings, Game, Piece, PlayError, Position, why_not};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::arguments::{SquareArgument, count, quoted, square_name, variant};
use crate::errors::{fen_error, illegal_move};
use crate::explain::Explanation;
use crate::moves::{Move, MoveArgument, MovesArgument};
use crate::outcome::Outcome;
use crate::{arrays, background};

/// A game in progress: pieces on a board, the side to move, and the moves played.
///
/// Args:
///     variant: the id of the game; `damier.variants()` lists them.
///     fen: the start position; `None` for that of the game.
///     moves: moves to play from there: a `Move` or a text each, or one text such as
///         `"1. 32-28 19-23"`.
///
/// Raises:
///     ValueError: there is no such game.
///     ParseError: the FEN cannot be read, or its position cannot be played.
///     IllegalMove: a move is not legal.
///
/// >>> import damier
/// >>> board = damier.Board("russian")
/// >>> [str(move) for move in board.legal_moves]
/// ['a3-b4', 'c3-b4', 'c3-d4', 'e3-d4', 'e3-f4', 'g3-f4', 'g3-h4']
/// >>> board.push("c3-d4")
/// Move('c3-d4')
/// >>> board.turn, len(board)
/// ('black', 1)
#[pyclass(module = "damier")]
pub(crate) struct Board {
    pub(crate) game: Game,
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (variant = "international", fen = None, moves = None))]
    fn new(
        py: Python<'_>,
        variant: &str,
        fen: Option<&str>,
        moves: Option<MovesArgument>,
    ) -> PyResult<Board> {
        let variant = self::variant(variant)?;
        let start = match fen {
            None => Position::start(variant),
            Some(text) => fen::read_position(variant, text)
                .map_err(|error| fen_error(py, variant, &error, None))?,
        };
        let mut board = Board::starting(start);
        let moves = moves.map_or_else(Vec::new, |MovesArgument(moves)| moves);
        for (index, played) in moves.iter().enumerate() {
            let pushed = board.push_move(py, played);
            pushed.map_err(|error| at_move(py, error, index + 1, played))?;
        }
        Ok(board)
    }

    /// The id of the game, such as `"russian"`.
    #[getter]
    fn variant(&self) -> &'static str {
        self.game.position().variant().id()
    }

    /// The position as FEN.
    #[getter]
    fn fen(&self) -> String {
        fen::write(self.game.position())
    }

    /// The side to move, `"white"` or `"black"`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.game.position().side().code()
    }

    /// Every legal move once, in the order of start, end and captured squares. Empty if the game is
    /// over, also by a draw that its history makes.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        if self.game.outcome().is_some() {
            return Vec::new();
        }
        let position = self.game.position();
        Move::list(position, &position.legal_moves())
    }

    /// The moves played so far, from the start position on.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        let positions = self.game.positions();
        let moves = positions.zip(self.game.moves());
        moves
            .map(|(position, played)| Move::new(position, &played))
            .collect()
    }

    /// Whether a capture is compulsory in this position.
    #[getter]
    fn must_capture(&self) -> bool {
        self.game.position().must_capture()
    }

    /// The pieces: a dictionary from squares to pairs such as `("white", "man")`.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        let variant = self.game.position().variant();
        for (square, piece) in self.game.position().to_setup().iter() {
            pieces.set_item(square_name(variant, square), codes(piece))?;
        }
        Ok(pieces)
    }

    /// The names of all squares, in the order of the board: row by row from the top left.
    #[getter]
    fn squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let variant = self.game.position().variant();
        let squares = variant.table().board.squares();
        let names: Vec<String> = squares.map(|square| square_name(variant, square)).collect();
        PyTuple::new(py, names)
    }

    /// How often this position has occurred in the game with the same side to move, including now.
    #[getter]
    fn occurrences(&self) -> usize {
        self.game.occurrences()
    }

    /// The Zobrist key of the position, a 64-bit number. Equal positions have equal keys.
    #[getter]
    fn key(&self) -> u64 {
        self.game.position().hash()
    }

    /// Plays a move and returns it.
    ///
    /// Args:
    ///     move: a `Move`, or a text in the notation of the game (`"32-28"`, `"c3-d4"`, `"cd4"`).
    ///
    /// Raises:
    ///     IllegalMove: the move is not legal, fits several moves, or the game is over. The board
    ///         is unchanged.
    #[pyo3(signature = (r#move, /))]
    fn push(&mut self, py: Python<'_>, r#move: MoveArgument) -> PyResult<Move> {
        self.push_move(py, &r#move)
    }

    /// Takes back the last move and returns it.
    ///
    /// Raises:
    ///     IndexError: no move has been played.
    fn pop(&mut self) -> PyResult<Move> {
        let Some(played) = self.game.take_back() else {
            return Err(PyIndexError::new_err("no move to take back"));
        };
        Ok(Move::new(self.game.position(), &played))
    }

    /// Explains what a move means here: legal, refused for one reason, or ambiguous. Raises no
    /// `IllegalMove`.
    ///
    /// >>> import damier
    /// >>> board = damier.Board("russian")
    /// >>> board.explain("a3-a5").text("en")
    /// 'Pieces move along diagonals, and a3 and a5 are not on one diagonal.'
    #[pyo3(signature = (r#move, /))]
    fn explain(&self, r#move: MoveArgument) -> Explanation {
        self.explanation(&r#move)
    }

    /// Explains why the piece on a square cannot move; `None` if it can.
    ///
    /// Raises:
    ///     ValueError: the board has no such square.
    #[pyo3(signature = (square, /))]
    fn why_not(&self, square: SquareArgument) -> PyResult<Option<Explanation>> {
        let position = self.game.position();
        let square = square.of(position.variant())?;
        let refusal = why_not(position, square);
        Ok(refusal.map(|refusal| Explanation::refused(position, refusal)))
    }

    /// Whether a move is legal here.
    #[pyo3(signature = (r#move, /))]
    fn is_legal(&self, r#move: MoveArgument) -> bool {
        self.explain(r#move).legal().is_some()
    }

    /// How the game has ended by rule: by the board, or as a draw by repetition or by a count of
    /// moves. `None` while it goes on.
    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.game.outcome()?;
        Some(Outcome::new(self.game.position().variant(), outcome))
    }

    /// The piece on a square as a pair such as `("white", "man")`; `None` for an empty square.
    ///
    /// Raises:
    ///     ValueError: the board has no such square.
    #[pyo3(signature = (square, /))]
    fn piece_at(&self, square: SquareArgument) -> PyResult<Option<(&'static str, &'static str)>> {
        let position = self.game.position();
        let square = square.of(position.variant())?;
        Ok(position.piece_at(square).map(codes))
    }

    /// Counts the lines of legal moves of a length, without draws by repetition or counts. The GIL
    /// is released; Ctrl-C stops the count.
    ///
    /// >>> import damier
    /// >>> damier.Board().perft(5)
    /// 27117
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft(&self, py: Python<'_>, depth: i64, threads: i64) -> PyResult<u64> {
        let position = *self.game.position();
        let depth = u8::try_from(depth).map_err(|_| {
            PyValueError::new_err(format!("found depth {depth}, expected 0 to 255"))
        })?;
        let threads = count("threads", threads, background::MAX_THREADS)?;
        let stop = AtomicBool::new(false);
        if depth < 4 {
            return Ok(py.detach(|| perft(&position, depth, threads, &stop)));
        }
        background::run(
            py,
            &stop,
            |_: background::Sender<()>| perft(&position, depth, threads, &stop),
            |_, ()| Ok(()),
        )
    }

    /// The game as PDN. `tags` are added; `Result` is also written behind the moves.
    ///
    /// Raises:
    ///     ValueError: the name of a tag has other characters than letters, digits and `_`, the tag
    ///         follows from the game (`GameType`, `Variant`, `FEN`, `SetUp`), or `Result` is none.
    ///
    /// >>> import damier
    /// >>> board = damier.Board(moves=["32-28", "19-23", "28x19"])
    /// >>> print(board.pdn(White="Ada"))
    /// [White "Ada"]
    /// [GameType "20"]
    /// <BLANKLINE>
    /// 1. 32-28 19-23 2. 28x19 *
    /// <BLANKLINE>
    #[pyo3(signature = (**tags))]
    fn pdn(&self, tags: Option<std::collections::BTreeMap<String, String>>) -> PyResult<String> {
        let start = self.game.start();
        let moves: Vec<_> = self.game.moves().collect();
        let mut written = pdn::Game::of_moves(start, &moves)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        if let Some(outcome) = self.game.outcome() {
            let result = GameResult::of_winner(outcome.winner);
            written.set_result(&result, ResultStyle::of(start.variant()));
        }
        for (name, value) in tags.unwrap_or_default() {
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            if name.is_empty() || !name.chars().all(is_name) {
                let message = format!("found tag {}, expected letters and digits", quoted(&name));
                return Err(PyValueError::new_err(message));
            }
            match name.to_ascii_lowercase().as_str() {
                "gametype" | "variant" | "fen" | "setup" => {
                    return Err(PyValueError::new_err(format!(
                        "the tag {name} follows from the game and its moves"
                    )));
                }
                "result" => {
                    let style = ResultStyle::of(start.variant());
                    match GameResult::read_as(&value, style) {
                        GameResult::Other(_) => {
                            return Err(PyValueError::new_err(format!(
                                "found result {}, expected one such as \"2-0\", \"1-1\" or \"*\"",
                                quoted(&value)
                            )));
                        }
                        result => written.set_result(&result, style),
                    }
                }
                _ => written.set_tag(&name, value),
            }
        }
        Ok(pdn::write(&written))
    }

    /// The board as SVG.
    ///
    /// Args:
    ///     size: the width in pixels.
    ///     flipped: whether Black is at the bottom.
    ///     numbers: where the names of squares are: `"none"`, `"outside"` or `"inside"`.
    ///     look: `"screen"`, or `"paper"` for print.
    ///
    /// Raises:
    ///     ValueError: an argument has another value.
    #[pyo3(signature = (*, size = 400.0, flipped = false, numbers = "outside", look = "screen"))]
    fn svg(&self, size: f64, flipped: bool, numbers: &str, look: &str) -> PyResult<String> {
        if !(size.is_finite() && (1.0..=100_000.0).contains(&size)) {
            return Err(PyValueError::new_err(format!(
                "found size {size}, expected pixels from 1 to 100000"
            )));
        }
        let place = Numbers::from_code(numbers).ok_or_else(|| {
            PyValueError::new_err(format!(
                "found numbers {}, expected \"none\", \"outside\" or \"inside\"",
                quoted(numbers)
            ))
        })?;
        let look = match look {
            "screen" => Look::Screen,
            "paper" => Look::Paper,
            other => {
                return Err(PyValueError::new_err(format!(
                    "found look {}, expected \"screen\" or \"paper\"",
                    quoted(other)
                )));
            }
        };
        let mut diagram = self.diagram().numbers(place).look(look).flipped(flipped);
        if let Some(played) = self.game.moves().last() {
            diagram = diagram.after(&played);
        }
        Ok(diagram.svg_at(0.0, 0.0, size))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(400.0, false, "outside", "screen")
    }

    /// A copy with the same moves, independent of this board.
    fn copy(&self) -> Board {
        Board {
            game: self.game.clone(),
        }
    }

    /// The position as an array for learning, seen by the side to move: `float32` of shape
    /// `(damier.PLANES, height, width)`. The README describes the planes.
    ///
    /// Raises:
    ///     ImportError: numpy is missing (`pip install "damier[numpy]"`).
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shape = arrays::planes_shape(self.game.position().variant());
        let mut planes = vec![0.0; shape.iter().product()];
        arrays::write_planes(&self.game, &mut planes);
        arrays::floats(py, &planes, &shape)
    }

    /// Which actions are legal: `bool` of shape `(damier.action_count(variant),)`. The README
    /// describes the numbers. No action is legal once the game is over.
    ///
    /// Raises:
    ///     ImportError: numpy is missing (`pip install "damier[numpy]"`).
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let count = arrays::action_count(self.game.position().variant());
        let mut mask = vec![0; count];
        arrays::write_mask(&self.game, &mut mask);
        arrays::bytes(py, &mask, "bool", &[count])
    }

    /// The number of a move among the actions, as in `legal_mask`.
    ///
    /// Raises:
    ///     IllegalMove: the move is not legal.
    ///     ValueError: the move has no number, as too many moves share its start and end.
    #[pyo3(signature = (r#move, /))]
    fn action_of(&self, py: Python<'_>, r#move: MoveArgument) -> PyResult<usize> {
        let explanation = self.explain(r#move);
        let Some(wanted) = explanation.legal() else {
            return Err(illegal_move(py, explanation));
        };
        let mut actions = arrays::actions(&self.game).into_iter();
        let found = actions.find(|(_, played)| *played == wanted);
        found.map(|(action, _)| action).ok_or_else(|| {
            PyValueError::new_err("too many moves have this start and end to number them all")
        })
    }

    /// The move of an action, as in `legal_mask`.
    ///
    /// Raises:
    ///     ValueError: the action is not legal here.
    #[pyo3(signature = (action, /))]
    fn move_of(&self, action: i64) -> PyResult<Move> {
        let mut actions = arrays::actions(&self.game).into_iter();
        let found = actions.find(|(number, _)| i64::try_from(*number) == Ok(action));
        let (_, played) = found.ok_or_else(|| {
            PyValueError::new_err(format!("action {action} is not legal in this position"))
        })?;
        Ok(Move::new(self.game.position(), &played))
    }

    fn __len__(&self) -> usize {
        self.game.len()
    }

    #[expect(clippy::unused_self, reason = "a board without moves is true too")]
    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        let text = self.diagram().text();
        text.trim_end_matches('\n').to_owned()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.variant(), self.fen())
    }

    fn __eq__(&self, other: PyRef<'_, Board>) -> bool {
        self.game.position() == other.game.position()
    }

    fn __copy__(&self) -> Board {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.copy()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> (Bound<'py, PyType>, (&'static str, String, Vec<String>)) {
        let board = slf.borrow();
        let game = &board.game;
        let positions = game.positions().zip(game.moves());
        let moves = positions.map(|(position, played)| move_text::long(position, &played));
        let start = fen::write(game.start());
        let arguments = (board.variant(), start, moves.collect());
        (slf.get_type(), arguments)
    }
}

impl Board {
    /// A board without moves in a position.
    pub(crate) fn starting(start: Position) -> Board {
        Board {
            game: Game::new(start, DrawSettings::default()),
        }
    }

    /// Plays a move and returns it.
    pub(crate) fn push_move(&mut self, py: Python<'_>, given: &MoveArgument) -> PyResult<Move> {
        let before = *self.game.position();
        // The usual case: a text that denotes one legal move.
        if let MoveArgument::Text(text) = given
            && let Ok(written) = text.trim().parse::<Written>()
            && let Ok((played, after)) = move_text::play(&before, &written)
        {
            let pushed = self.game.play_found(&played, after);
            return match pushed {
                Ok(()) => Ok(Move::new(&before, &played)),
                Err(error) => Err(self.refused(py, error)),
            };
        }
        let played = match given {
            MoveArgument::Played(played) => *played,
            MoveArgument::Text(_) => {
                let explanation = self.explanation(given);
                let Some(played) = explanation.legal() else {
                    return Err(illegal_move(py, explanation));
                };
                played
            }
        };
        match self.game.play(&played) {
            Ok(()) => Ok(Move::new(&before, &played)),
            Err(error) => Err(self.refused(py, error)),
        }
    }

    fn explanation(&self, given: &MoveArgument) -> Explanation {
        match (self.game.outcome(), self.game.position().outcome()) {
            // Drawn by a rule that counts moves or positions.
            (Some(outcome), None) => Explanation::over(self.game.position(), outcome),
            _ => Explanation::of(self.game.position(), given),
        }
    }

    fn diagram(&self) -> Diagram {
        Diagram::of(self.game.position())
    }

    fn refused(&self, py: Python<'_>, error: PlayError) -> PyErr {
        let position = self.game.position();
        match error {
            PlayError::Over(outcome) => illegal_move(py, Explanation::over(position, outcome)),
            PlayError::NotLegal(error) => {
                let given = MoveArgument::Played(error.0);
                illegal_move(py, Explanation::of(position, &given))
            }
            other => PyValueError::new_err(other.to_string()),
        }
    }
}

/// The codes of a piece's side and kind.
/// An error about one of several moves, with its number from 1 and its text before the message.
fn at_move(py: Python<'_>, error: PyErr, number: usize, given: &MoveArgument) -> PyErr {
    let message = match given {
        MoveArgument::Text(text) => format!("move {number}, {}: {}", quoted(text), error.value(py)),
        MoveArgument::Played(_) => format!("move {number}: {}", error.value(py)),
    };
    match error.value(py).setattr("args", (message,)) {
        Ok(()) => error,
        Err(other) => other,
    }
}

fn codes(piece: Piece) -> (&'static str, &'static str) {
    (piece.side.code(), piece.kind.code())
}

/// Counts lines of legal moves. Deep counts are divided into counts that take about a second, so
/// that `stop` ends them soon; the result is then of no use.
fn perft(position: &Position, depth: u8, threads: usize, stop: &AtomicBool) -> u64 {
    const DEPTH_AT_ONCE: u8 = 9;
    if depth == 0 {
        return 1;
    }
    if depth > DEPTH_AT_ONCE {
        let moves = position.legal_moves();
        let below = moves.iter().map(|played| {
            if stop.load(Ordering::Relaxed) {
                return 0;
            }
            let after = position.play(played);
            after.map_or(0, |after| perft(&after, depth - 1, threads, stop))
        });
        return below.fold(0, u64::saturating_add);
    }
    let watch = |_| {
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let count = Perft {
        threads,
        ..Perft::new(depth)
    };
    let counts = count.watched(position, watch).unwrap_or_default();
    counts.iter().map(|(_, nodes)| nodes).sum()
}
