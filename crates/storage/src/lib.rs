//! Stores the library of kept games and the journal of live games: in an SQLite database, one file on the disk, or in a PostgreSQL
//! database, which several nodes of the server can share.
//!
//! This crate implements the ports [`damier_people::library::GameLibrary`] and [`damier_people::LiveStore`]. The server uses it through
//! them; the terminal opens a [`Store`], copies a file ([`backup`]) and restores copies ([`restore`]). It
//! never interprets a rule of the game and never reads a clock.
//!
//! Guarantees for both: whatever was acknowledged survives a power failure. A database of an older
//! version is migrated when it is opened. One of a newer version, or of another program, is
//! refused and stays untouched.

mod account_rows;
mod administration_rows;
mod broadcast_rows;
mod class_rows;
mod club_rows;
mod condition;
mod database_fault;
mod error;
mod friend_rows;
mod gathering_rows;
mod live_rows;
mod location;
mod postgres;
mod rating_rows;
mod rows;
mod simul_rows;
mod sqlite;
mod store;

pub use database_fault::DatabaseFault;
pub use error::StorageError;
pub use location::{Location, default_database_path};
pub use postgres::address::PostgresAddress;
pub use postgres::fault::PostgresError;
pub use postgres::games::PostgresLibrary;
pub use postgres::journal::PostgresStore;
pub use sqlite::backup::{Backup, backup};
pub use sqlite::games::SqliteLibrary;
pub use sqlite::journal::SqliteStore;
pub use sqlite::restore::{Restored, restore};
pub use store::{Database, Store};
