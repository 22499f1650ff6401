//! Shots: lines in which one side gives pieces, compels the replies, and makes a rafle.

use damier_coach::shot::{self, Shot as Found};
use damier_notation::wording::Language;
use damier_rules::{Square, Variant};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{language, square_name};
use crate::board::Board;
use crate::moves::MovesArgument;

/// Names the shot that a line of moves plays from a board; `None` if it is not a shot. The board is
/// not changed.
///
/// Args:
///     board: the position before the line.
///     moves: the moves of both sides in turn, as a list or as one text.
///
/// Raises:
///     IllegalMove: a move is not legal.
///
/// >>> import damier
/// >>> board = damier.Board("international", "W:W33,38,39,40,45:B12,13,14,23,24")
/// >>> shot = damier.name_shot(board, ["33-28", "23x34", "40x7"])
/// >>> shot.code, shot.name("fr"), len(shot.taken), len(shot.given)
/// ('royal', 'coup royal', 5, 3)
#[pyfunction]
pub(crate) fn name_shot(
    py: Python<'_>,
    board: PyRef<'_, Board>,
    moves: MovesArgument,
) -> PyResult<Option<Shot>> {
    let start = *board.game.position();
    let mut line = Board::starting(start);
    for played in moves.0 {
        line.push_move(py, &played)?;
    }
    let moves: Vec<_> = line.game.moves().collect();
    let found = py.detach(|| shot::classify(&start, &moves));
    // The moves are legal, so they are a line.
    let found = found.ok().flatten();
    Ok(found.map(|found| Shot {
        variant: start.variant(),
        found,
    }))
}

/// The lexicon of shots: a dictionary from stable codes to entries, families first.
///
/// >>> import damier
/// >>> damier.shots()["royal"].name("fr")
/// 'coup royal'
#[pyfunction]
pub(crate) fn shots(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let lexicon = PyDict::new(py);
    for entry in shot::ShotEntry::all() {
        lexicon.set_item(entry.code(), Bound::new(py, ShotEntry { entry })?)?;
    }
    Ok(lexicon)
}

/// A shot that a line plays. Squares are in the notation of the game.
#[pyclass(frozen, module = "damier")]
pub(crate) struct Shot {
    variant: Variant,
    found: Found,
}

#[pymethods]
impl Shot {
    /// The stable code of its name, such as `royal`; `None` for a shot without a name of its own.
    #[getter]
    fn code(&self) -> Option<&'static str> {
        self.found.name.map(shot::NamedShot::code)
    }

    /// The form of its name, such as `elementary` or `related`; `None` for the pure form.
    #[getter]
    fn form(&self) -> Option<&'static str> {
        self.found.form.map(shot::Form::code)
    }

    /// Whether the line itself proves it: every reply is forced, and something is won. Otherwise an
    /// engine has to judge it.
    #[getter]
    fn proved(&self) -> bool {
        self.found.is_proved()
    }

    /// The stable codes of its families, such as `direct`; may be empty.
    #[getter]
    fn families(&self) -> Vec<&'static str> {
        let families = self.found.families.iter();
        families.map(|family| family.code()).collect()
    }

    /// The number of plies of the line that belong to the shot.
    #[getter]
    fn plies(&self) -> usize {
        self.found.plies
    }

    /// The squares of the given pieces when they were captured, in order.
    #[getter]
    fn given(&self) -> Vec<String> {
        self.names(&self.found.given)
    }

    /// The squares of the won pieces when they were captured, in order.
    #[getter]
    fn taken(&self) -> Vec<String> {
        self.names(&self.found.taken)
    }

    /// The squares of the piece that makes the main capture: start, landings, end.
    #[getter]
    fn striker(&self) -> Vec<String> {
        self.names(&self.found.striker.path)
    }

    /// The name in English (`"en"`) or French (`"fr"`); of a shot without a name its first family;
    /// `None` if it has neither.
    #[pyo3(signature = (lang = "en"))]
    fn name(&self, lang: &str) -> PyResult<Option<&'static str>> {
        let language = language(lang)?;
        let family = || {
            self.found
                .families
                .first()
                .map(|family| family.name(language))
        };
        Ok(self
            .found
            .name
            .map(|name| name.name(language))
            .or_else(family))
    }

    fn __repr__(&self) -> String {
        let name = self.found.name.map(|name| name.name(Language::English));
        let (taken, given) = (self.found.taken.len(), self.found.given.len());
        match name {
            Some(name) => format!("Shot('{name}', {taken} for {given})"),
            None => format!("Shot({taken} for {given})"),
        }
    }
}

impl Shot {
    fn names(&self, squares: &[Square]) -> Vec<String> {
        let name = |square: &Square| square_name(self.variant, *square);
        squares.iter().map(name).collect()
    }
}

/// An entry of the lexicon: a family of shots, or a shot with a name of its own.
#[pyclass(frozen, module = "damier")]
pub(crate) struct ShotEntry {
    entry: shot::ShotEntry,
}

#[pymethods]
impl ShotEntry {
    /// The stable code.
    #[getter]
    fn code(&self) -> &'static str {
        self.entry.code()
    }

    /// Whether it is a family, and not a shot with a name of its own.
    #[getter]
    fn is_family(&self) -> bool {
        matches!(self.entry, shot::ShotEntry::Family(_))
    }

    /// The name in English (`"en"`) or French (`"fr"`).
    #[pyo3(signature = (lang = "en"))]
    fn name(&self, lang: &str) -> PyResult<&'static str> {
        Ok(self.entry.name(language(lang)?))
    }

    /// The definition in English (`"en"`) or French (`"fr"`).
    #[pyo3(signature = (lang = "en"))]
    fn definition(&self, lang: &str) -> PyResult<&'static str> {
        Ok(self.entry.definition(language(lang)?))
    }

    /// An example in the international game, played to its end; `board.moves` has the line.
    fn example(&self) -> Option<Board> {
        let played = self.entry.example().played()?;
        let mut board = Board::starting(*played.positions.first()?);
        for made in &played.moves {
            board.game.play(made).ok()?;
        }
        Some(board)
    }

    fn __repr__(&self) -> String {
        format!("ShotEntry('{}')", self.code())
    }
}
