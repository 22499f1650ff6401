//! Endgame tables: those of the package and those in a folder.

use std::path::{Path, PathBuf};

use damier_endgame::{Folder, Material, Tables as Packed, Wdl};
use damier_engine::Endings;
use damier_rules::{AnyPieces, AnyRulebook, Position, Variant};
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::arguments;
use crate::board::Board;
use crate::errors::wrong_type;

/// Which endgame tables an engine uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TablesArgument {
    /// Those of the package.
    Auto,
    /// None.
    None,
    /// Those in this folder.
    Folder(PathBuf),
}

impl<'py> FromPyObject<'_, 'py> for TablesArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<TablesArgument> {
        if object.is_none() {
            return Ok(TablesArgument::None);
        }
        let path: PathBuf = object
            .extract()
            .map_err(|_| wrong_type("\"auto\", None or the path of a folder", &object))?;
        Ok(if path.as_os_str() == "auto" {
            TablesArgument::Auto
        } else {
            TablesArgument::Folder(path)
        })
    }
}

impl TablesArgument {
    /// Checks that the folder exists.
    pub(crate) fn check(&self) -> PyResult<()> {
        match self {
            TablesArgument::Folder(path) => check_folder(path),
            TablesArgument::Auto | TablesArgument::None => Ok(()),
        }
    }
}

fn check_folder(path: &Path) -> PyResult<()> {
    if path.is_dir() {
        return Ok(());
    }
    let kind = if path.exists() {
        "is no folder"
    } else {
        "there is no such folder"
    };
    Err(PyFileNotFoundError::new_err(format!(
        "{}: {kind}",
        path.display()
    )))
}

/// The tables of an engine for a game; `None` where the game cannot have tables or there are none.
pub(crate) fn endings(choice: &TablesArgument, variant: Variant) -> PyResult<Option<Endings>> {
    let tables = match choice {
        TablesArgument::None => return Ok(None),
        TablesArgument::Auto => shipped(variant),
        TablesArgument::Folder(path) => in_folder(path, variant)?,
    };
    Ok(tables.and_then(Endings::new))
}

/// The tables of the package; `None` for a game that cannot have tables.
fn shipped(variant: Variant) -> Option<Packed> {
    match variant.rulebook() {
        AnyRulebook::International(rules) => Packed::shipped(&rules).ok(),
        AnyRulebook::Narrow(rules) => Packed::shipped(rules).ok(),
        AnyRulebook::Wide(_) => None,
    }
}

/// The tables in a folder; `None` for a game that cannot have tables.
fn in_folder(path: &Path, variant: Variant) -> PyResult<Option<Packed>> {
    check_folder(path)?;
    let folder = Folder::new(path);
    let loaded = match variant.rulebook() {
        AnyRulebook::International(rules) => folder.tables(&rules),
        AnyRulebook::Narrow(rules) => folder.tables(rules),
        AnyRulebook::Wide(_) => return Ok(None),
    };
    let Ok((tables, faults)) = loaded else {
        return Ok(None);
    };
    match faults.first() {
        None => Ok(Some(tables)),
        Some(fault) => Err(PyOSError::new_err(fault.to_string())),
    }
}

/// Endgame tables: every position of few pieces, solved.
///
/// Args:
///     variant: the id of the game.
///     folder: the folder of the tables, as `damier endgame build` makes it; `None` for those of
///         the package, which has all positions of 2 to 4 pieces of the international game.
///
/// Raises:
///     ValueError: there is no such game, or it cannot have tables.
///     OSError: the folder or a file in it cannot be used.
///
/// >>> import damier
/// >>> tables = damier.Tables()
/// >>> tables.most_pieces
/// 4
/// >>> tables.probe(damier.Board("international", "W:WK45:B1"))
/// Probe('win', plies=5)
#[pyclass(frozen, module = "damier")]
pub(crate) struct Tables {
    variant: Variant,
    tables: Packed,
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (variant = "international", folder = None))]
    fn new(py: Python<'_>, variant: &str, folder: Option<PathBuf>) -> PyResult<Tables> {
        let variant = arguments::variant(variant)?;
        let tables = py.detach(|| match &folder {
            None => Ok(shipped(variant)),
            Some(path) => in_folder(path, variant),
        })?;
        let cannot = || PyValueError::new_err(format!("{} cannot have tables", variant.id()));
        Ok(Tables {
            variant,
            tables: tables.ok_or_else(cannot)?,
        })
    }

    /// The id of the game.
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant.id()
    }

    /// The number of pieces up to which every position is known; 1 if there are no tables.
    #[getter]
    fn most_pieces(&self) -> u8 {
        self.tables.most_pieces()
    }

    /// How the position of a board ends with best play by both sides; `None` if it is not in the
    /// tables. Repetition and rules that count moves are ignored.
    ///
    /// Raises:
    ///     ValueError: the board is of another game.
    #[pyo3(signature = (board, /))]
    fn probe(&self, py: Python<'_>, board: PyRef<'_, Board>) -> PyResult<Option<Probe>> {
        let position = *board.game.position();
        if position.variant() != self.variant {
            return Err(PyValueError::new_err(format!(
                "found a board of {}, expected one of {}",
                position.variant().id(),
                self.variant.id()
            )));
        }
        Ok(py.detach(|| self.value(&position)))
    }

    fn __repr__(&self) -> String {
        format!(
            "Tables('{}', most_pieces={})",
            self.variant(),
            self.most_pieces()
        )
    }
}

impl Tables {
    fn value(&self, position: &Position) -> Option<Probe> {
        let AnyPieces::Narrow(pieces) = position.raw() else {
            return None;
        };
        Material::of(&pieces)?;
        let (value, distance) = match self.variant.rulebook() {
            AnyRulebook::International(rules) => (
                self.tables.resolve(&rules, &pieces),
                self.tables.distance(&rules, &pieces),
            ),
            AnyRulebook::Narrow(rules) => (
                self.tables.resolve(rules, &pieces),
                self.tables.distance(rules, &pieces),
            ),
            AnyRulebook::Wide(_) => return None,
        };
        Some(Probe {
            value: value.or(distance.map(damier_endgame::Distance::wdl))?,
            plies: distance.and_then(damier_endgame::Distance::plies),
        })
    }
}

/// How a position ends with best play, seen by the side to move.
#[pyclass(frozen, module = "damier")]
pub(crate) struct Probe {
    value: Wdl,
    plies: Option<u8>,
}

#[pymethods]
impl Probe {
    /// `"win"`, `"draw"` or `"loss"` for the side to move.
    #[getter]
    fn result(&self) -> &'static str {
        self.value.code()
    }

    /// The plies to the end of the game; `None` for a draw, and where the tables have no distances.
    #[getter]
    fn plies(&self) -> Option<u8> {
        self.plies
    }

    fn __repr__(&self) -> String {
        match self.plies {
            None => format!("Probe('{}')", self.result()),
            Some(plies) => format!("Probe('{}', plies={plies})", self.result()),
        }
    }
}
