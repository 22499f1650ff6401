//! Why a database could not be opened, copied or put back. Used by the whole crate and shown by the
//! terminal; errors while a game is read or written are the port's own.

use std::io;
use std::path::{Path, PathBuf};

/// Why something with a database file did not work. Every reason names the file. What the system or
/// the database said is not in the text, but is the source of the error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StorageError {
    /// The address of the database is not one this program knows.
    #[error("expected a database like sqlite:PATH, but found {found:?}")]
    UnknownAddress {
        /// The address found.
        found: String,
    },
    /// The platform does not say where a program keeps its data.
    #[error("this system does not say where a program keeps its data; name the database")]
    NoDataFolder,
    /// A file was expected and is not there.
    #[error("{} does not exist", path.display())]
    Missing {
        /// Where it was expected.
        path: PathBuf,
    },
    /// A file is in the way and nobody allowed to replace it.
    #[error("{} exists already and is not replaced", path.display())]
    InTheWay {
        /// The file in the way.
        path: PathBuf,
    },
    /// A copy cannot be made onto, or put back from, the database itself.
    #[error("{} is the database itself", path.display())]
    Itself {
        /// The database.
        path: PathBuf,
    },
    /// A folder was to hold a file and is not there.
    #[error("the folder {} does not exist", path.display())]
    NoFolder {
        /// Where it was expected.
        path: PathBuf,
    },
    /// Something else than a file has the name: a folder, a device, a pipe, a link.
    #[error("{} is no regular file, but {found}", path.display())]
    NoFile {
        /// What has the name.
        path: PathBuf,
        /// What it is.
        found: &'static str,
    },
    /// SQLite keeps, or may keep at any moment, a part of the database under this name.
    #[error("{} is a name that the database {} needs for itself", path.display(), database.display())]
    Companion {
        /// The name.
        path: PathBuf,
        /// The database.
        database: PathBuf,
    },
    /// The file is no SQLite database, or no longer a readable one.
    #[error("{} is no readable database: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What was found.
        reason: String,
    },
    /// The file is a database, but of another program.
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
        /// The version found.
        found: i64,
        /// The newest version known.
        known: i64,
    },
    /// A file or folder could not be read or written.
    #[error("cannot read or write {}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The database refused or did not answer.
    #[error("SQLite failed at {}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What the database said.
        source: sqlx::Error,
    },
}

/// SQLite's result code for a file that is locked.
const LOCKED: &str = "5";

/// SQLite's result codes for a file that is damaged (11) or no database at all (26).
const DAMAGED: [&str; 2] = ["11", "26"];

impl StorageError {
    /// An error of the system about a file, to be used in `map_err`.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }

    /// An error of the database about a file, to be used in `map_err`.
    pub(crate) fn database(path: &Path) -> impl FnOnce(sqlx::Error) -> Self {
        move |source| {
            let path = path.to_owned();
            match primary_code(&source) {
                Some(code) if DAMAGED.contains(&code.as_str()) => Self::Unreadable {
                    path,
                    reason: source.to_string(),
                },
                _ => Self::Database { path, source },
            }
        }
    }
}

/// Whether another program holds the file at this moment.
pub(crate) fn is_locked(error: &sqlx::Error) -> bool {
    primary_code(error).as_deref() == Some(LOCKED)
}

/// The primary result code of SQLite, without the extension in the upper bits, as text.
pub(crate) fn primary_code(error: &sqlx::Error) -> Option<String> {
    let code: u32 = error.as_database_error()?.code()?.parse().ok()?;
    Some((code & 0xff).to_string())
}
