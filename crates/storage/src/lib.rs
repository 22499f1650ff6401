//! Stores everything that a server keeps: in an SQLite database, one file on the disk, or in a
//! PostgreSQL database, which several nodes can share.
//!
//! This crate implements the ports [`damier_people::library::GameLibrary`] and those of
//! [`damier_people::Ports`]. The server uses it through them; the terminal opens a [`Store`],
//! copies a file ([`backup`]) and restores copies ([`restore`]). It never interprets a rule of the
//! game and never reads a clock.
//!
//! Guarantees for both databases: acknowledged writes survive a power failure. A database of an
//! older version is migrated when it is opened. One of a newer version, or of another program, is
//! rejected and stays unchanged.

mod account_keys;
mod account_rows;
mod accounts;
mod addressees;
mod administration;
mod administration_rows;
mod broadcast_rows;
mod broadcasts;
mod challenges;
mod condition;
mod conditionals;
mod database_fault;
mod documents;
mod error;
mod heartbeat;
mod journal;
mod library;
mod live_rows;
mod location;
mod old_games;
mod owned_seats;
mod passkeys;
mod postgres;
mod progress;
mod pupils;
mod push_rows;
mod pushes;
mod rating_rows;
mod ratings;
mod rows;
mod seat_pushes;
mod sql;
mod sqlite;
mod store;
mod votes;

pub use database_fault::DatabaseFault;
pub use error::StorageError;
pub use library::SqlLibrary;
pub use location::{Location, default_database_path};
pub use postgres::address::PostgresAddress;
pub use postgres::fault::PostgresError;
pub use sqlite::backup::{Backup, backup};
pub use sqlite::restore::{Restored, restore};
pub use store::{Database, SqlStore, Store};
