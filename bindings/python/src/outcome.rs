//! How a game has ended by rule.

use damier_notation::pdn::{GameResult, ResultStyle};
use damier_notation::wording;
use damier_rules::{Outcome as Ended, Variant};
use pyo3::prelude::*;

use crate::arguments::language;

/// How a game has ended, with the rule that ended it.
///
/// >>> import damier
/// >>> outcome = damier.Board("international", "W:W6:B1").outcome()
/// >>> outcome.winner, outcome.reason, outcome.result, outcome.text("en")
/// ('black', 'no-moves', '0-2', 'Black wins: White has no move left, every piece is blocked.')
#[pyclass(frozen, module = "damier")]
pub(crate) struct Outcome {
    variant: Variant,
    ended: Ended,
}

#[pymethods]
impl Outcome {
    /// `"white"` or `"black"`; `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.ended.winner.map(damier_rules::Side::code)
    }

    /// The stable code of the rule, such as `no-moves`.
    #[getter]
    fn reason(&self) -> String {
        self.ended.reason.code().into_owned()
    }

    /// The result as PDN writes it for this game: `2-0`, `1-1` or `0-2`, or `1-0` and so on. In
    /// games in which Black begins, the first number is Black's.
    #[getter]
    fn result(&self) -> String {
        let style = ResultStyle::of(self.variant);
        GameResult::of_winner(self.ended.winner).write(style)
    }

    /// The outcome as one sentence, in English (`"en"`) or French (`"fr"`).
    #[pyo3(signature = (lang = "en"))]
    fn text(&self, lang: &str) -> PyResult<String> {
        Ok(wording::outcome(language(lang)?, self.variant, &self.ended))
    }

    fn __repr__(&self) -> String {
        format!("Outcome('{}', '{}')", self.result(), self.reason())
    }

    fn __eq__(&self, other: PyRef<'_, Outcome>) -> bool {
        self.variant == other.variant && self.ended == other.ended
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.variant.id(), self.ended).hash(&mut hasher);
        hasher.finish()
    }
}

impl Outcome {
    pub(crate) fn new(variant: Variant, ended: Ended) -> Outcome {
        Outcome { variant, ended }
    }
}
