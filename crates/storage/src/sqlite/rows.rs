//! Converts rows of the table of games to the values of the library port. Called by the library's
//! queries, and for what they share by those of the journal. A row that no version of this program could have written becomes an error that names
//! the game, never a panic.

use damier_club::library::{
    GameFacts, GameId, GameSummary, KeptGame, LibraryError, ShareId, Title, TreeText,
};
use damier_club::{EndReason, Ending, Player, Side};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

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
pub(crate) fn summary(row: &SqliteRow) -> Result<GameSummary, LibraryError> {
    let game: String = row.try_get("id").unwrap_or_else(|_| "?".to_owned());
    summary_of(row).map_err(|reason| LibraryError::Damaged {
        game,
        reason: reason.to_string(),
    })
}

/// Reads a row with the columns of a summary, the record and the tree.
pub(crate) fn game(row: &SqliteRow) -> Result<KeptGame, LibraryError> {
    let summary = summary(row)?;
    content_of(row, &summary).map_err(|reason| LibraryError::Damaged {
        game: summary.id.to_string(),
        reason: reason.to_string(),
    })
}

fn content_of(row: &SqliteRow, summary: &GameSummary) -> Result<KeptGame, sqlx::Error> {
    Ok(KeptGame {
        summary: summary.clone(),
        record: row.try_get("record")?,
        tree: read(row, "tree", |stored: Option<String>| {
            stored.map(TreeText::try_from).transpose()
        })?,
    })
}

fn summary_of(row: &SqliteRow) -> Result<GameSummary, sqlx::Error> {
    Ok(GameSummary {
        id: read(row, "id", |text: String| text.parse::<GameId>())?,
        version: number(row, "version")?,
        // Older programs allowed titles that are no longer valid.
        title: Title::nearest(row.try_get("title")?),
        created_ms: number(row, "created_ms")?,
        updated_ms: number(row, "updated_ms")?,
        facts: GameFacts {
            variant: row.try_get("variant")?,
            plies: number(row, "plies")?,
            white: player(row, "white_name", "white_level")?,
            black: player(row, "black_name", "black_level")?,
            ending: ending(row)?,
        },
        shared: read(row, "share", |stored: Option<String>| {
            stored.map(|text| text.parse::<ShareId>()).transpose()
        })?,
    })
}

fn player(row: &SqliteRow, name: &str, level: &str) -> Result<Player, sqlx::Error> {
    match row.try_get(name)? {
        Some(name) => Ok(Player::Person { name }),
        None => Ok(Player::Computer {
            level: number(row, level)?,
        }),
    }
}

/// Reads how a game ended from the columns `winner` and `reason`.
pub(crate) fn ending(row: &SqliteRow) -> Result<Option<Ending>, sqlx::Error> {
    let winner = word(row, "winner", "a side", Side::from_code)?;
    let reason = word(
        row,
        "reason",
        "a reason for the end of a game",
        EndReason::from_code,
    )?;
    Ok(reason.map(|reason| Ending { winner, reason }))
}

/// The value of a stable code, if the column has one.
fn word<W>(
    row: &SqliteRow,
    column: &str,
    expected: &'static str,
    of: impl Fn(&str) -> Option<W>,
) -> Result<Option<W>, sqlx::Error> {
    read(row, column, |stored: Option<String>| {
        let Some(found) = stored else { return Ok(None) };
        of(&found).map(Some).ok_or(UnknownWord { expected, found })
    })
}

/// A code that is not known.
#[derive(Debug, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
struct UnknownWord {
    expected: &'static str,
    found: String,
}

/// Reads an integer of a narrower type than SQLite's.
pub(crate) fn number<N>(row: &SqliteRow, column: &str) -> Result<N, sqlx::Error>
where
    N: TryFrom<i64>,
    N::Error: std::error::Error + Send + Sync + 'static,
{
    read(row, column, |stored: i64| N::try_from(stored))
}

/// Reads a column and converts its value.
pub(crate) fn read<'r, Stored, Value, Failed>(
    row: &'r SqliteRow,
    column: &str,
    make: impl FnOnce(Stored) -> Result<Value, Failed>,
) -> Result<Value, sqlx::Error>
where
    Stored: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
    Failed: std::error::Error + Send + Sync + 'static,
{
    make(row.try_get(column)?).map_err(|failed| sqlx::Error::ColumnDecode {
        index: column.to_owned(),
        source: failed.into(),
    })
}
