//! Errors of opening, copying and restoring a database. The whole crate uses them, and the terminal
//! shows them; those of a PostgreSQL database are in `postgres/fault.rs`. Errors while a game is read or written are those of the library port.

use std::io;
use std::path::{Path, PathBuf};

use damier_club::library::LibraryError;

use crate::database_fault::{DatabaseFault, LibraryFault};
use crate::postgres::fault::PostgresError;

/// Why an operation on a database failed. Every message names the file or the database. What the operating
/// system or the database reported is not in the message, but is the source of the error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StorageError {
    /// The address of the database has a form that this program does not know.
    #[error(
        "expected a database like sqlite:PATH or postgres://USER@HOST/DATABASE, but found {found:?}"
    )]
    UnknownAddress {
        /// The address found.
        found: String,
    },
    /// A file is needed, and a PostgreSQL database was named.
    #[error(
        "only a database file can be copied here; pg_dump and pg_restore copy a PostgreSQL database"
    )]
    NotAFile,
    /// A PostgreSQL database cannot be used.
    #[error(transparent)]
    Postgres(#[from] PostgresError),
    /// The operating system does not say where programs keep their data.
    #[error("this system does not say where a program keeps its data; name the database")]
    NoDataFolder,
    /// A file is missing.
    #[error("{} does not exist", path.display())]
    Missing {
        /// Where it was expected.
        path: PathBuf,
    },
    /// A file with this name exists already, and the caller did not allow replacing it.
    #[error("{} exists already and is not replaced", path.display())]
    InTheWay {
        /// The file in the way.
        path: PathBuf,
    },
    /// The copy and the database are the same file.
    #[error("{} is the database itself", path.display())]
    Itself {
        /// The database.
        path: PathBuf,
    },
    /// The folder for the file does not exist.
    #[error("the folder {} does not exist", path.display())]
    NoFolder {
        /// Where it was expected.
        path: PathBuf,
    },
    /// The name belongs to something that is not a regular file: a folder, a device, a pipe, a
    /// link.
    #[error("{} is no regular file, but {found}", path.display())]
    NoFile {
        /// The path.
        path: PathBuf,
        /// What it is.
        found: &'static str,
    },
    /// SQLite keeps a part of the database under this name, or may do so at any moment.
    #[error("{} is a name that the database {} needs for itself", path.display(), database.display())]
    Companion {
        /// The name.
        path: PathBuf,
        /// The database.
        database: PathBuf,
    },
    /// The file is not an SQLite database, is damaged, or has other tables than this program makes.
    #[error("{} is no readable database: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file is a database of another program.
    #[error("{} is a database of another program", path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a newer version of this program.
    #[error(
        "{} has version {found}, but this program knows versions up to {known}; \
         use the newer program",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: i64,
        /// The newest version known.
        known: i64,
    },
    /// The file has an older version than this program works with, and the caller did not ask for it to be changed.
    #[error(
        "{} has version {found}, but this program works with version {known}; `damier serve` of this program \
         brings it there when it starts",
        path.display()
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: i64,
        /// The version that is needed.
        known: i64,
    },
    /// A file or folder could not be read or written.
    #[error("cannot read or write {}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// SQLite returned an error or did not answer.
    #[error("SQLite failed at {}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What SQLite reported.
        source: DatabaseFault,
    },
}

/// SQLite's result code for a file that is locked.
const LOCKED: u32 = 5;

/// SQLite's result code for an operation that was interrupted.
const INTERRUPTED: u32 = 9;

/// SQLite's result codes for a file that is damaged (11) or is not a database (26).
const DAMAGED: [u32; 2] = [11, 26];

/// SQLite's result code for a full disk.
const FULL: u32 = 13;

/// SQLite's result code if there is no room for the index of the write-ahead log:
/// `SQLITE_IOERR_SHMSIZE`, which is 10, with 19 in the second byte.
const NO_ROOM_FOR_INDEX: u32 = 0x130a;

impl StorageError {
    /// Makes an error of the operating system about a file, for use in `map_err`.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }

    /// Makes an error of the database about a file, for use in `map_err`.
    pub(crate) fn database(path: &Path) -> impl FnOnce(sqlx::Error) -> Self {
        move |error| {
            let (path, source) = (path.to_owned(), DatabaseFault::from(error));
            match source.primary_code() {
                Some(code) if DAMAGED.contains(&code) => Self::Unreadable {
                    path,
                    reason: source.to_string(),
                },
                _ => Self::Database { path, source },
            }
        }
    }
}

/// Whether another program holds a lock on the file at this moment.
pub(crate) fn is_locked(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(LOCKED)
}

/// Whether the operation ended because we interrupted it.
pub(crate) fn is_interrupted(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(INTERRUPTED)
}

fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let code: u32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}

/// Turns an error of the database into one of the library port, for use in `map_err`.
pub(crate) fn failed(error: sqlx::Error) -> LibraryError {
    let fault = DatabaseFault::from(error);
    let full = fault.primary_code() == Some(FULL) || fault.code() == Some(NO_ROOM_FOR_INDEX);
    LibraryError::from(if full {
        LibraryFault::Full(fault)
    } else {
        LibraryFault::Unavailable(fault)
    })
}
