//! Why an act is not performed within a budget of work.

use crate::act_error::ActError;

/// Why an act is not performed within a budget.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    /// The act is not possible.
    Act(ActError),
    /// Judging the act needs more work than the budget has left.
    Work,
}

impl<E: Into<ActError>> From<E> for Refused {
    fn from(error: E) -> Refused {
        Refused::Act(error.into())
    }
}
