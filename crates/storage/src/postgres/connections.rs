//! The connections to one database, and the only place where a statement is sent, or several
//! together. Called by the library and the journal.
//!
//! A connection is used again only if its last statement ended well: one whose statement was
//! cancelled, by a timeout or with its caller, is closed. So no caller gets the rest of the
//! statement before, and an unreachable server does not hold a connection forever. The pool checks
//! every connection before it hands it out, and opens another one in place of a broken one.

use std::io::ErrorKind;
use std::time::Duration;

use damier_people::library::LibraryError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Postgres};

use super::address::PostgresAddress;
use super::fault::{self, PostgresError, UNIQUE_VIOLATION, failed};
use super::schema::{self, Opening, Step};
use crate::condition::Condition;
use crate::sql::{Row, Statement, StatementResult, TransactionResult};

/// How many statements of one node run concurrently. PostgreSQL groups their commits; with its
/// default limit of 100 connections, five nodes fit.
const MAX_CONCURRENT_STATEMENTS: u32 = 16;

/// How long a statement waits for a connection. While the server is down, requests wait this long
/// for it to return.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(5);

/// The timeout of a statement, after which its connection is closed.
const LONGEST: Duration = Duration::from_secs(10);

/// The server's timeout, a little less, so that it reports first.
const LONGEST_ON_SERVER: &str = "9s";

/// The server's timeout between statements of a transaction, so that a frozen node does not hold
/// locks for long.
const LONGEST_BETWEEN: &str = "9s";

/// The timeout of connecting when a database is opened.
const OPENING: Duration = Duration::from_secs(10);

/// The connections to one database.
#[derive(Debug, Clone)]
pub(crate) struct Connections {
    pool: PgPool,
    /// The outcome of the last writes.
    condition: Condition,
}

impl Connections {
    /// Connects to a database and migrates it, or requires the current version.
    ///
    /// # Errors
    /// [`PostgresError`]; a rejected database stays unchanged.
    pub(crate) async fn open(
        address: &PostgresAddress,
        steps: &[Step],
        opening: Opening,
    ) -> Result<Self, PostgresError> {
        let database = address.to_string();
        let of = |error: sqlx::Error| PostgresError::of(&database, &error);
        let options = address.options().clone().application_name("damier");
        if let Some(file) = address.authorities()
            && let Err(error) = std::fs::File::open(file)
        {
            return Err(PostgresError::authorities(&database, file, &error));
        }
        // Not by the pool, which would retry for a while and then hide the cause.
        let mut connection = tokio::time::timeout(OPENING, options.connect())
            .await
            .map_err(|_| of(sqlx::Error::PoolTimedOut))?
            .map_err(of)?;
        match opening {
            Opening::Migrate => schema::migrate(&mut connection, &database, steps).await?,
            Opening::AsItIs => schema::require_current(&mut connection, &database, steps).await?,
        }
        connection.close().await.map_err(of)?;
        let pool = PgPoolOptions::new()
            .max_connections(MAX_CONCURRENT_STATEMENTS)
            .acquire_timeout(CONNECTION_TIMEOUT)
            .idle_timeout(Duration::from_mins(5))
            .after_connect(|connection, _| {
                Box::pin(async move {
                    // Acknowledged writes are durable, even if the server is configured otherwise.
                    let settings = "SELECT set_config('synchronous_commit', 'on', false)
                        WHERE current_setting('synchronous_commit') = 'off'";
                    sqlx::query(settings).execute(connection).await.map(drop)
                })
            })
            .connect_lazy_with(options.options([
                ("statement_timeout", LONGEST_ON_SERVER),
                ("idle_in_transaction_session_timeout", LONGEST_BETWEEN),
            ]));
        Ok(Self {
            pool,
            condition: Condition::default(),
        })
    }

    /// The outcome of the last writes.
    pub(crate) fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Reads rows.
    ///
    /// # Errors
    /// [`LibraryError`] when the server is unavailable or rejects the statement.
    pub(crate) async fn rows(&self, statement: Statement) -> Result<Vec<Row>, LibraryError> {
        let read = self.run(async |connection| run(connection, statement).await);
        let changes = read.await.map_err(|error| failed(&error))?;
        Ok(changes.rows)
    }

    /// Executes a change, unless a row with a new key already exists; then nothing changes, and the
    /// result is `None`.
    ///
    /// # Errors
    /// [`LibraryError`] when the server is unavailable or rejects the statement. If unavailable,
    /// the change may or may not be stored.
    pub(crate) async fn change(
        &self,
        statement: Statement,
    ) -> Result<Option<StatementResult>, LibraryError> {
        let changed = self.run(async |connection| run(connection, statement).await);
        self.note(match changed.await {
            Ok(changes) => Ok(Some(changes)),
            Err(error) if fault::code(&error).as_deref() == Some(UNIQUE_VIOLATION) => Ok(None),
            Err(error) => Err(failed(&error)),
        })
    }

    /// Executes several changes atomically, one after the other: each sees what was stored while
    /// the previous one waited.
    ///
    /// # Errors
    /// As [`Connections::change`].
    pub(crate) async fn change_all(
        &self,
        statements: Vec<Statement>,
    ) -> Result<TransactionResult, LibraryError> {
        let changed = self.run(async |connection| execute_all(connection, statements).await);
        self.note(match changed.await {
            Ok(done) => Ok(done),
            Err(error) if fault::code(&error).as_deref() == Some(UNIQUE_VIOLATION) => {
                Ok(TransactionResult::Taken)
            }
            Err(error) => Err(failed(&error)),
        })
    }

    /// Closes all connections, once their statements have ended.
    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }

    fn note<T>(&self, outcome: Result<T, LibraryError>) -> Result<T, LibraryError> {
        match &outcome {
            Ok(_) => self.condition.note_success(),
            Err(error) => self.condition.note_failure(error),
        }
        outcome
    }

    /// Runs work on a connection. One with a failed or cancelled statement is closed, and the
    /// server rolls back its transaction.
    async fn run<T>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, sqlx::Error> {
        let mut turn = Turn {
            connection: self.pool.acquire().await?,
            ended: false,
        };
        let done = tokio::time::timeout(LONGEST, work(&mut turn.connection)).await;
        let done = done.map_err(|_| sqlx::Error::Io(ErrorKind::TimedOut.into()))??;
        turn.ended = true;
        Ok(done)
    }
}

async fn run(
    connection: &mut PgConnection,
    statement: Statement,
) -> Result<StatementResult, sqlx::Error> {
    if statement.returns_rows() {
        let rows = statement.for_postgres().fetch_all(connection).await?;
        return Ok(StatementResult {
            count: rows.len() as u64,
            rows: rows.into_iter().map(Row::Postgres).collect(),
        });
    }
    let done = statement.for_postgres().execute(connection).await?;
    Ok(StatementResult {
        rows: Vec::new(),
        count: done.rows_affected(),
    })
}

/// Executes statements as one transaction.
async fn execute_all(
    connection: &mut PgConnection,
    statements: Vec<Statement>,
) -> Result<TransactionResult, sqlx::Error> {
    sqlx::raw_sql("BEGIN").execute(&mut *connection).await?;
    let mut done = Vec::with_capacity(statements.len());
    for (index, statement) in statements.into_iter().enumerate() {
        let is_required = statement.is_required;
        let changes = run(&mut *connection, statement).await?;
        if is_required && changes.count == 0 {
            sqlx::raw_sql("ROLLBACK").execute(&mut *connection).await?;
            return Ok(TransactionResult::Stopped(index));
        }
        done.push(changes);
    }
    sqlx::raw_sql("COMMIT").execute(&mut *connection).await?;
    Ok(TransactionResult::Done(done))
}

/// A connection in use. Closed when dropped unless its work has completed.
struct Turn {
    connection: PoolConnection<Postgres>,
    ended: bool,
}

impl Drop for Turn {
    fn drop(&mut self) {
        if !self.ended {
            self.connection.close_on_drop();
        }
    }
}
