//! Everything that a server stores, in the database that the caller names. The command opens it and
//! passes its ports to the server.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use damier_people::Ports;
use damier_people::library::GameLibrary;

use crate::error::StorageError;
use crate::library::SqlLibrary;
use crate::location::Location;
use crate::postgres::address::PostgresAddress;
use crate::postgres::connections::Connections as Postgres;
use crate::sql::Sql;
use crate::sqlite::group_commit::GroupCommit;

/// The address of a database of either kind. Displayed without a password.
///
/// ```
/// use damier_storage::Database;
///
/// let database: Database = "postgres://club:secret@db.example/games".parse()?;
/// assert_eq!(database.to_string(), "postgres://club@db.example:5432/games");
/// assert!(matches!("sqlite:games.sqlite".parse()?, Database::Sqlite(_)));
/// # Ok::<(), damier_storage::StorageError>(())
/// ```
#[derive(Debug, Clone)]
pub enum Database {
    /// A file, for one server.
    Sqlite(Location),
    /// A PostgreSQL database, for one or several nodes.
    Postgres(PostgresAddress),
}

impl FromStr for Database {
    type Err = StorageError;

    fn from_str(text: &str) -> Result<Self, StorageError> {
        if PostgresAddress::is_written(text) {
            Ok(Self::Postgres(text.parse()?))
        } else {
            Ok(Self::Sqlite(text.parse()?))
        }
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(location) => location.fmt(f),
            Self::Postgres(address) => address.fmt(f),
        }
    }
}

/// Every port except the library, in one database.
#[derive(Debug, Clone)]
pub struct SqlStore {
    pub(crate) sql: Sql,
    pub(crate) appends: Appends,
}

/// How an act of a live game is stored.
#[derive(Debug, Clone)]
pub(crate) enum Appends {
    /// SQLite: group commit, since each transaction waits for the disk once.
    Grouped(GroupCommit),
    /// PostgreSQL: one statement each, since nodes compete for the next version of a game.
    EachAlone(Postgres),
}

impl SqlStore {
    /// The store in a library's database, with the same connections. For SQLite it starts the group
    /// commit task in the caller's runtime, which ends with the last clone.
    pub fn beside(library: &SqlLibrary) -> SqlStore {
        let sql = library.sql().clone();
        let appends = match &sql {
            Sql::Sqlite(connections) => Appends::Grouped(GroupCommit::start(connections.clone())),
            Sql::Postgres(connections) => Appends::EachAlone(connections.clone()),
        };
        SqlStore { sql, appends }
    }
}

/// The ports of a database.
#[derive(Clone)]
pub struct Store {
    /// The library of stored games.
    pub library: Arc<dyn GameLibrary>,
    /// Everything else.
    pub live: Ports,
    opened: SqlLibrary,
}

impl Store {
    /// Opens a database and migrates it. Creates a missing file, but no PostgreSQL database.
    ///
    /// # Errors
    /// [`StorageError`]; a rejected database stays unchanged.
    pub async fn open(database: &Database) -> Result<Self, StorageError> {
        Ok(Self::of(match database {
            Database::Sqlite(location) => SqlLibrary::open_sqlite(location).await?,
            Database::Postgres(address) => SqlLibrary::open_postgres(address).await?,
        }))
    }

    /// Opens a database prepared by a server of this version, for work beside it. Does not create
    /// or migrate anything.
    ///
    /// # Errors
    /// [`StorageError`], also if the database does not exist or has an older version.
    pub async fn open_existing(database: &Database) -> Result<Self, StorageError> {
        Ok(Self::of(match database {
            Database::Sqlite(location) => SqlLibrary::open_existing_sqlite(location).await?,
            Database::Postgres(address) => SqlLibrary::open_existing_postgres(address).await?,
        }))
    }

    fn of(library: SqlLibrary) -> Self {
        Self {
            library: Arc::new(library.clone()),
            live: Ports::of(&Arc::new(SqlStore::beside(&library))),
            opened: library,
        }
    }

    /// Closes the database.
    pub async fn close(self) {
        self.opened.close().await;
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.opened.sql().is_shared() {
            "Store(PostgreSQL)"
        } else {
            "Store(SQLite)"
        })
    }
}
