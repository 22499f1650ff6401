//! Converts rows of live games, their events, seats and challenges to values of the ports.

use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_people::challenges::{Challenge, OpenChallenge};
use damier_people::library::LibraryError;
use damier_people::live::{
    DueGame, GameStanding, ListedGame, LiveSetup, StoredConditionals, StoredGame,
};
use damier_session::{
    Act, CommandId, Ending, Event, GameId, GameRecord, IfThen, SeatKey, SeatRole, Side,
};

use serde_json::Value;

use crate::rows::{self, Columns};

/// Reads a row with the columns of an event.
pub(crate) fn event(row: &impl Columns) -> Result<Event, sqlx::Error> {
    Ok(Event {
        number: rows::number(row, "number")?,
        command: rows::read(row, "command", |stored: Option<Vec<u8>>| {
            let bits = |bytes: Vec<u8>| bytes.try_into().map(u128::from_be_bytes);
            let bits = stored.map(bits).transpose();
            bits.map(|bits| bits.map(CommandId::from_bits))
                .map_err(|_| Unreadable("the id of a command"))
        })?,
        act: rows::read(row, "act", |text: String| {
            serde_json::from_str::<Act>(&text)
        })?,
    })
}

/// Reads the events of a game.
pub(crate) fn events(game: GameId, rows: &[impl Columns]) -> Result<Vec<Event>, StoreError> {
    let read = |row| event(row).map_err(|error| damaged(Some(game), &error));
    rows.iter().map(read).collect()
}

/// Reads a row with the columns of a game.
pub(crate) fn game(id: GameId, row: &impl Columns) -> Result<StoredGame, StoreError> {
    game_of(id, row).map_err(|error| damaged(Some(id), &error))
}

fn game_of(id: GameId, row: &impl Columns) -> Result<StoredGame, sqlx::Error> {
    let record = rows::read(row, "setup", |text: String| {
        serde_json::from_str::<GameRecord>(&text)
    })?;
    Ok(StoredGame {
        setup: LiveSetup { id, record },
        version: rows::number(row, "version")?,
        ending: rows::ending(row)?,
        deadline_ms: rows::read(row, "deadline_ms", |stored: Option<i64>| {
            stored.map(u64::try_from).transpose()
        })?,
    })
}

/// Reads a row with the state of a game and its last act. An act of a newer version must not fail
/// the whole list.
pub(crate) fn standing(row: &impl Columns) -> Result<GameStanding, StoreError> {
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
            game: id(row, "id")?,
            version: rows::number(row, "version")?,
            deadline_ms: rows::read(row, "deadline_ms", |stored: Option<i64>| {
                stored.map(u64::try_from).transpose()
            })?,
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
pub(crate) fn seat(row: &impl Columns) -> Result<(GameId, SeatRole), StoreError> {
    let game = id(row, "game").map_err(|error| damaged(None, &error))?;
    let role = rows::read(row, "role", |word: String| {
        SeatRole::from_code(&word).ok_or(Unreadable("the role of a seat"))
    });
    Ok((game, role.map_err(|error| damaged(Some(game), &error))?))
}

/// Reads a row with the columns of conditional moves.
pub(crate) fn conditionals(
    game: GameId,
    row: &impl Columns,
) -> Result<StoredConditionals, StoreError> {
    let read = || {
        Ok(StoredConditionals {
            since: rows::number(row, "since")?,
            revision: rows::number(row, "revision")?,
            tree: rows::read(row, "tree", |text: String| {
                serde_json::from_str::<Vec<IfThen>>(&text)
            })?,
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
pub(crate) fn challenge(row: &impl Columns) -> Result<OpenChallenge, StoreError> {
    let id = id(row, "id").map_err(|error| damaged(None, &error))?;
    challenge_of(id, row).map_err(|error| damaged(Some(id), &error))
}

/// Reads the challenges of a list, without those that this version cannot read. A newer node may
/// offer them, and the lobby must still work.
pub(crate) fn challenges(rows: &[impl Columns]) -> Result<Vec<OpenChallenge>, StoreError> {
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let id = id(row, "id").map_err(|error| damaged(None, &error))?;
        match challenge_of(id, row) {
            Ok(open) => found.push(open),
            Err(error) => {
                tracing::debug!(%id, %error, "a challenge is left out: it cannot be read");
            }
        }
    }
    Ok(found)
}

fn challenge_of(id: GameId, row: &impl Columns) -> Result<OpenChallenge, sqlx::Error> {
    let key = |column| {
        rows::read(row, column, |stored: Vec<u8>| {
            let bytes = stored.try_into();
            bytes
                .map(SeatKey::from_bytes)
                .map_err(|_| Unreadable("the key of a seat"))
        })
    };
    Ok(OpenChallenge {
        id,
        challenge: rows::read(row, "challenge", |text: String| {
            serde_json::from_str::<Challenge>(&text)
        })?,
        host: key("host")?,
        account: account(row, "account")?,
        invitation: key("invitation")?,
        is_public: row.get("is_public")?,
        until_ms: rows::number(row, "until_ms")?,
    })
}

/// Reads the id of an account, if there is one.
pub(crate) fn account(row: &impl Columns, column: &str) -> Result<Option<AccountId>, sqlx::Error> {
    rows::read(row, column, |stored: Option<Vec<u8>>| {
        let bits = stored.map(|stored| stored.try_into().map(u128::from_be_bytes));
        let bits = bits.transpose();
        bits.map(|bits| bits.map(AccountId::from_bits))
            .map_err(|_| Unreadable("the id of an account"))
    })
}

/// Reads the ids of games.
pub(crate) fn ids(rows: &[impl Columns]) -> Result<Vec<GameId>, StoreError> {
    let read = |row| id(row, "id").map_err(|error| damaged(None, &error));
    rows.iter().map(read).collect()
}

/// Reads games with their deadlines.
pub(crate) fn due<Row: Columns>(rows: &[Row]) -> Result<Vec<DueGame>, StoreError> {
    let read = |row: &Row| {
        Ok(DueGame {
            deadline_ms: rows::number(row, "deadline_ms")?,
            game: id(row, "id")?,
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
pub(crate) fn listed<Row: Columns>(rows: &[Row]) -> Result<Vec<ListedGame>, StoreError> {
    let read = |row: &Row| {
        Ok(ListedGame {
            id: id(row, "id")?,
            is_kept: row.get("is_kept")?,
        })
    };
    let rows = rows.iter().map(read);
    rows.map(|row| row.map_err(|error| damaged(None, &error)))
        .collect()
}

/// Reads the id of a game.
pub(crate) fn id(row: &impl Columns, column: &str) -> Result<GameId, sqlx::Error> {
    rows::read(row, column, |stored: Vec<u8>| {
        let bytes = stored.try_into();
        bytes
            .map(|bytes| GameId::from_bits(u128::from_be_bytes(bytes)))
            .map_err(|_| Unreadable("the id of a game"))
    })
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

/// A value that no version of this program has written.
#[derive(Debug, thiserror::Error)]
#[error("expected {0}")]
pub(crate) struct Unreadable(pub(crate) &'static str);

/// The error for a value that cannot be written as JSON.
pub(crate) fn unwritable(error: serde_json::Error) -> LibraryError {
    LibraryError::Failed(error.into())
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
