//! The versions of the database, and the steps from each version to the next. Called whenever a
//! node starts.
//!
//! Several nodes share the database and are not replaced at the same moment. So a step says whether
//! programs that do not know it can go on: a step that only adds lets them. The database notes the
//! number of steps taken, and the number that a program must know.

use sqlx::postgres::PgConnection;
use sqlx::{Connection, Postgres, Transaction};

use super::fault::PostgresError;

/// A step from one version to the next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    statements: &'static str,
    /// Whether a version that does not know the step can keep working.
    only_adds: bool,
}

/// The steps, oldest first. A released step is never edited; every change is a new one.
pub(crate) const STEPS: &[Step] = &[Step {
    statements: include_str!("../../schema/postgres.sql"),
    only_adds: false,
}];

/// How to handle an older database when it is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// Migrate it.
    Migrate,
    /// Reject it, as well as one without tables.
    AsItIs,
}

/// The number of our advisory lock: `DAMR` in ASCII, as in the header of an SQLite file.
const LOCK: i64 = 0x4441_4d52;

/// Migrates in one transaction, while no other node does.
///
/// # Errors
/// [`PostgresError::Newer`] and [`PostgresError::NotOurs`]; [`PostgresError::Failed`] if a step
/// fails. Then nothing is changed.
pub(super) async fn migrate(
    connection: &mut PgConnection,
    database: &str,
    steps: &[Step],
) -> Result<(), PostgresError> {
    let of = |error: sqlx::Error| PostgresError::of(database, &error);
    let mut tx = connection.begin().await.map_err(of)?;
    // Held until the transaction ends, whatever happens to this program.
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(LOCK)
        .execute(&mut *tx)
        .await
        .map_err(of)?;
    let (taken, needed) = version(&mut tx, database).await?;
    let known = steps.len() as i64;
    if needed > known {
        return Err(PostgresError::Newer {
            database: database.to_owned(),
            needed,
            known,
        });
    }
    let missing = steps.iter().zip(1..).skip(taken.unsigned_abs() as usize);
    for (step, number) in missing {
        sqlx::raw_sql(step.statements)
            .execute(&mut *tx)
            .await
            .map_err(of)?;
        let noted = if step.only_adds {
            sqlx::query("UPDATE damier_schema SET version = $1")
        } else {
            sqlx::query("UPDATE damier_schema SET version = $1, needed = $1")
        };
        noted
            .bind::<i64>(number)
            .execute(&mut *tx)
            .await
            .map_err(of)?;
    }
    tx.commit().await.map_err(of)
}

/// Requires that a database is ours with all steps taken, and changes nothing.
///
/// # Errors
/// [`PostgresError::Empty`], [`PostgresError::NotOurs`], [`PostgresError::Older`] and
/// [`PostgresError::Newer`].
pub(super) async fn require_current(
    connection: &mut PgConnection,
    database: &str,
    steps: &[Step],
) -> Result<(), PostgresError> {
    let of = |error: sqlx::Error| PostgresError::of(database, &error);
    let database = database.to_owned();
    let (is_ours, is_used) = state(connection).await.map_err(of)?;
    match (is_ours, is_used) {
        (true, _) => {}
        (false, true) => return Err(PostgresError::NotOurs { database }),
        (false, false) => return Err(PostgresError::Empty { database }),
    }
    let (taken, needed): (i64, i64) = sqlx::query_as("SELECT version, needed FROM damier_schema")
        .fetch_one(connection)
        .await
        .map_err(of)?;
    let known = steps.len() as i64;
    if needed > known {
        return Err(PostgresError::Newer {
            database,
            needed,
            known,
        });
    }
    if taken < known {
        return Err(PostgresError::Older {
            database,
            found: taken,
            known,
        });
    }
    Ok(())
}

/// Whether a database is ours, and whether it has any tables.
async fn state(connection: &mut PgConnection) -> Result<(bool, bool), sqlx::Error> {
    sqlx::query_as(
        "SELECT to_regclass('damier_schema') IS NOT NULL,
             EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema())",
    )
    .fetch_one(connection)
    .await
}

/// The number of steps taken, and the number that a program must know. A database without tables
/// becomes one of ours.
async fn version(
    tx: &mut Transaction<'_, Postgres>,
    database: &str,
) -> Result<(i64, i64), PostgresError> {
    let of = |error: sqlx::Error| PostgresError::of(database, &error);
    match state(&mut *tx).await.map_err(of)? {
        (true, _) => {}
        (false, true) => {
            return Err(PostgresError::NotOurs {
                database: database.to_owned(),
            });
        }
        (false, false) => {
            let ours = "CREATE TABLE damier_schema (
                            one SMALLINT NOT NULL PRIMARY KEY CHECK (one = 1),
                            version BIGINT NOT NULL,
                            needed BIGINT NOT NULL);
                        INSERT INTO damier_schema VALUES (1, 0, 0)";
            sqlx::raw_sql(ours).execute(&mut **tx).await.map_err(of)?;
        }
    }
    sqlx::query_as("SELECT version, needed FROM damier_schema")
        .fetch_one(&mut **tx)
        .await
        .map_err(of)
}
