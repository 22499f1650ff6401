//! Stores an event of a live game in PostgreSQL, apart from SQLite: nodes compete for the next
//! version here, so an act is one statement and one round trip, where SQLite stores the acts that
//! arrived together in one transaction (`sqlite/group_commit.rs`).

use damier_people::StoreError;
use damier_people::live::{AppendOutcome, JournalEntry};

use super::connections::Connections;
use crate::live_rows::ending;
use crate::live_rows::{self, damaged, journal};
use crate::sql::sql;

/// Stores an event if its game has the version just before it.
pub(crate) async fn append(
    connections: &Connections,
    entry: &JournalEntry,
) -> Result<AppendOutcome, StoreError> {
    let event = &entry.event;
    let (winner, reason) = ending(entry.ending);
    let act = live_rows::json(&event.act)?;
    // A version is given once: a concurrent writer waits for the row of the game, and then finds
    // another version. So the command need not be searched again.
    let grown = sql("WITH grown AS (
             UPDATE live_games SET version = $2, deadline_ms = $3, winner = $4, reason = $5
             WHERE id = $1 AND version = $2 - 1
                 AND NOT EXISTS (SELECT FROM live_events WHERE game = $1 AND command = $6)
             RETURNING id)
         INSERT INTO live_events (game, number, command, act)
         SELECT id, $2, $6, $7 FROM grown RETURNING number")
    .bind(entry.game)
    .bind(event.number)
    .bind(entry.deadline_ms)
    .bind(winner)
    .bind(reason)
    .bind(live_rows::command(event))
    .bind(act);
    let stored = connections.change(grown).await.map_err(journal)?;
    if stored.is_some_and(|stored| stored.count > 0) {
        Ok(AppendOutcome::Stored)
    } else {
        why_not(connections, entry).await
    }
}

/// Why an event was not stored: its command exists, the game has another version, or there is no
/// such game.
async fn why_not(
    connections: &Connections,
    entry: &JournalEntry,
) -> Result<AppendOutcome, StoreError> {
    let found = sql("SELECT version, number, command, act FROM live_games
         LEFT JOIN live_events ON game = id AND command = $2 WHERE id = $1")
    .bind(entry.game)
    .bind(live_rows::command(&entry.event));
    let rows = connections.rows(found).await.map_err(journal)?;
    let Some(row) = rows.first() else {
        return Ok(AppendOutcome::NoGame);
    };
    let outcome = match row.get::<Option<i64>>("number") {
        Ok(Some(_)) => live_rows::event(row).map(AppendOutcome::Same),
        Ok(None) => row
            .number("version")
            .map(|version| AppendOutcome::Stale { version }),
        Err(error) => Err(error),
    };
    outcome.map_err(|error| damaged(Some(entry.game), &error))
}
