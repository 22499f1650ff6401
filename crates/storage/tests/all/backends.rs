//! Every backend, empty, for the contracts of the ports. A case of a contract is a function that takes an empty store;
//! [`on_every_backend`] makes it a test of its own on each of them.

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

/// The store that a contract is about.
pub(crate) type SharedStore = Ports;

/// The library that a contract is about.
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

/// A database, with what keeps it alive.
pub(crate) struct Sql {
    library: SqlLibrary,
    place: Place,
}

/// A file in a folder that is removed with it.
struct FileOf {
    path: std::path::PathBuf,
    _folder: TempDir,
}

enum Place {
    File(FileOf),
    #[cfg(unix)]
    Server(Server, String),
}

/// An empty file.
pub(crate) async fn sqlite() -> Sql {
    let (folder, location) = crate::common::scratch();
    let library = crate::common::open(&location).await;
    let path = location.path().to_owned();
    Sql {
        library,
        place: Place::File(FileOf {
            path,
            _folder: folder,
        }),
    }
}

/// An empty database; `None` where PostgreSQL is not installed.
#[cfg(unix)]
pub(crate) async fn postgres() -> Option<Sql> {
    let server = Server::shared()?;
    let database = server.database().await;
    let library = SqlLibrary::open_postgres(&server.address(&database)).await;
    Some(Sql {
        library: library.unwrap(),
        place: Place::Server(server, database),
    })
}

impl Sql {
    pub(crate) fn store(&self) -> SharedStore {
        Ports::of(&Arc::new(SqlStore::beside(&self.library)))
    }

    pub(crate) fn library(&self) -> Library {
        Arc::new(self.library.clone())
    }

    /// Executes statements behind the back of the store: those for the database that it is.
    pub(crate) async fn execute(&self, sqlite: &str, postgres: &str) {
        match &self.place {
            Place::File(FileOf { path, .. }) => {
                let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
                let mut other = options.connect().await.unwrap();
                let statements = AssertSqlSafe(sqlite.to_owned());
                sqlx::raw_sql(statements).execute(&mut other).await.unwrap();
                other.close().await.unwrap();
            }
            #[cfg(unix)]
            Place::Server(server, database) => server.execute(database, postgres).await,
        }
    }
}

/// Makes a test of each case on every backend: the name of the test is that of the case, its module that of the backend. A case takes what the method
/// before the colon hands out.
macro_rules! on_every_backend {
    ($made:ident: $($case:ident),+ $(,)?) => {
        mod in_memory {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                super::$case($crate::backends::in_memory().$made()).await;
            })+
        }

        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                let backend = $crate::backends::sqlite().await;
                super::$case(backend.$made()).await;
            })+
        }

        #[cfg(unix)]
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                if let Some(backend) = $crate::backends::postgres().await {
                    super::$case(backend.$made()).await;
                }
            })+
        }
    };
}
pub(crate) use on_every_backend;
