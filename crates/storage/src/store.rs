//! Everything that a server keeps, in the database that somebody named. The terminal opens it, and hands its parts to the server.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use damier_people::LiveStore;
use damier_people::library::GameLibrary;
use damier_people::live::StoreError;

use crate::error::StorageError;
use crate::location::Location;
use crate::postgres::address::PostgresAddress;
use crate::postgres::games::PostgresLibrary;
use crate::postgres::journal::PostgresStore;
use crate::sqlite::games::SqliteLibrary;
use crate::sqlite::journal::SqliteStore;

/// A database of either kind. It is written without a password.
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
    /// A server of databases, for one or several of ours.
    Postgres(PostgresAddress),
}

impl FromStr for Database {
    type Err = StorageError;

    fn from_str(text: &str) -> Result<Self, StorageError> {
        if PostgresAddress::is_meant(text) {
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

/// The ports to a database.
#[derive(Clone)]
pub struct Store {
    /// The library of kept games.
    pub library: Arc<dyn GameLibrary>,
    /// The journal of live games, their challenges, and the sign of life of the nodes.
    pub live: Arc<dyn LiveStore>,
    opened: Opened,
}

#[derive(Clone)]
enum Opened {
    Sqlite(SqliteLibrary),
    Postgres(PostgresLibrary),
}

impl Store {
    /// Opens a database and migrates it. A file is created if it is missing; a database on a server is not.
    ///
    /// # Errors
    /// [`StorageError`]; a database that is refused stays untouched.
    pub async fn open(database: &Database) -> Result<Self, StorageError> {
        Ok(match database {
            Database::Sqlite(location) => {
                let library = SqliteLibrary::open(location).await?;
                let live = Arc::new(SqliteStore::beside(&library));
                // Where this cannot be done now, accounts are found by the keys that they have, and the next start does the rest.
                note_renewed(live.renew_name_keys().await);
                Self::of(library.clone(), live, Opened::Sqlite(library))
            }
            Database::Postgres(address) => {
                let library = PostgresLibrary::open(address).await?;
                let live = Arc::new(PostgresStore::beside(&library));
                note_renewed(live.renew_name_keys().await); // as above
                Self::of(library.clone(), live, Opened::Postgres(library))
            }
        })
    }

    /// Opens a database that a server of this version has made, for work beside it. Nothing is created or migrated.
    ///
    /// # Errors
    /// [`StorageError`], also where there is no database yet or one of an older version.
    pub async fn open_existing(database: &Database) -> Result<Self, StorageError> {
        Ok(match database {
            Database::Sqlite(location) => {
                let library = SqliteLibrary::open_existing(location).await?;
                let live = Arc::new(SqliteStore::beside(&library));
                Self::of(library.clone(), live, Opened::Sqlite(library))
            }
            Database::Postgres(address) => {
                let library = PostgresLibrary::open_existing(address).await?;
                let live = Arc::new(PostgresStore::beside(&library));
                Self::of(library.clone(), live, Opened::Postgres(library))
            }
        })
    }

    fn of(library: impl GameLibrary, live: Arc<dyn LiveStore>, opened: Opened) -> Self {
        Self {
            library: Arc::new(library),
            live,
            opened,
        }
    }

    /// Ends all work with the database.
    pub async fn close(self) {
        match self.opened {
            Opened::Sqlite(library) => library.close().await,
            Opened::Postgres(library) => library.close().await,
        }
    }
}

/// Tells of the accounts whose names have got the keys of this program, or why they have not.
fn note_renewed(renewed: Result<u64, StoreError>) {
    match renewed {
        Ok(0) => {}
        Ok(accounts) => tracing::info!(accounts, "names of accounts have new keys"),
        Err(error) => tracing::warn!(
            error = &error as &dyn std::error::Error,
            "names of accounts from before keep their keys until the next start"
        ),
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.opened {
            Opened::Sqlite(_) => "Store(SQLite)",
            Opened::Postgres(_) => "Store(PostgreSQL)",
        })
    }
}
