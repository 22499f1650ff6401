//! The sides of live games that belong to accounts, in PostgreSQL: the operations of their port as queries.

use async_trait::async_trait;
use damier_people::accounts::{
    Account, AccountId, Attached, FinishedFilter, FinishedGame, FinishedPlace, OwnResult,
    OwnedSeats,
};
use damier_people::live::StoreError;
use damier_session::{GameId, Side};

use super::journal::PostgresStore;
use crate::account_rows::{self, account_columns, bytes};
use crate::live_rows;
use crate::rows::Columns;

#[async_trait]
impl OwnedSeats for PostgresStore {
    async fn attach(
        &self,
        id: AccountId,
        game: GameId,
        side: Side,
    ) -> Result<Attached, StoreError> {
        let with = |statement: &'static str| {
            sqlx::query(statement)
                .bind(live_rows::bytes(game))
                .bind(side.code())
                .bind(bytes(id))
        };
        self.change(with(
            "INSERT INTO account_seats (game, side, account)
             SELECT live_games.id, $2, accounts.id FROM live_games, accounts
             WHERE live_games.id = $1 AND accounts.id = $3 AND deleted IS NULL FOR SHARE OF accounts
             ON CONFLICT DO NOTHING",
        ))
        .await?;
        let row = self
            .row(with(
                "SELECT EXISTS (SELECT FROM account_seats WHERE game = $1 AND side = $2 AND account = $3) AS own
                 FROM live_games, accounts
                 WHERE live_games.id = $1 AND accounts.id = $3 AND deleted IS NULL",
            ))
            .await?;
        Ok(match row.map(|row| row.get::<bool>("own")) {
            None => Attached::NotFound,
            Some(Ok(true)) => Attached::Stored,
            Some(_) => Attached::Taken,
        })
    }

    async fn side_of(&self, id: AccountId, game: GameId) -> Result<Option<Side>, StoreError> {
        let found = sqlx::query("SELECT side FROM account_seats WHERE account = $1 AND game = $2");
        let found = found.bind(bytes(id)).bind(live_rows::bytes(game));
        let row = self.row(found).await?;
        row.as_ref().map(account_rows::side).transpose()
    }

    async fn players_of(&self, game: GameId) -> Result<[Option<Account>; 2], StoreError> {
        let found = sqlx::query(concat!(
            "SELECT side, ",
            account_columns!(),
            " FROM account_seats JOIN accounts ON accounts.id = account WHERE game = $1"
        ));
        let rows = self.rows(found.bind(live_rows::bytes(game))).await?;
        account_rows::players(&rows)
    }

    async fn games_of(
        &self,
        id: AccountId,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<(GameId, Side)>, StoreError> {
        let found = sqlx::query(
            "SELECT game, side FROM account_seats WHERE account = $1 AND ($2 IS NULL OR game > $2)
             ORDER BY game LIMIT $3",
        )
        .bind(bytes(id))
        .bind(after.map(live_rows::bytes))
        .bind(i64::from(most));
        account_rows::seats(&self.rows(found).await?)
    }

    async fn open_games_of(
        &self,
        id: AccountId,
        most: u32,
    ) -> Result<Vec<(GameId, Side)>, StoreError> {
        let found = sqlx::query(
            "SELECT game, side FROM account_seats JOIN live_games ON live_games.id = game
             WHERE account = $1 AND reason IS NULL ORDER BY game LIMIT $2",
        )
        .bind(bytes(id))
        .bind(i64::from(most));
        account_rows::seats(&self.rows(found).await?)
    }

    async fn finished_games_of(
        &self,
        id: AccountId,
        filter: &FinishedFilter,
        after: Option<FinishedPlace>,
        most: u32,
    ) -> Result<Vec<FinishedGame>, StoreError> {
        let after = after.unwrap_or(FinishedPlace::FIRST);
        let found = sqlx::query(
            // Each game is looked up by itself, in the order of the index: joined, all games of everybody would be read first.
            "SELECT game, side, version, deadline_ms, winner, reason, setup, ended_ms
             FROM account_seats CROSS JOIN LATERAL
                 (SELECT * FROM live_games WHERE live_games.id = account_seats.game OFFSET 0) AS live
             WHERE account = $1 AND ended_ms IS NOT NULL AND (ended_ms, game) < ($5, $6) AND reason IS NOT NULL
                 AND ($2::text IS NULL OR setup::jsonb ->> 'variant' = $2)
                 AND ($3::text IS NULL OR $3 = CASE WHEN reason = 'aborted' THEN 'none' WHEN winner IS NULL THEN 'draw'
                     WHEN winner = side THEN 'win' ELSE 'loss' END)
                 AND ($4::text[] IS NULL OR setup::jsonb #>> ARRAY['settings',
                     CASE side WHEN 'white' THEN 'black' ELSE 'white' END, 'name'] = ANY($4))
             ORDER BY ended_ms DESC, game DESC LIMIT $7",
        )
        .bind(bytes(id))
        .bind(filter.variant_id())
        .bind(filter.result.map(OwnResult::code))
        .bind(Some(&filter.against).filter(|names| !names.is_empty()))
        .bind(live_rows::integer(after.ended_ms))
        .bind(live_rows::bytes(after.game))
        .bind(i64::from(most));
        account_rows::finished(&self.rows(found).await?)
    }
}
