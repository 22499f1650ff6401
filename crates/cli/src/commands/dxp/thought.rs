//! The answer of an engine that thinks in a thread of its own.

use std::time::Duration;

use damier_engine::Score;
use damier_rules::Move;

/// What the engine found.
pub(super) struct Thought {
    /// Which search it was.
    pub(super) number: u64,
    /// Its move.
    pub(super) best: Option<Move>,
    /// What it is worth.
    pub(super) score: Option<Score>,
    /// Whether it took the move from its opening book.
    pub(super) from_book: bool,
    /// How deep it looked.
    pub(super) depth: u32,
    /// How long it took.
    pub(super) took: Duration,
}
