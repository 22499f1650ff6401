//! JSON shapes of problems.

use damier_people::problems::{ProblemId, ProblemRating, TryOutcome};
use damier_session::strength::{Deviation, Rating};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::live::ratings::whole;

/// The first try of a problem on a device.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SentTry {
    /// The id of the problem.
    #[schema(value_type = String, pattern = "^[0-9a-f]{10}$", example = "b2ab2f5c16")]
    pub(crate) problem: ProblemId,
    pub(crate) outcome: TryOutcome,
    /// The rating of the solver before the try.
    #[schema(value_type = f64, minimum = 0, maximum = 4000)]
    pub(crate) rating: Rating,
    /// The deviation of that rating.
    #[schema(value_type = f64, minimum = 30, maximum = 350)]
    pub(crate) deviation: Deviation,
}

/// Tries of the problems of a game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SentTries {
    /// At most 100.
    #[schema(max_items = 100)]
    pub(crate) tries: Vec<SentTry>,
}

/// The rating of a problem by results.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatedProblem {
    /// The id of the problem.
    #[schema(value_type = String)]
    id: ProblemId,
    /// The rating, rounded.
    rating: u32,
    /// Its deviation, rounded.
    deviation: u32,
}

/// The problems of a game whose rating by results replaces the one in the files.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatedProblemList {
    /// In the order of their ids.
    pub(crate) problems: Vec<RatedProblem>,
}

/// The rating of a problem, as returned to clients.
pub(crate) fn to_view(id: ProblemId, rating: &ProblemRating) -> RatedProblem {
    RatedProblem {
        id,
        rating: whole(rating.rating().get()),
        deviation: whole(rating.deviation().get()),
    }
}
