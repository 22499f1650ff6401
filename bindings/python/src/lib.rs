//! The Python package `damier`: bindings of the inner crates. The classes and functions are thin;
//! what they return and raise is decided by `damier-rules`, `damier-notation`, `damier-engine`,
//! `damier-endgame`, `damier-coach` and `damier-protocols`.
//!
//! No input may cause a panic here: Python would see it as a `PanicException`, which callers do not
//! catch. `tests/test_junk.py` calls the whole interface with random input.

mod arguments;
mod arrays;
mod background;
mod batch;
mod board;
mod endgame;
mod engine;
mod errors;
mod explain;
mod game;
mod hub;
mod moves;
mod outcome;
mod pdn;
mod processor;
mod report;
mod score;
mod shots;
mod variants;

/// The compiled half of the package `damier`.
#[pyo3::pymodule(gil_used = false)]
mod _damier {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::endgame::{Probe, Tables};
    #[pymodule_export]
    use super::engine::{Analysis, Engine, Line};
    #[pymodule_export]
    use super::explain::Explanation;
    #[pymodule_export]
    use super::game::{Fault, Game, Node};
    #[pymodule_export]
    use super::hub::{HubEngine, hub};
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::outcome::Outcome;
    #[pymodule_export]
    use super::pdn::{GameReader, parse_pdn, read_pdn};
    #[pymodule_export]
    use super::report::{Moment, Report, StrongMove, report};
    #[pymodule_export]
    use super::score::Score;
    #[pymodule_export]
    use super::shots::{Shot, ShotEntry, name_shot, shots};
    #[pymodule_export]
    use super::variants::{action_count, rules, variants};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        if super::processor::is_too_old() {
            let message = super::processor::TOO_OLD;
            return Err(pyo3::exceptions::PyImportError::new_err(message));
        }
        module.add("PLANES", super::arrays::PLANES)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
