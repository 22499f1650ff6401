//! The only connection that writes, and the queue for it. It is reused only if its last turn
//! succeeded: after a full disk, an input/output error, too little memory or an interruption,
//! SQLite may have rolled back the transaction by itself, while the driver still counts it and
//! would reject every later one.
//! written is not decided here.

use std::ops::{Deref, DerefMut};

use damier_people::library::LibraryError;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{Connection, Sqlite, Transaction};

use crate::condition::Condition;
use crate::error::failed;

/// The only connection that writes, used in turns.
#[derive(Debug, Clone)]
pub(crate) struct Writer {
    pool: SqlitePool,
    condition: Condition,
}

impl Writer {
    /// A writer that uses this pool, which has at most one connection.
    pub(crate) fn of(pool: SqlitePool) -> Self {
        Self {
            pool,
            condition: Condition::default(),
        }
    }

    /// The outcome of the last writes.
    pub(crate) fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Waits for a turn to write.
    ///
    /// # Errors
    /// The database cannot be opened, or the writers before this one take too long.
    pub(crate) async fn turn(&self) -> Result<Turn, LibraryError> {
        match self.pool.acquire().await {
            Ok(connection) => Ok(Turn {
                connection,
                condition: self.condition.clone(),
                ended_well: false,
            }),
            Err(error) => {
                let error = failed(error);
                self.condition.note_failure(&error);
                Err(error)
            }
        }
    }

    /// The connection itself, for work that is not an operation of the library.
    ///
    /// # Errors
    /// The database cannot be opened.
    pub(crate) async fn into_connection(self) -> Result<SqliteConnection, sqlx::Error> {
        Ok(self.pool.acquire().await?.detach())
    }

    /// Closes the connection.
    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}

/// A turn to write. When dropped, the connection is closed unless [`Turn::done`] was called with a
/// success: after an error, and also if the caller was cancelled.
#[derive(Debug)]
pub(crate) struct Turn {
    connection: PoolConnection<Sqlite>,
    condition: Condition,
    ended_well: bool,
}

impl Turn {
    /// Begins a transaction that holds the write lock from the start.
    ///
    /// # Errors
    /// [`LibraryError`]: another program holds the lock for too long, or the file cannot be
    /// written.
    pub(crate) async fn begin(&mut self) -> Result<Transaction<'_, Sqlite>, LibraryError> {
        let begun = self.connection.begin_with("BEGIN IMMEDIATE").await;
        begun.map_err(failed)
    }

    /// Ends the turn with its result. After a success the connection can be reused; an error counts
    /// as a failed write.
    ///
    /// # Errors
    /// The error that `outcome` holds.
    pub(crate) fn done<T>(mut self, outcome: Result<T, LibraryError>) -> Result<T, LibraryError> {
        match &outcome {
            Ok(_) => {
                self.ended_well = true;
                self.condition.note_success();
            }
            Err(error) => self.condition.note_failure(error),
        }
        outcome
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if !self.ended_well {
            self.connection.close_on_drop();
        }
    }
}

impl Deref for Turn {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.connection
    }
}

impl DerefMut for Turn {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sql::Sql;
    use crate::sqlite::open::{Connections, open};
    use crate::sqlite::schema::MIGRATIONS;

    async fn scratch() -> (tempfile::TempDir, Connections) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let connections = open(&path, MIGRATIONS).await.unwrap();
        (folder, connections)
    }

    /// Writes in a transaction, as the library does.
    async fn write(writer: &Writer, bytes: u32) -> Result<(), LibraryError> {
        let mut turn = writer.turn().await?;
        let outcome = async {
            let mut tx = turn.begin().await?;
            let query = sqlx::query("INSERT INTO write_probe (padding) VALUES (zeroblob(?1))");
            query.bind(bytes).execute(&mut *tx).await.map_err(failed)?;
            tx.commit().await.map_err(failed)
        };
        let outcome = outcome.await;
        turn.done(outcome)
    }

    #[tokio::test]
    async fn a_write_to_a_full_disk_does_not_block_others() {
        let (_folder, connections) = scratch().await;
        let writer = &connections.writer;
        for _ in 0..3 {
            write(writer, 1).await.unwrap();
            // SQLite does not let the file grow, as on a full disk, and rolls back by itself.
            let mut turn = writer.turn().await.unwrap();
            let limit = sqlx::raw_sql("PRAGMA max_page_count = 1");
            limit.execute(&mut *turn).await.unwrap();
            turn.done(Ok(())).unwrap();
            let refused = write(writer, 1_000_000).await;
            assert!(matches!(refused, Err(LibraryError::Full(_))), "{refused:?}");
            let failure = writer.condition().failure();
            assert!(
                matches!(failure, Some(LibraryError::Full(_))),
                "{failure:?}"
            );
            // The next connection has no such limit, so there is room again.
            write(writer, 1_000_000).await.unwrap();
            assert!(writer.condition().failure().is_none());
        }
    }

    #[tokio::test]
    async fn a_cancelled_write_leaves_no_open_transaction() {
        let (_folder, connections) = scratch().await;
        let writer = &connections.writer;
        let mut turn = writer.turn().await.unwrap();
        let mut tx = turn.begin().await.unwrap();
        let half = sqlx::raw_sql("INSERT INTO write_probe (padding) VALUES (x'00')");
        half.execute(&mut *tx).await.unwrap();
        drop(tx);
        drop(turn);
        write(writer, 1).await.unwrap();
        let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM write_probe")
            .fetch_one(&connections.readers)
            .await
            .unwrap();
        assert_eq!(rows, 1);
    }

    #[tokio::test]
    async fn a_probe_leaves_nothing() {
        let (_folder, connections) = scratch().await;
        let readers = connections.readers.clone();
        Sql::Sqlite(connections).probe(5_000).await.unwrap();
        let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM write_probe")
            .fetch_one(&readers)
            .await
            .unwrap();
        assert_eq!(rows, 0);
    }
}
