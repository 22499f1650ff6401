//! Converts rows of live games, their events, seats and challenges to values of the ports.

use damier_people::StoreError;
use damier_people::challenges::OpenChallenge;
use damier_people::library::LibraryError;
use damier_people::live::{
    DueGame, GameStanding, ListedGame, LiveSetup, StoredConditionals, StoredGame,
};
use damier_session::{Act, CommandId, Ending, Event, GameId, SeatKey, SeatRole, Side};
use serde::Serialize;
use serde_json::Value;

use crate::rows;
use crate::sql::Row;

/// Reads a row with the columns of an event.
pub(crate) fn event(row: &Row) -> Result<Event, sqlx::Error> {
    Ok(Event {
        number: row.number("number")?,
        command: row.optional("command", |row, column| {
            row.bytes(column, |it| CommandId::from_bits(u128::from_be_bytes(it)))
        })?,
        act: row.json("act")?,
    })
}

/// Reads the events of a game.
pub(crate) fn events(game: GameId, rows: &[Row]) -> Result<Vec<Event>, StoreError> {
    let read = |row| event(row).map_err(|error| damaged(Some(game), &error));
    rows.iter().map(read).collect()
}

/// Reads a row with the columns of a game.
pub(crate) fn game(id: GameId, row: &Row) -> Result<StoredGame, StoreError> {
    let read = || {
        let record = row.json("setup")?;
        Ok(StoredGame {
            setup: LiveSetup { id, record },
            version: row.number("version")?,
            ending: rows::ending(row)?,
            deadline_ms: row.optional("deadline_ms", Row::number)?,
        })
    };
    read().map_err(|error| damaged(Some(id), &error))
}

/// Reads a row with the state of a game and its last act. An act of a newer version must not fail
/// the whole list.
pub(crate) fn standing(row: &Row) -> Result<GameStanding, StoreError> {
    let read = || {
        let act: Option<String> = row.get("act")?;
        let (last_ms, is_read) = match act.as_deref() {
            None => (None, true),
            Some(act) => match serde_json::from_str::<Act>(act) {
                Ok(act) => (Some(act.at_ms()), true),
                Err(_) => (time_of(act), false),
            },
        };
        let ending = rows::ending(row);
        Ok(GameStanding {
            game: row.game_id("id")?,
            version: row.number("version")?,
            deadline_ms: row.optional("deadline_ms", Row::number)?,
            is_unreadable: !is_read || ending.is_err(),
            ending: ending.unwrap_or_default(),
            last_ms,
        })
    };
    read().map_err(|error: sqlx::Error| damaged(None, &error))
}

/// The time of an act that this version does not know, if it has the usual field.
fn time_of(act: &str) -> Option<u64> {
    let act: Value = serde_json::from_str(act).ok()?;
    act.get("at_ms")?.as_u64()
}

/// Reads a row with the columns of a seat.
pub(crate) fn seat(row: &Row) -> Result<(GameId, SeatRole), StoreError> {
    let game = row.game_id("game").map_err(|error| damaged(None, &error))?;
    let role = row.code("role", "the role of a seat", SeatRole::from_code);
    Ok((game, role.map_err(|error| damaged(Some(game), &error))?))
}

/// Reads a row with the columns of conditional moves.
pub(crate) fn conditionals(game: GameId, row: &Row) -> Result<StoredConditionals, StoreError> {
    let read = || {
        Ok(StoredConditionals {
            since: row.number("since")?,
            revision: row.number("revision")?,
            tree: row.json("tree")?,
        })
    };
    read().map_err(|error| damaged(Some(game), &error))
}

/// The columns of a challenge, as every query lists them.
macro_rules! challenge_columns {
    () => {
        "id, host, account, invitation, is_public, until_ms, challenge"
    };
}
pub(crate) use challenge_columns;

/// Reads a row with the columns of a challenge.
pub(crate) fn challenge(row: &Row) -> Result<OpenChallenge, StoreError> {
    let id = row.game_id("id").map_err(|error| damaged(None, &error))?;
    challenge_of(id, row).map_err(|error| damaged(Some(id), &error))
}

/// Reads the challenges of a list, without those that this version cannot read. A newer node may
/// offer them, and the lobby must still work.
pub(crate) fn challenges(rows: &[Row]) -> Result<Vec<OpenChallenge>, StoreError> {
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let id = row.game_id("id").map_err(|error| damaged(None, &error))?;
        match challenge_of(id, row) {
            Ok(open) => found.push(open),
            Err(error) => {
                tracing::debug!(%id, %error, "a challenge is left out: it cannot be read");
            }
        }
    }
    Ok(found)
}

fn challenge_of(id: GameId, row: &Row) -> Result<OpenChallenge, sqlx::Error> {
    Ok(OpenChallenge {
        id,
        challenge: row.json("challenge")?,
        host: row.bytes("host", SeatKey::from_bytes)?,
        account: row.optional("account", Row::account_id)?,
        invitation: row.bytes("invitation", SeatKey::from_bytes)?,
        is_public: row.get("is_public")?,
        until_ms: row.number("until_ms")?,
    })
}

/// Reads the ids of games.
pub(crate) fn ids(rows: &[Row]) -> Result<Vec<GameId>, StoreError> {
    let read = |row: &Row| row.game_id("id").map_err(|error| damaged(None, &error));
    rows.iter().map(read).collect()
}

/// Reads games with their deadlines.
pub(crate) fn due(rows: &[Row]) -> Result<Vec<DueGame>, StoreError> {
    let read = |row: &Row| {
        Ok(DueGame {
            deadline_ms: row.number("deadline_ms")?,
            game: row.game_id("id")?,
        })
    };
    let rows = rows.iter().map(read);
    rows.map(|row| row.map_err(|error| damaged(None, &error)))
        .collect()
}

/// A deadline and an id as the databases compare them. `None` sorts before all games.
pub(crate) fn place(after: Option<DueGame>) -> (i64, Vec<u8>) {
    after.map_or((-1, Vec::new()), |after| {
        (integer(after.deadline_ms), bytes(after.game))
    })
}

/// Whether the game of a row of `live_games` must stay: a side belongs to an account that is not
/// deleted, or it was rated. A macro, so that each query is one constant text.
macro_rules! is_kept {
    () => {
        "(EXISTS (SELECT 1 FROM account_seats AS seat JOIN accounts AS owner ON owner.id = seat.account \
              WHERE seat.game = live_games.id AND owner.deleted IS NULL) \
          OR EXISTS (SELECT 1 FROM rated_games AS rated WHERE rated.game = live_games.id))"
    };
}
pub(crate) use is_kept;

/// Reads games of the list of all.
pub(crate) fn listed(rows: &[Row]) -> Result<Vec<ListedGame>, StoreError> {
    let read = |row: &Row| {
        Ok(ListedGame {
            id: row.game_id("id")?,
            is_kept: row.get("is_kept")?,
        })
    };
    let rows = rows.iter().map(read);
    rows.map(|row| row.map_err(|error| damaged(None, &error)))
        .collect()
}

/// The bytes of an id, which sort as the id does.
pub(crate) fn bytes(id: GameId) -> Vec<u8> {
    id.to_bits().to_be_bytes().to_vec()
}

/// The bytes of the id of the command of an event, if it has one.
pub(crate) fn command(event: &Event) -> Option<Vec<u8>> {
    event.command.map(|id| id.to_bits().to_be_bytes().to_vec())
}

/// A time as a database stores it. Times beyond its range are later than the year 292 million.
pub(crate) fn integer(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}

/// A value as JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Failed(error.into()))
}

/// The error about a row that cannot be read.
pub(crate) fn damaged(game: Option<GameId>, error: &sqlx::Error) -> StoreError {
    StoreError::Damaged {
        game: game.map_or_else(|| "?".to_owned(), |game| game.to_string()),
        reason: error.to_string(),
    }
}

/// An error of the database as one of the journal.
pub(crate) fn journal(error: LibraryError) -> StoreError {
    match error {
        LibraryError::Full(source) => StoreError::Full(source),
        LibraryError::Failed(source) => StoreError::Failed(source),
        LibraryError::Unavailable(source) | LibraryError::Gone(source) => {
            StoreError::Unavailable(source)
        }
        LibraryError::Damaged { game, reason } => StoreError::Damaged { game, reason },
    }
}

/// How a game ended, as the columns `winner` and `reason`.
pub(crate) fn ending(ending: Option<Ending>) -> (Option<&'static str>, Option<String>) {
    let winner = ending.and_then(|ending| ending.winner).map(Side::code);
    (
        winner,
        ending.map(|ending| ending.reason.code().to_string()),
    )
}
