//! Replaces the content of a database by a copy, even while a server is using it. Called by the
//! terminal. No program sees a half-restored database, and the previous content is kept beside the
//! database under a name with the date.

use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use tempfile::NamedTempFile;

use super::backup::{check_integrity, copy_beside, finalise_copy, same_file};
use super::inspect::{Contents, inspect, journal_of, open_for_reading};
use super::open::open;
use super::schema::{MIGRATIONS, migrate};
use crate::error::StorageError;
use crate::location::Location;

/// The result of a restore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// The number of games in the library now, deleted ones included.
    pub games: u64,
    /// Where the previous content is now, if there was any.
    pub previous: Option<PathBuf>,
    /// Whether the previous file was damaged and therefore moved away as a whole. A server that was
    /// using it cannot store anything until it is restarted.
    pub moved_away: bool,
}

/// Replaces everything in the database by the content of `file`, a copy made by [`crate::backup`],
/// in one transaction: a running server sees either all of the old content or all of the new. A
/// copy of an older version is migrated first; `file` itself is only read. `now_ms`, in Unix
/// milliseconds, is the date in the name of the previous content.
///
/// # Errors
/// [`StorageError`]; in that case the database is unchanged.
pub async fn restore(
    location: &Location,
    file: &Path,
    now_ms: u64,
) -> Result<Restored, StorageError> {
    let database = location.path();
    let known = MIGRATIONS.len() as i64;
    if same_file(database, file) {
        return Err(StorageError::Itself {
            path: file.to_owned(),
        });
    }
    if inspect(file, known).await? == Contents::Nothing {
        return Err(StorageError::Missing {
            path: file.to_owned(),
        });
    }
    if let Some(folder) = database.parent() {
        std::fs::create_dir_all(folder).map_err(StorageError::file(folder))?;
    }
    let (incoming, date) = prepare(file, database, now_ms).await?;
    let aside = dated(database, &date);
    let before = match state_of(database, known).await {
        Err(StorageError::Unreadable { .. }) => {
            move_away(database, &aside)?;
            PreviousContent::MovedAway
        }
        state => match state? {
            Contents::Nothing => PreviousContent::Nothing,
            Contents::Ours => PreviousContent::Games,
        },
    };
    let connections = open(database, MIGRATIONS).await?;
    let keep_previous = (before == PreviousContent::Games).then_some(aside.as_path());
    let writer = connections.writer.into_connection().await;
    let mut writer = writer.map_err(StorageError::database(database))?;
    let games = replace_all(&mut writer, database, incoming.path(), keep_previous).await?;
    writer
        .close()
        .await
        .map_err(StorageError::database(database))?;
    Ok(Restored {
        games,
        previous: (before != PreviousContent::Nothing).then_some(aside),
        moved_away: before == PreviousContent::MovedAway,
    })
}

/// What the database contained before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PreviousContent {
    Nothing,
    Games,
    MovedAway,
}

/// Examines the database as [`inspect`] does, and also checks every page of it.
async fn state_of(database: &Path, known: i64) -> Result<Contents, StorageError> {
    let contents = inspect(database, known).await?;
    if contents == Contents::Ours {
        let mut connection = open_for_reading(database).await?;
        check_integrity(&mut connection, database).await?;
        connection
            .close()
            .await
            .map_err(StorageError::database(database))?;
    }
    Ok(contents)
}

/// Makes a checked and migrated copy of `file` beside the database. Also returns the date as text.
async fn prepare(
    file: &Path,
    database: &Path,
    now_ms: u64,
) -> Result<(NamedTempFile, String), StorageError> {
    let failed = || StorageError::database(file);
    let mut source = open_for_reading(file).await?;
    check_integrity(&mut source, file).await?;
    let copy = copy_beside(&mut source, file, database).await?;
    let date = sqlx::query_scalar("SELECT strftime('%Y-%m-%d-%H%M%f', ?1 / 1000.0, 'unixepoch')")
        .bind(i64::try_from(now_ms).unwrap_or_default())
        .fetch_one(&mut source)
        .await
        .map_err(failed())?;
    source.close().await.map_err(failed())?;
    let mut connection = SqliteConnectOptions::new()
        .filename(copy.path())
        .pragma("trusted_schema", "OFF")
        .connect()
        .await
        .map_err(failed())?;
    migrate(&mut connection, file, MIGRATIONS).await?;
    connection.close().await.map_err(failed())?;
    Ok((copy, date))
}

/// The name for the previous content: `club.sqlite` becomes `club-before-DATE.sqlite`.
fn dated(database: &Path, date: &str) -> PathBuf {
    let stem = database.file_stem().unwrap_or_default().to_string_lossy();
    let ending = database
        .extension()
        .map_or("sqlite".into(), |ending| ending.to_string_lossy());
    database.with_file_name(format!("{stem}-before-{date}.{ending}"))
}

/// Moves a damaged database and its journals out of the way, unchanged.
fn move_away(database: &Path, aside: &Path) -> Result<(), StorageError> {
    for suffix in ["-wal", "-shm", "-journal", ""] {
        let (from, to) = (journal_of(database, suffix), journal_of(aside, suffix));
        if from.exists() {
            std::fs::rename(&from, &to).map_err(StorageError::file(&from))?;
        }
    }
    Ok(())
}

/// Replaces the rows of every table by those of the file `incoming`, and returns the number of
/// games.
async fn replace_all(
    writer: &mut SqliteConnection,
    database: &Path,
    incoming: &Path,
    keep_previous: Option<&Path>,
) -> Result<u64, StorageError> {
    let failed = || StorageError::database(database);
    sqlx::query("ATTACH ?1 AS incoming")
        .bind(incoming.to_string_lossy())
        .execute(&mut *writer)
        .await
        .map_err(failed())?;
    // Rows that reference one another are replaced table by table, so references are checked at the
    // end. Deferring the checks is not enough: SQLite copies whole tables without them.
    sqlx::raw_sql("PRAGMA foreign_keys = OFF")
        .execute(&mut *writer)
        .await
        .map_err(failed())?;
    // From here on no other program can write, so the safety copy is complete.
    let mut tx = writer
        .begin_with("BEGIN IMMEDIATE")
        .await
        .map_err(failed())?;
    let tables = tables_of(&mut tx, "main").await.map_err(failed())?;
    if tables != tables_of(&mut tx, "incoming").await.map_err(failed())? {
        return Err(StorageError::Unreadable {
            path: incoming.to_owned(),
            reason: "its tables differ from those of this program".to_owned(),
        });
    }
    if let Some(aside) = keep_previous {
        let mut reader = open_for_reading(database).await?;
        let copy = copy_beside(&mut reader, database, aside).await?;
        reader.close().await.map_err(failed())?;
        finalise_copy(copy, aside, false).await?;
    }
    for (_, table, _) in tables.iter().filter(|(kind, ..)| kind == "table") {
        // The names come from our own migrations, as the comparison above has shown.
        let replace = format!(
            "DELETE FROM main.\"{table}\"; INSERT INTO main.\"{table}\" SELECT * FROM incoming.\"{table}\""
        );
        sqlx::raw_sql(AssertSqlSafe(replace))
            .execute(&mut *tx)
            .await
            .map_err(failed())?;
    }
    let lost: Option<String> =
        sqlx::query_scalar("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1")
            .fetch_optional(&mut *tx)
            .await
            .map_err(failed())?;
    if let Some(table) = lost {
        return Err(StorageError::Unreadable {
            path: incoming.to_owned(),
            reason: format!("a row of {table} references a missing row"),
        });
    }
    let games: i64 = sqlx::query_scalar("SELECT count(*) FROM main.games")
        .fetch_one(&mut *tx)
        .await
        .map_err(failed())?;
    tx.commit().await.map_err(failed())?;
    sqlx::raw_sql("DETACH incoming")
        .execute(&mut *writer)
        .await
        .map_err(failed())?;
    Ok(games.unsigned_abs())
}

/// Kind, name and definition of everything in the schema of a database that the migrations created.
async fn tables_of(
    connection: &mut SqliteConnection,
    database: &'static str,
) -> Result<Vec<(String, String, String)>, sqlx::Error> {
    let query = format!(
        "SELECT type, name, coalesce(sql, '') FROM {database}.sqlite_schema
         WHERE name NOT LIKE 'sqlite%' ORDER BY type, name"
    );
    sqlx::query_as(AssertSqlSafe(query))
        .fetch_all(connection)
        .await
}
