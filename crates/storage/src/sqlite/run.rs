//! A statement of a transaction. Called by whatever changes more than one row at once.

use damier_people::library::LibraryError;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Sqlite, Transaction};

use crate::error::failed;

/// A statement with its values.
pub(super) type Statement<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

/// Runs a statement of a transaction, and answers how many rows it changed.
pub(super) async fn run(
    tx: &mut Transaction<'_, Sqlite>,
    statement: Statement<'_>,
) -> Result<u64, LibraryError> {
    let done = statement.execute(&mut **tx).await.map_err(failed)?;
    Ok(done.rows_affected())
}
