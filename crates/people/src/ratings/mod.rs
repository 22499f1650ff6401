//! Glicko-2 ratings of accounts, separate for each variant and speed.
//!
//! Which games may be rated ([`RatingPool::of`]), the rating of an account ([`RatingState`]), and
//! the port to what is stored of it ([`Ratings`]). Each game is a rating period of its own;
//! `state.rs` documents how time counts between two of them.

mod eligible;
mod pool;
mod port;
mod range;
mod settle;
mod state;

pub use eligible::NotRated;
pub use pool::{ESTIMATED_MOVES, RatingPool, Speed, estimate_ms};
pub use port::{
    ChangeCursor, CountedSide, Estimate, RatedGame, RatingChange, Ratings, SettleOutcome,
    Settlement,
};
pub use range::{NotAdmitted, RatingRange, RatingRangeError};
pub use settle::{scores, settle};
pub use state::{PERIOD_MS, PROVISIONAL_DEVIATION, RatingState, Tally};
