//! Converts rows of ratings, their changes and rated games to values of the port.

use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_people::ratings::{
    Estimate, RatedGame, RatingChange, RatingPool, RatingState, SettleOutcome, Tally,
};
use damier_session::Side;
use damier_session::strength::{Deviation, Rating, Scored, Strength, Volatility};

use crate::account_rows::{self, side};
use crate::live_rows::{self, Unreadable};
use crate::rows::{self, Columns};

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
pub(crate) fn rating_state(row: &impl Columns) -> Result<(RatingPool, RatingState), StoreError> {
    standing_of(row).map_err(unreadable)
}

fn standing_of(row: &impl Columns) -> Result<(RatingPool, RatingState), sqlx::Error> {
    let standing = RatingState {
        strength: Strength {
            rating: Rating::nearest(row.get("rating")?),
            deviation: Deviation::nearest(row.get("deviation")?),
            volatility: Volatility::nearest(row.get("volatility")?),
        },
        at_ms: rows::number(row, "at_ms")?,
        tally: Tally {
            won: rows::number(row, "won")?,
            drawn: rows::number(row, "drawn")?,
            lost: rows::number(row, "lost")?,
        },
    };
    Ok((pool(row)?, standing))
}

/// Reads a row with the columns of a change.
pub(crate) fn change(row: &impl Columns) -> Result<RatingChange, StoreError> {
    let side = side(row)?;
    change_of(row, side).map_err(unreadable)
}

fn change_of(row: &impl Columns, side: Side) -> Result<RatingChange, sqlx::Error> {
    let estimate = |rating, deviation| {
        Ok::<_, sqlx::Error>(Estimate {
            rating: Rating::nearest(row.get(rating)?),
            deviation: Deviation::nearest(row.get(deviation)?),
        })
    };
    Ok(RatingChange {
        game: live_rows::id(row, "game")?,
        side,
        pool: pool(row)?,
        at_ms: rows::number(row, "at_ms")?,
        number: rows::number(row, "number")?,
        score: rows::read(row, "score", |word: String| {
            let mut scores = [Scored::Win, Scored::Draw, Scored::Loss].into_iter();
            let found = scores.find(|score| score_code(*score) == word);
            found.ok_or(Unreadable("what came of a game"))
        })?,
        before: estimate("rating_before", "deviation_before")?,
        after: estimate("rating_after", "deviation_after")?,
        against: Rating::nearest(row.get("opponent_rating")?),
        opponent: row.get("name")?,
    })
}

/// Reads the changes of one game, White's first.
pub(crate) fn both_sides(rows: &[impl Columns]) -> Result<[Option<RatingChange>; 2], StoreError> {
    let mut sides = [None, None];
    for row in rows {
        let change = change(row)?;
        let place = &mut sides[change.side.index()];
        *place = Some(change);
    }
    Ok(sides)
}

/// Reads a row of the table of rated games.
pub(crate) fn rated_game(row: &impl Columns) -> Result<RatedGame, StoreError> {
    let read = || {
        Ok(RatedGame {
            pool: pool(row)?,
            players: [
                account_rows::id(row, "white")?,
                account_rows::id(row, "black")?,
            ],
            is_settled: row.get("settled")?,
        })
    };
    read().map_err(unreadable)
}

/// Reads the ids of games.
pub(crate) fn games(rows: &[impl Columns]) -> Result<Vec<damier_session::GameId>, StoreError> {
    let read = |row| live_rows::id(row, "game").map_err(unreadable);
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

fn pool(row: &impl Columns) -> Result<RatingPool, sqlx::Error> {
    let variant: String = row.get("variant")?;
    rows::read(row, "speed", |speed: String| {
        RatingPool::from_codes(&variant, &speed).ok_or(Unreadable("a game and a speed"))
    })
}

fn unreadable(error: sqlx::Error) -> StoreError {
    StoreError::Failed(error.into())
}
