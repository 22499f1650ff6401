//! Ratings in PostgreSQL: the operations of their port, one statement each. Two nodes that count games of one player at the same moment are kept
//! apart by the number of the game, which is given once; the second reads again.

use async_trait::async_trait;
use damier_people::accounts::{Account, AccountId};
use damier_people::live::StoreError;
use damier_people::ratings::{
    ChangePlace, CountedSide, RatedGame, RatingChange, RatingPool, Ratings, Settled, Settlement,
    Standing,
};
use damier_session::{GameId, Side};

use super::connections::Statement;
use super::journal::PostgresStore;
use crate::account_rows::{self, account_columns};
use crate::live_rows::{bytes, integer, journal};
use crate::rating_rows::{self, change_columns, standing_columns};

#[async_trait]
impl Ratings for PostgresStore {
    async fn rated_game(&self, game: GameId) -> Result<Option<RatedGame>, StoreError> {
        let found = sqlx::query(
            "SELECT variant, speed, white, black, settled FROM rated_games WHERE game = $1",
        );
        let row = self.row(found.bind(bytes(game))).await?;
        row.as_ref().map(rating_rows::rated_game).transpose()
    }

    async fn unsettled(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let found = sqlx::query(
            "SELECT game FROM rated_games JOIN live_games ON id = game
             WHERE NOT settled AND game > $1 AND reason IS NOT NULL ORDER BY game LIMIT $2",
        )
        .bind(after.map(bytes).unwrap_or_default())
        .bind(i64::from(most));
        rating_rows::games(&self.rows(found).await?)
    }

    async fn settle(&self, game: GameId, settlement: &Settlement) -> Result<Settled, StoreError> {
        let statement = match settlement {
            Settlement::Void => sqlx::query(
                "UPDATE rated_games SET settled = TRUE WHERE game = $1 AND NOT settled RETURNING game",
            )
            .bind(bytes(game)),
            Settlement::Counted { at_ms, sides } => counted(game, *at_ms, sides),
        };
        let stored = self.connections.change_if_new(statement).await;
        let is_stored = stored
            .map_err(journal)?
            .is_some_and(|rows| !rows.is_empty());
        let was_open = !is_stored
            && self
                .rated_game(game)
                .await?
                .is_some_and(|rated| !rated.is_settled);
        Ok(rating_rows::settled(is_stored, was_open))
    }

    async fn standings(&self, of: &[(AccountId, RatingPool)]) -> Result<Vec<Standing>, StoreError> {
        if of.is_empty() {
            return Ok(Vec::new());
        }
        let accounts: Vec<_> = of.iter().map(|(id, _)| account_rows::bytes(*id)).collect();
        let variants: Vec<_> = of.iter().map(|(_, pool)| pool.variant.id()).collect();
        let speeds: Vec<_> = of.iter().map(|(_, pool)| pool.speed.code()).collect();
        let found = sqlx::query(concat!(
            "SELECT account, ",
            standing_columns!(),
            " FROM ratings
              WHERE (account, variant, speed) IN (SELECT * FROM unnest($1::bytea[], $2::text[], $3::text[]))"
        ))
        .bind(accounts)
        .bind(variants)
        .bind(speeds);
        let rows = self.rows(found).await?;
        let read = |row| {
            let (pool, standing) = rating_rows::standing(row)?;
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
    ) -> Result<Vec<(RatingPool, Standing)>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            standing_columns!(),
            " FROM ratings WHERE account = $1 ORDER BY variant COLLATE \"C\", speed COLLATE \"C\""
        ));
        let rows = self.rows(found.bind(account_rows::bytes(account))).await?;
        rows.iter().map(rating_rows::standing).collect()
    }

    async fn changes_in(&self, game: GameId) -> Result<[Option<RatingChange>; 2], StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            change_columns!(),
            " FROM rating_changes JOIN accounts ON id = opponent WHERE game = $1"
        ));
        rating_rows::both_sides(&self.rows(found.bind(bytes(game))).await?)
    }

    async fn changes_of(
        &self,
        account: AccountId,
        pool: Option<RatingPool>,
        after: Option<ChangePlace>,
        most: u32,
    ) -> Result<Vec<RatingChange>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            change_columns!(),
            " FROM rating_changes JOIN accounts ON id = opponent
              WHERE account = $1 AND ($2::text IS NULL OR (variant, speed) = ($2, $3))
                  AND ($4::bigint IS NULL OR (at_ms, game) < ($4, $5))
              ORDER BY at_ms DESC, game DESC LIMIT $6"
        ))
        .bind(account_rows::bytes(account))
        .bind(pool.map(|pool| pool.variant.id()))
        .bind(pool.map(|pool| pool.speed.code()))
        .bind(after.map(|after| integer(after.at_ms)))
        .bind(after.map(|after| bytes(after.game)))
        .bind(i64::from(most));
        let rows = self.rows(found).await?;
        rows.iter().map(rating_rows::change).collect()
    }

    async fn best(
        &self,
        pool: RatingPool,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<(Account, Standing)>, StoreError> {
        let found = sqlx::query(concat!(
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
        .bind(integer(now_ms))
        .bind(i64::from(most));
        let rows = self.rows(found).await?;
        let read = |row| Ok((account_rows::account(row)?, rating_rows::standing(row)?.1));
        rows.iter().map(read).collect()
    }
}

/// Settles a game that counts. A number that another game has been given takes back all of the statement; an account that is gone, or being
/// deleted at this moment, lets nothing be settled.
fn counted(game: GameId, at_ms: u64, sides: &[CountedSide; 2]) -> Statement<'static> {
    let before = sides.map(|side| side.before.strength_at(at_ms));
    let [white, black] = sides;
    let of = |read: fn(&CountedSide) -> f64| vec![read(white), read(black)];
    let count =
        |read: fn(&CountedSide) -> u32| vec![i64::from(read(white)), i64::from(read(black))];
    let time = |read: fn(&CountedSide) -> u64| vec![integer(read(white)), integer(read(black))];
    sqlx::query(
        "WITH living AS (
             SELECT accounts.id FROM accounts JOIN rated_games ON accounts.id IN (white, black)
             WHERE game = $1 AND deleted IS NULL FOR SHARE OF accounts),
         settled AS (
             UPDATE rated_games SET settled = TRUE
             WHERE game = $1 AND NOT settled AND (SELECT count(*) FROM living) = 2
             RETURNING game, variant, speed, white, black),
         sides AS (
             SELECT settled.game, settled.variant, settled.speed, side, at_ms, number, score, rating_before, deviation_before,
                 rating_after, deviation_after, volatility, against, last_ms, won, drawn, lost, established_until,
                 CASE side WHEN 'white' THEN white ELSE black END AS account,
                 CASE side WHEN 'white' THEN black ELSE white END AS opponent
             FROM settled, unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::float8[], $7::float8[], $8::float8[],
                 $9::float8[], $10::float8[], $11::float8[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[])
                 AS given (side, at_ms, number, score, rating_before, deviation_before, rating_after,
                     deviation_after, volatility, against, last_ms, won, drawn, lost, established_until)
             -- In one order, so that two nodes do not wait for each other.
             ORDER BY account),
         changes AS (
             INSERT INTO rating_changes (game, side, account, opponent, variant, speed, number, at_ms, score,
                 rating_before, deviation_before, rating_after, deviation_after, against)
             SELECT game, side, account, opponent, variant, speed, number, at_ms, score,
                 rating_before, deviation_before, rating_after, deviation_after, against
             FROM sides),
         standings AS (
             INSERT INTO ratings (account, variant, speed, rating, deviation, volatility, at_ms, won, drawn, lost, established_until)
             SELECT account, variant, speed, rating_after, deviation_after, volatility, last_ms, won, drawn, lost, established_until
             FROM sides
             ON CONFLICT (account, variant, speed) DO UPDATE
             SET rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,
                 at_ms = excluded.at_ms, won = excluded.won, drawn = excluded.drawn, lost = excluded.lost,
                 established_until = excluded.established_until)
         SELECT game FROM settled",
    )
    .bind(bytes(game))
    .bind(Side::ALL.map(Side::code).to_vec())
    .bind(vec![integer(at_ms); 2])
    .bind(count(|side| side.after.tally.games()))
    .bind(
        sides
            .map(|side| rating_rows::score_code(side.score))
            .to_vec(),
    )
    .bind(before.map(|strength| strength.rating.get()).to_vec())
    .bind(before.map(|strength| strength.deviation.get()).to_vec())
    .bind(of(|side| side.after.strength.rating.get()))
    .bind(of(|side| side.after.strength.deviation.get()))
    .bind(of(|side| side.after.strength.volatility.get()))
    .bind(vec![
        black.before.strength.rating.get(),
        white.before.strength.rating.get(),
    ])
    .bind(time(|side| side.after.at_ms))
    .bind(count(|side| side.after.tally.won))
    .bind(count(|side| side.after.tally.drawn))
    .bind(count(|side| side.after.tally.lost))
    .bind(time(|side| side.after.established_until_ms()))
}
