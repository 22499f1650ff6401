//! Results of statements, alone or in a transaction.

use super::row::Row;

/// The result of a statement.
#[derive(Default)]
pub(crate) struct StatementResult {
    /// The rows that it returned.
    pub(crate) rows: Vec<Row>,
    /// How many rows it changed or returned.
    pub(crate) count: u64,
}

/// The result of a transaction.
pub(crate) enum TransactionResult {
    /// Committed, with the result of each statement.
    Done(Vec<StatementResult>),
    /// The required statement with this index, from 0, changed nothing; rolled back.
    Stopped(usize),
    /// A row with a new key already existed; rolled back.
    Taken,
}

impl TransactionResult {
    /// Whether it was committed.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self, TransactionResult::Done(_))
    }
}
