//! All live games one after the other, and their removal: the operations of their port as
//! statements, on the tables of the journal.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::live::{ListedGame, OldGames};
use damier_people::teams::TEAM_MATCHES;
use damier_session::GameId;

use crate::documents;

use crate::live_rows::{self, bytes, is_kept};
use crate::sql::sql;
use crate::store::SqlStore;

#[async_trait]
impl OldGames for SqlStore {
    async fn all_games(
        &self,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<ListedGame>, StoreError> {
        // The empty key sorts before all others, so the query always uses the index.
        let found = sql(concat!(
            "SELECT id, ",
            is_kept!(),
            " AS is_kept FROM live_games WHERE id > $1 ORDER BY id LIMIT $2"
        ))
        .bind(after.map(bytes).unwrap_or_default())
        .bind(most);
        let rows = self.sql.rows(found).await?;
        live_rows::listed(&rows)
    }

    async fn remove_game(&self, game: GameId, version: u32) -> Result<bool, StoreError> {
        // The game is locked first. Another node that stores an event of it waits, and then finds
        // no game; a concurrent attachment to an account is visible to the following statements.
        let of = |statement| sql(statement).bind(game);
        let held = of("SELECT id FROM live_games WHERE id = $1 FOR UPDATE");
        let may_go = of(concat!(
            "SELECT id FROM live_games WHERE id = $1 AND version = $2 AND NOT ",
            is_kept!()
        ))
        .bind(version);
        let parts = [
            "DELETE FROM live_events WHERE game = $1",
            "DELETE FROM live_seats WHERE game = $1",
            "DELETE FROM live_conditionals WHERE game = $1",
            "DELETE FROM account_seats WHERE game = $1",
            "DELETE FROM team_votes WHERE team_match = $1",
            "DELETE FROM live_games WHERE id = $1",
        ];
        let team_match = documents::remove(TEAM_MATCHES, &game.to_string());
        let mut statements = vec![held.required(), may_go.required(), team_match];
        statements.extend(parts.map(of));
        Ok(self.sql.change_all(statements).await?.is_done())
    }
}
