//! The value of a position, as an engine sees it.

use damier_engine::Score as Value;
use pyo3::prelude::*;

/// The value of a position for the side to move. Scores can be compared: better scores are greater.
///
/// >>> import damier
/// >>> score = damier.Engine(hash=1).analyse(damier.Board(), depth=3).score
/// >>> score.kind, score.plies
/// ('estimate', None)
#[derive(Clone)]
#[pyclass(frozen, module = "damier")]
pub(crate) struct Score {
    value: Scale,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Scale {
    Value(Value),
    /// In men, from another program.
    Men(f64),
}

#[pymethods]
impl Score {
    /// `"estimate"`; `"win"` or `"loss"` in a number of plies; `"known-win"` or `"known-loss"` by
    /// endgame tables.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.value {
            Scale::Men(_) | Scale::Value(Value::Hundredths(_)) => "estimate",
            Scale::Value(Value::Win(_)) => "win",
            Scale::Value(Value::Loss(_)) => "loss",
            Scale::Value(Value::KnownWin(_)) => "known-win",
            Scale::Value(Value::KnownLoss(_)) => "known-loss",
        }
    }

    /// The value in men. A win is about 100 and a win by tables about 95; quicker ones are more.
    #[getter]
    fn men(&self) -> f64 {
        match self.value {
            Scale::Value(value) => value.in_men(),
            Scale::Men(men) => men,
        }
    }

    /// The plies to the end of the game, or to the position that the tables know; `None` for an
    /// estimate.
    #[getter]
    fn plies(&self) -> Option<u32> {
        match self.value {
            Scale::Value(
                Value::Win(plies)
                | Value::Loss(plies)
                | Value::KnownWin(plies)
                | Value::KnownLoss(plies),
            ) => Some(plies.into()),
            _ => None,
        }
    }

    pub(crate) fn __str__(&self) -> String {
        match (self.kind(), self.plies()) {
            (kind, Some(plies)) => format!("{kind} in {plies}"),
            (_, None) => format!("{:+.2}", self.men()),
        }
    }

    pub(crate) fn __repr__(&self) -> String {
        format!("Score('{}')", self.__str__())
    }

    fn __richcmp__(&self, other: PyRef<'_, Score>, operator: pyo3::basic::CompareOp) -> bool {
        let order = match (self.value, other.value) {
            (Scale::Value(left), Scale::Value(right)) => left.rank().cmp(&right.rank()),
            _ => self.men().total_cmp(&other.men()),
        };
        operator.matches(order)
    }

    fn __hash__(&self) -> u64 {
        self.men().to_bits()
    }
}

impl Score {
    pub(crate) fn new(value: Value) -> Score {
        let value = Scale::Value(value);
        Score { value }
    }

    pub(crate) fn of_men(men: f64) -> Score {
        let value = Scale::Men(men);
        Score { value }
    }
}
