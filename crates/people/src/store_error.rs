//! The error of every port to stored data, except the library of games.

use std::error::Error;

/// Why an operation of the store failed: every method of a port or store returns it when the store
/// is unavailable or holds data that cannot be read. The error of the database or system is the
/// source, not part of the text.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database is unreachable or timed out.
    #[error("the store is unavailable")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The disk or quota is full.
    #[error("the store is full")]
    Full(#[source] Box<dyn Error + Send + Sync>),
    /// A permanent error, which a retry would meet again.
    #[error("the store rejected the operation")]
    Failed(#[source] Box<dyn Error + Send + Sync>),
    /// The stored data of a game is not valid.
    #[error("the stored game {game} cannot be read: {reason}")]
    Damaged {
        /// The game's id, as far as it can be read.
        game: String,
        /// What was found and what was expected.
        reason: String,
    },
}

/// What a failed operation shows about the store as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorScope {
    /// Every operation fails like this one.
    Store,
    /// The store may be at fault, for example because it is read-only, or this operation alone.
    Unknown,
    /// Only operations on the same data fail.
    Operation,
}

impl StoreError {
    /// What the error shows about the store as a whole.
    pub fn scope(&self) -> ErrorScope {
        match self {
            StoreError::Unavailable(_) | StoreError::Full(_) => ErrorScope::Store,
            StoreError::Failed(_) => ErrorScope::Unknown,
            StoreError::Damaged { .. } => ErrorScope::Operation,
        }
    }
}
