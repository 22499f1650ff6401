//! All live games one after the other, and their removal, in SQLite: the operations of their port as queries.

use async_trait::async_trait;
use damier_people::live::{ListedGame, OldGames, StoreError};
use damier_session::GameId;

use super::journal::SqliteStore;
use super::run::run;
use crate::error::failed;
use crate::live_rows::{self, bytes, is_kept, journal};

#[async_trait]
impl OldGames for SqliteStore {
    async fn all_games(
        &self,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<ListedGame>, StoreError> {
        // Nothing is before the empty key, and so the index is always entered at the right place.
        let rows = sqlx::query(concat!(
            "SELECT id, ",
            is_kept!(),
            " AS is_kept FROM live_games WHERE id > ?1 ORDER BY id LIMIT ?2"
        ))
        .bind(after.map(bytes).unwrap_or_default())
        .bind(most)
        .fetch_all(&self.connections().readers)
        .await
        .map_err(|error| journal(failed(error)))?;
        live_rows::listed(&rows)
    }

    async fn remove_game(&self, game: GameId, version: u32) -> Result<bool, StoreError> {
        self.change(async |tx| {
            let may_go = sqlx::query_scalar(concat!(
                "SELECT EXISTS (SELECT 1 FROM live_games WHERE id = ?1 AND version = ?2 AND NOT ",
                is_kept!(),
                ")"
            ))
            .bind(bytes(game))
            .bind(version)
            .fetch_one(&mut **tx)
            .await
            .map_err(failed)?;
            if may_go {
                for part in [
                    "DELETE FROM live_events WHERE game = ?1",
                    "DELETE FROM live_seats WHERE game = ?1",
                    "DELETE FROM live_conditionals WHERE game = ?1",
                    "DELETE FROM account_seats WHERE game = ?1",
                    "DELETE FROM gatherings WHERE id = ?1",
                    "DELETE FROM live_games WHERE id = ?1",
                ] {
                    run(tx, sqlx::query(part).bind(bytes(game))).await?;
                }
            }
            Ok(may_go)
        })
        .await
    }
}
