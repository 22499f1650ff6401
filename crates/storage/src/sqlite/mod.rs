//! The SQLite backend: how a file is opened, what it contains, how it is copied and restored.

mod account_keys;
mod accounts;
mod administration;
pub(crate) mod backup;
mod broadcasts;
mod challenges;
mod classes;
mod clubs;
mod conditionals;
mod events;
pub(crate) mod games;
mod gatherings;
mod group_commit;
mod inspect;
pub(crate) mod journal;
mod old_games;
mod open;
mod owned_seats;
mod presence;
mod progress;
mod pulse;
mod ratings;
pub(crate) mod restore;
mod run;
mod schema;
mod stale;
mod writer;
