//! Why a database could not be opened, copied or put back. Used by the whole crate and shown by the
//! terminal; errors while a game is read or written are the port's own.

use std::io;
use std::path::{Path, PathBuf};

use damier_club::library::LibraryError;

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
        source: DatabaseFault,
    },
}

/// What SQLite, or the driver in front of it, said. The driver's own error says everything twice where an error is
/// shown with its sources; this one says it once.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct DatabaseFault {
    message: String,
    code: Option<u32>,
}

impl DatabaseFault {
    /// SQLite's extended result code, if the error is one of SQLite's own.
    pub fn code(&self) -> Option<u32> {
        self.code
    }

    /// The primary result code, which the upper bits only refine.
    fn primary_code(&self) -> Option<u32> {
        self.code.map(|code| code & 0xff)
    }
}

impl From<sqlx::Error> for DatabaseFault {
    fn from(error: sqlx::Error) -> Self {
        let said = error.as_database_error();
        Self {
            code: said.and_then(|said| said.code()?.parse().ok()),
            message: said.map_or_else(|| error.to_string(), |said| said.message().to_owned()),
        }
    }
}

/// SQLite's result code for a file that is locked.
const LOCKED: u32 = 5;

/// SQLite's result code for work that was ended from outside.
const INTERRUPTED: u32 = 9;

/// SQLite's result codes for a file that is damaged (11) or no database at all (26).
const DAMAGED: [u32; 2] = [11, 26];

/// SQLite's result code for a full disk.
const FULL: u32 = 13;

/// The same where there is no room for the index of the journal: `SQLITE_IOERR_SHMSIZE`, which is 10 and 19 in the
/// second byte.
const NO_ROOM_FOR_INDEX: u32 = 0x130a;

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

/// Whether another program holds the file at this moment.
pub(crate) fn is_locked(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(LOCKED)
}

/// Whether the work was ended because we said so.
pub(crate) fn is_interrupted(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(INTERRUPTED)
}

fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let code: u32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}

/// Why a library could not be asked, to be told more than once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LibraryFault {
    Unavailable(DatabaseFault),
    Full(DatabaseFault),
}

impl LibraryFault {
    /// What a failed act says about the library; nothing where it says something about one game, or about the
    /// name of the file.
    pub(crate) fn of(error: &LibraryError) -> Option<Self> {
        let fault = |said: &(dyn std::error::Error + Send + Sync + 'static)| {
            let known = said.downcast_ref::<DatabaseFault>().cloned();
            known.unwrap_or_else(|| DatabaseFault {
                message: said.to_string(),
                code: None,
            })
        };
        match error {
            LibraryError::Unavailable(said) => Some(Self::Unavailable(fault(said.as_ref()))),
            LibraryError::Full(said) => Some(Self::Full(fault(said.as_ref()))),
            LibraryError::Gone(_) | LibraryError::Damaged { .. } => None,
        }
    }
}

impl From<LibraryFault> for LibraryError {
    fn from(fault: LibraryFault) -> Self {
        match fault {
            LibraryFault::Unavailable(said) => Self::Unavailable(said.into()),
            LibraryFault::Full(said) => Self::Full(said.into()),
        }
    }
}

/// An error of the database as the port tells it, to be used in `map_err`.
pub(crate) fn failed(error: sqlx::Error) -> LibraryError {
    let fault = DatabaseFault::from(error);
    let full = fault.primary_code() == Some(FULL) || fault.code() == Some(NO_ROOM_FOR_INDEX);
    LibraryError::from(if full {
        LibraryFault::Full(fault)
    } else {
        LibraryFault::Unavailable(fault)
    })
}
