//! A statement with its values, bound for either database, and a row of either one.

use std::borrow::Cow;

use damier_people::accounts::{AccountId, AccountKey};
use damier_people::broadcasts::BroadcastKey;
use damier_session::{GameId, SeatKey, Side};
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{AssertSqlSafe, Postgres, Sqlite};

use super::dialect;
use crate::live_rows::integer;

/// A parameter value. Each type has a NULL of its own, since PostgreSQL needs the type.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Bytes(Option<Vec<u8>>),
    Text(Option<String>),
    Integer(Option<i64>),
    Real(Option<f64>),
    Boolean(Option<bool>),
}

/// Types that can be bound to a parameter.
pub(crate) trait Bind {
    /// The value.
    fn value(self) -> Value;

    /// NULL, with the type of such values.
    fn null() -> Value;
}

impl<T: Bind> Bind for Option<T> {
    fn value(self) -> Value {
        self.map_or_else(T::null, T::value)
    }

    fn null() -> Value {
        T::null()
    }
}

macro_rules! bind {
    ($variant:ident: $($from:ty => |$value:ident| $make:expr),+ $(,)?) => {$(
        impl Bind for $from {
            fn value(self) -> Value {
                let $value = self;
                Value::$variant(Some($make))
            }

            fn null() -> Value {
                Value::$variant(None)
            }
        }
    )+};
}

bind!(Bytes:
    Vec<u8> => |bytes| bytes,
    &[u8] => |bytes| bytes.to_vec(),
    GameId => |id| id.to_bits().to_be_bytes().to_vec(),
    AccountId => |id| id.to_bits().to_be_bytes().to_vec(),
    &AccountKey => |key| key.as_bytes().to_vec(),
    &SeatKey => |key| key.as_bytes().to_vec(),
    &BroadcastKey => |key| key.as_bytes().to_vec(),
);
bind!(Text:
    String => |text| text,
    &String => |text| text.clone(),
    &str => |text| text.to_owned(),
    Side => |side| side.code().to_owned(),
);
bind!(Integer:
    i64 => |number| number,
    i16 => |number| number.into(),
    u8 => |number| number.into(),
    u16 => |number| number.into(),
    u32 => |number| number.into(),
    u64 => |number| integer(number),
);
bind!(Real: f64 => |number| number);
bind!(Boolean: bool => |is| is);

/// A statement with its values.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    text: Cow<'static, str>,
    /// SQLite's text, if it differs.
    on_sqlite: Option<Cow<'static, str>>,
    values: Vec<Value>,
    /// Whether the transaction is rolled back if this statement changes and returns nothing.
    pub(crate) is_required: bool,
}

/// A statement without values yet.
pub(crate) fn sql(text: &'static str) -> Statement {
    Statement {
        text: Cow::Borrowed(text),
        on_sqlite: None,
        values: Vec::new(),
        is_required: false,
    }
}

impl Statement {
    /// Binds the next parameter.
    pub(crate) fn bind(mut self, value: impl Bind) -> Statement {
        self.values.push(value.value());
        self
    }

    /// Replaces `{list}` by parameters with these values; an empty list becomes NULL, which equals
    /// nothing.
    pub(crate) fn list<V: Bind>(mut self, values: impl IntoIterator<Item = V>) -> Statement {
        let first = self.values.len() + 1;
        self.values.extend(values.into_iter().map(V::value));
        let numbers = first..=self.values.len();
        let names: Vec<String> = numbers.map(|number| format!("${number}")).collect();
        let list = if names.is_empty() {
            "NULL".to_owned()
        } else {
            names.join(", ")
        };
        let texts = [Some(&mut self.text), self.on_sqlite.as_mut()];
        for text in texts.into_iter().flatten() {
            *text = Cow::Owned(text.replace("{list}", &list));
        }
        self
    }

    /// Sets another text with the same parameters for SQLite.
    pub(crate) fn on_sqlite(mut self, text: &'static str) -> Statement {
        self.on_sqlite = Some(Cow::Borrowed(text));
        self
    }

    /// Makes it a condition of its transaction.
    pub(crate) fn required(mut self) -> Statement {
        self.is_required = true;
        self
    }

    /// Whether its result is given by returned rows instead of a count.
    pub(crate) fn returns_rows(&self) -> bool {
        self.text.starts_with("SELECT") || self.text.contains("RETURNING")
    }

    /// The statement for SQLite.
    pub(super) fn for_sqlite(self) -> Query<'static, Sqlite, SqliteArguments> {
        let text = self.on_sqlite.unwrap_or(self.text);
        let text = dialect::sqlite(text).into_owned();
        let mut query = sqlx::query(AssertSqlSafe(text));
        for value in self.values {
            query = match value {
                Value::Bytes(bytes) => query.bind(bytes),
                Value::Text(text) => query.bind(text),
                Value::Integer(number) => query.bind(number),
                Value::Real(number) => query.bind(number),
                Value::Boolean(is) => query.bind(is),
            };
        }
        query
    }

    /// The statement for PostgreSQL.
    pub(crate) fn for_postgres(self) -> Query<'static, Postgres, PgArguments> {
        let mut query = sqlx::query(AssertSqlSafe(self.text.into_owned()));
        for value in self.values {
            query = match value {
                Value::Bytes(bytes) => query.bind(bytes),
                Value::Text(text) => query.bind(text),
                Value::Integer(number) => query.bind(number),
                Value::Real(number) => query.bind(number),
                Value::Boolean(is) => query.bind(is),
            };
        }
        query
    }
}
