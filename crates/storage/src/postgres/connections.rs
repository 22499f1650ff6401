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
use crate::sql::{Changes, Row, Statement, Together};

/// How many statements of one node run at once. PostgreSQL writes what they have to store to the disk together; with its usual limit of
/// 100 connections, five nodes have room.
const MOST: u32 = 16;

/// How long a statement waits for a connection. While the server is away, this is how long a request waits for it to come back.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a statement may take before its connection is given up.
const LONGEST: Duration = Duration::from_secs(10);

/// The same for the server, a little less, so that it is the first to tell.
const LONGEST_ON_SERVER: &str = "9s";

/// How long the server waits for the next statement of several that belong together, so that a node that stands still holds nothing for long.
const LONGEST_BETWEEN: &str = "9s";

/// How long connecting may take when a database is opened.
const OPENING: Duration = Duration::from_secs(10);

/// The connections to one database.
#[derive(Debug, Clone)]
pub(crate) struct Connections {
    pool: PgPool,
    /// The outcome of the last writes.
    condition: Condition,
}

impl Connections {
    /// Connects to a database and migrates it, or requires that there is nothing to migrate.
    ///
    /// # Errors
    /// [`PostgresError`]; a database that is refused stays untouched.
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
        // Not by the pool, which would try again for a while and then say only that it did.
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
            .max_connections(MOST)
            .acquire_timeout(PATIENCE)
            .idle_timeout(Duration::from_mins(5))
            .after_connect(|connection, _| {
                Box::pin(async move {
                    // What was answered is kept, also where the server is set to answer before it has stored.
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
    /// [`LibraryError`]: the server does not answer, or refuses.
    pub(crate) async fn rows(&self, statement: Statement) -> Result<Vec<Row>, LibraryError> {
        let read = self.run(async |connection| run(connection, statement).await);
        let changes = read.await.map_err(|error| failed(&error))?;
        Ok(changes.rows)
    }

    /// Changes something, unless a row of it is there already; then nothing is changed, and the answer is `None`.
    ///
    /// # Errors
    /// [`LibraryError`]: the server does not answer, or refuses. If it does not answer, the change may or may not be stored.
    pub(crate) async fn change(
        &self,
        statement: Statement,
    ) -> Result<Option<Changes>, LibraryError> {
        let changed = self.run(async |connection| run(connection, statement).await);
        self.note(match changed.await {
            Ok(changes) => Ok(Some(changes)),
            Err(error) if fault::code(&error).as_deref() == Some(UNIQUE_VIOLATION) => Ok(None),
            Err(error) => Err(failed(&error)),
        })
    }

    /// Changes several things together, or nothing at all. They run one after the other: each sees what was stored while the one before waited.
    ///
    /// # Errors
    /// As [`Connections::change`].
    pub(crate) async fn change_together(
        &self,
        statements: Vec<Statement>,
    ) -> Result<Together, LibraryError> {
        let changed = self.run(async |connection| together(connection, statements).await);
        self.note(match changed.await {
            Ok(done) => Ok(done),
            Err(error) if fault::code(&error).as_deref() == Some(UNIQUE_VIOLATION) => {
                Ok(Together::Taken)
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

    /// Works with a connection. One on which something was refused or given up is closed, and the server undoes what was not committed on it.
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

async fn run(connection: &mut PgConnection, statement: Statement) -> Result<Changes, sqlx::Error> {
    if statement.returns_rows() {
        let rows = statement.for_postgres().fetch_all(connection).await?;
        return Ok(Changes {
            count: rows.len() as u64,
            rows: rows.into_iter().map(Row::Postgres).collect(),
        });
    }
    let done = statement.for_postgres().execute(connection).await?;
    Ok(Changes {
        rows: Vec::new(),
        count: done.rows_affected(),
    })
}

/// Sends statements as one transaction.
async fn together(
    connection: &mut PgConnection,
    statements: Vec<Statement>,
) -> Result<Together, sqlx::Error> {
    sqlx::raw_sql("BEGIN").execute(&mut *connection).await?;
    for (index, statement) in statements.into_iter().enumerate() {
        let is_required = statement.is_required;
        let changes = run(&mut *connection, statement).await?;
        if is_required && changes.count == 0 {
            sqlx::raw_sql("ROLLBACK").execute(&mut *connection).await?;
            return Ok(Together::Stopped(index));
        }
    }
    sqlx::raw_sql("COMMIT").execute(&mut *connection).await?;
    Ok(Together::Done)
}

/// A connection in use. It is closed unless what was asked of it has ended.
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
