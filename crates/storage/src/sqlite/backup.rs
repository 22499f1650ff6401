//! Makes a consistent copy of a database that a server may be using. Also used by restore for its
//! safety copy. An unfinished copy never appears under the final name, and no file is replaced
//! unless requested.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use tempfile::NamedTempFile;

use super::inspect::{Contents, faults_of, inspect, journal_of, no_file, open_for_reading};
use super::schema::MIGRATIONS;
use super::stale;
use crate::error::StorageError;
use crate::location::Location;

/// The result of a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// Where the copy is.
    pub file: PathBuf,
    /// The number of games in it, deleted ones included.
    pub games: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

/// Copies the database to `file` as of one moment, and checks the copy.
///
/// # Errors
/// [`StorageError`]; in that case no file is left behind and none was replaced. If `replace` is
/// false and the file exists, the error is [`StorageError::InTheWay`]. If `replace` is true, only
/// an earlier copy or an empty file is replaced; never a file of another kind, a folder, a device
/// or a link.
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
    if is_companion(database, &file) {
        return Err(StorageError::Companion {
            path: file,
            database: database.to_owned(),
        });
    }
    let known = MIGRATIONS.len() as i64;
    if replace {
        require_replaceable(&file, known).await?;
    } else if file.exists() {
        return Err(StorageError::InTheWay { path: file }); // fail early; checked again at the end
    }
    if inspect(database, known).await? == Contents::Nothing {
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
    finalise_copy(copy, &file, replace).await
}

/// Permits replacing only files that this program could have written, so that a mistyped name does
/// no harm.
async fn require_replaceable(file: &Path, known: i64) -> Result<(), StorageError> {
    // Checks the name itself: a link would be replaced, not its target.
    match std::fs::symlink_metadata(file) {
        Ok(found) => match no_file(&found) {
            Some(found) => Err(StorageError::NoFile {
                path: file.to_owned(),
                found,
            }),
            None => inspect(file, known).await.map(drop),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(StorageError::file(file)(error)),
    }
}

/// Writes a copy of an open database to a temporary file in the folder of `file`.
pub(crate) async fn copy_beside(
    source: &mut SqliteConnection,
    source_path: &Path,
    file: &Path,
) -> Result<NamedTempFile, StorageError> {
    let folder = file.parent().unwrap_or(Path::new("/"));
    stale::sweep(folder);
    let copy = tempfile::Builder::new()
        .prefix(stale::PREFIX)
        .suffix(stale::SUFFIX)
        .tempfile_in(folder)
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => StorageError::NoFolder {
                path: folder.to_owned(),
            },
            // The error kind alone: the full error names a temporary file that the user does not
            // know.
            kind => StorageError::file(folder)(kind.into()),
        })?;
    stale::mark(copy.as_file());
    let target = copy.path().to_str().ok_or_else(|| StorageError::File {
        path: copy.path().to_owned(),
        source: std::io::Error::new(
            ErrorKind::InvalidInput,
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
pub(crate) async fn finalise_copy(
    copy: NamedTempFile,
    file: &Path,
    replace: bool,
) -> Result<Backup, StorageError> {
    let failed = || StorageError::database(copy.path());
    let mut connection = open_for_reading(copy.path()).await?;
    check_integrity(&mut connection, copy.path()).await?;
    let games: i64 = sqlx::query_scalar("SELECT count(*) FROM games")
        .fetch_one(&mut connection)
        .await
        .map_err(failed())?;
    connection.close().await.map_err(failed())?;
    // SQLite does not sync the file of a `VACUUM INTO`.
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
        ErrorKind::AlreadyExists => StorageError::InTheWay {
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

/// Makes SQLite read every page and compare every index with its table.
///
/// # Errors
/// [`StorageError::Unreadable`], with the first faults found.
pub(crate) async fn check_integrity(
    connection: &mut SqliteConnection,
    path: &Path,
) -> Result<(), StorageError> {
    let found = faults_of(connection, "PRAGMA integrity_check(5)").await;
    match found.map_err(StorageError::database(path))? {
        None => Ok(()),
        Some(reason) => Err(StorageError::Unreadable {
            path: path.to_owned(),
            reason,
        }),
    }
}

/// Whether both names lead to the same existing file.
pub(crate) fn same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Whether SQLite uses this name for a file beside the database, existing or not.
fn is_companion(database: &Path, file: &Path) -> bool {
    let (database, file) = (place_of(database), place_of(file));
    ["-wal", "-shm", "-journal"]
        .iter()
        .any(|suffix| journal_of(&database, suffix) == file)
}

/// The canonical form of a path, whether the file exists or only its folder.
fn place_of(path: &Path) -> PathBuf {
    let of_folder = || {
        let folder = path.parent()?.canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    path.canonicalize()
        .ok()
        .or_else(of_folder)
        .unwrap_or_else(|| path.to_owned())
}

/// Makes a new name in a folder durable. Only Unix can sync a folder; other systems do it
/// automatically.
fn sync_folder_of(file: &Path) -> Result<(), StorageError> {
    match file.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(StorageError::file(folder)),
        _ => Ok(()),
    }
}
