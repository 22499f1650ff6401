//! Ratings in SQLite: the operations of their port as queries. A game is settled in one transaction.

use std::collections::BTreeSet;

use async_trait::async_trait;
use damier_people::accounts::{Account, AccountId};
use damier_people::library::LibraryError;
use damier_people::live::StoreError;
use damier_people::ratings::{
    ChangePlace, CountedSide, RatedGame, RatingChange, RatingPool, Ratings, Settled, Settlement,
    Standing,
};
use damier_session::{GameId, Side};
use sqlx::{Sqlite, Transaction};

use super::journal::SqliteStore;
use super::run::{Statement, run};
use crate::account_rows::{self, account_columns};
use crate::error::failed;
use crate::live_rows::{bytes, integer, journal, unwritable};
use crate::rating_rows::{self, change_columns, standing_columns};

#[async_trait]
impl Ratings for SqliteStore {
    async fn rated_game(&self, game: GameId) -> Result<Option<RatedGame>, StoreError> {
        let found = sqlx::query(
            "SELECT variant, speed, white, black, settled FROM rated_games WHERE game = ?1",
        );
        let row = self.row(found.bind(bytes(game))).await?;
        row.as_ref().map(rating_rows::rated_game).transpose()
    }

    async fn unsettled(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        // The games that are not counted are few: their index is read in its order, and each is looked up among the others.
        let found = sqlx::query(
            "SELECT game FROM rated_games CROSS JOIN live_games ON id = game
             WHERE settled = 0 AND game > ?1 AND reason IS NOT NULL ORDER BY game LIMIT ?2",
        )
        .bind(after.map(bytes).unwrap_or_default())
        .bind(most);
        rating_rows::games(&self.rows(found).await?)
    }

    async fn settle(&self, game: GameId, settlement: &Settlement) -> Result<Settled, StoreError> {
        let is_stored = self
            .change(async |tx| {
                let stored = settle(tx, game, settlement).await?;
                if !stored {
                    // What was changed before it was found that it cannot be is taken back.
                    sqlx::query("ROLLBACK TO before_settling")
                        .execute(&mut **tx)
                        .await
                        .map_err(failed)?;
                }
                Ok(stored)
            })
            .await?;
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
        let asked = of.iter().map(|(account, pool)| {
            let account = format!("{:032x}", account.to_bits());
            [account.as_str(), pool.variant.id(), pool.speed.code()].map(str::to_owned)
        });
        let asked = serde_json::to_string(&asked.collect::<BTreeSet<_>>());
        let asked = asked.map_err(unwritable).map_err(journal)?;
        let found = sqlx::query(concat!(
            "SELECT account, ",
            standing_columns!(),
            " FROM json_each(?1) CROSS JOIN ratings
              ON account = unhex(value ->> 0) AND variant = value ->> 1 AND speed = value ->> 2"
        ));
        let rows = self.rows(found.bind(asked)).await?;
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
            " FROM ratings WHERE account = ?1 ORDER BY variant, speed"
        ));
        let rows = self.rows(found.bind(account_rows::bytes(account))).await?;
        rows.iter().map(rating_rows::standing).collect()
    }

    async fn changes_in(&self, game: GameId) -> Result<[Option<RatingChange>; 2], StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            change_columns!(),
            " FROM rating_changes JOIN accounts ON id = opponent WHERE game = ?1"
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
              WHERE account = ?1 AND (?2 IS NULL OR (variant, speed) = (?2, ?3))
                  AND (?4 IS NULL OR (at_ms, game) < (?4, ?5))
              ORDER BY at_ms DESC, game DESC LIMIT ?6"
        ))
        .bind(account_rows::bytes(account))
        .bind(pool.map(|pool| pool.variant.id()))
        .bind(pool.map(|pool| pool.speed.code()))
        .bind(after.map(|after| integer(after.at_ms)))
        .bind(after.map(|after| bytes(after.game)))
        .bind(most);
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
              WHERE variant = ?1 AND speed = ?2 AND established_until > ?3 AND accounts.deleted IS NULL
              ORDER BY rating DESC, account LIMIT ?4"
        ))
        .bind(pool.variant.id())
        .bind(pool.speed.code())
        .bind(integer(now_ms))
        .bind(most);
        let rows = self.rows(found).await?;
        let read = |row| Ok((account_rows::account(row)?, rating_rows::standing(row)?.1));
        rows.iter().map(read).collect()
    }
}

/// Settles a game, and answers whether it was done; if not, what was changed since the savepoint is to be taken back.
async fn settle(
    tx: &mut Transaction<'_, Sqlite>,
    game: GameId,
    settlement: &Settlement,
) -> Result<bool, LibraryError> {
    sqlx::query("SAVEPOINT before_settling")
        .execute(&mut **tx)
        .await
        .map_err(failed)?;
    let closed = sqlx::query("UPDATE rated_games SET settled = 1 WHERE game = ?1 AND settled = 0");
    if run(tx, closed.bind(bytes(game))).await? == 0 {
        return Ok(false);
    }
    let Settlement::Counted { at_ms, sides } = settlement else {
        return Ok(true);
    };
    for side in Side::ALL {
        let (own, other) = (&sides[side.index()], &sides[side.opponent().index()]);
        let written = run(tx, change(game, side, own, other, *at_ms)).await?;
        if written == 0 || run(tx, standing(game, side, own)).await? == 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Notes what a game does to a side: not where the number of the game is given already, or the account is gone.
fn change(
    game: GameId,
    side: Side,
    own: &CountedSide,
    other: &CountedSide,
    at_ms: u64,
) -> Statement<'static> {
    let before = own.before.strength_at(at_ms);
    sqlx::query(
        "INSERT INTO rating_changes (game, side, account, opponent, variant, speed, number, at_ms, score,
             rating_before, deviation_before, rating_after, deviation_after, against)
         SELECT game, ?2, accounts.id, iif(?2 = 'white', black, white), variant, speed, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
         FROM rated_games JOIN accounts ON accounts.id = iif(?2 = 'white', white, black)
         WHERE game = ?1 AND deleted IS NULL
         ON CONFLICT DO NOTHING",
    )
    .bind(bytes(game))
    .bind(side.code())
    .bind(own.after.tally.games())
    .bind(integer(at_ms))
    .bind(rating_rows::score_code(own.score))
    .bind(before.rating.get())
    .bind(before.deviation.get())
    .bind(own.after.strength.rating.get())
    .bind(own.after.strength.deviation.get())
    .bind(other.before.strength.rating.get())
}

/// Stores where a side stands now, on top of the games that were read.
fn standing(game: GameId, side: Side, own: &CountedSide) -> Statement<'static> {
    let (after, tally) = (&own.after, own.after.tally);
    sqlx::query(
        "INSERT INTO ratings (account, variant, speed, rating, deviation, volatility, at_ms, won, drawn, lost, established_until)
         SELECT iif(?2 = 'white', white, black), variant, speed, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
         FROM rated_games WHERE game = ?1
         ON CONFLICT (account, variant, speed) DO UPDATE
         SET rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, at_ms = excluded.at_ms,
             won = excluded.won, drawn = excluded.drawn, lost = excluded.lost, established_until = excluded.established_until
         WHERE ratings.won + ratings.drawn + ratings.lost = ?11",
    )
    .bind(bytes(game))
    .bind(side.code())
    .bind(after.strength.rating.get())
    .bind(after.strength.deviation.get())
    .bind(after.strength.volatility.get())
    .bind(integer(after.at_ms))
    .bind(tally.won)
    .bind(tally.drawn)
    .bind(tally.lost)
    .bind(integer(after.established_until_ms()))
    .bind(own.before.tally.games())
}
