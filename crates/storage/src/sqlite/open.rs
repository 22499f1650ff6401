//! Opens a database file for reading and writing: creates its folder, examines the file before
//! changing it, configures SQLite, and migrates the schema. Called by the library and by restore.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use damier_people::library::LibraryError;
use sqlx::Connection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use super::inspect::{BUSY_TIMEOUT, Contents, faults_of, inspect, open_for_reading};
use super::presence::Presence;
use super::writer::{Turn, Writer};
use super::{schema, stale};
use crate::error::{StorageError, is_interrupted, is_locked};

/// How often connecting to a locked file is retried; all pauses add up to [`BUSY_TIMEOUT`].
const LOCKED_TRIES: u32 = 250;

/// The pause between two tries.
const LOCKED_PAUSE: Duration = Duration::from_millis(20);

/// How long a file is checked for damage when it is opened.
const DAMAGE_CHECK_TIMEOUT: Duration = Duration::from_secs(5);

/// How many requests can read concurrently; each connection has a page cache of its own.
const READERS: u32 = 4;

/// The connections to one database. SQLite allows only one writer at a time; with a single
/// connection for writing, writers wait here in order instead of polling for the lock.
#[derive(Debug, Clone)]
pub(crate) struct Connections {
    pub(crate) writer: Writer,
    pub(crate) readers: SqlitePool,
    /// The file that the connections use.
    pub(crate) file: Presence,
}

impl Connections {
    /// Checks that the open file is still the one with its name.
    pub(crate) fn require_file(&self) -> Result<(), LibraryError> {
        let present = self.file.check();
        present.map_err(|absent| LibraryError::Gone(absent.into()))
    }

    /// Waits for the writing connection.
    pub(crate) async fn turn(&self) -> Result<Turn, LibraryError> {
        self.require_file()?;
        self.writer.turn().await
    }
}

/// Opens the database and migrates it; creates the file and its folder if they are missing.
///
/// # Errors
/// [`StorageError`]; a rejected file stays unchanged.
pub(crate) async fn open(
    path: &Path,
    migrations: &[&'static str],
) -> Result<Connections, StorageError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(StorageError::file(folder))?;
        stale::sweep(folder);
    }
    if inspect(path, migrations.len() as i64).await? == Contents::Ours {
        require_no_damage(path).await?;
    }
    let failed = || StorageError::database(path);
    let options = options(path);
    let writer = connected(&options).await.map_err(failed())?;
    let mut connection = writer.acquire().await.map_err(failed())?;
    schema::migrate(&mut connection, path, migrations).await?;
    drop(connection);
    connections(path, writer, options)
}

/// Opens an existing database beside a server that may be using it: does not create, check or
/// migrate it. `known` is the version of this program.
///
/// # Errors
/// [`StorageError::Missing`] if there is no database, [`StorageError::Older`] if it has an older
/// version, and those of [`open`].
pub(crate) async fn open_existing(path: &Path, known: i64) -> Result<Connections, StorageError> {
    if inspect(path, known).await? == Contents::Nothing {
        let path = path.to_owned();
        return Err(StorageError::Missing { path });
    }
    let failed = || StorageError::database(path);
    let options = options(path).create_if_missing(false);
    let writer = connected(&options).await.map_err(failed())?;
    let mut connection = writer.acquire().await.map_err(failed())?;
    let found: i64 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut *connection)
        .await
        .map_err(failed())?;
    drop(connection);
    if found != known {
        let path = path.to_owned();
        return Err(StorageError::Older { path, found, known });
    }
    connections(path, writer, options)
}

fn connections(
    path: &Path,
    writer: SqlitePool,
    options: SqliteConnectOptions,
) -> Result<Connections, StorageError> {
    let readers = pool(READERS).connect_lazy_with(
        options
            // A reader must not create a new file if the old one was deleted.
            .create_if_missing(false)
            .pragma("query_only", "ON"),
    );
    Ok(Connections {
        writer: Writer::of(writer),
        readers,
        file: Presence::of(path)?,
    })
}

/// Checks for damage for as long as [`DAMAGE_CHECK_TIMEOUT`] permits, enough for files of some
/// hundred megabytes.
///
/// # Errors
/// [`StorageError::Unreadable`], with the first faults found.
async fn require_no_damage(path: &Path) -> Result<(), StorageError> {
    let failed = || StorageError::database(path);
    let mut connection = open_for_reading(path).await?;
    let late = Arc::new(AtomicBool::new(false));
    let mut handle = connection.lock_handle().await.map_err(failed())?;
    let is_late = late.clone();
    handle.set_progress_handler(1_000, move || !is_late.load(Ordering::Relaxed));
    drop(handle);
    let timer = tokio::spawn(async move {
        tokio::time::sleep(DAMAGE_CHECK_TIMEOUT).await;
        late.store(true, Ordering::Relaxed);
    });
    let found = faults_of(&mut connection, "PRAGMA quick_check(5)").await;
    timer.abort();
    match found {
        Ok(None) => connection.close().await.map_err(failed()),
        Ok(Some(reason)) => Err(StorageError::Unreadable {
            path: path.to_owned(),
            reason,
        }),
        // The time is up without a fault.
        Err(error) if is_interrupted(&error) => Ok(()),
        Err(error) => Err(failed()(error)),
    }
}

/// Opens the only connection that writes. When several programs open a new file at the same time,
/// one of them switches it to the write-ahead log; meanwhile SQLite answers the others "locked" at
/// once, without waiting for its busy timeout. (Later on, a connection that needs a lock waits
/// inside SQLite, [`BUSY_TIMEOUT`] at most.)
async fn connected(options: &SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
    for _ in 0..LOCKED_TRIES {
        match pool(1).connect_with(options.clone()).await {
            Err(error) if is_locked(&error) => tokio::time::sleep(LOCKED_PAUSE).await,
            connected => return connected,
        }
    }
    pool(1).connect_with(options.clone()).await
}

/// The settings of SQLite.
pub(crate) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        // Readers never wait for the writer, nor the writer for readers.
        .journal_mode(SqliteJournalMode::Wal)
        // With SQLite's weaker setting for write-ahead logs, a power failure could undo what was
        // already acknowledged.
        .synchronous(SqliteSynchronous::Full)
        // On macOS a plain sync reaches only the cache of the drive.
        .pragma("fullfsync", "ON")
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        // A file may come from anywhere, so its schema must not call functions that have side
        // effects.
        .pragma("trusted_schema", "OFF")
}

fn pool(most: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(most)
        .acquire_timeout(BUSY_TIMEOUT * 2)
        .idle_timeout(Duration::from_mins(1))
        .max_lifetime(None)
}
