//! Conditional moves: the operations of their port as statements. They have a table of their own,
//! since a background task looks for those whose game has gone on, in one statement over the tables
//! of both.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::live::{Conditionals, StoredConditionals};
use damier_session::{GameId, IfThen, Side};

use crate::live_rows;
use crate::sql::sql;
use crate::store::SqlStore;

#[async_trait]
impl Conditionals for SqlStore {
    async fn conditionals(
        &self,
        game: GameId,
        side: Side,
    ) -> Result<Option<StoredConditionals>, StoreError> {
        let found = sql(
            "SELECT revision, since, tree FROM live_conditionals WHERE game = $1 AND side = $2",
        )
        .bind(game)
        .bind(side);
        let row = self.sql.row(found).await?;
        row.map(|row| live_rows::conditionals(game, &row))
            .transpose()
    }

    async fn store_conditionals(
        &self,
        game: GameId,
        side: Side,
        over: u32,
        since: u32,
        tree: &[IfThen],
    ) -> Result<bool, StoreError> {
        let tree = live_rows::json(&tree)?;
        // Of two concurrent writers the second waits for the first one's row, and then finds
        // another revision.
        let statement = if over == 0 {
            "INSERT INTO live_conditionals (game, side, revision, since, tree)
             SELECT id, $2, $3 + 1, $4, $5 FROM live_games WHERE id = $1 AND $5 <> '[]'
             ON CONFLICT DO NOTHING"
        } else {
            "UPDATE live_conditionals SET revision = revision + 1, since = $4, tree = $5
             WHERE game = $1 AND side = $2 AND revision = $3"
        };
        let kept = sql(statement)
            .bind(game)
            .bind(side)
            .bind(over)
            .bind(since)
            .bind(tree);
        Ok(self.sql.change(kept).await? > 0)
    }

    async fn unfollowed(
        &self,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let found = sql(
            "SELECT DISTINCT game AS id FROM live_conditionals JOIN live_games ON id = game
             WHERE tree <> '[]' AND version > since AND ($1 IS NULL OR game > $1)
             ORDER BY game LIMIT $2",
        )
        .bind(after)
        .bind(most);
        let rows = self.sql.rows(found).await?;
        live_rows::ids(&rows)
    }
}
