//! What only SQLite needs: how a file is opened, written by one connection in turns, examined,
//! copied and restored; and how the events of live games are stored together, since each
//! transaction waits for the disk once.

pub(crate) mod backup;
mod events;
pub(crate) mod group_commit;
mod inspect;
pub(crate) mod open;
mod presence;
pub(crate) mod restore;
pub(crate) mod schema;
mod stale;
pub(crate) mod writer;
