//! Stores an event of a live game as a row.

use damier_people::StoreError;
use damier_people::library::LibraryError;
use damier_people::live::{AppendOutcome, JournalEntry};
use damier_session::Side;
use sqlx::{Sqlite, Transaction};

use crate::error::failed;
use crate::live_rows::{self, bytes, damaged, integer};
use crate::sql::Row;

/// Stores an event if it is the next one of its game, within the group commit's transaction; the
/// inner error concerns this game alone, so that a damaged one does not block the others.
pub(super) async fn append(
    tx: &mut Transaction<'_, Sqlite>,
    entry: &JournalEntry,
) -> Result<Result<AppendOutcome, StoreError>, LibraryError> {
    let (game, event) = (bytes(entry.game), &entry.event);
    let command = live_rows::command(event);
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
        let act = serde_json::to_string(&event.act);
        let act = act.map_err(|error| LibraryError::Failed(error.into()))?;
        sqlx::query("INSERT INTO live_events (game, number, command, act) VALUES (?1, ?2, ?3, ?4)")
            .bind(&game)
            .bind(event.number)
            .bind(&command)
            .bind(act)
            .execute(&mut **tx)
            .await
            .map_err(failed)?;
        return Ok(Ok(AppendOutcome::Stored));
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
        let same = live_rows::event(&Row::Sqlite(row)).map(AppendOutcome::Same);
        return Ok(same.map_err(|error| damaged(Some(entry.game), &error)));
    }
    let version = sqlx::query("SELECT version FROM live_games WHERE id = ?1")
        .bind(&game)
        .fetch_optional(&mut **tx)
        .await
        .map_err(failed)?;
    let Some(row) = version else {
        return Ok(Ok(AppendOutcome::NoGame));
    };
    let stale = Row::Sqlite(row)
        .number("version")
        .map(|version| AppendOutcome::Stale { version });
    Ok(stale.map_err(|error| damaged(Some(entry.game), &error)))
}
