//! All live games one after the other, and their removal, in PostgreSQL: the operations of their port as queries.

use async_trait::async_trait;
use damier_people::live::{ListedGame, OldGames, StoreError};
use damier_session::GameId;

use super::journal::PostgresStore;
use crate::live_rows::{self, bytes, is_kept, journal};

#[async_trait]
impl OldGames for PostgresStore {
    async fn all_games(
        &self,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<ListedGame>, StoreError> {
        // Nothing is before the empty key, and so the index is always entered at the right place.
        let found = sqlx::query(concat!(
            "SELECT id, ",
            is_kept!(),
            " AS is_kept FROM live_games WHERE id > $1 ORDER BY id LIMIT $2"
        ))
        .bind(after.map(bytes).unwrap_or_default())
        .bind(i64::from(most));
        let rows = self.connections.rows(found).await.map_err(journal)?;
        live_rows::listed(&rows)
    }

    async fn remove_game(&self, game: GameId, version: u32) -> Result<bool, StoreError> {
        // References are checked at the end of the statement. Another node that stores an event of the game waits for its row, and then finds
        // no game; one that gives it to an account at that moment makes this statement fail as a whole.
        let removed = sqlx::query(concat!(
            "WITH gone AS (
                 DELETE FROM live_games WHERE id = $1 AND version = $2 AND NOT ",
            is_kept!(),
            "    RETURNING id),
             events AS (DELETE FROM live_events USING gone WHERE game = gone.id),
             seats AS (DELETE FROM live_seats USING gone WHERE game = gone.id),
             conditionals AS (DELETE FROM live_conditionals USING gone WHERE game = gone.id),
             owned AS (DELETE FROM account_seats USING gone WHERE game = gone.id),
             people AS (DELETE FROM gatherings USING gone WHERE gatherings.id = gone.id)
             SELECT id FROM gone"
        ))
        .bind(bytes(game))
        .bind(i64::from(version));
        let removed = self.connections.change(removed).await.map_err(journal)?;
        Ok(!removed.is_empty())
    }
}
