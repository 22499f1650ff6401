//! Ratings: the operations of their port as statements. If two nodes count games of one player at
//! the same moment, both want the same number for their change, which is assigned once; the second
//! one reads again. They have tables of their own, since many accounts are looked up at once, every
//! rated game appends two changes, and the best players are listed in order.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::accounts::{Account, AccountId};
use damier_people::ratings::{
    ChangeCursor, CountedSide, RatedGame, RatingChange, RatingPool, RatingState, Ratings,
    SettleOutcome, Settlement,
};
use damier_session::{GameId, Side};

use crate::account_rows::require_account;
use crate::account_rows::{self, account_columns};
use crate::live_rows::bytes;
use crate::rating_rows::{self, change_columns, standing_columns};
use crate::sql::{Statement, sql};
use crate::store::SqlStore;

#[async_trait]
impl Ratings for SqlStore {
    async fn rated_game(&self, game: GameId) -> Result<Option<RatedGame>, StoreError> {
        let found =
            sql("SELECT variant, speed, white, black, settled FROM rated_games WHERE game = $1");
        let row = self.sql.row(found.bind(game)).await?;
        row.as_ref().map(rating_rows::rated_game).transpose()
    }

    async fn unsettled(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let found = sql("SELECT game FROM rated_games JOIN live_games ON id = game
             WHERE NOT settled AND game > $1 AND reason IS NOT NULL ORDER BY game LIMIT $2")
        .bind(after.map(bytes).unwrap_or_default())
        .bind(most);
        rating_rows::games(&self.sql.rows(found).await?)
    }

    async fn settle(
        &self,
        game: GameId,
        settlement: &Settlement,
    ) -> Result<SettleOutcome, StoreError> {
        let Some(rated) = self.rated_game(game).await? else {
            return Ok(SettleOutcome::Before);
        };
        let statements = match settlement {
            Settlement::Void => {
                let void = "UPDATE rated_games SET settled = TRUE WHERE game = $1 AND NOT settled";
                vec![sql(void).bind(game).required()]
            }
            Settlement::Counted { at_ms, sides } => counted(game, &rated, *at_ms, sides),
        };
        let is_stored = self.sql.change_all(statements).await?.is_done();
        let was_open = !is_stored
            && self
                .rated_game(game)
                .await?
                .is_some_and(|rated| !rated.is_settled);
        Ok(rating_rows::settled(is_stored, was_open))
    }

    async fn rating_states(
        &self,
        of: &[(AccountId, RatingPool)],
    ) -> Result<Vec<RatingState>, StoreError> {
        if of.is_empty() {
            return Ok(Vec::new());
        }
        let found = sql(concat!(
            "SELECT account, ",
            standing_columns!(),
            " FROM ratings WHERE account IN ({list})"
        ));
        let rows = self.sql.rows(found.list(of.iter().map(|(id, _)| *id)));
        let rows = rows.await?;
        let read = |row| {
            let (pool, standing) = rating_rows::rating_state(row)?;
            Ok((account_rows::owner(row)?, pool, standing))
        };
        let found = rows
            .iter()
            .map(read)
            .collect::<Result<Vec<_>, StoreError>>()?;
        Ok(rating_rows::in_order(of, &found))
    }

    async fn ratings_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(RatingPool, RatingState)>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            standing_columns!(),
            " FROM ratings WHERE account = $1 ORDER BY variant COLLATE \"C\", speed COLLATE \"C\""
        ));
        let rows = self.sql.rows(found.bind(account)).await?;
        rows.iter().map(rating_rows::rating_state).collect()
    }

    async fn changes_in(&self, game: GameId) -> Result<[Option<RatingChange>; 2], StoreError> {
        let found = sql(concat!(
            "SELECT ",
            change_columns!(),
            " FROM rating_changes JOIN accounts ON id = opponent WHERE game = $1"
        ));
        rating_rows::both_sides(&self.sql.rows(found.bind(game)).await?)
    }

    async fn changes_of(
        &self,
        account: AccountId,
        pool: Option<RatingPool>,
        after: Option<ChangeCursor>,
        most: u32,
    ) -> Result<Vec<RatingChange>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            change_columns!(),
            " FROM rating_changes JOIN accounts ON id = opponent
              WHERE account = $1 AND ($2 IS NULL OR (variant, speed) = ($2, $3))
                  AND ($4 IS NULL OR (at_ms, game) < ($4, $5))
              ORDER BY at_ms DESC, game DESC LIMIT $6"
        ))
        .bind(account)
        .bind(pool.map(|pool| pool.variant.id()))
        .bind(pool.map(|pool| pool.speed.code()))
        .bind(after.map(|after| after.at_ms))
        .bind(after.map(|after| after.game))
        .bind(most);
        let rows = self.sql.rows(found).await?;
        rows.iter().map(rating_rows::change).collect()
    }

    async fn best(
        &self,
        pool: RatingPool,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<(Account, RatingState)>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            account_columns!(),
            ", ",
            standing_columns!(),
            " FROM ratings JOIN accounts ON id = account
              WHERE variant = $1 AND speed = $2 AND established_until > $3 AND accounts.deleted IS NULL
              ORDER BY rating DESC, account LIMIT $4"
        ))
        .bind(pool.variant.id())
        .bind(pool.speed.code())
        .bind(now_ms)
        .bind(most);
        let rows = self.sql.rows(found).await?;
        let read = |row| {
            Ok((
                account_rows::account(row)?,
                rating_rows::rating_state(row)?.1,
            ))
        };
        rows.iter().map(read).collect()
    }
}

/// Settles a game that counts. A number taken by another game rolls everything back, as does an
/// account that is deleted or being deleted.
fn counted(
    game: GameId,
    rated: &RatedGame,
    at_ms: u64,
    sides: &[CountedSide; 2],
) -> Vec<Statement> {
    let [white, black] = rated.players;
    let settled = sql("UPDATE rated_games SET settled = TRUE WHERE game = $1 AND NOT settled");
    let mut statements = vec![settled.bind(game).required()];
    let [of_white, of_black] = sides;
    let mut each = [
        (white, black, Side::White, of_white, of_black),
        (black, white, Side::Black, of_black, of_white),
    ];
    // In a fixed order, to avoid deadlocks.
    each.sort_by_key(|(account, ..)| *account);
    statements.extend(each.map(|(account, ..)| require_account(account)));
    for (account, opponent, side, own, other) in each {
        let before = own.before.strength_at(at_ms);
        let after = own.after;
        let changed = sql(
            "INSERT INTO rating_changes (game, side, account, opponent, variant, speed, number, at_ms, score,
                 rating_before, deviation_before, rating_after, deviation_after, opponent_rating)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        );
        let changed = changed.bind(game).bind(side).bind(account).bind(opponent);
        let changed = changed
            .bind(rated.pool.variant.id())
            .bind(rated.pool.speed.code())
            .bind(after.tally.games())
            .bind(at_ms)
            .bind(rating_rows::score_code(own.score))
            .bind(before.rating.get())
            .bind(before.deviation.get())
            .bind(after.strength.rating.get())
            .bind(after.strength.deviation.get())
            .bind(other.before.strength.rating.get());
        let stands = sql(
            "INSERT INTO ratings (account, variant, speed, rating, deviation, volatility, at_ms, won, drawn, lost,
                 established_until)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
             ON CONFLICT (account, variant, speed) DO UPDATE
             SET rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,
                 at_ms = excluded.at_ms, won = excluded.won, drawn = excluded.drawn, lost = excluded.lost,
                 established_until = excluded.established_until",
        )
        .bind(account)
        .bind(rated.pool.variant.id())
        .bind(rated.pool.speed.code())
        .bind(after.strength.rating.get())
        .bind(after.strength.deviation.get())
        .bind(after.strength.volatility.get())
        .bind(after.at_ms)
        .bind(after.tally.won)
        .bind(after.tally.drawn)
        .bind(after.tally.lost)
        .bind(after.established_until_ms());
        statements.extend([changed, stands]);
    }
    statements
}
