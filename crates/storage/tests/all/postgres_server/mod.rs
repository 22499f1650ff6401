//! A PostgreSQL server of a test's own: in a temporary folder, behind a socket in it, stopped when it is dropped. Where PostgreSQL is not
//! installed, the test says so and is skipped; with the environment variable `CI` it fails.

use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

use damier_storage::PostgresAddress;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use tempfile::TempDir;

/// The user that may do everything on the server.
const USER: &str = "damier";

/// How often a server is asked whether it answers; with the pause below, half a minute.
const TRIES: u32 = 600;
const PAUSE: Duration = Duration::from_millis(50);

/// A running server.
pub(crate) struct Server {
    programs: PathBuf,
    folder: TempDir,
    settings: Vec<String>,
    running: Child,
    databases: AtomicU32,
}

impl Server {
    /// A server that does not wait for the disk, for what needs no power failure.
    pub(crate) fn start() -> Option<Self> {
        Self::with(&["fsync=off", "full_page_writes=off"], |_| {})
    }

    /// A server with the settings of an installation.
    pub(crate) fn durable() -> Option<Self> {
        Self::with(&[], |_| {})
    }

    /// A server that also listens on a port of this machine, for encrypted connections only; with the port.
    pub(crate) fn encrypted() -> Option<(Self, u16)> {
        let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let (listens, port_set) = ("listen_addresses=127.0.0.1", format!("port={port}"));
        let settings = ["fsync=off", "ssl=on", listens, &port_set];
        let server = Self::with(&settings, |data| {
            for (name, text) in [
                ("server.crt", include_str!("../certificates/database.pem")),
                (
                    "server.key",
                    include_str!("../certificates/database.key.pem"),
                ),
            ] {
                let owner = std::fs::metadata(data).unwrap();
                let file = data.join(name);
                std::fs::write(&file, text).unwrap();
                std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
                chown(&file, Some(owner.uid()), Some(owner.gid())).unwrap();
            }
            let rules = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
            std::fs::write(data.join("pg_hba.conf"), rules).unwrap();
        });
        Some((server?, port))
    }

    fn with(settings: &[&str], prepare: impl FnOnce(&Path)) -> Option<Self> {
        let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
        let Some(programs) = programs() else {
            assert!(
                std::env::var_os("CI").is_none_or(|value| value.is_empty()),
                "PostgreSQL is not installed, and these are the checks of CI"
            );
            eprintln!(
                "SKIPPED: this test needs PostgreSQL (on Debian: apt-get install postgresql)"
            );
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let owner = std::fs::metadata(folder.path()).unwrap().uid();
        if owner == 0 {
            let (user, group) = somebody();
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let data = folder.path().join("data");
        copy_of_new_data(&programs, folder.path(), &data);
        prepare(&data);
        let running = run(&programs, folder.path(), &settings);
        let mut server = Self {
            programs,
            folder,
            settings,
            running,
            databases: AtomicU32::new(0),
        };
        server.wait_until_it_answers();
        Some(server)
    }

    /// A database that nobody has used.
    pub(crate) async fn database(&self) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("games_{number}");
        self.execute("postgres", &format!("CREATE DATABASE {name}"))
            .await;
        name
    }

    /// The address of a database, as it would be typed.
    pub(crate) fn typed(&self, user: &str, database: &str) -> String {
        let folder = self.folder.path().display();
        let port = self.port();
        format!("postgres://{user}@localhost/{database}?host={folder}&port={port}")
    }

    /// The address of a database, for the user that may do everything.
    pub(crate) fn address(&self, database: &str) -> PostgresAddress {
        self.typed(USER, database).parse().unwrap()
    }

    /// A connection of the test's own.
    pub(crate) async fn connect(&self, database: &str) -> PgConnection {
        let options: PgConnectOptions = self.typed(USER, database).parse().unwrap();
        options.connect().await.unwrap()
    }

    /// Executes statements of the test.
    pub(crate) async fn execute(&self, database: &str, statements: &str) {
        let mut connection = self.connect(database).await;
        sqlx::raw_sql(AssertSqlSafe(statements))
            .execute(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
    }

    /// Puts a rule of access before the others.
    pub(crate) async fn require_password(&self, user: &str) {
        let rules = self.folder.path().join("data/pg_hba.conf");
        let others = std::fs::read_to_string(&rules).unwrap();
        std::fs::write(&rules, format!("local all {user} scram-sha-256\n{others}")).unwrap();
        self.execute("postgres", "SELECT pg_reload_conf()").await;
    }

    /// Ends every process of the server at once, as a power failure would.
    pub(crate) fn kill(&mut self) {
        let data = self.folder.path().join("data");
        let _ = self.running.kill(); // it may have ended by itself
        self.running.wait().unwrap();
        // It can start no further ones now. One that lives on would keep the next server away.
        for _ in 0..TRIES {
            let left = working_in(&data).expect("the system tells which processes there are");
            if left.is_empty() {
                return;
            }
            let mut kill = Command::new("kill");
            kill.arg("-9").args(left).stderr(Stdio::null());
            kill.status().unwrap();
            sleep(PAUSE);
        }
        panic!("processes of PostgreSQL outlive being killed");
    }

    /// Starts the server again, on the same data, and waits until it answers.
    pub(crate) fn restart(&mut self) {
        self.running = run(&self.programs, self.folder.path(), &self.settings);
        self.wait_until_it_answers();
    }

    fn port(&self) -> &str {
        let mut set = self
            .settings
            .iter()
            .filter_map(|it| it.strip_prefix("port="));
        set.next().unwrap_or("5432")
    }

    fn wait_until_it_answers(&mut self) {
        for _ in 0..TRIES {
            let mut ready = Command::new(self.programs.join("pg_isready"));
            ready.arg("--quiet").arg("--host").arg(self.folder.path());
            ready.arg("--port").arg(self.port());
            if ready.status().unwrap().success() {
                return;
            }
            sleep(PAUSE);
            // A process of the killed server that has not ended yet keeps a new one away.
            if self.running.try_wait().unwrap().is_some() {
                self.running = run(&self.programs, self.folder.path(), &self.settings);
            }
        }
        let log = std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        let last: Vec<&str> = log.lines().rev().take(9).collect();
        panic!("PostgreSQL does not answer: {last:#?}");
    }
}

/// Copies the data of a new server, which the first test has made: making them takes seconds.
fn copy_of_new_data(programs: &Path, folder: &Path, data: &Path) {
    let owner = std::fs::metadata(folder).unwrap().uid();
    let version = programs.to_string_lossy().replace('/', "-");
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("new-server{version}-{owner}"));
    if !made.exists() {
        let mut initdb = as_owner(programs.join("initdb"), folder);
        initdb.args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C"]);
        initdb.args(["--wal-segsize=1", "--username", USER, "--pgdata"]);
        let done = initdb.arg(data).output().unwrap();
        let told = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "initdb failed: {told}");
        // Under its name only once it is complete. Another test may have been faster.
        let parts = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        copy(data, &parts.path().join("data"));
        let _ = std::fs::rename(parts.path().join("data"), made);
        return;
    }
    copy(&made, data);
}

/// Copies a folder with its owners and rights.
fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-a").arg(from).arg(to).status();
    assert!(copied.unwrap().success(), "cannot copy {}", from.display());
}

/// The processes whose working folder is this one: those of a PostgreSQL server work in its data.
fn working_in(folder: &Path) -> std::io::Result<Vec<String>> {
    // The system tells a working folder without links, and temporary folders may stand behind one.
    let folder = folder.canonicalize()?;
    let works_there = |process: &std::fs::DirEntry| {
        std::fs::read_link(process.path().join("cwd")).is_ok_and(|place| place == folder)
    };
    let processes = std::fs::read_dir("/proc")?.flatten().filter(works_there);
    Ok(processes
        .map(|process| process.file_name().to_string_lossy().into_owned())
        .collect())
}

#[test]
#[cfg(target_os = "linux")]
fn processes_are_found_behind_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&data, &link).unwrap();
    let mut process = Command::new("sleep")
        .arg("60")
        .current_dir(&data)
        .spawn()
        .unwrap();
    let found = [&data, &link].map(|folder| working_in(folder));
    process.kill().unwrap();
    process.wait().unwrap();
    let it = vec![process.id().to_string()];
    for found in found {
        assert_eq!(found.unwrap(), it);
    }
    assert!(working_in(&folder.path().join("nowhere")).is_err());
}

impl Drop for Server {
    fn drop(&mut self) {
        // A quick end that leaves nothing behind in the memory of the system.
        let main = self.running.id().to_string();
        let _ = Command::new("kill").args(["-INT", &main]).status();
        let _ = self.running.wait();
    }
}

fn run(programs: &Path, folder: &Path, settings: &[String]) -> Child {
    let log = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(folder.join("log"))
        .unwrap();
    let socket = format!("unix_socket_directories={}", folder.display());
    let mut server = as_owner(programs.join("postgres"), folder);
    server.arg("-D").arg(folder.join("data"));
    let always = ["listen_addresses=", "shared_buffers=16MB", &socket];
    // What comes later holds.
    let settings = settings.iter().map(String::as_str);
    for setting in always.into_iter().chain(settings) {
        server.args(["-c", setting]);
    }
    // A group of its own, so that Ctrl-C in a terminal ends the test first, which then ends the server.
    server.process_group(0);
    server.stdin(Stdio::null()).stdout(Stdio::null());
    server.stderr(log).spawn().unwrap()
}

/// A command of the user to whom the folder belongs: PostgreSQL refuses to be run by root.
fn as_owner(program: PathBuf, folder: &Path) -> Command {
    let owner = std::fs::metadata(folder).unwrap();
    let mut command = Command::new(program);
    command.current_dir(folder).env("LC_ALL", "C");
    if owner.uid() != std::fs::metadata("/proc/self").map_or(owner.uid(), |me| me.uid()) {
        command.uid(owner.uid()).gid(owner.gid());
    }
    command
}

/// A user who is not root, and the group of it.
fn somebody() -> (u32, u32) {
    let number = |option: &str, user: &str| {
        let output = Command::new("id").args([option, user]).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    ["postgres", "nobody"]
        .iter()
        .find_map(|user| Some((number("-u", user)?, number("-g", user)?)))
        .expect("a user who is not root")
}

/// The folder of PostgreSQL's programs: Debian's, the newest first, or one of those in which programs are looked for.
fn programs() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten();
    let mut folders: Vec<PathBuf> = debian.flatten().map(|entry| entry.path()).collect();
    folders.sort_by_key(|folder| {
        let name = folder.file_name()?.to_str()?;
        name.parse::<u32>().ok()
    });
    let debian = folders.into_iter().rev().map(|folder| folder.join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    debian.chain(std::env::split_paths(&path)).find(|folder| {
        ["initdb", "postgres", "pg_isready"]
            .iter()
            .all(|program| folder.join(program).is_file())
    })
}
