//! A consistent copy of a database while a server works with it. Called by the terminal, and by restore
//! for its safety copy. It never shows a half-written copy under the final name, and replaces nothing
//! unless told to.

use std::fs::File;
use std::path::{Path, PathBuf};

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use tempfile::NamedTempFile;

use super::inspect::{Contents, inspect, open_for_reading};
use super::schema::MIGRATIONS;
use crate::error::StorageError;
use crate::location::Location;

/// A copy that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// Where it lies.
    pub file: PathBuf,
    /// Games in it, deleted ones included.
    pub games: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

/// Copies the database to `file`, as it stands at one moment, and checks the copy.
///
/// # Errors
/// [`StorageError`]; then no file is left behind and none was replaced. With `replace` false a file in
/// the way is [`StorageError::InTheWay`].
pub async fn backup(
    location: &Location,
    file: &Path,
    replace: bool,
) -> Result<Backup, StorageError> {
    let database = location.path();
    let file = std::path::absolute(file).map_err(StorageError::file(file))?;
    if same_file(database, &file) {
        return Err(StorageError::Itself { path: file });
    }
    if !replace && file.exists() {
        return Err(StorageError::InTheWay { path: file }); // said early; checked again at the end
    }
    if inspect(database, MIGRATIONS.len() as i64).await? == Contents::Nothing {
        return Err(StorageError::Missing {
            path: database.to_owned(),
        });
    }
    let mut source = open_for_reading(database).await?;
    let copy = copy_beside(&mut source, database, &file).await?;
    source
        .close()
        .await
        .map_err(StorageError::database(database))?;
    keep(copy, &file, replace).await
}

/// Writes a copy of an open database to a temporary file in the folder of `file`.
pub(crate) async fn copy_beside(
    source: &mut SqliteConnection,
    source_path: &Path,
    file: &Path,
) -> Result<NamedTempFile, StorageError> {
    let folder = file.parent().unwrap_or(Path::new("/"));
    let copy = tempfile::Builder::new()
        .prefix(".damier-copy-")
        .suffix(".sqlite")
        .tempfile_in(folder)
        .map_err(StorageError::file(folder))?;
    let target = copy.path().to_str().ok_or_else(|| StorageError::File {
        path: copy.path().to_owned(),
        source: std::io::Error::new(
            std::io::ErrorKind::InvalidInput,
            "SQLite needs a path that is valid Unicode",
        ),
    })?;
    sqlx::query("VACUUM INTO ?1")
        .bind(target)
        .execute(source)
        .await
        .map_err(StorageError::database(source_path))?;
    Ok(copy)
}

/// Checks a finished copy, makes it durable and gives it its final name.
pub(crate) async fn keep(
    copy: NamedTempFile,
    file: &Path,
    replace: bool,
) -> Result<Backup, StorageError> {
    let failed = || StorageError::database(copy.path());
    let mut connection = open_for_reading(copy.path()).await?;
    require_sound(&mut connection, copy.path()).await?;
    let games: i64 = sqlx::query_scalar("SELECT count(*) FROM games")
        .fetch_one(&mut connection)
        .await
        .map_err(failed())?;
    connection.close().await.map_err(failed())?;
    // SQLite does not wait for the disk when it vacuums into a file.
    copy.as_file()
        .sync_all()
        .map_err(StorageError::file(file))?;
    let bytes = copy
        .as_file()
        .metadata()
        .map_err(StorageError::file(file))?
        .len();
    let kept = if replace {
        copy.persist(file)
    } else {
        copy.persist_noclobber(file)
    };
    kept.map_err(|refused| match refused.error.kind() {
        std::io::ErrorKind::AlreadyExists => StorageError::InTheWay {
            path: file.to_owned(),
        },
        _ => StorageError::file(file)(refused.error),
    })?;
    sync_folder_of(file)?;
    Ok(Backup {
        file: file.to_owned(),
        games: games.unsigned_abs(),
        bytes,
    })
}

/// Lets SQLite read every page and compare every index with its table.
///
/// # Errors
/// [`StorageError::Unreadable`] with the first faults found.
pub(crate) async fn require_sound(
    connection: &mut SqliteConnection,
    path: &Path,
) -> Result<(), StorageError> {
    let faults: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check(5)")
        .fetch_all(connection)
        .await
        .map_err(StorageError::database(path))?;
    if faults.iter().map(String::as_str).eq(["ok"]) {
        return Ok(());
    }
    Err(StorageError::Unreadable {
        path: path.to_owned(),
        reason: faults.join("; "),
    })
}

/// Whether both names lead to one existing file.
pub(crate) fn same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Makes a new name in a folder durable. Only Unix lets a folder be synced; elsewhere the system does
/// it on its own.
fn sync_folder_of(file: &Path) -> Result<(), StorageError> {
    match file.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(StorageError::file(folder)),
        _ => Ok(()),
    }
}
