//! The library of games: the operations of its port as statements. No operation reads first and
//! then decides what to write: each statement that changes a game contains its own condition. It
//! has tables of its own, since it is listed by the last change, shared by address and counted by
//! size.

use async_trait::async_trait;
use damier_people::library::{
    GameFacts, GameLibrary, GameSummary, LibraryError, ListCursor, NewVersion, Owner, ShareId,
    StoreOutcome, StoredGame, Title, TreeText, Usage,
};
use damier_session::{GameId, Side};

use crate::error::{StorageError, failed};
use crate::location::Location;
use crate::postgres::address::PostgresAddress;
use crate::postgres::connections::Connections as Postgres;
use crate::postgres::fault::PostgresError;
use crate::postgres::schema::{Opening, STEPS};
use crate::rows::{self, level, name, summary_columns};
use crate::sql::{Row, Sql, Statement, StatementResult, TransactionResult, sql};
use crate::sqlite::open::{open, open_existing};
use crate::sqlite::schema::MIGRATIONS;

/// The library of stored games in a database.
#[derive(Debug, Clone)]
pub struct SqlLibrary {
    sql: Sql,
}

impl SqlLibrary {
    /// Opens a database file and migrates it; creates the file and its folder if they are missing.
    ///
    /// # Errors
    /// [`StorageError`], above all [`StorageError::Newer`] for a file of a newer version and
    /// [`StorageError::NotOurs`] for a file of another program; such files stay unchanged.
    pub async fn open_sqlite(location: &Location) -> Result<Self, StorageError> {
        Self::open_sqlite_with(location.path(), MIGRATIONS).await
    }

    /// Opens an existing database file of this program's version, for work beside a server that may
    /// be using it. Does not create, check or migrate it.
    ///
    /// # Errors
    /// [`StorageError`], also [`StorageError::Missing`] and [`StorageError::Older`].
    pub async fn open_existing_sqlite(location: &Location) -> Result<Self, StorageError> {
        let connections = open_existing(location.path(), MIGRATIONS.len() as i64).await?;
        Ok(Self {
            sql: Sql::Sqlite(connections),
        })
    }

    /// Opens a database file with the given migrations. Tests use it to act as an older or a newer
    /// version.
    pub(crate) async fn open_sqlite_with(
        path: &std::path::Path,
        migrations: &[&'static str],
    ) -> Result<Self, StorageError> {
        Ok(Self {
            sql: Sql::Sqlite(open(path, migrations).await?),
        })
    }

    /// Connects to a PostgreSQL database and migrates it, while other nodes keep using it.
    ///
    /// # Errors
    /// [`PostgresError`]; a rejected database stays unchanged.
    pub async fn open_postgres(address: &PostgresAddress) -> Result<Self, PostgresError> {
        let connections = Postgres::open(address, STEPS, Opening::Migrate).await?;
        Ok(Self {
            sql: Sql::Postgres(connections),
        })
    }

    /// Connects to a PostgreSQL database that a node of this version has prepared, without creating
    /// or migrating anything.
    ///
    /// # Errors
    /// [`PostgresError`], also [`PostgresError::Empty`] and [`PostgresError::Older`].
    pub async fn open_existing_postgres(address: &PostgresAddress) -> Result<Self, PostgresError> {
        let connections = Postgres::open(address, STEPS, Opening::AsItIs).await?;
        Ok(Self {
            sql: Sql::Postgres(connections),
        })
    }

    /// The database, for other ports.
    pub(crate) fn sql(&self) -> &Sql {
        &self.sql
    }

    /// Closes the database.
    pub async fn close(self) {
        self.sql.close().await;
    }

    /// Reads a row, if there is one.
    async fn row(&self, statement: Statement) -> Result<Option<Row>, LibraryError> {
        Ok(self.sql.fetch(statement).await?.into_iter().next())
    }

    /// Executes a change.
    async fn change(&self, statement: Statement) -> Result<StatementResult, LibraryError> {
        Ok(self.sql.alter(statement).await?.unwrap_or_default())
    }

    /// The outcome of [`storing`].
    async fn outcome(
        &self,
        owner: &Owner,
        game: &NewVersion,
        changes: &StatementResult,
    ) -> Result<StoreOutcome, LibraryError> {
        match changes.rows.first() {
            Some(row) => Ok(StoreOutcome::Stored(rows::summary(row)?)),
            None => self.why_not(owner, game).await,
        }
    }

    /// Finds out why a version was not stored: from the existing row, or there is none and this is
    /// not the first version.
    async fn why_not(
        &self,
        owner: &Owner,
        game: &NewVersion,
    ) -> Result<StoreOutcome, LibraryError> {
        let found = sql(concat!(
            "SELECT ",
            summary_columns!(),
            ", deleted_ms IS NOT NULL AS deleted,
               record = $3 AND tree IS NOT DISTINCT FROM
                   CASE WHEN $4 IS NULL THEN tree ELSE nullif($4, '') END AS same
             FROM games WHERE owner = $1 AND id = $2"
        ))
        .bind(owner.as_str())
        .bind(game.id.to_string())
        .bind(&game.record)
        .bind(game.tree.as_ref().map(TreeText::as_str));
        let Some(row) = self.row(found).await? else {
            return Ok(StoreOutcome::Conflict { stored: 0 });
        };
        let flag = |column| row.get::<bool>(column).map_err(failed);
        let (deleted, same) = (flag("deleted")?, flag("same")?);
        let kept = rows::summary(&row)?;
        Ok(match kept.version == game.version && same {
            _ if deleted => StoreOutcome::Deleted,
            true => StoreOutcome::AlreadyStored(kept),
            false => StoreOutcome::Conflict {
                stored: kept.version,
            },
        })
    }
}

/// The statement that stores a version, and returns the row if it was stored.
fn storing(owner: &Owner, game: &NewVersion, now_ms: u64) -> Statement {
    let GameFacts {
        variant,
        plies,
        white,
        black,
        ending,
    } = &game.facts;
    // PostgreSQL rejects NUL. Only a name can contain one; the record keeps it.
    let name = |player| name(player).map(|name| name.replace('\0', ""));
    // A version above 1 can only update an existing row, never insert one.
    sql(concat!(
        "INSERT INTO games (owner, id, version, title, created_ms, updated_ms, variant, plies,
             white_name, white_level, black_name, black_level, winner, reason, record, tree)
         SELECT $1, $2, $3, coalesce($4, ''), $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
             nullif($15, '')
         WHERE $3 = 1 OR EXISTS (SELECT 1 FROM games WHERE owner = $1 AND id = $2)
         ON CONFLICT (owner, id) DO UPDATE SET
             version = excluded.version, title = coalesce($4, games.title),
             updated_ms = excluded.updated_ms,
             variant = excluded.variant, plies = excluded.plies,
             white_name = excluded.white_name, white_level = excluded.white_level,
             black_name = excluded.black_name, black_level = excluded.black_level,
             winner = excluded.winner, reason = excluded.reason, record = excluded.record,
             tree = CASE WHEN $15 IS NULL THEN games.tree ELSE excluded.tree END
         WHERE games.version = excluded.version - 1 AND games.deleted_ms IS NULL
         RETURNING ",
        summary_columns!()
    ))
    .bind(owner.as_str())
    .bind(game.id.to_string())
    .bind(game.version)
    .bind(game.title.as_ref().map(Title::as_str))
    .bind(now_ms)
    .bind(variant)
    .bind(*plies)
    .bind(name(white))
    .bind(level(white))
    .bind(name(black))
    .bind(level(black))
    .bind(ending.and_then(|ending| ending.winner).map(Side::code))
    .bind(ending.map(|ending| ending.reason.code().into_owned()))
    .bind(&game.record)
    .bind(game.tree.as_ref().map(TreeText::as_str))
}

#[async_trait]
impl GameLibrary for SqlLibrary {
    async fn list(
        &self,
        owner: &Owner,
        limit: u32,
        before: Option<ListCursor>,
    ) -> Result<Vec<GameSummary>, LibraryError> {
        let first_page = concat!(
            "SELECT ",
            summary_columns!(),
            " FROM games WHERE owner = $1 AND deleted_ms IS NULL
              ORDER BY updated_ms DESC, id DESC LIMIT $2"
        );
        let later_page = concat!(
            "SELECT ",
            summary_columns!(),
            " FROM games WHERE owner = $1 AND deleted_ms IS NULL AND (updated_ms, id) < ($3, $4)
              ORDER BY updated_ms DESC, id DESC LIMIT $2"
        );
        let first = |statement| sql(statement).bind(owner.as_str()).bind(limit);
        let page = match before {
            None => first(first_page),
            Some(place) => first(later_page)
                .bind(place.updated_ms)
                .bind(place.id.to_string()),
        };
        summaries(&self.sql.fetch(page).await?)
    }

    async fn find(&self, owner: &Owner, id: GameId) -> Result<Option<StoredGame>, LibraryError> {
        let found = sql(concat!(
            "SELECT ",
            summary_columns!(),
            ", record, tree FROM games WHERE owner = $1 AND id = $2 AND deleted_ms IS NULL"
        ))
        .bind(owner.as_str())
        .bind(id.to_string());
        let row = self.row(found).await?;
        row.as_ref().map(rows::game).transpose()
    }

    async fn walk(
        &self,
        owner: &Owner,
        limit: u32,
        after: Option<GameId>,
    ) -> Result<Vec<StoredGame>, LibraryError> {
        let page = sql(concat!(
            "SELECT ",
            summary_columns!(),
            ", record, tree FROM games WHERE owner = $1 AND id > $2 AND deleted_ms IS NULL
             ORDER BY id LIMIT $3"
        ))
        .bind(owner.as_str())
        // The empty string sorts before every id.
        .bind(after.map(|id| id.to_string()).unwrap_or_default())
        .bind(limit);
        let page = self.sql.fetch(page).await?;
        page.iter().map(rows::game).collect()
    }

    async fn store(
        &self,
        owner: &Owner,
        game: &NewVersion,
        now_ms: u64,
    ) -> Result<StoreOutcome, LibraryError> {
        let changes = self.change(storing(owner, game, now_ms)).await?;
        self.outcome(owner, game, &changes).await
    }

    async fn store_all(
        &self,
        owner: &Owner,
        games: &[NewVersion],
        now_ms: u64,
    ) -> Result<Vec<StoreOutcome>, LibraryError> {
        let statements = games.iter().map(|game| storing(owner, game, now_ms));
        let TransactionResult::Done(done) = self.sql.alter_all(statements.collect()).await? else {
            let unexpected = "storing a version of a game never conflicts with a key";
            return Err(LibraryError::Failed(unexpected.into()));
        };
        let mut outcomes = Vec::with_capacity(games.len());
        for (game, changes) in games.iter().zip(&done) {
            outcomes.push(self.outcome(owner, game, changes).await?);
        }
        Ok(outcomes)
    }

    async fn rename(
        &self,
        owner: &Owner,
        id: GameId,
        title: &Title,
        now_ms: u64,
    ) -> Result<Option<GameSummary>, LibraryError> {
        // All right-hand sides see the old row, so the order of the assignments does not matter.
        let renamed = sql(concat!(
            "UPDATE games SET
                 title = $3,
                 updated_ms = CASE WHEN title <> $3 THEN $4 ELSE updated_ms END
             WHERE owner = $1 AND id = $2 AND deleted_ms IS NULL RETURNING ",
            summary_columns!()
        ))
        .bind(owner.as_str())
        .bind(id.to_string())
        .bind(title.as_str())
        .bind(now_ms);
        let rows = self.change(renamed).await?.rows;
        rows.first().map(rows::summary).transpose()
    }

    async fn delete(&self, owner: &Owner, id: GameId, now_ms: u64) -> Result<bool, LibraryError> {
        let deleted = sql("UPDATE games SET deleted_ms = coalesce(deleted_ms, $3)
             WHERE owner = $1 AND id = $2 RETURNING id")
        .bind(owner.as_str())
        .bind(id.to_string())
        .bind(now_ms);
        Ok(self.change(deleted).await?.count > 0)
    }

    async fn restore(
        &self,
        owner: &Owner,
        id: GameId,
    ) -> Result<Option<GameSummary>, LibraryError> {
        let restored = sql(concat!(
            "UPDATE games SET deleted_ms = NULL WHERE owner = $1 AND id = $2 RETURNING ",
            summary_columns!()
        ))
        .bind(owner.as_str())
        .bind(id.to_string());
        let rows = self.change(restored).await?.rows;
        rows.first().map(rows::summary).transpose()
    }

    async fn share(
        &self,
        owner: &Owner,
        id: GameId,
        shared: Option<ShareId>,
    ) -> Result<Option<GameSummary>, LibraryError> {
        let with =
            |statement: &'static str| sql(statement).bind(owner.as_str()).bind(id.to_string());
        // An address that another game has is not given to this one, and this one keeps its own.
        let change = match shared {
            Some(share) => with(
                "INSERT INTO shared_games (owner, id, share)
                 SELECT owner, id, $3 FROM games WHERE owner = $1 AND id = $2 AND deleted_ms IS NULL
                 ON CONFLICT DO NOTHING",
            )
            .bind(share.to_string()),
            None => with(
                "DELETE FROM shared_games WHERE (owner, id) IN
                     (SELECT owner, id FROM games WHERE owner = $1 AND id = $2 AND deleted_ms IS NULL)",
            ),
        };
        self.change(change).await?;
        let found = with(concat!(
            "SELECT ",
            summary_columns!(),
            " FROM games WHERE owner = $1 AND id = $2 AND deleted_ms IS NULL"
        ));
        let row = self.row(found).await?;
        row.as_ref().map(rows::summary).transpose()
    }

    async fn unshare(&self, share: ShareId) -> Result<bool, LibraryError> {
        let unshared = sql("DELETE FROM shared_games WHERE share = $1 RETURNING share");
        let changed = self.change(unshared.bind(share.to_string())).await?;
        Ok(changed.count > 0)
    }

    async fn list_shared(
        &self,
        limit: u32,
        before: Option<ListCursor<ShareId>>,
    ) -> Result<Vec<GameSummary>, LibraryError> {
        let page = sql(concat!(
            "SELECT ",
            summary_columns!(),
            " FROM games JOIN shared_games AS place USING (owner, id)
              WHERE deleted_ms IS NULL AND ($2 IS NULL OR (updated_ms, place.share) < ($2, $3))
              ORDER BY updated_ms DESC, place.share DESC LIMIT $1"
        ))
        .bind(limit)
        .bind(before.map(|place| place.updated_ms))
        .bind(before.map(|place| place.id.to_string()));
        summaries(&self.sql.fetch(page).await?)
    }

    async fn find_shared(&self, share: ShareId) -> Result<Option<StoredGame>, LibraryError> {
        let found = sql(concat!(
            "SELECT ",
            summary_columns!(),
            ", record, tree FROM games JOIN shared_games AS place USING (owner, id)
              WHERE place.share = $1 AND deleted_ms IS NULL"
        ));
        let row = self.row(found.bind(share.to_string())).await?;
        row.as_ref().map(rows::game).transpose()
    }

    async fn size(&self) -> Result<u64, LibraryError> {
        // Each database reports its size in its own way.
        let size = sql("SELECT pg_total_relation_size('games') AS bytes").on_sqlite(
            "SELECT (page_count - freelist_count) * page_size AS bytes
             FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
        );
        count(self.row(size).await?.as_ref(), "bytes")
    }

    async fn usage(&self, owner: &Owner) -> Result<Usage, LibraryError> {
        let usage = sql(
            "SELECT count(*) AS games, coalesce(sum(bytes), 0)::bigint AS bytes
             FROM games WHERE owner = $1",
        )
        // SQLite has no column `bytes`. The expression is that of its index, so that no game is
        // read.
        .on_sqlite(
            "SELECT count(*) AS games,
                 coalesce(sum(octet_length(record) + coalesce(octet_length(tree), 0)), 0) AS bytes
             FROM games WHERE owner = $1",
        );
        let row = self.row(usage.bind(owner.as_str())).await?;
        Ok(Usage {
            games: count(row.as_ref(), "games")?,
            bytes: count(row.as_ref(), "bytes")?,
        })
    }

    async fn purge(
        &self,
        owner: Option<&Owner>,
        deleted_before_ms: u64,
        most: u32,
    ) -> Result<u64, LibraryError> {
        // Checked again for each game, which may have been restored meanwhile. Rows being removed
        // by another node are skipped.
        let purged = sql("DELETE FROM games WHERE deleted_ms < $1 AND (owner, id) IN
                 (SELECT owner, id FROM games WHERE deleted_ms < $1 AND ($3 IS NULL OR owner = $3)
                  ORDER BY deleted_ms, owner, id LIMIT $2 FOR UPDATE SKIP LOCKED)
             RETURNING id")
        .bind(deleted_before_ms)
        .bind(most)
        .bind(owner.map(Owner::as_str));
        Ok(self.change(purged).await?.count)
    }

    async fn check(&self) -> Result<(), LibraryError> {
        self.sql.require_present()?;
        self.row(sql("SELECT id FROM games LIMIT 1")).await?;
        let condition = self.sql.condition();
        let Some(trial) = condition.trial() else {
            return condition.failure().map_or(Ok(()), Err);
        };
        let bytes = if trial.after_failure {
            PROBE_AFTER_FAILURE
        } else {
            PROBE
        };
        self.sql.probe(bytes).await
    }
}

/// The size of the health check's test write in bytes: about one move of a game.
const PROBE: u32 = 4 * 1024;

/// The same after a failed write: about one long game.
const PROBE_AFTER_FAILURE: u32 = 64 * 1024;

fn summaries(page: &[Row]) -> Result<Vec<GameSummary>, LibraryError> {
    page.iter().map(rows::summary).collect()
}

/// A count returned by PostgreSQL.
fn count(row: Option<&Row>, column: &str) -> Result<u64, LibraryError> {
    let counted = row.map_or(Ok(0), |row| row.number(column));
    counted.map_err(failed)
}
