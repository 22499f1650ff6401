//! Converts rows of the table of games to values of the library port; some functions serve all
//! rows. A row that no version of this program could have written becomes an error that names the
//! game, never a panic.

use damier_people::library::{
    GameFacts, GameSummary, LibraryError, ShareId, StoredGame, Title, TreeText,
};
use damier_session::{EndReason, Ending, GameId, Player, Side};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Decode, Postgres, Row, Sqlite, Type};

/// Column types that both databases support.
pub(crate) trait Stored:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl<T> Stored for T where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

/// A row of either database.
pub(crate) trait Columns {
    /// The value of a column.
    ///
    /// # Errors
    /// There is no such column, or its value has another type.
    fn get<T: Stored>(&self, column: &str) -> Result<T, sqlx::Error>;
}

impl Columns for SqliteRow {
    fn get<T: Stored>(&self, column: &str) -> Result<T, sqlx::Error> {
        self.try_get(column)
    }
}

impl Columns for PgRow {
    fn get<T: Stored>(&self, column: &str) -> Result<T, sqlx::Error> {
        self.try_get(column)
    }
}

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
pub(crate) fn summary(row: &impl Columns) -> Result<GameSummary, LibraryError> {
    let game: String = row.get("id").unwrap_or_else(|_| "?".to_owned());
    summary_of(row).map_err(|reason| LibraryError::Damaged {
        game,
        reason: reason.to_string(),
    })
}

/// Reads a row with the columns of a summary, the record and the tree.
pub(crate) fn game(row: &impl Columns) -> Result<StoredGame, LibraryError> {
    let summary = summary(row)?;
    content_of(row, &summary).map_err(|reason| LibraryError::Damaged {
        game: summary.id.to_string(),
        reason: reason.to_string(),
    })
}

fn content_of(row: &impl Columns, summary: &GameSummary) -> Result<StoredGame, sqlx::Error> {
    Ok(StoredGame {
        summary: summary.clone(),
        record: row.get("record")?,
        tree: read(row, "tree", |stored: Option<String>| {
            stored.map(TreeText::try_from).transpose()
        })?,
    })
}

fn summary_of(row: &impl Columns) -> Result<GameSummary, sqlx::Error> {
    Ok(GameSummary {
        id: read(row, "id", |text: String| text.parse::<GameId>())?,
        version: number(row, "version")?,
        title: read(row, "title", |text: String| text.parse::<Title>())?,
        created_ms: number(row, "created_ms")?,
        updated_ms: number(row, "updated_ms")?,
        facts: GameFacts {
            variant: row.get("variant")?,
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

fn player(row: &impl Columns, name: &str, level: &str) -> Result<Player, sqlx::Error> {
    match row.get::<Option<String>>(name)? {
        Some(name) => Ok(Player::Person { name }),
        None => Ok(Player::Computer {
            level: number(row, level)?,
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
pub(crate) fn ending(row: &impl Columns) -> Result<Option<Ending>, sqlx::Error> {
    let winner = code_value(row, "winner", "a side", Side::from_code)?;
    let reason = code_value(
        row,
        "reason",
        "a reason for the end of a game",
        EndReason::from_code,
    )?;
    Ok(reason.map(|reason| Ending { winner, reason }))
}

/// The value of a stable code, if the column has one.
fn code_value<W>(
    row: &impl Columns,
    column: &str,
    expected: &'static str,
    of: impl Fn(&str) -> Option<W>,
) -> Result<Option<W>, sqlx::Error> {
    read(row, column, |stored: Option<String>| {
        let Some(found) = stored else { return Ok(None) };
        of(&found).map(Some).ok_or(UnknownCode { expected, found })
    })
}

/// An unknown code.
#[derive(Debug, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
struct UnknownCode {
    expected: &'static str,
    found: String,
}

/// Reads an integer of a narrower type than the database's.
pub(crate) fn number<N>(row: &impl Columns, column: &str) -> Result<N, sqlx::Error>
where
    N: TryFrom<i64>,
    N::Error: std::error::Error + Send + Sync + 'static,
{
    read(row, column, |stored: i64| N::try_from(stored))
}

/// Reads a column and converts its value.
pub(crate) fn read<T, Value, Failed>(
    row: &impl Columns,
    column: &str,
    make: impl FnOnce(T) -> Result<Value, Failed>,
) -> Result<Value, sqlx::Error>
where
    T: Stored,
    Failed: std::error::Error + Send + Sync + 'static,
{
    make(row.get(column)?).map_err(|failed| sqlx::Error::ColumnDecode {
        index: column.to_owned(),
        source: failed.into(),
    })
}
