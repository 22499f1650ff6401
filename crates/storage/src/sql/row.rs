//! A row of either database, and the ways to read its columns.

use std::error::Error;
use std::str::FromStr;

use damier_people::accounts::AccountId;
use damier_session::GameId;
use serde::de::DeserializeOwned;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Decode, Postgres, Row as _, Sqlite, Type, ValueRef};

/// Column types that both databases support.
pub(crate) trait Stored:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl<T> Stored for T where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

/// A value that no version of this program has written.
#[derive(Debug, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub(crate) struct Unreadable {
    pub(crate) expected: String,
    pub(crate) found: String,
}

/// A row of either database. Reading fails if there is no such column, its value has another type,
/// or no version of this program has written it.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    /// The value of a column.
    pub(crate) fn get<T: Stored>(&self, column: &str) -> Result<T, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            Row::Postgres(row) => row.try_get(column),
        }
    }

    /// Whether the value of a column is NULL.
    pub(crate) fn is_null(&self, column: &str) -> Result<bool, sqlx::Error> {
        Ok(match self {
            Row::Sqlite(row) => row.try_get_raw(column)?.is_null(),
            Row::Postgres(row) => row.try_get_raw(column)?.is_null(),
        })
    }

    /// Reads a column and converts its value.
    pub(crate) fn read<T: Stored, Value, Failed>(
        &self,
        column: &str,
        make: impl FnOnce(T) -> Result<Value, Failed>,
    ) -> Result<Value, sqlx::Error>
    where
        Failed: Error + Send + Sync + 'static,
    {
        make(self.get(column)?).map_err(|failed| sqlx::Error::ColumnDecode {
            index: column.to_owned(),
            source: failed.into(),
        })
    }

    /// Reads a column that may be NULL.
    pub(crate) fn optional<Value>(
        &self,
        column: &str,
        read: impl FnOnce(&Row, &str) -> Result<Value, sqlx::Error>,
    ) -> Result<Option<Value>, sqlx::Error> {
        if self.is_null(column)? {
            return Ok(None);
        }
        read(self, column).map(Some)
    }

    /// Reads an integer of a narrower type than the database's.
    pub(crate) fn number<N>(&self, column: &str) -> Result<N, sqlx::Error>
    where
        N: TryFrom<i64, Error: Error + Send + Sync + 'static>,
    {
        self.read(column, |stored: i64| N::try_from(stored))
    }

    /// Reads the value of a stable code.
    pub(crate) fn code<Value>(
        &self,
        column: &str,
        expected: &str,
        of: impl FnOnce(&str) -> Option<Value>,
    ) -> Result<Value, sqlx::Error> {
        self.read(column, |found: String| {
            of(&found).ok_or_else(|| Unreadable {
                expected: expected.to_owned(),
                found: format!("{found:?}"),
            })
        })
    }

    /// Reads a key or an id of a fixed number of bytes.
    pub(crate) fn bytes<const BYTES: usize, Value>(
        &self,
        column: &str,
        of: impl FnOnce([u8; BYTES]) -> Value,
    ) -> Result<Value, sqlx::Error> {
        self.read(column, |stored: Vec<u8>| {
            let bytes = stored.try_into().map(of);
            bytes.map_err(|stored: Vec<u8>| Unreadable {
                expected: format!("{BYTES} bytes"),
                found: stored.len().to_string(),
            })
        })
    }

    /// Reads the id of a game of people.
    pub(crate) fn game_id(&self, column: &str) -> Result<GameId, sqlx::Error> {
        self.bytes(column, |it| GameId::from_bits(u128::from_be_bytes(it)))
    }

    /// Reads the id of an account.
    pub(crate) fn account_id(&self, column: &str) -> Result<AccountId, sqlx::Error> {
        self.bytes(column, |it| AccountId::from_bits(u128::from_be_bytes(it)))
    }

    /// Reads a value from its text.
    pub(crate) fn parsed<Value>(&self, column: &str) -> Result<Value, sqlx::Error>
    where
        Value: FromStr<Err: Error + Send + Sync + 'static>,
    {
        self.read(column, |text: String| text.parse())
    }

    /// Reads a value from JSON.
    pub(crate) fn json<Value: DeserializeOwned>(&self, column: &str) -> Result<Value, sqlx::Error> {
        self.read(column, |text: String| serde_json::from_str(&text))
    }
}
