//! The versions of the database and the way from each to the next. Called whenever a file is opened
//! for writing. A version is the number of migrations applied; it and the mark that the file is ours
//! stand in SQLite's own header fields, so that they can be read before anything else is believed.
//!
//! sqlx has a migrator too; this one is used because it takes the write lock first and does all steps
//! in one transaction: two programs that open a fresh file at once, or a power cut in the middle, leave
//! either the old or the new version, never something between.

use std::path::Path;

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use crate::error::StorageError;

/// The migrations, oldest first. What was released is never edited; a change is a new file.
pub(crate) const MIGRATIONS: &[&str] = &[include_str!("../../migrations/sqlite/0001_games.sql")];

/// The mark in the header of a database that is ours: `DAMR` in ASCII.
pub(crate) const APPLICATION_ID: i64 = 0x4441_4d52;

/// Brings an opened database to the newest version, inside one transaction.
///
/// # Errors
/// [`StorageError::Newer`] when it is beyond `migrations`; [`StorageError::Database`] when a step
/// fails. In both cases nothing is changed.
pub(crate) async fn migrate(
    connection: &mut SqliteConnection,
    path: &Path,
    migrations: &[&'static str],
) -> Result<(), StorageError> {
    let failed = || StorageError::database(path);
    let mut tx = connection.begin_with("BEGIN IMMEDIATE").await.map_err(failed())?;
    let found: i64 =
        sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *tx).await.map_err(failed())?;
    let known = migrations.len() as i64;
    let missing = match usize::try_from(found) {
        Ok(applied) if applied <= migrations.len() => &migrations[applied..],
        _ => return Err(StorageError::Newer { path: path.to_owned(), found, known }),
    };
    if missing.is_empty() {
        return Ok(()); // the transaction ends unused
    }
    for step in missing {
        sqlx::raw_sql(*step).execute(&mut *tx).await.map_err(failed())?;
    }
    let header =
        format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {known}");
    sqlx::raw_sql(AssertSqlSafe(header)).execute(&mut *tx).await.map_err(failed())?;
    tx.commit().await.map_err(failed())
}
