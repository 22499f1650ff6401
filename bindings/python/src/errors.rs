//! The exceptions of the package. Their classes are written in Python (`damier/_errors.py`),
//! because the stable ABI does not let an extension derive from `ValueError` before Python 3.12.

use damier_notation::fen::PositionError;
use damier_notation::wording::{self, Language};
use damier_rules::Variant;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::explain::Explanation;

static ILLEGAL_MOVE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static PARSE_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// An `IllegalMove` with its explanation.
pub(crate) fn illegal_move(py: Python<'_>, explanation: Explanation) -> PyErr {
    let message = explanation.message();
    let raised = ILLEGAL_MOVE
        .import(py, "damier._errors", "IllegalMove")
        .and_then(|class| class.call1((message, explanation)));
    raised.map_or_else(|error| error, PyErr::from_value)
}

/// A `ParseError` at a place of a text.
pub(crate) fn parse_error(
    py: Python<'_>,
    message: String,
    code: &str,
    line: Option<u32>,
    column: Option<usize>,
) -> PyErr {
    let raised = PARSE_ERROR
        .import(py, "damier._errors", "ParseError")
        .and_then(|class| class.call1((message, code, line, column)));
    raised.map_or_else(|error| error, PyErr::from_value)
}

/// A `ParseError` for a FEN. `line` is the number of the position in a list, from 1.
pub(crate) fn fen_error(
    py: Python<'_>,
    variant: Variant,
    error: &PositionError,
    line: Option<u32>,
) -> PyErr {
    let place = line.map_or_else(String::new, |line| format!("position {line}, "));
    match error {
        PositionError::Text(error) => {
            let message = format!("{place}{error}");
            parse_error(py, message, error.fault.code(), line, Some(error.column))
        }
        PositionError::Setup(faults) => {
            let sentences: Vec<String> = faults
                .faults()
                .iter()
                .map(|fault| wording::setup_fault(Language::English, variant, fault))
                .collect();
            let code = faults
                .faults()
                .first()
                .map_or("setup", |fault| fault.code());
            let message = format!("{place}{}", sentences.join(" "));
            parse_error(py, message, code, line, None)
        }
        other => parse_error(py, format!("{place}{other}"), "unexpected", line, None),
    }
}

/// A `TypeError` for an argument of the wrong type.
pub(crate) fn wrong_type(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let name = found
        .get_type()
        .name()
        .map_or_else(|_| "another type".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected}, found {name}"))
}

/// The error for a thread that panicked, which is a fault of the package.
pub(crate) fn thread_fault() -> PyErr {
    PyRuntimeError::new_err("a thread of damier ended unexpectedly; please report this")
}
