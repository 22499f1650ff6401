//! Converts rows of the table of games to values of the library port. A row that no version of this
//! program could have written becomes an error that names the game, never a panic.

use damier_people::StoreError;
use damier_people::library::{GameFacts, GameSummary, LibraryError, StoredGame, TreeText};
use damier_session::{EndReason, Ending, Player, Side};

use crate::sql::Row;

/// The columns of a summary, as every query lists them. It is a macro so that each query is one
/// constant text.
macro_rules! summary_columns {
    () => {
        "id, version, title, created_ms, updated_ms, variant, plies, \
         white_name, white_level, black_name, black_level, winner, reason, \
         (SELECT shown.share FROM shared_games AS shown \
          WHERE shown.owner = games.owner AND shown.id = games.id) AS share"
    };
}
pub(crate) use summary_columns;

/// Reads a row with the columns of a summary.
pub(crate) fn summary(row: &Row) -> Result<GameSummary, LibraryError> {
    let game: String = row.get("id").unwrap_or_else(|_| "?".to_owned());
    summary_of(row).map_err(|reason| LibraryError::Damaged {
        game,
        reason: reason.to_string(),
    })
}

/// Reads a row with the columns of a summary, the record and the tree.
pub(crate) fn game(row: &Row) -> Result<StoredGame, LibraryError> {
    let summary = summary(row)?;
    content_of(row, &summary).map_err(|reason| LibraryError::Damaged {
        game: summary.id.to_string(),
        reason: reason.to_string(),
    })
}

fn content_of(row: &Row, summary: &GameSummary) -> Result<StoredGame, sqlx::Error> {
    Ok(StoredGame {
        summary: summary.clone(),
        record: row.get("record")?,
        tree: row.optional("tree", |row, column| {
            row.read::<String, _, _>(column, TreeText::try_from)
        })?,
    })
}

fn summary_of(row: &Row) -> Result<GameSummary, sqlx::Error> {
    Ok(GameSummary {
        id: row.parsed("id")?,
        version: row.number("version")?,
        title: row.parsed("title")?,
        created_ms: row.number("created_ms")?,
        updated_ms: row.number("updated_ms")?,
        facts: GameFacts {
            variant: row.get("variant")?,
            plies: row.number("plies")?,
            white: player(row, "white_name", "white_level")?,
            black: player(row, "black_name", "black_level")?,
            ending: ending(row)?,
        },
        shared: row.optional("share", Row::parsed)?,
    })
}

fn player(row: &Row, name: &str, level: &str) -> Result<Player, sqlx::Error> {
    match row.get::<Option<String>>(name)? {
        Some(name) => Ok(Player::Person { name }),
        None => Ok(Player::Computer {
            level: row.number(level)?,
        }),
    }
}

/// The name of a player in a row, if it is a person.
pub(crate) fn name(player: &Player) -> Option<&str> {
    match player {
        Player::Person { name } => Some(name),
        Player::Computer { .. } => None,
    }
}

/// The level of a player in a row, if it is the engine.
pub(crate) fn level(player: &Player) -> Option<i16> {
    match player {
        Player::Person { .. } => None,
        Player::Computer { level } => Some((*level).into()),
    }
}

/// Reads an ending from the columns `winner` and `reason`.
pub(crate) fn ending(row: &Row) -> Result<Option<Ending>, sqlx::Error> {
    let winner = row.optional("winner", |row, column| {
        row.code(column, "a side", Side::from_code)
    })?;
    let reason = row.optional("reason", |row, column| {
        let expected = "a reason for the end of a game";
        row.code(column, expected, EndReason::from_code)
    })?;
    Ok(reason.map(|reason| Ending { winner, reason }))
}

/// The error for a row that no version of this program writes.
pub(crate) fn unreadable(error: sqlx::Error) -> StoreError {
    StoreError::Failed(error.into())
}
