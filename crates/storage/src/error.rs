//! Errors of opening, copying and restoring a database. The whole crate uses them, and the terminal
//! shows them; those of a PostgreSQL database are in `postgres/fault.rs`. Errors while a game is
//! read or written are those of the library port.

use std::io;
use std::path::{Path, PathBuf};

use damier_people::library::LibraryError;

use crate::database_fault::{DatabaseFault, LibraryFault, is_of_the_values};
use crate::postgres::fault::PostgresError;

/// Why an operation on a database failed. Every message names the file or the database. The error
/// of the operating system or database is the source, not part of the message.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StorageError {
    /// The address of the database has an unknown form.
    #[error(
        "expected a database like sqlite:PATH or postgres://USER@HOST/DATABASE, but found {found:?}"
    )]
    UnknownAddress {
        /// The address found.
        found: String,
    },
    /// The operation needs a file, but a PostgreSQL database was named.
    #[error(
        "only a database file can be copied here; pg_dump and pg_restore copy a PostgreSQL database"
    )]
    NotAFile,
    /// A PostgreSQL database cannot be used.
    #[error(transparent)]
    Postgres(#[from] PostgresError),
    /// The operating system has no default data folder.
    #[error("this system does not say where a program keeps its data; name the database")]
    NoDataFolder,
    /// A file is missing.
    #[error("{} does not exist", path.display())]
    Missing {
        /// Where it was expected.
        path: PathBuf,
    },
    /// A file with this name exists already, and the caller did not allow replacing it.
    #[error("{} already exists and was not replaced", path.display())]
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
    /// The name belongs to something other than a regular file: a folder, a device, a pipe, a link.
    #[error("{} is not a regular file but {found}", path.display())]
    NoFile {
        /// The path.
        path: PathBuf,
        /// What it is.
        found: &'static str,
    },
    /// SQLite uses this name for a part of the database.
    #[error("{} is a name that the database {} needs for itself", path.display(), database.display())]
    Companion {
        /// The name.
        path: PathBuf,
        /// The database.
        database: PathBuf,
    },
    /// The file is not an SQLite database, is damaged, or has unexpected tables.
    #[error("{} is not a readable database: {reason}", path.display())]
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
    /// The file has an older version than this program needs, and the caller did not ask to migrate
    /// it.
    #[error(
        "{} has version {found}, but this program works with version {known}; `damier serve` of this program \
         upgrades it when it starts",
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

/// SQLite's permanent result codes: an error in the statement (1) or in SQLite (2), a damaged file
/// (11, 26), a value that is too long (18), a violated constraint (19), a type mismatch (20), and
/// misuse by this program (21, 25). All others may be temporary: the file is locked or cannot be
/// read or written, memory is exhausted, the statement was interrupted.
const LASTING: [u32; 9] = [1, 2, 11, 18, 19, 20, 21, 25, 26];

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
    let is_of_the_values = is_of_the_values(&error);
    let fault = DatabaseFault::from(error);
    let primary = fault.primary_code();
    LibraryError::from(
        if primary == Some(FULL) || fault.code() == Some(NO_ROOM_FOR_INDEX) {
            LibraryFault::Full(fault)
        } else if is_of_the_values || primary.is_some_and(|code| LASTING.contains(&code)) {
            LibraryFault::Failed(fault)
        } else {
            LibraryFault::Unavailable(fault)
        },
    )
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection, SqliteConnection};

    use super::*;

    /// The error of a statement.
    async fn reported(statement: &'static str) -> LibraryError {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let table = "CREATE TABLE kept (number INTEGER PRIMARY KEY CHECK (number < 9)) STRICT;
                     INSERT INTO kept VALUES (1);";
        let made = sqlx::raw_sql(table).execute(&mut connection).await;
        made.unwrap();
        let refused = sqlx::raw_sql(statement).execute(&mut connection).await;
        failed(refused.unwrap_err())
    }

    #[tokio::test]
    async fn permanent_errors_are_distinguished_from_transient_ones() {
        for statement in [
            "INSERT INTO kept VALUES (1)",
            "INSERT INTO kept VALUES (9)",
            "INSERT INTO kept VALUES ('nine')",
            "INSERT INTO gone VALUES (1)",
            "INSERT OR INTO",
        ] {
            let error = reported(statement).await;
            assert!(
                matches!(error, LibraryError::Failed(_)),
                "{statement}: {error:?}"
            );
        }
        // More pages than permitted, as on a full disk.
        let full = reported(
            "PRAGMA max_page_count = 1; CREATE TABLE more (padding BLOB);
             INSERT INTO more VALUES (zeroblob(100000))",
        );
        let full = full.await;
        assert!(matches!(full, LibraryError::Full(_)), "{full:?}");
        assert!(matches!(
            failed(sqlx::Error::RowNotFound),
            LibraryError::Failed(_)
        ));
        for error in [
            sqlx::Error::PoolTimedOut,
            sqlx::Error::WorkerCrashed,
            sqlx::Error::Io(io::ErrorKind::ConnectionReset.into()),
        ] {
            let error = failed(error);
            assert!(matches!(error, LibraryError::Unavailable(_)), "{error:?}");
        }
    }

    /// Another connection is writing.
    #[tokio::test]
    async fn a_locked_file_is_a_transient_error() {
        let folder = tempfile::tempdir().unwrap();
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(folder.path().join("games.sqlite"))
            .create_if_missing(true)
            .busy_timeout(std::time::Duration::ZERO);
        let mut writer = SqliteConnection::connect_with(&options).await.unwrap();
        let mut other = SqliteConnection::connect_with(&options).await.unwrap();
        let begin = sqlx::raw_sql("BEGIN IMMEDIATE; CREATE TABLE kept (number)");
        begin.execute(&mut writer).await.unwrap();
        let refused = sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await;
        let refused = failed(refused.unwrap_err());
        assert!(
            matches!(refused, LibraryError::Unavailable(_)),
            "{refused:?}"
        );
    }
}
