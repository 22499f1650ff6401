//! The versions of the database, and the steps from each version to the next. Called whenever a node starts.
//!
//! Several nodes share the database and are not replaced at the same moment. So a step says whether programs that do not know it can go on:
//! a step that only adds lets them. The database notes the number of steps taken, and the number that a program must know.

use sqlx::postgres::PgConnection;
use sqlx::{Connection, Postgres, Transaction};

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
    Step {
        statements: include_str!("../../migrations/postgres/0008_administration.sql"),
        only_adds: true,
    },
    Step {
        statements: include_str!("../../migrations/postgres/0009_signs.sql"),
        only_adds: true,
    },
    Step {
        statements: include_str!("../../migrations/postgres/0010_clubs.sql"),
        only_adds: true,
    },
    Step {
        statements: include_str!("../../migrations/postgres/0013_passkeys.sql"),
