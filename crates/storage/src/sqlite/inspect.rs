//! Examines a database file without changing it: whether it is a database, whether it is ours, and
//! its version. Called before a file is opened for writing, copied or restored.

use std::ffi::OsString;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use super::schema::APPLICATION_ID;
use crate::error::StorageError;

/// How long a connection waits for a lock before it gives up.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// What a file contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// Nothing yet: no file, or an empty one.
    Nothing,
    /// A database of ours, of a version that this program knows.
    Ours,
}

/// What the file is, in words for a message, if it is not a regular file; otherwise `None`.
pub(crate) fn no_file(found: &Metadata) -> Option<&'static str> {
    match found.file_type() {
        kind if kind.is_file() => None,
        kind if kind.is_dir() => Some("a folder"),
        kind if kind.is_symlink() => Some("a link"),
        _ => Some("a device or a pipe"),
    }
}

/// Examines the file. `known` is the newest version that this program knows.
///
/// # Errors
/// [`StorageError`] if it is not a regular file, not readable, of another program, or of a newer
/// version.
pub(crate) async fn inspect(path: &Path, known: i64) -> Result<Contents, StorageError> {
    match std::fs::metadata(path) {
        Ok(found) => {
            if let Some(found) = no_file(&found) {
                return Err(StorageError::NoFile {
                    path: path.to_owned(),
                    found,
                });
            }
            if found.len() == 0 {
                return Ok(Contents::Nothing);
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Contents::Nothing),
        Err(error) => return Err(StorageError::file(path)(error)),
    }
    let failed = || StorageError::database(path);
    let mut connection = open_for_reading(path).await?;
    let row: (i64, i64, i64) = sqlx::query_as(
        "SELECT (SELECT application_id FROM pragma_application_id),
                (SELECT user_version FROM pragma_user_version),
                (SELECT count(*) FROM sqlite_schema)",
    )
    .fetch_one(&mut connection)
    .await
    .map_err(failed())?;
    connection.close().await.map_err(failed())?;
    match row {
        (APPLICATION_ID, found, _) if found > known => Err(StorageError::Newer {
            path: path.to_owned(),
            found,
            known,
        }),
        (APPLICATION_ID, _, _) => Ok(Contents::Ours),
        // Left by a process that was stopped between creating the file and its first table.
        (0, 0, 0) => Ok(Contents::Nothing),
        _ => Err(StorageError::NotOurs {
            path: path.to_owned(),
        }),
    }
}

/// Opens a connection that can only read.
pub(crate) async fn open_for_reading(path: &Path) -> Result<SqliteConnection, StorageError> {
    // Without a journal beside the file it is not in use, and `immutable` keeps SQLite from leaving
    // helper files. A journal holds a part of the data and must be read.
    let unused = !journal_of(path, "-wal").exists() && !journal_of(path, "-journal").exists();
    SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .immutable(unused)
        .busy_timeout(BUSY_TIMEOUT)
        .pragma("trusted_schema", "OFF")
        .connect()
        .await
        .map_err(StorageError::database(path))
}

/// Runs one of SQLite's checks and joins the faults that it finds into one text; `None` if it finds
/// none.
pub(crate) async fn faults_of(
    connection: &mut SqliteConnection,
    check: &'static str,
) -> Result<Option<String>, sqlx::Error> {
    let faults: Vec<String> = sqlx::query_scalar(check).fetch_all(connection).await?;
    let sound = faults.iter().map(String::as_str).eq(["ok"]);
    Ok((!sound).then(|| faults.join("; ")))
}

/// The name of a file that SQLite keeps beside a database.
pub(crate) fn journal_of(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}
