//! The conditional moves that wait, in SQLite: the operations of their port as queries.

use async_trait::async_trait;
use damier_people::live::{Conditionals, KeptConditionals, StoreError};
use damier_session::{GameId, IfThen, Side};

use super::journal::SqliteStore;
use crate::error::failed;
use crate::live_rows::{self, bytes, journal, unwritable};

#[async_trait]
impl Conditionals for SqliteStore {
    async fn conditionals(
        &self,
        game: GameId,
        side: Side,
    ) -> Result<Option<KeptConditionals>, StoreError> {
        let row = sqlx::query(
            "SELECT revision, since, tree FROM live_conditionals WHERE game = ?1 AND side = ?2",
        )
        .bind(bytes(game))
        .bind(side.code())
        .fetch_optional(&self.connections().readers)
        .await
        .map_err(|error| journal(failed(error)))?;
        row.map(|row| live_rows::conditionals(game, &row))
            .transpose()
    }

    async fn keep_conditionals(
        &self,
        game: GameId,
        side: Side,
        over: u32,
        since: u32,
        tree: &[IfThen],
    ) -> Result<bool, StoreError> {
        let tree = serde_json::to_string(tree).map_err(|error| journal(unwritable(error)))?;
        let mut turn = self.connections().turn().await.map_err(journal)?;
        let statement = if over == 0 {
            "INSERT INTO live_conditionals (game, side, revision, since, tree)
             SELECT id, ?2, ?3 + 1, ?4, ?5 FROM live_games WHERE id = ?1 AND ?5 <> '[]'
             ON CONFLICT DO NOTHING"
        } else {
            "UPDATE live_conditionals SET revision = revision + 1, since = ?4, tree = ?5
             WHERE game = ?1 AND side = ?2 AND revision = ?3"
        };
        let kept = sqlx::query(statement)
            .bind(bytes(game))
            .bind(side.code())
            .bind(over)
            .bind(since)
            .bind(tree)
            .execute(&mut *turn)
            .await;
        let kept = turn.done(kept.map_err(failed)).map_err(journal)?;
        Ok(kept.rows_affected() == 1)
    }

    async fn unfollowed(
        &self,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query(
            "SELECT DISTINCT game AS id FROM live_conditionals JOIN live_games ON id = game
             WHERE tree <> '[]' AND version > since AND (?1 IS NULL OR game > ?1)
             ORDER BY game LIMIT ?2",
        )
        .bind(after.map(bytes))
        .bind(most)
        .fetch_all(&self.connections().readers)
        .await
        .map_err(|error| journal(failed(error)))?;
        live_rows::ids(&rows)
    }
}
