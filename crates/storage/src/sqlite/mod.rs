//! The SQLite backend: how a file is opened, what it contains, how it is copied and restored.

pub(crate) mod backup;
mod condition;
pub(crate) mod games;
mod inspect;
mod open;
mod presence;
pub(crate) mod restore;
mod rows;
mod schema;
mod stale;
mod writer;
