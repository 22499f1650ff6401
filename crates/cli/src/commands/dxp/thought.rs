//! The result of a search that ran in its own thread.

use std::time::Duration;

use damier_engine::Score;
use damier_rules::Move;

/// What the engine found.
pub(super) struct Thought {
    /// The number of the search.
    pub(super) number: u64,
    /// The move that it found.
    pub(super) best: Option<Move>,
    /// The score of the move.
    pub(super) score: Option<Score>,
    /// Whether the move comes from the opening book.
    pub(super) from_book: bool,
    /// The depth of the search.
    pub(super) depth: u32,
    /// How long the search took.
    pub(super) took: Duration,
}
