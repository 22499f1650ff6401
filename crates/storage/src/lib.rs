//! What is remembered: the library of kept games over SQLite, one file on the disk.
//!
//! Implements the port [`damier_club::library::GameLibrary`]; the server asks it through that port, and
//! the terminal opens it, copies it ([`backup`]) and puts a copy back ([`restore`]). It never
//! interprets a rule of the game and never looks at a clock.
//!
//! What holds for the file: whatever was answered survives a power cut; a file of an older version is
//! brought up to date when it is opened; one of a newer version, or of another program, is refused and
//! not touched.

mod error;
mod location;
mod sqlite;

pub use error::{DatabaseFault, StorageError};
pub use location::{Location, default_database_path};
pub use sqlite::backup::{Backup, backup};
pub use sqlite::games::SqliteLibrary;
pub use sqlite::restore::{Restored, restore};
