//! Stores the library of kept games and the journal of live games in an SQLite database, one file on the disk.
//!
//! This crate implements the ports [`damier_club::library::GameLibrary`] and [`damier_club::live::Journal`]. The server uses it through
//! them; the terminal opens it, copies it ([`backup`]) and restores copies ([`restore`]). It
//! never interprets a rule of the game and never reads a clock.
//!
//! Guarantees for the file: whatever was acknowledged survives a power failure. A file of an older
//! version is migrated when it is opened. A file of a newer version, or of another program, is
//! refused and stays untouched.

mod error;
mod location;
mod sqlite;

pub use error::{DatabaseFault, StorageError};
pub use location::{Location, default_database_path};
pub use sqlite::backup::{Backup, backup};
pub use sqlite::games::SqliteLibrary;
pub use sqlite::journal::SqliteJournal;
pub use sqlite::restore::{Restored, restore};
