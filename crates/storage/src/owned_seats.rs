//! The sides of live games that belong to accounts: the operations of their port as statements.
//! They have a table of their own, since an account may have a hundred thousand games, which are
//! listed by their end and looked up by their ids.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::accounts::{
    Account, AccountId, AttachOutcome, FinishedCursor, FinishedFilter, FinishedGame, OwnResult,
    OwnedSeats,
};
use damier_session::{GameId, Side};

use crate::account_rows::{self, account_columns};
use crate::sql::sql;
use crate::store::SqlStore;

/// The finished games of an account, given how seats are joined to games.
macro_rules! finished {
    ($games:literal) => {
        concat!(
            "SELECT game, side, version, deadline_ms, winner, reason, setup, ended_ms
             FROM account_seats ",
            $games,
            " WHERE account = $1 AND ended_ms IS NOT NULL AND (ended_ms, game) < ($5, $6) AND reason IS NOT NULL
                 AND ($2 IS NULL OR setup::jsonb ->> 'variant' = $2)
                 AND ($3 IS NULL OR $3 = CASE WHEN reason = 'aborted' THEN 'none' WHEN winner IS NULL THEN 'draw'
                     WHEN winner = side THEN 'win' ELSE 'loss' END)
                 AND ($4 OR setup::jsonb -> 'settings' -> CASE side WHEN 'white' THEN 'black' ELSE 'white' END
                     ->> 'name' IN ({list}))
             ORDER BY ended_ms DESC, game DESC LIMIT $7"
        )
    };
}

#[async_trait]
impl OwnedSeats for SqlStore {
    async fn attach(
        &self,
        id: AccountId,
        game: GameId,
        side: Side,
    ) -> Result<AttachOutcome, StoreError> {
        let with = |statement: &'static str| sql(statement).bind(game).bind(side).bind(id);
        self.sql
            .change(with(
                "INSERT INTO account_seats (game, side, account)
             SELECT live_games.id, $2, accounts.id FROM live_games, accounts
             WHERE live_games.id = $1 AND accounts.id = $3 AND deleted IS NULL FOR SHARE OF accounts
             ON CONFLICT DO NOTHING",
            ))
            .await?;
        let row = self.sql.row(with(
                "SELECT EXISTS (SELECT 1 FROM account_seats WHERE game = $1 AND side = $2 AND account = $3) AS own
                 FROM live_games, accounts
                 WHERE live_games.id = $1 AND accounts.id = $3 AND deleted IS NULL",
            ))
            .await?;
        Ok(match row.map(|row| row.get::<bool>("own")) {
            None => AttachOutcome::NotFound,
            Some(Ok(true)) => AttachOutcome::Stored,
            Some(_) => AttachOutcome::Taken,
        })
    }

    async fn side_of(&self, id: AccountId, game: GameId) -> Result<Option<Side>, StoreError> {
        let found = sql("SELECT side FROM account_seats WHERE account = $1 AND game = $2");
        let found = found.bind(id).bind(game);
        let row = self.sql.row(found).await?;
        row.as_ref().map(account_rows::side).transpose()
    }

    async fn players_of(&self, game: GameId) -> Result<[Option<Account>; 2], StoreError> {
        let found = sql(concat!(
            "SELECT side, ",
            account_columns!(),
            " FROM account_seats JOIN accounts ON accounts.id = account WHERE game = $1"
        ));
        let rows = self.sql.rows(found.bind(game)).await?;
        account_rows::players(&rows)
    }

    async fn games_of(
        &self,
        id: AccountId,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<(GameId, Side)>, StoreError> {
        let found = sql(
            "SELECT game, side FROM account_seats WHERE account = $1 AND ($2 IS NULL OR game > $2)
             ORDER BY game LIMIT $3",
        )
        .bind(id)
        .bind(after)
        .bind(most);
        account_rows::seats(&self.sql.rows(found).await?)
    }

    async fn open_games_of(
        &self,
        id: AccountId,
        most: u32,
    ) -> Result<Vec<(GameId, Side)>, StoreError> {
        let found = sql(
            "SELECT game, side FROM account_seats JOIN live_games ON live_games.id = game
             WHERE account = $1 AND reason IS NULL ORDER BY game LIMIT $2",
        )
        .bind(id)
        .bind(most);
        account_rows::seats(&self.sql.rows(found).await?)
    }

    async fn finished_games_of(
        &self,
        id: AccountId,
        filter: &FinishedFilter,
        after: Option<FinishedCursor>,
        most: u32,
    ) -> Result<Vec<FinishedGame>, StoreError> {
        let after = after.unwrap_or(FinishedCursor::FIRST);
        let found = sql(
            // Each game is looked up separately, in the order of the index: with a join, PostgreSQL
            // would read all games first.
            finished!("CROSS JOIN LATERAL
                 (SELECT * FROM live_games WHERE live_games.id = account_seats.game OFFSET 0) AS live"),
        )
        .on_sqlite(finished!("JOIN live_games ON live_games.id = account_seats.game"))
        .bind(id)
        .bind(filter.variant_id())
        .bind(filter.result.map(OwnResult::code))
        .bind(filter.against.is_empty())
        .bind(after.ended_ms)
        .bind(after.game)
        .bind(most)
        .list(&filter.against);
        account_rows::finished(&self.sql.rows(found).await?)
    }
}
