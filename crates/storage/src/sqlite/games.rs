//! The library of kept games in SQLite: the operations of the library port as queries. The server
//! calls it through the port. It never reads first and then decides what to write: each statement
//! that changes a game contains its own condition.

use std::path::Path;

use async_trait::async_trait;
use damier_people::library::{
    GameFacts, GameLibrary, GameSummary, KeptGame, LibraryError, ListPlace, NewVersion, Owner,
    ShareId, StoreOutcome, Title, TreeText, Usage,
};
use damier_session::{GameId, Side};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::open::{Connections, open, open_existing};
use super::schema::MIGRATIONS;
use super::writer::{Turn, probe};
use crate::error::{StorageError, failed};
use crate::live_rows::integer;
use crate::location::Location;
use crate::rows::{self, level, name, summary_columns};

/// The library in an SQLite file.
#[derive(Debug, Clone)]
pub struct SqliteLibrary {
    connections: Connections,
}

impl SqliteLibrary {
    /// Opens the database and migrates it; creates the file and its folder if they are missing.
    ///
    /// # Errors
    /// [`StorageError`], above all [`StorageError::Newer`] for a file of a newer version and
    /// [`StorageError::NotOurs`] for a file of another program; such files stay untouched.
    pub async fn open(location: &Location) -> Result<Self, StorageError> {
        Self::open_with(location.path(), MIGRATIONS).await
    }

    /// Opens a database that is there and has the version of this program, for work beside a server that may be using it. Nothing is created,
    /// searched for damage or migrated.
    ///
    /// # Errors
    /// [`StorageError`], also [`StorageError::Missing`] and [`StorageError::Older`].
    pub async fn open_existing(location: &Location) -> Result<Self, StorageError> {
        Ok(Self {
            connections: open_existing(location.path(), MIGRATIONS.len() as i64).await?,
        })
    }

    /// Opens the database with the given migrations. Tests use it to act as an older or a newer
    /// program.
    pub(crate) async fn open_with(
        path: &Path,
        migrations: &[&'static str],
    ) -> Result<Self, StorageError> {
        Ok(Self {
            connections: open(path, migrations).await?,
        })
    }

    /// The connections, for what else is kept in the file.
    pub(crate) fn connections(&self) -> &Connections {
        &self.connections
    }

    /// Ends all work with the file and merges its write-ahead log into it.
    pub async fn close(self) {
        // Readers are closed first: the last connection to close merges the log, and must be able
        // to write.
        self.connections.readers.close().await;
        self.connections.writer.close().await;
    }
}

#[async_trait]
impl GameLibrary for SqliteLibrary {
    async fn list(
        &self,
        owner: &Owner,
        limit: u32,
        before: Option<ListPlace>,
    ) -> Result<Vec<GameSummary>, LibraryError> {
        let first_page = concat!(
            "SELECT ",
            summary_columns!(),
            " FROM games WHERE owner = ?1 AND deleted_ms IS NULL
              ORDER BY updated_ms DESC, id DESC LIMIT ?2"
        );
        let later_page = concat!(
            "SELECT ",
            summary_columns!(),
            " FROM games WHERE owner = ?1 AND deleted_ms IS NULL AND (updated_ms, id) < (?3, ?4)
              ORDER BY updated_ms DESC, id DESC LIMIT ?2"
        );
        let query = match before {
            None => sqlx::query(first_page).bind(owner.as_str()).bind(limit),
            Some(place) => sqlx::query(later_page)
                .bind(owner.as_str())
                .bind(limit)
                .bind(integer(place.updated_ms))
                .bind(place.id.to_string()),
        };
        let rows = query
            .fetch_all(&self.connections.readers)
            .await
            .map_err(failed)?;
        rows.iter().map(rows::summary).collect()
    }

    async fn find(&self, owner: &Owner, id: GameId) -> Result<Option<KeptGame>, LibraryError> {
        let row = sqlx::query(concat!(
            "SELECT ",
            summary_columns!(),
            ", record, tree FROM games WHERE owner = ?1 AND id = ?2 AND deleted_ms IS NULL"
        ))
        .bind(owner.as_str())
        .bind(id.to_string())
        .fetch_optional(&self.connections.readers)
        .await
        .map_err(failed)?;
        row.as_ref().map(rows::game).transpose()
    }

    async fn walk(
        &self,
        owner: &Owner,
        limit: u32,
        after: Option<GameId>,
    ) -> Result<Vec<KeptGame>, LibraryError> {
        let rows = sqlx::query(concat!(
            "SELECT ",
            summary_columns!(),
            ", record, tree FROM games WHERE owner = ?1 AND id > ?2 AND deleted_ms IS NULL
             ORDER BY id LIMIT ?3"
        ))
        .bind(owner.as_str())
        // The empty string sorts before every id.
        .bind(after.map(|id| id.to_string()).unwrap_or_default())
        .bind(limit)
        .fetch_all(&self.connections.readers)
        .await
        .map_err(failed)?;
        rows.iter().map(rows::game).collect()
    }

    async fn store(
        &self,
        owner: &Owner,
        game: &NewVersion,
        now_ms: u64,
    ) -> Result<StoreOutcome, LibraryError> {
        let mut turn = self.connections.turn().await?;
        let outcome = store(&mut turn, owner, game, now_ms).await;
        turn.done(outcome)
    }

    async fn rename(
        &self,
        owner: &Owner,
        id: GameId,
        title: &Title,
        now_ms: u64,
    ) -> Result<Option<GameSummary>, LibraryError> {
        let mut turn = self.connections.turn().await?;
        // All right-hand sides see the old row, so the order of the assignments does not matter.
        let row = sqlx::query(concat!(
            "UPDATE games SET
                 title = ?3,
                 updated_ms = iif(title <> ?3, ?4, updated_ms)
             WHERE owner = ?1 AND id = ?2 AND deleted_ms IS NULL RETURNING ",
            summary_columns!()
        ))
        .bind(owner.as_str())
        .bind(id.to_string())
        .bind(title.as_str())
        .bind(integer(now_ms))
        .fetch_optional(&mut *turn)
        .await;
        let row = turn.done(row.map_err(failed))?;
        row.as_ref().map(rows::summary).transpose()
    }

    async fn delete(&self, owner: &Owner, id: GameId, now_ms: u64) -> Result<bool, LibraryError> {
        let mut turn = self.connections.turn().await?;
        let done = sqlx::query(
            "UPDATE games SET deleted_ms = coalesce(deleted_ms, ?3) WHERE owner = ?1 AND id = ?2",
        )
        .bind(owner.as_str())
        .bind(id.to_string())
        .bind(integer(now_ms))
        .execute(&mut *turn)
        .await;
        let done = turn.done(done.map_err(failed))?;
        Ok(done.rows_affected() > 0)
    }

    async fn restore(
        &self,
        owner: &Owner,
        id: GameId,
    ) -> Result<Option<GameSummary>, LibraryError> {
        let mut turn = self.connections.turn().await?;
        let row = sqlx::query(concat!(
            "UPDATE games SET deleted_ms = NULL WHERE owner = ?1 AND id = ?2 RETURNING ",
            summary_columns!()
        ))
        .bind(owner.as_str())
        .bind(id.to_string())
        .fetch_optional(&mut *turn)
        .await;
        let row = turn.done(row.map_err(failed))?;
        row.as_ref().map(rows::summary).transpose()
    }

    async fn share(
        &self,
        owner: &Owner,
        id: GameId,
        shared: Option<ShareId>,
    ) -> Result<Option<GameSummary>, LibraryError> {
        let mut turn = self.connections.turn().await?;
        let row = share(&mut turn, owner, id, shared).await;
        let row = turn.done(row)?;
        row.as_ref().map(rows::summary).transpose()
    }

    async fn list_shared(
        &self,
        limit: u32,
        before: Option<ListPlace<ShareId>>,
    ) -> Result<Vec<GameSummary>, LibraryError> {
        let rows = sqlx::query(concat!(
            "SELECT ",
            summary_columns!(),
            " FROM games
              WHERE (owner, id) IN (SELECT owner, id FROM shared_games) AND deleted_ms IS NULL
                  AND (?2 IS NULL OR (updated_ms, share) < (?2, ?3))
              ORDER BY updated_ms DESC, share DESC LIMIT ?1"
        ))
        .bind(limit)
        .bind(before.map(|place| integer(place.updated_ms)))
        .bind(before.map(|place| place.id.to_string()))
        .fetch_all(&self.connections.readers)
        .await
        .map_err(failed)?;
        rows.iter().map(rows::summary).collect()
    }

    async fn find_shared(&self, share: ShareId) -> Result<Option<KeptGame>, LibraryError> {
        let row = sqlx::query(concat!(
            "SELECT ",
            summary_columns!(),
            ", record, tree FROM games
              WHERE (owner, id) IN (SELECT owner, id FROM shared_games WHERE share = ?1)
                  AND deleted_ms IS NULL"
        ))
        .bind(share.to_string())
        .fetch_optional(&self.connections.readers)
        .await
        .map_err(failed)?;
        row.as_ref().map(rows::game).transpose()
    }

    async fn hand_over(&self, from: &Owner, to: &Owner) -> Result<u64, LibraryError> {
        if from == to {
            return Ok(0);
        }
        let mut turn = self.connections.turn().await?;
        let given = hand_over(&mut turn, from, to).await;
        turn.done(given)
    }

    async fn size(&self) -> Result<u64, LibraryError> {
        let bytes: i64 = sqlx::query_scalar(
            "SELECT (page_count - freelist_count) * page_size
             FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
        )
        .fetch_one(&self.connections.readers)
        .await
        .map_err(failed)?;
        Ok(bytes.unsigned_abs())
    }

    async fn usage(&self, owner: &Owner) -> Result<Usage, LibraryError> {
        // The expression is the same as in the index, so that no game is read.
        let row: (i64, i64) = sqlx::query_as(
            "SELECT count(*),
                 coalesce(sum(octet_length(record) + coalesce(octet_length(tree), 0)), 0)
             FROM games WHERE owner = ?1",
        )
        .bind(owner.as_str())
        .fetch_one(&self.connections.readers)
        .await
        .map_err(failed)?;
        Ok(Usage {
            games: row.0.unsigned_abs(),
            bytes: row.1.unsigned_abs(),
        })
    }

    async fn purge(
        &self,
        owner: Option<&Owner>,
        deleted_before_ms: u64,
        most: u32,
    ) -> Result<u64, LibraryError> {
        let mut turn = self.connections.turn().await?;
        let done = sqlx::query(
            "DELETE FROM games WHERE (owner, id) IN
                 (SELECT owner, id FROM games WHERE deleted_ms < ?1 AND (?3 IS NULL OR owner = ?3)
                  ORDER BY deleted_ms, owner, id LIMIT ?2)",
        )
        .bind(integer(deleted_before_ms))
        .bind(most)
        .bind(owner.map(Owner::as_str))
        .execute(&mut *turn)
        .await;
        Ok(turn.done(done.map_err(failed))?.rows_affected())
    }

    async fn check(&self) -> Result<(), LibraryError> {
        self.connections.require_file()?;
        sqlx::query("SELECT 1 FROM games LIMIT 1")
            .fetch_optional(&self.connections.readers)
            .await
            .map_err(failed)?;
        let writer = &self.connections.writer;
        let Some(trial) = writer.condition().trial() else {
            return writer.condition().failure().map_or(Ok(()), Err);
        };
        let bytes = if trial.after_failure {
            PROBE_AFTER_FAILURE
        } else {
            PROBE
        };
        probe(writer, bytes).await
    }
}

/// How many bytes the health check writes in its test: about as many as one move of a game takes.
const PROBE: u32 = 4 * 1024;

/// The same after a failed write: about as many as a long game takes.
const PROBE_AFTER_FAILURE: u32 = 64 * 1024;

/// Stores a version, in one transaction.
async fn store(
    turn: &mut Turn,
    owner: &Owner,
    game: &NewVersion,
    now_ms: u64,
) -> Result<StoreOutcome, LibraryError> {
    let mut tx = turn.begin().await?;
    let outcome = match write_if_next(&mut tx, owner, game, now_ms).await? {
        Some(summary) => StoreOutcome::Stored(summary),
        None => why_not(&mut tx, owner, game).await?,
    };
    tx.commit().await.map_err(failed)?;
    Ok(outcome)
}

/// Shares an existing game or stops sharing it, in one transaction.
async fn share(
    turn: &mut Turn,
    owner: &Owner,
    id: GameId,
    shared: Option<ShareId>,
) -> Result<Option<SqliteRow>, LibraryError> {
    let mut tx = turn.begin().await?;
    // The address of another game is not given to this one, and this one keeps the address that it has.
    let change = if shared.is_some() {
        "INSERT INTO shared_games (owner, id, share)
         SELECT owner, id, ?3 FROM games WHERE owner = ?1 AND id = ?2 AND deleted_ms IS NULL
         ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM shared_games WHERE (owner, id) IN
             (SELECT owner, id FROM games WHERE owner = ?1 AND id = ?2 AND deleted_ms IS NULL)"
    };
    let statement = sqlx::query(change)
        .bind(owner.as_str())
        .bind(id.to_string());
    let statement = match shared {
        Some(share) => statement.bind(share.to_string()),
        None => statement,
    };
    statement.execute(&mut *tx).await.map_err(failed)?;
    let row = sqlx::query(concat!(
        "SELECT ",
        summary_columns!(),
        " FROM games WHERE owner = ?1 AND id = ?2 AND deleted_ms IS NULL"
    ))
    .bind(owner.as_str())
    .bind(id.to_string())
    .fetch_optional(&mut *tx)
    .await
    .map_err(failed)?;
    tx.commit().await.map_err(failed)?;
    Ok(row)
}

/// Gives all games to another owner, in one transaction.
async fn hand_over(turn: &mut Turn, from: &Owner, to: &Owner) -> Result<u64, LibraryError> {
    let mut tx = turn.begin().await?;
    let statements = [
        "UPDATE games SET owner = ?2 WHERE owner = ?1
             AND NOT EXISTS (SELECT 1 FROM games AS theirs WHERE theirs.owner = ?2 AND theirs.id = games.id)",
        "DELETE FROM games WHERE owner = ?1
             AND EXISTS (SELECT 1 FROM games AS theirs WHERE theirs.owner = ?2 AND theirs.id = games.id
                         AND theirs.record = games.record AND theirs.tree IS games.tree)",
    ];
    let mut given = 0;
    for (step, statement) in statements.into_iter().enumerate() {
        let done = sqlx::query(statement)
            .bind(from.as_str())
            .bind(to.as_str())
            .execute(&mut *tx)
            .await
            .map_err(failed)?;
        if step == 0 {
            given = done.rows_affected();
        }
    }
    tx.commit().await.map_err(failed)?;
    Ok(given)
}

/// Finds out why nothing was written: the existing row says why, or there is no row and this is not
/// the first version.
async fn why_not(
    connection: &mut SqliteConnection,
    owner: &Owner,
    game: &NewVersion,
) -> Result<StoreOutcome, LibraryError> {
    let row = sqlx::query(concat!(
        "SELECT ",
        summary_columns!(),
        ", deleted_ms IS NOT NULL AS deleted,
           record = ?3 AND tree IS iif(?4 IS NULL, tree, nullif(?4, '')) AS same
         FROM games WHERE owner = ?1 AND id = ?2"
    ))
    .bind(owner.as_str())
    .bind(game.id.to_string())
    .bind(&game.record)
    .bind(game.tree.as_ref().map(TreeText::as_str))
    .fetch_optional(connection)
    .await
    .map_err(failed)?;
    let Some(row) = row else {
        return Ok(StoreOutcome::Conflict { stored: 0 });
    };
    let (deleted, same): (bool, bool) = (
        row.try_get("deleted").map_err(failed)?,
        row.try_get("same").map_err(failed)?,
    );
    let kept = rows::summary(&row)?;
    Ok(match kept.version == game.version && same {
        _ if deleted => StoreOutcome::Deleted,
        true => StoreOutcome::AlreadyStored(kept),
        false => StoreOutcome::Conflict {
            stored: kept.version,
        },
    })
}

/// Writes the version if it directly follows the kept one, or if it is version 1 and none is kept.
async fn write_if_next(
    connection: &mut SqliteConnection,
    owner: &Owner,
    game: &NewVersion,
    now_ms: u64,
) -> Result<Option<GameSummary>, LibraryError> {
    let GameFacts {
        variant,
        plies,
        white,
        black,
        ending,
    } = &game.facts;
    // A version above 1 can only update an existing row, never insert one.
    let row = sqlx::query(concat!(
        "INSERT INTO games (owner, id, version, title, created_ms, updated_ms, variant, plies,
             white_name, white_level, black_name, black_level, winner, reason, record, tree)
         SELECT ?1, ?2, ?3, coalesce(?4, ''), ?5, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
             nullif(?15, '')
         WHERE ?3 = 1 OR EXISTS (SELECT 1 FROM games WHERE owner = ?1 AND id = ?2)
         ON CONFLICT (owner, id) DO UPDATE SET
             version = excluded.version, title = coalesce(?4, games.title),
             updated_ms = excluded.updated_ms,
             variant = excluded.variant, plies = excluded.plies,
             white_name = excluded.white_name, white_level = excluded.white_level,
             black_name = excluded.black_name, black_level = excluded.black_level,
             winner = excluded.winner, reason = excluded.reason, record = excluded.record,
             tree = iif(?15 IS NULL, games.tree, excluded.tree)
         WHERE games.version = excluded.version - 1 AND games.deleted_ms IS NULL
         RETURNING ",
        summary_columns!()
    ))
    .bind(owner.as_str())
    .bind(game.id.to_string())
    .bind(game.version)
    .bind(game.title.as_ref().map(Title::as_str))
    .bind(integer(now_ms))
    .bind(variant)
    .bind(plies)
    .bind(name(white))
    .bind(level(white))
    .bind(name(black))
    .bind(level(black))
    .bind(ending.and_then(|ending| ending.winner).map(Side::code))
    .bind(ending.map(|ending| ending.reason.code()))
    .bind(&game.record)
    .bind(game.tree.as_ref().map(TreeText::as_str))
    .fetch_optional(connection)
    .await
    .map_err(failed)?;
    row.as_ref().map(rows::summary).transpose()
}
