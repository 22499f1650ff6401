//! The events of live games as rows: stored and read. Called by the journal, and by the task that stores events.

use damier_club::library::{GameId, LibraryError};
use damier_club::live::{Appended, JournalEntry, JournalError};
use damier_club::{Act, CommandId, Event, Side};
use sqlx::sqlite::SqliteRow;
use sqlx::{Sqlite, Transaction};

use super::rows;
use crate::error::failed;

/// Stores an event if it is the next one of its game. Called by the task for events, within its transaction; the inner error is about
/// this game alone, so that a damaged one does not stand in the way of the others.
pub(super) async fn append(
    tx: &mut Transaction<'_, Sqlite>,
    entry: &JournalEntry,
) -> Result<Result<Appended, JournalError>, LibraryError> {
    let (game, event) = (bytes(entry.game), &entry.event);
    let command = event.command.map(|id| id.to_bits().to_be_bytes().to_vec());
    let grown = sqlx::query(
        "UPDATE live_games SET version = ?2, deadline_ms = ?3, winner = ?4, reason = ?5
         WHERE id = ?1 AND version = ?2 - 1
             AND NOT EXISTS (SELECT 1 FROM live_events WHERE game = ?1 AND command = ?6)",
    )
    .bind(&game)
    .bind(event.number)
    .bind(entry.deadline_ms.map(integer))
    .bind(
        entry
            .ending
            .and_then(|ending| ending.winner)
            .map(Side::code),
    )
    .bind(entry.ending.map(|ending| ending.reason.code()))
    .bind(&command)
    .execute(&mut **tx)
    .await
    .map_err(failed)?;
    if grown.rows_affected() == 1 {
        sqlx::query("INSERT INTO live_events (game, number, command, act) VALUES (?1, ?2, ?3, ?4)")
            .bind(&game)
            .bind(event.number)
            .bind(&command)
            .bind(serde_json::to_string(&event.act).map_err(unwritable)?)
            .execute(&mut **tx)
            .await
            .map_err(failed)?;
        return Ok(Ok(Appended::Stored));
    }
    let same = sqlx::query(
        "SELECT number, command, act FROM live_events WHERE game = ?1 AND command = ?2",
    )
    .bind(&game)
    .bind(&command)
    .fetch_optional(&mut **tx)
    .await
    .map_err(failed)?;
    if let Some(row) = same {
        let same = event_of(&row).map(Appended::Same);
        return Ok(same.map_err(|error| damaged(Some(entry.game), &error)));
    }
    let version = sqlx::query("SELECT version FROM live_games WHERE id = ?1")
        .bind(&game)
        .fetch_optional(&mut **tx)
        .await
        .map_err(failed)?;
    let Some(row) = version else {
        return Ok(Ok(Appended::NoGame));
    };
    let stale = rows::number(&row, "version").map(|version| Appended::Stale { version });
    Ok(stale.map_err(|error| damaged(Some(entry.game), &error)))
}

/// Reads a row with the columns of an event.
pub(super) fn event_of(row: &SqliteRow) -> Result<Event, sqlx::Error> {
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

/// The bytes of an id, which sort as the id does.
pub(super) fn bytes(id: GameId) -> Vec<u8> {
    id.to_bits().to_be_bytes().to_vec()
}

/// A time as SQLite stores it; the latest that an act may have is far below its limit.
pub(super) fn integer(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}

/// What no version of this program has written.
#[derive(Debug, thiserror::Error)]
#[error("expected {0}")]
pub(super) struct Unreadable(pub(super) &'static str);

/// A value that JSON cannot write: none of ours.
pub(super) fn unwritable(error: serde_json::Error) -> LibraryError {
    LibraryError::Unavailable(error.into())
}

/// The error about a row that cannot be read.
pub(super) fn damaged(game: Option<GameId>, error: &sqlx::Error) -> JournalError {
    JournalError::Damaged {
        game: game.map_or_else(|| "?".to_owned(), |game| game.to_string()),
        reason: error.to_string(),
    }
}
