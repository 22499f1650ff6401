//! Reads the arguments of Python: names of games, languages and squares, and times. Each reader
//! returns a `ValueError` that names what was found and what was expected.

use damier_notation::square_names;
use damier_notation::wording::Language;
use damier_rules::{Side, Square, SquareSet, Variant};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::wrong_type;

/// The most characters of an argument that a message quotes.
const QUOTED: usize = 40;

/// The beginning of a text in quotation marks, for messages.
pub(crate) fn quoted(text: &str) -> String {
    let mut head: String = text.chars().take(QUOTED).collect();
    if head.len() < text.len() {
        head.push('…');
    }
    format!("{head:?}")
}

/// The game with this id.
pub(crate) fn variant(id: &str) -> PyResult<Variant> {
    if let Some(variant) = Variant::from_id(id) {
        return Ok(variant);
    }
    let wanted = id.to_lowercase();
    let near = Variant::READINGS
        .iter()
        .map(|variant| (distance(&wanted, variant.id()), variant.id()))
        .min()
        .filter(|(distance, _)| *distance <= 2)
        .map(|(_, id)| id);
    // The words of other packages.
    let near = match wanted.as_str() {
        "american" | "checkers" => Some("english"),
        "standard" => Some("international"),
        _ => near,
    };
    let near = match near {
        Some(id) => format!(" (did you mean {id:?}?)"),
        None if wanted.contains(':') => " (is it a position? give it as fen=)".to_owned(),
        None => String::new(),
    };
    Err(PyValueError::new_err(format!(
        "there is no game named {}{near}; damier.variants() lists them",
        quoted(id)
    )))
}

/// The number of characters to insert, delete or replace to turn one text into the other. Long
/// texts count as far apart.
fn distance(left: &str, right: &str) -> usize {
    if left.len() > QUOTED {
        return usize::MAX;
    }
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (above, letter) in left.chars().enumerate() {
        let mut diagonal = above;
        row[0] = above + 1;
        for (column, other) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

/// The language with a code.
pub(crate) fn language(code: &str) -> PyResult<Language> {
    Language::from_code(code).ok_or_else(|| {
        PyValueError::new_err(format!(
            "found language {}, expected \"en\" or \"fr\"",
            quoted(code)
        ))
    })
}

/// The side with a code.
pub(crate) fn side(code: &str) -> PyResult<Side> {
    Side::from_code(code).ok_or_else(|| {
        PyValueError::new_err(format!(
            "found side {}, expected \"white\" or \"black\"",
            quoted(code)
        ))
    })
}

/// A square as an argument: its name in the notation of the game, or its number.
pub(crate) struct SquareArgument(String);

impl<'py> FromPyObject<'_, 'py> for SquareArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<SquareArgument> {
        if let Ok(name) = object.cast::<PyString>() {
            Ok(SquareArgument(name.to_str()?.to_owned()))
        } else if let Ok(number) = object.extract::<i64>() {
            Ok(SquareArgument(number.to_string()))
        } else {
            Err(wrong_type("a square such as \"c3\" or 32", &object))
        }
    }
}

impl SquareArgument {
    /// The square of this game.
    pub(crate) fn of(&self, variant: Variant) -> PyResult<Square> {
        square_names::read(variant, self.0.trim()).ok_or_else(|| {
            let board = &variant.table().board;
            let [first, last] = [1, board.square_count()]
                .map(|number| board.square(number))
                .map(|square| {
                    square.map_or_else(String::new, |square| square_name(variant, square))
                });
            PyValueError::new_err(format!(
                "found square {}, expected a square of {}, such as {first} or {last}",
                quoted(&self.0),
                variant.id()
            ))
        })
    }
}

/// The name of a square in the notation of a game.
pub(crate) fn square_name(variant: Variant, square: Square) -> String {
    square_names::name(variant, square).to_string()
}

/// The names of a set of squares.
pub(crate) fn square_set_names(variant: Variant, squares: SquareSet) -> Vec<String> {
    squares
        .iter()
        .map(|square| square_name(variant, square))
        .collect()
}

/// The longest time in milliseconds: ten years.
const MAX_MILLISECONDS: u64 = 10 * 366 * 24 * 3_600_000;

/// A time in seconds as whole milliseconds, from one to ten years.
pub(crate) fn milliseconds(seconds: f64) -> PyResult<u64> {
    if seconds.is_finite() && seconds > 0.0 {
        // A cast from a float stays within the range of the integer.
        Ok(((seconds * 1000.0) as u64).clamp(1, MAX_MILLISECONDS))
    } else {
        Err(PyValueError::new_err(format!(
            "found time {seconds}, expected seconds above 0"
        )))
    }
}

/// A number as an argument, between 1 and a limit. It is read as a signed number, so that a
/// negative one is a `ValueError`, as every other value that is out of range.
pub(crate) fn count(name: &str, found: i64, limit: usize) -> PyResult<usize> {
    match usize::try_from(found) {
        Ok(count) if (1..=limit).contains(&count) => Ok(count),
        _ => Err(PyValueError::new_err(format!(
            "found {name} {found}, expected 1 to {limit}"
        ))),
    }
}

/// A limit of a search as an argument: 1 or more.
pub(crate) fn limit<N: TryFrom<i128>>(name: &str, found: Option<i128>) -> PyResult<Option<N>> {
    let read = |found: i128| match N::try_from(found) {
        Ok(limit) if found > 0 => Ok(limit),
        Err(_) if found > 0 => Err(PyValueError::new_err(format!(
            "{name} {found} is too large"
        ))),
        _ => Err(PyValueError::new_err(format!(
            "found {name} {found}, expected 1 or more"
        ))),
    };
    found.map(read).transpose()
}
