//! A legal move, and the argument that stands for one: a `Move` or a text.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use damier_notation::{fen, move_text};
use damier_rules::{Move as Played, Position};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::{square_name, square_set_names};
use crate::errors::wrong_type;

/// A legal move of a position. `str(move)` is its notation.
///
/// Moves are values: they are equal if they have the same game, start, end, captured pieces,
/// promotion and huff, and they can be keys of a dictionary.
///
/// >>> import damier
/// >>> move = damier.Board().legal_moves[0]
/// >>> str(move), move.start, move.end, move.is_capture
/// ('31-26', '31', '26', False)
#[pyclass(frozen, module = "damier")]
pub(crate) struct Move {
    pub(crate) played: Played,
    /// The position in which it is played, shared by all moves of a list.
    position: Arc<Position>,
}

#[pymethods]
impl Move {
    /// The square where the piece starts, in the notation of the game.
    #[getter]
    fn start(&self) -> String {
        square_name(self.position.variant(), self.played.from)
    }

    /// The square where the piece ends. A circular capture ends where it starts.
    #[getter]
    fn end(&self) -> String {
        square_name(self.position.variant(), self.played.to)
    }

    /// The squares of the captured pieces, in the order of the board.
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        let names = square_set_names(self.position.variant(), self.played.captured);
        pyo3::types::PyTuple::new(py, names)
    }

    /// Every square on which the piece stands, from start to end.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        let squares = self.position.path(&self.played).map_or_else(
            || vec![self.played.from, self.played.to],
            |path| path.squares,
        );
        let name = |square| square_name(self.position.variant(), square);
        pyo3::types::PyTuple::new(py, squares.into_iter().map(name).collect::<Vec<_>>())
    }

    /// Whether the move captures something.
    #[getter]
    fn is_capture(&self) -> bool {
        self.played.is_capture()
    }

    /// Whether a man becomes a king.
    #[getter]
    fn promotes(&self) -> bool {
        self.played.promotes
    }

    /// The square of the piece that is huffed before the move; `None` without a huff.
    #[getter]
    fn huff(&self) -> Option<String> {
        let square = self.played.huff?;
        Some(square_name(self.position.variant(), square))
    }

    /// The notation with every square of the path: `28x19x23`.
    #[getter]
    fn long(&self) -> String {
        move_text::long(&self.position, &self.played)
    }

    pub(crate) fn __str__(&self) -> String {
        move_text::text(&self.position, &self.played)
    }

    pub(crate) fn __repr__(&self) -> String {
        format!("Move('{}')", self.__str__())
    }

    /// As for a text: `f"{move:>8}"`.
    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(py, &self.__str__()).call_method1("__format__", (spec,))
    }

    fn __eq__(&self, other: PyRef<'_, Move>) -> bool {
        self.position.variant() == other.position.variant() && self.played == other.played
    }

    #[expect(clippy::type_complexity, reason = "the protocol of pickle")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (&'static str, String, String))> {
        let restore = py.import("damier._pickle")?.getattr("restore_move")?;
        let (variant, fen) = (self.position.variant().id(), fen::write(&self.position));
        Ok((restore, (variant, fen, self.long())))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position.variant().id().hash(&mut hasher);
        self.played.hash(&mut hasher);
        hasher.finish()
    }
}

impl Move {
    pub(crate) fn new(position: &Position, played: &Played) -> Move {
        Move {
            played: *played,
            position: Arc::new(*position),
        }
    }

    /// Moves of one position.
    pub(crate) fn list(position: &Position, moves: &[Played]) -> Vec<Move> {
        let position = Arc::new(*position);
        let made = |played: &Played| Move {
            played: *played,
            position: Arc::clone(&position),
        };
        moves.iter().map(made).collect()
    }

    /// The moves of a line that starts in a position, as far as they are legal.
    pub(crate) fn line(start: &Position, moves: &[Played]) -> Vec<Move> {
        let mut position = *start;
        let mut line = Vec::with_capacity(moves.len());
        for played in moves {
            let Ok(next) = position.play(played) else {
                break;
            };
            line.push(Move::new(&position, played));
            position = next;
        }
        line
    }
}

/// A move as an argument.
pub(crate) enum MoveArgument {
    /// A move of this package.
    Played(Played),
    /// A text.
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for MoveArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<MoveArgument> {
        if let Ok(text) = object.cast::<PyString>() {
            Ok(MoveArgument::Text(text.to_str()?.to_owned()))
        } else if let Ok(made) = object.cast::<Move>() {
            Ok(MoveArgument::Played(made.get().played))
        } else {
            Err(wrong_type("a Move or a text such as \"32-28\"", &object))
        }
    }
}

/// A list of moves as an argument: any iterable of moves, or one text such as `1. 32-28 19-23`.
pub(crate) struct MovesArgument(pub(crate) Vec<MoveArgument>);

impl<'py> FromPyObject<'_, 'py> for MovesArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<MovesArgument> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(MovesArgument(moves_of(text.to_str()?)));
        }
        let Ok(items) = object.try_iter() else {
            return Err(wrong_type(
                "moves, or a text such as \"32-28 19-23\"",
                &object,
            ));
        };
        let moves = items.map(|item| item?.extract());
        Ok(MovesArgument(moves.collect::<PyResult<_>>()?))
    }
}

/// The moves of a text, without numbers and signs. A huff stays before its move.
fn moves_of(text: &str) -> Vec<MoveArgument> {
    let mut moves = Vec::new();
    let mut huff = None;
    for word in text.split_whitespace() {
        let number = word.bytes().take_while(u8::is_ascii_digit).count();
        let word = match word[number..].strip_prefix('.') {
            Some(rest) => rest.trim_start_matches('.'),
            None => word,
        };
        let word = word.trim_end_matches(['!', '?']);
        if word.starts_with(['s', 'S']) {
            huff = Some(word);
        } else if !word.is_empty() {
            moves.push(match huff.take() {
                Some(huff) => format!("{huff} {word}"),
                None => word.to_owned(),
            });
        }
    }
    // A huff without a move stays in the list; playing it reports the error.
    moves.extend(huff.map(str::to_owned));
    moves.into_iter().map(MoveArgument::Text).collect()
}
