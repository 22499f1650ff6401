//! Databases on PostgreSQL. Where it is not installed, a test is skipped with a message; in CI it
//! fails.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Weak};

use damier_storage::{PostgresAddress, SqlLibrary};
use damier_temporary_servers::{Options, Postgres, SHARED_POSTGRES, is_installed_or_skip};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

/// A server on which a test creates databases.
pub(crate) struct Server {
    url: String,
    /// `None` for the server that tests share.
    own: Option<Postgres>,
}

impl Server {
    /// The server that all tests of a run share, if there is one; otherwise that of the tests which
    /// run at this moment in this process. A test may create databases there, and change nothing
    /// else.
    pub(crate) fn shared() -> Option<Arc<Self>> {
        static OF_THE_PROCESS: Mutex<Weak<Server>> = Mutex::new(Weak::new());
        if let Ok(url) = std::env::var(SHARED_POSTGRES) {
            return Some(Arc::new(Self { url, own: None }));
        }
        let mut of_the_process = OF_THE_PROCESS.lock().unwrap();
        let server = match of_the_process.upgrade() {
            Some(server) => server,
            None => Arc::new(Self::start()?),
        };
        *of_the_process = Arc::downgrade(&server);
        Some(server)
    }

    /// A new server that does not wait for the disk.
    pub(crate) fn start() -> Option<Self> {
        Self::with(Options::FAST)
    }

    /// A new server with the settings of an installation.
    pub(crate) fn durable() -> Option<Self> {
        Self::with(Options::default())
    }

    /// A new server that also listens on a port, for encrypted connections only; with the port.
    pub(crate) fn encrypted() -> Option<(Self, u16)> {
        let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let (address, number) = ("listen_addresses=127.0.0.1", format!("port={port}"));
        let server = Self::with(Options {
            settings: &["fsync=off", "ssl=on", address, &number],
            prepare: Some(install_certificate),
            ..Options::default()
        });
        Some((server?, port))
    }

    fn with(options: Options<'_>) -> Option<Self> {
        if !is_installed_or_skip(Postgres::is_installed(), "PostgreSQL", "postgresql") {
            return None;
        }
        let options = Options {
            new_data: Some(Path::new(env!("CARGO_TARGET_TMPDIR"))),
            ..options
        };
        let server = Postgres::start(&options).unwrap();
        Some(Self {
            url: server.url("postgres"),
            own: Some(server),
        })
    }

    /// An empty database.
    pub(crate) async fn database(&self) -> String {
        let name = new_name();
        self.execute("postgres", &format!("CREATE DATABASE {name}"))
            .await;
        name
    }

    /// A database with the tables of a store, and nothing in them. It is copied from one that the
    /// first caller makes, which is less work than making the tables each time.
    pub(crate) async fn database_with_tables(&self) -> String {
        /// The database that is copied, and its name until it is complete.
        const COMPLETE: &str = "with_tables";
        const INCOMPLETE: &str = "with_tables_incomplete";
        let mut connection = self.connect("postgres").await;
        // Tests in other processes may use this server, too.
        run(&mut connection, "SELECT pg_advisory_lock(1)").await;
        let exists = "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)";
        let exists = sqlx::query_scalar::<_, bool>(exists).bind(COMPLETE);
        if !exists.fetch_one(&mut connection).await.unwrap() {
            let old = format!("DROP DATABASE IF EXISTS {INCOMPLETE}");
            run(&mut connection, &old).await;
            let new = format!("CREATE DATABASE {INCOMPLETE}");
            run(&mut connection, &new).await;
            let library = SqlLibrary::open_postgres(&self.address(INCOMPLETE)).await;
            library.unwrap().close().await;
            let complete = format!("ALTER DATABASE {INCOMPLETE} RENAME TO {COMPLETE}");
            run(&mut connection, &complete).await;
        }
        run(&mut connection, "SELECT pg_advisory_unlock(1)").await;
        let name = new_name();
        let copy = format!("CREATE DATABASE {name} TEMPLATE {COMPLETE}");
        run(&mut connection, &copy).await;
        connection.close().await.unwrap();
        name
    }

    /// The URL of a database for a user, or a user with a password.
    pub(crate) fn url(&self, user: &str, database: &str) -> String {
        let url = self.url.replacen("damier@", &format!("{user}@"), 1);
        url.replacen("/postgres?", &format!("/{database}?"), 1)
    }

    /// The address of a database for the superuser.
    pub(crate) fn address(&self, database: &str) -> PostgresAddress {
        self.url("damier", database).parse().unwrap()
    }

    /// A connection of the test itself.
    pub(crate) async fn connect(&self, database: &str) -> PgConnection {
        let options: PgConnectOptions = self.url("damier", database).parse().unwrap();
        options.connect().await.unwrap()
    }

    /// Executes statements of the test itself.
    pub(crate) async fn execute(&self, database: &str, statements: &str) {
        let mut connection = self.connect(database).await;
        run(&mut connection, statements).await;
        connection.close().await.unwrap();
    }

    /// Requires a password of this user.
    pub(crate) async fn require_password(&self, user: &str) {
        let rules = self.own.as_ref().unwrap().data().join("pg_hba.conf");
        let others = std::fs::read_to_string(&rules).unwrap();
        std::fs::write(&rules, format!("local all {user} scram-sha-256\n{others}")).unwrap();
        self.execute("postgres", "SELECT pg_reload_conf()").await;
    }

    /// Kills every process of the server, and starts it again on the same data.
    pub(crate) fn kill_and_restart(&mut self) {
        let server = self.own.as_mut().unwrap();
        server.kill().unwrap();
        server.restart().unwrap();
    }
}

/// A name that no other database of the server has.
fn new_name() -> String {
    static CREATED: AtomicU32 = AtomicU32::new(0);
    let number = CREATED.fetch_add(1, Ordering::Relaxed);
    format!("games_{}_{number}", std::process::id())
}

async fn run(connection: &mut PgConnection, statements: &str) {
    sqlx::raw_sql(AssertSqlSafe(statements))
        .execute(connection)
        .await
        .unwrap();
}

/// Gives a new server the test's certificate, and refuses connections without encryption.
fn install_certificate(data: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let owner = std::fs::metadata(data)?;
    for (name, text) in [
        ("server.crt", include_str!("../certificates/database.pem")),
        (
            "server.key",
            include_str!("../certificates/database.key.pem"),
        ),
    ] {
        let file = data.join(name);
        std::fs::write(&file, text)?;
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600))?;
        chown(&file, Some(owner.uid()), Some(owner.gid()))?;
    }
    let rules = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
    Ok(std::fs::write(data.join("pg_hba.conf"), rules)?)
}
