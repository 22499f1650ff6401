//! The SQLite backend: how a file is opened, what stands in it, how it is copied and put back.

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
