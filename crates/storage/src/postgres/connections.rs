//! The connections to one database, and the only place where a statement is sent, or several together. Called by the library and the journal.
//!
//! A connection is used again only if its last statement ended well: one that was given up, by a timeout or since its caller went away,
//! is closed. So nobody gets what was left of the statement before, and a server that has vanished without a word holds no connection for
//! ever. Whatever else is broken, the pool finds out before it hands a connection out, and makes another one.

use std::io::ErrorKind;
use std::time::Duration;

use damier_people::library::LibraryError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnection, PgPool, PgPoolOptions, PgRow};
use sqlx::query::Query;
use sqlx::{ConnectOptions, Connection, Postgres};

use super::address::PostgresAddress;
use super::fault::{self, PostgresError, UNIQUE_VIOLATION, failed};
use super::schema::{self, Opening, Step};
use crate::condition::Condition;

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

/// A statement with its values.
pub(super) type Statement<'q> = Query<'q, Postgres, PgArguments>;

/// The connections to one database.
#[derive(Debug, Clone)]
pub(super) struct Connections {
    pool: PgPool,
    /// The outcome of the last writes.
    condition: Condition,
}

impl Connections {
    /// Connects to a database and migrates it, or requires that there is nothing to migrate.
    ///
    /// # Errors
    /// [`PostgresError`]; a database that is refused stays untouched.
    pub(super) async fn open(
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
    pub(super) fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Reads rows.
    ///
    /// # Errors
    /// [`LibraryError`]: the server does not answer, or refuses.
    pub(super) async fn rows(&self, statement: Statement<'_>) -> Result<Vec<PgRow>, LibraryError> {
        self.run(statement).await.map_err(|error| failed(&error))
    }

    /// Reads a row, if there is one.
    ///
    /// # Errors
    /// [`LibraryError`]: the server does not answer, or refuses.
    pub(super) async fn row(
        &self,
        statement: Statement<'_>,
    ) -> Result<Option<PgRow>, LibraryError> {
        Ok(self.rows(statement).await?.into_iter().next())
    }

    /// Changes something, and answers the rows that the statement returns.
    ///
    /// # Errors
    /// [`LibraryError`]: the server does not answer, or refuses. If it does not answer, the change may or may not be stored.
    pub(super) async fn change(
        &self,
        statement: Statement<'_>,
    ) -> Result<Vec<PgRow>, LibraryError> {
        let changed = self.run(statement).await;
        self.note(changed.map_err(|error| failed(&error)))
    }

    /// Changes something, unless a row of it is there already; then nothing is changed, and the answer is `None`.
    ///
    /// # Errors
    /// As [`Connections::change`].
    pub(super) async fn change_if_new(
        &self,
        statement: Statement<'_>,
    ) -> Result<Option<Vec<PgRow>>, LibraryError> {
        let changed = self.run(statement).await;
        self.note(match changed {
            Ok(rows) => Ok(Some(rows)),
            Err(error) if fault::code(&error).as_deref() == Some(UNIQUE_VIOLATION) => Ok(None),
            Err(error) => Err(failed(&error)),
        })
    }

    /// Changes several things together, or nothing at all, and answers the rows that each statement returns. They run one after the other: each sees what
    /// was stored while the one before waited. If a row is there already that is to be new, nothing is changed, and the answer is `None`.
    ///
    /// # Errors
    /// As [`Connections::change`].
    pub(super) async fn change_together(
        &self,
        statements: Vec<Statement<'_>>,
    ) -> Result<Option<Vec<Vec<PgRow>>>, LibraryError> {
        let changed = self.run_together(statements).await;
        self.note(match changed {
            Ok(rows) => Ok(Some(rows)),
            Err(error) if fault::code(&error).as_deref() == Some(UNIQUE_VIOLATION) => Ok(None),
            Err(error) => Err(failed(&error)),
        })
    }

    /// Closes all connections, once their statements have ended.
    pub(super) async fn close(&self) {
        self.pool.close().await;
    }

    fn note<T>(&self, outcome: Result<T, LibraryError>) -> Result<T, LibraryError> {
        match &outcome {
            Ok(_) => self.condition.note_success(),
            Err(error) => self.condition.note_failure(error),
        }
        outcome
    }

    async fn run(&self, statement: Statement<'_>) -> Result<Vec<PgRow>, sqlx::Error> {
        let mut turn = Turn {
            connection: self.pool.acquire().await?,
            ended: false,
        };
        let rows = statement.fetch_all(&mut *turn.connection);
        let rows = tokio::time::timeout(LONGEST, rows).await;
        let rows = rows.map_err(|_| sqlx::Error::Io(ErrorKind::TimedOut.into()))?;
        turn.ended = true;
        rows
    }

    async fn run_together(
        &self,
        statements: Vec<Statement<'_>>,
    ) -> Result<Vec<Vec<PgRow>>, sqlx::Error> {
        let mut turn = Turn {
            connection: self.pool.acquire().await?,
            ended: false,
        };
        let all = together(&mut turn.connection, statements);
        let all = tokio::time::timeout(LONGEST, all).await;
        let rows = all.map_err(|_| sqlx::Error::Io(ErrorKind::TimedOut.into()))??;
        // Only now: a connection on which something was refused or given up is closed, and the server undoes what was done on it.
        turn.ended = true;
        Ok(rows)
    }
}

/// Sends statements as one transaction.
async fn together(
    connection: &mut PgConnection,
    statements: Vec<Statement<'_>>,
) -> Result<Vec<Vec<PgRow>>, sqlx::Error> {
    sqlx::raw_sql("BEGIN").execute(&mut *connection).await?;
    let mut rows = Vec::with_capacity(statements.len());
    for statement in statements {
        rows.push(statement.fetch_all(&mut *connection).await?);
    }
    sqlx::raw_sql("COMMIT").execute(&mut *connection).await?;
    Ok(rows)
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
