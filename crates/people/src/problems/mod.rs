//! Ratings of problems by results. A problem begins at the rating that it has in the shipped
//! collection, and each first try of a device is a game between the solver and the problem.

mod id;
mod rating;
mod store;

pub use id::{ProblemId, ProblemIdError};
pub use rating::{
    DEVIATION_FLOOR, DeviceDigest, MAX_DISTANCE, MAX_DRIFT, MIN_RESULTS, ProblemRating, ProblemTry,
    ShippedRating, TryOutcome,
};
pub use store::ProblemRatings;
