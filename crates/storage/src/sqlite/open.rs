//! Opens a database file for work: creates its folder, looks before touching, sets how SQLite is to
//! behave, and brings the schema up to date. Called by the library and by restore.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::Connection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use super::inspect::{BUSY_TIMEOUT, Contents, faults_of, inspect, open_for_reading};
use super::presence::Presence;
use super::schema;
use super::stale;
use super::writer::Writer;
use crate::error::{StorageError, is_interrupted, is_locked};

/// How often a file that is locked is asked for again; together the time that a writer waits.
const LOCKED_TRIES: u32 = 250;

/// The pause before it is asked again.
const LOCKED_PAUSE: Duration = Duration::from_millis(20);

/// How long a file is looked through for damage when it is opened.
const LOOKING: Duration = Duration::from_secs(5);

/// How many requests may read at once; each connection holds a page cache.
const READERS: u32 = 4;

/// The connections to one database. SQLite has one writer at a time anyway; with one connection for
/// writing, writers queue here in order instead of polling for the lock.
#[derive(Debug, Clone)]
pub(crate) struct Connections {
    pub(crate) writer: Writer,
    pub(crate) readers: SqlitePool,
    /// The file that they work with.
    pub(crate) file: Presence,
}

/// Opens the database, creating it and its folder where missing, and migrates it.
///
/// # Errors
/// [`StorageError`]; a file that is refused is not touched.
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
    let readers = pool(READERS).connect_lazy_with(
        options
            // A reader never makes a new file where the old one was deleted.
            .create_if_missing(false)
            .pragma("query_only", "ON"),
    );
    Ok(Connections {
        writer: Writer::of(writer),
        readers,
        file: Presence::of(path)?,
    })
}

/// Looks for damage as long as [`LOOKING`] allows: a file of some hundred megabytes is looked through whole.
///
/// # Errors
/// [`StorageError::Unreadable`] with the first faults found.
async fn require_no_damage(path: &Path) -> Result<(), StorageError> {
    let failed = || StorageError::database(path);
    let mut connection = open_for_reading(path).await?;
    let late = Arc::new(AtomicBool::new(false));
    let mut handle = connection.lock_handle().await.map_err(failed())?;
    let asked = late.clone();
    handle.set_progress_handler(1_000, move || !asked.load(Ordering::Relaxed));
    drop(handle);
    let timer = tokio::spawn(async move {
        tokio::time::sleep(LOOKING).await;
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
        // The time is up, and nothing was found.
        Err(error) if is_interrupted(&error) => Ok(()),
        Err(error) => Err(failed()(error)),
    }
}

/// The one connection that writes. Programs that open a fresh file together may meet while one of them gives it
/// its write-ahead log: SQLite answers the others "locked" at once then, without the patience that it was told
/// to have. (Whoever waits for a lock later on waits inside SQLite, [`BUSY_TIMEOUT`] at most.)
async fn connected(options: &SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
    for _ in 0..LOCKED_TRIES {
        match pool(1).connect_with(options.clone()).await {
            Err(error) if is_locked(&error) => tokio::time::sleep(LOCKED_PAUSE).await,
            connected => return connected,
        }
    }
    pool(1).connect_with(options.clone()).await
}

/// How SQLite is to behave.
pub(crate) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        // Readers never wait for the writer, nor the writer for readers.
        .journal_mode(SqliteJournalMode::Wal)
        // With the weaker default of write-ahead logs, a power cut may take back what was answered.
        .synchronous(SqliteSynchronous::Full)
        // On macOS a plain sync stops at the drive's own cache.
        .pragma("fullfsync", "ON")
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        // A file may come from anywhere: nothing in its schema may call functions with effects.
        .pragma("trusted_schema", "OFF")
}

fn pool(most: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(most)
        .acquire_timeout(BUSY_TIMEOUT * 2)
        .idle_timeout(Duration::from_mins(1))
        .max_lifetime(None)
}
