//! The versions of the database, and the migrations from each version to the next. Called whenever
//! a file is opened for writing. The version is the number of migrations applied. It is stored in a
//! header field of SQLite, as is the mark that the file is ours, so both can be read before
//! anything else in the file is trusted.
//!
//! sqlx has a migrator too. This one is used because it takes the write lock first and does all
//! steps in one transaction. So if two programs open a new file at once, or the power fails in the
//! middle, the file has either the old or the new version, never something between.

use std::path::Path;

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use crate::error::StorageError;

/// The migrations, oldest first. A released migration is never edited; every change is a new file.
pub(crate) const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/sqlite/0001_games.sql"),
    include_str!("../../migrations/sqlite/0002_tree.sql"),
    include_str!("../../migrations/sqlite/0003_room.sql"),
    include_str!("../../migrations/sqlite/0004_shared.sql"),
    include_str!("../../migrations/sqlite/0005_share_addresses.sql"),
    include_str!("../../migrations/sqlite/0006_live.sql"),
    include_str!("../../migrations/sqlite/0007_pulse.sql"),
    include_str!("../../migrations/sqlite/0008_accounts.sql"),
    include_str!("../../migrations/sqlite/0009_progress.sql"),
    include_str!("../../migrations/sqlite/0010_conditionals.sql"),
    include_str!("../../migrations/sqlite/0011_ratings.sql"),
    include_str!("../../migrations/sqlite/0012_classes.sql"),
    include_str!("../../migrations/sqlite/0013_administration.sql"),
    include_str!("../../migrations/sqlite/0014_clubs.sql"),
    include_str!("../../migrations/sqlite/0017_passkeys.sql"),
