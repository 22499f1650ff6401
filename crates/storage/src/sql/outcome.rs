//! What statements did, alone or together.

use super::statement::Row;

/// What a statement did.
#[derive(Default)]
pub(crate) struct Changes {
    /// The rows that it returned.
    pub(crate) rows: Vec<Row>,
    /// How many rows it changed or returned.
    pub(crate) count: u64,
}

/// What became of statements that were run together.
pub(crate) enum Together {
    /// All of them were run.
    Done,
    /// The one with this index, from 0, which was required, changed nothing; all of it was undone.
    Stopped(usize),
    /// A row was there already that was to be new; all of it was undone.
    Taken,
}

impl Together {
    /// Whether all of them were run.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self, Together::Done)
    }
}
