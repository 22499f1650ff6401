//! Converts rows of ratings, their changes and rated games to values of the port.

use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_people::ratings::{
    Estimate, RatedGame, RatingChange, RatingPool, RatingState, SettleOutcome, Tally,
};
use damier_session::Side;
use damier_session::strength::{Deviation, Rating, Scored, Strength, Volatility};

use crate::rows::unreadable;
use crate::sql::Row;

/// The columns of a rating, as every query lists them.
macro_rules! standing_columns {
    () => {
        "variant, speed, rating, deviation, volatility, at_ms, won, drawn, lost"
    };
}
pub(crate) use standing_columns;

/// The columns of a change, with the name of the opponent.
macro_rules! change_columns {
    () => {
        "game, side, variant, speed, number, at_ms, score, rating_before, deviation_before, \
         rating_after, deviation_after, opponent_rating, accounts.name"
    };
}
pub(crate) use change_columns;

/// Reads a row with the columns of a rating.
pub(crate) fn rating_state(row: &Row) -> Result<(RatingPool, RatingState), StoreError> {
    let read = || {
        let standing = RatingState {
            strength: Strength {
                rating: Rating::nearest(row.get("rating")?),
                deviation: Deviation::nearest(row.get("deviation")?),
                volatility: Volatility::nearest(row.get("volatility")?),
            },
            at_ms: row.number("at_ms")?,
            tally: Tally {
                won: row.number("won")?,
                drawn: row.number("drawn")?,
                lost: row.number("lost")?,
            },
        };
        Ok((pool(row)?, standing))
    };
    read().map_err(unreadable)
}

/// Reads a row with the columns of a change.
pub(crate) fn change(row: &Row) -> Result<RatingChange, StoreError> {
    let estimate = |rating, deviation| {
        Ok::<_, sqlx::Error>(Estimate {
            rating: Rating::nearest(row.get(rating)?),
            deviation: Deviation::nearest(row.get(deviation)?),
        })
    };
    let score_of = |word: &str| {
        let mut scores = [Scored::Win, Scored::Draw, Scored::Loss].into_iter();
        scores.find(|score| score_code(*score) == word)
    };
    let read = || {
        Ok(RatingChange {
            game: row.game_id("game")?,
            side: row.code("side", "a side", Side::from_code)?,
            pool: pool(row)?,
            at_ms: row.number("at_ms")?,
            number: row.number("number")?,
            score: row.code("score", "what came of a game", score_of)?,
            before: estimate("rating_before", "deviation_before")?,
            after: estimate("rating_after", "deviation_after")?,
            against: Rating::nearest(row.get("opponent_rating")?),
            opponent: row.get("name")?,
        })
    };
    read().map_err(unreadable)
}

/// Reads the changes of one game, White's first.
pub(crate) fn both_sides(rows: &[Row]) -> Result<[Option<RatingChange>; 2], StoreError> {
    let mut sides = [None, None];
    for row in rows {
        let change = change(row)?;
        let place = &mut sides[change.side.index()];
        *place = Some(change);
    }
    Ok(sides)
}

/// Reads a row of the table of rated games.
pub(crate) fn rated_game(row: &Row) -> Result<RatedGame, StoreError> {
    let read = || {
        Ok(RatedGame {
            pool: pool(row)?,
            players: [row.account_id("white")?, row.account_id("black")?],
            is_settled: row.get("settled")?,
        })
    };
    read().map_err(unreadable)
}

/// Reads the ids of games.
pub(crate) fn games(rows: &[Row]) -> Result<Vec<damier_session::GameId>, StoreError> {
    let read = |row: &Row| row.game_id("game").map_err(unreadable);
    rows.iter().map(read).collect()
}

/// The ratings in the requested order.
pub(crate) fn in_order(
    requested: &[(AccountId, RatingPool)],
    found: &[(AccountId, RatingPool, RatingState)],
) -> Vec<RatingState> {
    let of = |wanted: &(AccountId, RatingPool)| {
        let mut found = found.iter();
        let found = found.find(|(account, pool, _)| (*account, *pool) == *wanted);
        found.map_or_else(RatingState::default, |(_, _, standing)| *standing)
    };
    requested.iter().map(of).collect()
}

/// The outcome of a settlement: whether it changed something, or the game was settled before.
pub(crate) fn settled(is_stored: bool, was_open: bool) -> SettleOutcome {
    match (is_stored, was_open) {
        (true, _) => SettleOutcome::Stored,
        (false, true) => SettleOutcome::Stale,
        (false, false) => SettleOutcome::Before,
    }
}

/// The stable code of a score.
pub(crate) const fn score_code(score: Scored) -> &'static str {
    match score {
        Scored::Win => "win",
        Scored::Draw => "draw",
        Scored::Loss => "loss",
    }
}

fn pool(row: &Row) -> Result<RatingPool, sqlx::Error> {
    let variant: String = row.get("variant")?;
    row.code("speed", "a game and a speed", |speed| {
        RatingPool::from_codes(&variant, speed)
    })
}
