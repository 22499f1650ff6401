//! The versions of the database, and the steps from each version to the next. Called whenever a node starts.
//!
//! Several nodes share the database and are not replaced at the same moment. So a step says whether programs that do not know it can go on:
//! a step that only adds lets them. The database notes the number of steps taken, and the number that a program must know.

use sqlx::postgres::PgConnection;
use sqlx::{Connection, Postgres, Row, Transaction};

use super::fault::PostgresError;

/// A step from one version to the next.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    statements: &'static str,
    /// Whether a program that does not know the step can go on.
    only_adds: bool,
}

/// The steps, oldest first. A released step is never edited; every change is a new one.
pub(super) const STEPS: &[Step] = &[
    Step {
        statements: include_str!("../../migrations/postgres/0001_library.sql"),
        only_adds: false,
    },
    Step {
        statements: include_str!("../../migrations/postgres/0002_live.sql"),
        only_adds: false,
    },
    Step {
        statements: include_str!("../../migrations/postgres/0003_accounts.sql"),
        only_adds: true,
    },
    Step {
        statements: include_str!("../../migrations/postgres/0004_progress.sql"),
        only_adds: true,
    },
    Step {
        statements: include_str!("../../migrations/postgres/0005_conditionals.sql"),
        only_adds: true,
    },
    Step {
        statements: include_str!("../../migrations/postgres/0006_ratings.sql"),
        only_adds: true,
    },
    Step {
        statements: include_str!("../../migrations/postgres/0007_classes.sql"),
        only_adds: true,
    },
];

/// The number of our lock: `DAMR` in ASCII, as in the header of an SQLite file.
const LOCK: i64 = 0x4441_4d52;

/// Takes the steps that are missing, in one transaction, while no other node does.
///
/// # Errors
/// [`PostgresError::Newer`] and [`PostgresError::NotOurs`]; [`PostgresError::Failed`] if a step fails. Then nothing is changed.
pub(super) async fn migrate(
    connection: &mut PgConnection,
    database: &str,
    steps: &[Step],
) -> Result<(), PostgresError> {
    let of = |error: sqlx::Error| PostgresError::of(database, &error);
    let mut tx = connection.begin().await.map_err(of)?;
    // Held until the transaction ends, whatever becomes of this program.
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

/// The number of steps taken, and the number that a program must know. A database without tables becomes one of ours.
async fn version(
    tx: &mut Transaction<'_, Postgres>,
    database: &str,
) -> Result<(i64, i64), PostgresError> {
    let of = |error: sqlx::Error| PostgresError::of(database, &error);
    let found = sqlx::query(
        "SELECT to_regclass('damier_schema') IS NOT NULL AS ours,
             EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema()) AS used",
    )
    .fetch_one(&mut **tx)
    .await
    .map_err(of)?;
    match (found.try_get("ours"), found.try_get("used")) {
        (Ok(true), _) => {}
        (_, Ok(true)) => {
            return Err(PostgresError::NotOurs {
                database: database.to_owned(),
            });
        }
        _ => {
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
