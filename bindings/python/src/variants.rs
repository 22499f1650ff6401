//! The games of the family: their ids, names and rules in words.

use damier_notation::wording;
use damier_rules::Variant;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{language, variant};
use crate::arrays;

/// The games of the family: a dictionary from the id of each game to its name in English (`"en"`)
/// or French (`"fr"`). Other readings of a game have ids with a colon, such as
/// `alquerque:huffing`.
///
/// >>> import damier
/// >>> damier.variants("fr")["russian"]
/// 'dames russes'
#[pyfunction]
#[pyo3(signature = (lang = "en"))]
pub(crate) fn variants<'py>(py: Python<'py>, lang: &str) -> PyResult<Bound<'py, PyDict>> {
    let language = language(lang)?;
    let names = PyDict::new(py);
    for variant in Variant::READINGS {
        let mut name = wording::game_name(language, *variant);
        if variant.reading().is_some() {
            name = format!("{name}, {}", wording::reading_name(language, *variant));
        }
        names.set_item(variant.id(), name)?;
    }
    Ok(names)
}

/// The rules of a game in words, in English (`"en"`) or French (`"fr"`), with their sources.
///
/// >>> import damier
/// >>> damier.rules("russian").splitlines()[0]
/// 'Russian draughts'
///
/// Raises:
///     ValueError: there is no such game or language.
#[pyfunction]
#[pyo3(name = "rules", signature = (variant = "international", lang = "en"))]
pub(crate) fn rules(variant: &str, lang: &str) -> PyResult<String> {
    let sheet = wording::rules(language(lang)?, self::variant(variant)?);
    let mut lines = vec![sheet.title, String::new(), sheet.sentence];
    if let Some((name, sentence)) = sheet.reading {
        lines.push(format!("{name}: {sentence}"));
    }
    for section in sheet.sections {
        lines.extend([String::new(), section.title, section.sentences.join(" ")]);
    }
    lines.push(String::new());
    lines.extend(sheet.sources.iter().map(|source| format!("- {source}")));
    Ok(lines.join("\n"))
}

/// The number of actions of a game, the length of `Board.legal_mask()`: the number of squares times
/// itself, twice; in games with huffing eight times.
///
/// >>> import damier
/// >>> damier.action_count("russian")
/// 2048
///
/// Raises:
///     ValueError: there is no such game.
#[pyfunction]
#[pyo3(signature = (variant = "international"))]
pub(crate) fn action_count(variant: &str) -> PyResult<usize> {
    Ok(arrays::action_count(self::variant(variant)?))
}
