//! The library of kept games in PostgreSQL: the operations of the library port as queries. It never reads first and then decides what to
//! write: each statement that changes a game contains its own condition.

use async_trait::async_trait;
use damier_people::library::{
    GameFacts, GameLibrary, GameSummary, KeptGame, LibraryError, ListPlace, NewVersion, Owner,
    ShareId, StoreOutcome, Title, TreeText, Usage,
};
use damier_session::{GameId, Side};
use sqlx::postgres::PgRow;

use super::address::PostgresAddress;
use super::connections::Connections;
use super::fault::{PostgresError, failed};
use super::schema::{Opening, STEPS};
use crate::live_rows::integer;
use crate::rows::{self, Columns, level, name, summary_columns};

/// The library in a PostgreSQL database.
#[derive(Debug, Clone)]
pub struct PostgresLibrary {
    connections: Connections,
}

impl PostgresLibrary {
    /// Connects to the database and migrates it, while other nodes go on working with it.
    ///
    /// # Errors
    /// [`PostgresError`]; a database that is refused stays untouched.
    pub async fn open(address: &PostgresAddress) -> Result<Self, PostgresError> {
        Ok(Self {
            connections: Connections::open(address, STEPS, Opening::Migrate).await?,
        })
    }

    /// Connects to a database that a node of this version has prepared. Nothing is made or migrated.
    ///
    /// # Errors
    /// [`PostgresError`], also [`PostgresError::Empty`] and [`PostgresError::Older`].
    pub async fn open_existing(address: &PostgresAddress) -> Result<Self, PostgresError> {
        Ok(Self {
            connections: Connections::open(address, STEPS, Opening::AsItIs).await?,
        })
    }

    /// The connections, for what else is kept in the database.
    pub(super) fn connections(&self) -> &Connections {
        &self.connections
    }

    /// Ends all work with the database.
    pub async fn close(self) {
        self.connections.close().await;
    }

    /// Finds out why a version was not stored: the existing row says why, or there is no row and this is not the first version.
    async fn why_not(
        &self,
        owner: &Owner,
        game: &NewVersion,
    ) -> Result<StoreOutcome, LibraryError> {
        let found = sqlx::query(concat!(
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
        let Some(row) = self.connections.row(found).await? else {
            return Ok(StoreOutcome::Conflict { stored: 0 });
        };
        let flag = |column| row.get::<bool>(column).map_err(|error| failed(&error));
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

#[async_trait]
impl GameLibrary for PostgresLibrary {
    async fn list(
        &self,
        owner: &Owner,
        limit: u32,
        before: Option<ListPlace>,
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
        let first = |statement| {
            sqlx::query(statement)
                .bind(owner.as_str())
                .bind(i64::from(limit))
        };
        let page = match before {
            None => first(first_page),
            Some(place) => first(later_page)
                .bind(integer(place.updated_ms))
                .bind(place.id.to_string()),
        };
        summaries(&self.connections.rows(page).await?)
    }

    async fn find(&self, owner: &Owner, id: GameId) -> Result<Option<KeptGame>, LibraryError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            summary_columns!(),
            ", record, tree FROM games WHERE owner = $1 AND id = $2 AND deleted_ms IS NULL"
        ))
        .bind(owner.as_str())
        .bind(id.to_string());
        let row = self.connections.row(found).await?;
        row.as_ref().map(rows::game).transpose()
    }

    async fn walk(
        &self,
        owner: &Owner,
        limit: u32,
        after: Option<GameId>,
    ) -> Result<Vec<KeptGame>, LibraryError> {
        let page = sqlx::query(concat!(
            "SELECT ",
            summary_columns!(),
            ", record, tree FROM games WHERE owner = $1 AND id > $2 AND deleted_ms IS NULL
             ORDER BY id LIMIT $3"
        ))
        .bind(owner.as_str())
        // The empty string sorts before every id.
        .bind(after.map(|id| id.to_string()).unwrap_or_default())
        .bind(i64::from(limit));
        let page = self.connections.rows(page).await?;
        page.iter().map(rows::game).collect()
    }

    async fn store(
        &self,
        owner: &Owner,
        game: &NewVersion,
        now_ms: u64,
    ) -> Result<StoreOutcome, LibraryError> {
        let GameFacts {
            variant,
            plies,
            white,
            black,
            ending,
        } = &game.facts;
        // PostgreSQL keeps no NUL. Only a name can have one, and it is shown to nobody; the record has it as it was.
        let name = |player| name(player).map(|name| name.replace('\0', ""));
        // A version above 1 can only update an existing row, never insert one.
        let stored = sqlx::query(concat!(
            "INSERT INTO games (owner, id, version, title, created_ms, updated_ms, variant, plies,
                 white_name, white_level, black_name, black_level, winner, reason, record, tree)
             SELECT $1, $2, $3, coalesce($4, ''), $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
                 nullif($15, '')
             WHERE $3 = 1 OR EXISTS (SELECT FROM games WHERE owner = $1 AND id = $2)
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
        .bind(i64::from(game.version))
        .bind(game.title.as_ref().map(Title::as_str))
        .bind(integer(now_ms))
        .bind(variant)
        .bind(i64::from(*plies))
        .bind(name(white))
        .bind(level(white))
        .bind(name(black))
        .bind(level(black))
        .bind(ending.and_then(|ending| ending.winner).map(Side::code))
        .bind(ending.map(|ending| ending.reason.code().into_owned()))
        .bind(&game.record)
        .bind(game.tree.as_ref().map(TreeText::as_str));
        match self.connections.change(stored).await?.first() {
            Some(row) => Ok(StoreOutcome::Stored(rows::summary(row)?)),
            None => self.why_not(owner, game).await,
        }
    }

    async fn rename(
        &self,
        owner: &Owner,
        id: GameId,
        title: &Title,
        now_ms: u64,
    ) -> Result<Option<GameSummary>, LibraryError> {
        // All right-hand sides see the old row, so the order of the assignments does not matter.
        let renamed = sqlx::query(concat!(
            "UPDATE games SET
                 title = $3,
                 updated_ms = CASE WHEN title <> $3 THEN $4 ELSE updated_ms END
             WHERE owner = $1 AND id = $2 AND deleted_ms IS NULL RETURNING ",
            summary_columns!()
        ))
        .bind(owner.as_str())
        .bind(id.to_string())
        .bind(title.as_str())
        .bind(integer(now_ms));
        let rows = self.connections.change(renamed).await?;
        rows.first().map(rows::summary).transpose()
    }

    async fn delete(&self, owner: &Owner, id: GameId, now_ms: u64) -> Result<bool, LibraryError> {
        let deleted = sqlx::query(
            "UPDATE games SET deleted_ms = coalesce(deleted_ms, $3)
             WHERE owner = $1 AND id = $2 RETURNING id",
        )
        .bind(owner.as_str())
        .bind(id.to_string())
        .bind(integer(now_ms));
        Ok(!self.connections.change(deleted).await?.is_empty())
    }

    async fn restore(
        &self,
        owner: &Owner,
        id: GameId,
    ) -> Result<Option<GameSummary>, LibraryError> {
        let restored = sqlx::query(concat!(
            "UPDATE games SET deleted_ms = NULL WHERE owner = $1 AND id = $2 RETURNING ",
            summary_columns!()
        ))
        .bind(owner.as_str())
        .bind(id.to_string());
        let rows = self.connections.change(restored).await?;
        rows.first().map(rows::summary).transpose()
    }

    async fn share(
        &self,
        owner: &Owner,
        id: GameId,
        shared: Option<ShareId>,
    ) -> Result<Option<GameSummary>, LibraryError> {
        let with = |statement: &'static str| {
            sqlx::query(statement)
                .bind(owner.as_str())
                .bind(id.to_string())
        };
        // The address of another game is not given to this one, and this one keeps the address that it has.
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
        self.connections.change(change).await?;
        let found = with(concat!(
            "SELECT ",
            summary_columns!(),
            " FROM games WHERE owner = $1 AND id = $2 AND deleted_ms IS NULL"
        ));
        let row = self.connections.row(found).await?;
        row.as_ref().map(rows::summary).transpose()
    }

    async fn list_shared(
        &self,
        limit: u32,
        before: Option<ListPlace<ShareId>>,
    ) -> Result<Vec<GameSummary>, LibraryError> {
        let page = sqlx::query(concat!(
            "SELECT ",
            summary_columns!(),
            " FROM games JOIN shared_games AS place USING (owner, id)
              WHERE deleted_ms IS NULL AND ($2 IS NULL OR (updated_ms, place.share) < ($2, $3))
              ORDER BY updated_ms DESC, place.share DESC LIMIT $1"
        ))
        .bind(i64::from(limit))
        .bind(before.map(|place| integer(place.updated_ms)))
        .bind(before.map(|place| place.id.to_string()));
        summaries(&self.connections.rows(page).await?)
    }

    async fn find_shared(&self, share: ShareId) -> Result<Option<KeptGame>, LibraryError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            summary_columns!(),
            ", record, tree FROM games JOIN shared_games AS place USING (owner, id)
              WHERE place.share = $1 AND deleted_ms IS NULL"
        ));
        let row = self.connections.row(found.bind(share.to_string())).await?;
        row.as_ref().map(rows::game).transpose()
    }

    async fn hand_over(&self, from: &Owner, to: &Owner) -> Result<u64, LibraryError> {
        if from == to {
            return Ok(0);
        }
        // Both parts of the statement see the games as they were before it, so no game is in both.
        let given = sqlx::query(
            "WITH given AS (
                 UPDATE games SET owner = $2 WHERE owner = $1 AND NOT EXISTS (
                     SELECT FROM games AS theirs WHERE theirs.owner = $2 AND theirs.id = games.id)
                 RETURNING id),
             doubled AS (
                 DELETE FROM games WHERE owner = $1 AND EXISTS (
                     SELECT FROM games AS theirs WHERE theirs.owner = $2 AND theirs.id = games.id
                         AND theirs.record = games.record AND theirs.tree IS NOT DISTINCT FROM games.tree))
             SELECT count(*) AS games FROM given",
        )
        .bind(from.as_str())
        .bind(to.as_str());
        let rows = self.connections.change(given).await?;
        count(rows.first(), "games")
    }

    async fn size(&self) -> Result<u64, LibraryError> {
        let size = sqlx::query("SELECT pg_total_relation_size('games') AS bytes");
        count(self.connections.row(size).await?.as_ref(), "bytes")
    }

    async fn usage(&self, owner: &Owner) -> Result<Usage, LibraryError> {
        let usage = sqlx::query(
            "SELECT count(*) AS games, coalesce(sum(bytes), 0)::bigint AS bytes
             FROM games WHERE owner = $1",
        );
        let row = self.connections.row(usage.bind(owner.as_str())).await?;
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
        // Asked again of each game: it may have been restored meanwhile. What another node removes at this moment is left to it.
        let purged = sqlx::query(
            "DELETE FROM games WHERE deleted_ms < $1 AND (owner, id) IN
                 (SELECT owner, id FROM games WHERE deleted_ms < $1 AND ($3 IS NULL OR owner = $3)
                  ORDER BY deleted_ms, owner, id LIMIT $2 FOR UPDATE SKIP LOCKED)
             RETURNING id",
        )
        .bind(integer(deleted_before_ms))
        .bind(i64::from(most))
        .bind(owner.map(Owner::as_str));
        Ok(self.connections.change(purged).await?.len() as u64)
    }

    async fn check(&self) -> Result<(), LibraryError> {
        self.connections
            .row(sqlx::query("SELECT id FROM games LIMIT 1"))
            .await?;
        let condition = self.connections.condition();
        let Some(_trial) = condition.trial() else {
            return condition.failure().map_or(Ok(()), Err);
        };
        // About as many bytes as a move of a game takes.
        let probe = sqlx::query(
            "INSERT INTO write_probe (one, padding) VALUES (1, repeat('x', 4096))
             ON CONFLICT (one) DO UPDATE SET padding = excluded.padding",
        );
        self.connections.change(probe).await.map(drop)
    }
}

fn summaries(page: &[PgRow]) -> Result<Vec<GameSummary>, LibraryError> {
    page.iter().map(rows::summary).collect()
}

/// A number that PostgreSQL has counted.
fn count(row: Option<&PgRow>, column: &str) -> Result<u64, LibraryError> {
    let counted = row.map_or(Ok(0), |row| rows::number(row, column));
    counted.map_err(|error| failed(&error))
}
