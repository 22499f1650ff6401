//! Runs statements on either database. SQLite reads with a pool of readers and writes in a turn;
//! PostgreSQL runs every statement by a pool, and several together as one transaction.

use damier_people::StoreError;
use damier_people::library::LibraryError;

use super::outcome::{StatementResult, TransactionResult};
use super::row::Row;
use super::statement::{Statement, sql};
use crate::condition::Condition;
use crate::error::failed;
use crate::live_rows::journal;
use crate::postgres::connections::Connections as Postgres;
use crate::sqlite::open::Connections as Sqlite;

/// The connections to a database of either kind.
#[derive(Debug, Clone)]
pub(crate) enum Sql {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Sql {
    /// Whether other nodes may use the same database.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self, Sql::Postgres(_))
    }

    /// Reads rows.
    ///
    /// # Errors
    /// [`LibraryError`] when the database is unavailable or rejects the statement.
    pub(crate) async fn fetch(&self, statement: Statement) -> Result<Vec<Row>, LibraryError> {
        match self {
            Sql::Sqlite(connections) => {
                let query = statement.for_sqlite();
                let rows = query.fetch_all(&connections.readers).await;
                let rows = rows.map_err(failed)?.into_iter();
                Ok(rows.map(Row::Sqlite).collect())
            }
            Sql::Postgres(connections) => connections.rows(statement).await,
        }
    }

    /// Executes a change, unless a row with a new key already exists; then the result is `None`.
    ///
    /// # Errors
    /// [`LibraryError`] when the database is unavailable or rejects the statement. If unavailable,
    /// the change may or may not be stored.
    pub(crate) async fn alter(
        &self,
        statement: Statement,
    ) -> Result<Option<StatementResult>, LibraryError> {
        match self {
            Sql::Sqlite(connections) => {
                let mut turn = connections.turn().await?;
                let changed = run_on_sqlite(&mut turn, statement).await;
                turn.done(unless_exists(changed))
            }
            Sql::Postgres(connections) => connections.change(statement).await,
        }
    }

    /// Executes several changes atomically, one after the other: each sees what was stored while
    /// the previous one waited.
    ///
    /// # Errors
    /// As [`Sql::alter`].
    pub(crate) async fn alter_all(
        &self,
        statements: Vec<Statement>,
    ) -> Result<TransactionResult, LibraryError> {
        match self {
            Sql::Sqlite(connections) => {
                let mut turn = connections.turn().await?;
                let done = async {
                    let mut tx = turn.begin().await?;
                    let mut done = Vec::with_capacity(statements.len());
                    for (index, statement) in statements.into_iter().enumerate() {
                        let is_required = statement.is_required;
                        let changed = unless_exists(run_on_sqlite(&mut tx, statement).await)?;
                        let undone = match changed {
                            None => TransactionResult::Taken,
                            Some(changes) if is_required && changes.count == 0 => {
                                TransactionResult::Stopped(index)
                            }
                            Some(changes) => {
                                done.push(changes);
                                continue;
                            }
                        };
                        tx.rollback().await.map_err(failed)?;
                        return Ok(undone);
                    }
                    tx.commit().await.map_err(failed)?;
                    Ok(TransactionResult::Done(done))
                };
                let done = done.await;
                turn.done(done)
            }
            Sql::Postgres(connections) => connections.change_all(statements).await,
        }
    }

    /// Requires that the database file is still the one that was opened: it may be deleted or
    /// replaced while in use.
    ///
    /// # Errors
    /// [`LibraryError::Gone`].
    pub(crate) fn require_present(&self) -> Result<(), LibraryError> {
        match self {
            Sql::Sqlite(connections) => connections.require_file(),
            Sql::Postgres(_) => Ok(()),
        }
    }

    /// The outcome of the last writes.
    pub(crate) fn condition(&self) -> &Condition {
        match self {
            Sql::Sqlite(connections) => connections.writer.condition(),
            Sql::Postgres(connections) => connections.condition(),
        }
    }

    /// Writes some bytes, to test whether writing works.
    ///
    /// # Errors
    /// [`LibraryError`] when writing fails.
    pub(crate) async fn probe(&self, bytes: u32) -> Result<(), LibraryError> {
        // A process stopped between the two may have left a row.
        let gone = sql("DELETE FROM write_probe");
        let written = sql("INSERT INTO write_probe (padding) VALUES ($1)");
        let written = written.bind(vec![b'x'; bytes as usize]);
        for statement in [gone.clone(), written, gone] {
            self.alter(statement).await?;
        }
        Ok(())
    }

    /// Closes the database.
    pub(crate) async fn close(&self) {
        match self {
            Sql::Sqlite(connections) => {
                // Readers are closed first: the last connection to close merges the write-ahead
                // log, and must be able to write.
                connections.readers.close().await;
                connections.writer.close().await;
            }
            Sql::Postgres(connections) => connections.close().await,
        }
    }

    /// Reads rows for a port of live games.
    pub(crate) async fn rows(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        self.fetch(statement).await.map_err(journal)
    }

    /// Reads a row, if there is one.
    pub(crate) async fn row(&self, statement: Statement) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(statement).await?.into_iter().next())
    }

    /// Executes a change, and returns the number of changed rows; 0 if a row with a new key already
    /// exists.
    pub(crate) async fn change(&self, statement: Statement) -> Result<u64, StoreError> {
        let changed = self.alter(statement).await.map_err(journal)?;
        Ok(changed.map_or(0, |changes| changes.count))
    }

    /// Executes several changes atomically.
    pub(crate) async fn change_all(
        &self,
        statements: Vec<Statement>,
    ) -> Result<TransactionResult, StoreError> {
        self.alter_all(statements).await.map_err(journal)
    }
}

async fn run_on_sqlite(
    connection: &mut sqlx::SqliteConnection,
    statement: Statement,
) -> Result<StatementResult, sqlx::Error> {
    if statement.returns_rows() {
        let rows = statement.for_sqlite().fetch_all(connection).await?;
        return Ok(StatementResult {
            count: rows.len() as u64,
            rows: rows.into_iter().map(Row::Sqlite).collect(),
        });
    }
    let done = statement.for_sqlite().execute(connection).await?;
    Ok(StatementResult {
        rows: Vec::new(),
        count: done.rows_affected(),
    })
}

/// `None` for an error about an existing row.
fn unless_exists<T>(changed: Result<T, sqlx::Error>) -> Result<Option<T>, LibraryError> {
    match changed {
        Ok(changes) => Ok(Some(changes)),
        Err(error) if is_taken(&error) => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

fn is_taken(error: &sqlx::Error) -> bool {
    let reported = error.as_database_error();
    reported.is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}
