//! Empty stores of every backend, for the contract suites of the ports. A test case of a suite is a
//! function that takes an empty store; [`on_every_backend`] makes it a test on each backend.

use std::sync::Arc;

use damier_people::Ports;
use damier_people::in_memory::InMemoryStore;
use damier_people::library::GameLibrary;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_storage::{SqlLibrary, SqlStore};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use tempfile::TempDir;

#[cfg(unix)]
use crate::postgres_server::Server;

/// The ports of a store under test.
pub(crate) type SharedStore = Ports;

/// A library under test.
pub(crate) type Library = Arc<dyn GameLibrary>;

/// An empty store in memory.
pub(crate) fn in_memory() -> InMemory {
    InMemory {
        store: Ports::of(&Arc::new(InMemoryStore::default())),
        library: Arc::new(InMemoryLibrary::default()),
    }
}

/// The backend in memory.
pub(crate) struct InMemory {
    store: SharedStore,
    library: Library,
}

impl InMemory {
    pub(crate) fn store(&self) -> SharedStore {
        self.store.clone()
    }

    pub(crate) fn library(&self) -> Library {
        self.library.clone()
    }
}

/// A database and the owner of its files or of its server.
pub(crate) struct Sql {
    library: SqlLibrary,
    location: DatabaseLocation,
}

/// A database file in a temporary folder, which is removed when this value is dropped.
struct TemporaryFile {
    path: std::path::PathBuf,
    _folder: TempDir,
}

enum DatabaseLocation {
    File(TemporaryFile),
    #[cfg(unix)]
    Server(Arc<Server>, String),
}

/// An empty SQLite database.
pub(crate) async fn sqlite() -> Sql {
    let (folder, location) = crate::common::scratch();
    let library = crate::common::open(&location).await;
    let path = location.path().to_owned();
    Sql {
        library,
        location: DatabaseLocation::File(TemporaryFile {
            path,
            _folder: folder,
        }),
    }
}

/// An empty PostgreSQL database; `None` if PostgreSQL is not installed.
#[cfg(unix)]
pub(crate) async fn postgres() -> Option<Sql> {
    let server = Server::shared()?;
    let database = server.database_with_tables().await;
    let library = SqlLibrary::open_postgres(&server.address(&database)).await;
    Some(Sql {
        library: library.unwrap(),
        location: DatabaseLocation::Server(server, database),
    })
}

impl Sql {
    pub(crate) fn store(&self) -> SharedStore {
        Ports::of(&Arc::new(SqlStore::beside(&self.library)))
    }

    pub(crate) fn library(&self) -> Library {
        Arc::new(self.library.clone())
    }

    /// Executes statements directly on the database, without the store: those written for its
    /// dialect.
    pub(crate) async fn execute(&self, sqlite: &str, postgres: &str) {
        match &self.location {
            DatabaseLocation::File(TemporaryFile { path, .. }) => {
                let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
                let mut other = options.connect().await.unwrap();
                let statements = AssertSqlSafe(sqlite.to_owned());
                sqlx::raw_sql(statements).execute(&mut other).await.unwrap();
                other.close().await.unwrap();
            }
            #[cfg(unix)]
            DatabaseLocation::Server(server, database) => server.execute(database, postgres).await,
        }
    }
}

/// Makes each test case a test on every backend, with the name of the case in the module of the
/// backend. A case takes what the method before the colon returns.
macro_rules! on_every_backend {
    ($method:ident: $($case:ident),+ $(,)?) => {
        mod in_memory {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                super::$case($crate::backends::in_memory().$method()).await;
            })+
        }

        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                let backend = $crate::backends::sqlite().await;
                super::$case(backend.$method()).await;
            })+
        }

        #[cfg(unix)]
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                if let Some(backend) = $crate::backends::postgres().await {
                    super::$case(backend.$method()).await;
                }
            })+
        }
    };
}
pub(crate) use on_every_backend;
