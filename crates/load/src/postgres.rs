//! A PostgreSQL server in a temporary folder, reached through a socket there, with the default
//! settings, stopped when it is dropped.

use std::fs::{DirEntry, OpenOptions, read_dir, read_link, read_to_string};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use tempfile::TempDir;

/// The server's superuser.
const USER: &str = "damier";

/// How often the server is polled; with the pause below, half a minute.
const TRIES: u32 = 1_500;
const PAUSE: Duration = Duration::from_millis(20);

/// The disk space of a database, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StoredBytes {
    /// The tables.
    pub(crate) tables: u64,
    /// The write-ahead log.
    pub(crate) ahead: u64,
}

impl StoredBytes {
    pub(crate) fn all(self) -> u64 {
        self.tables + self.ahead
    }
}

/// A running PostgreSQL server.
#[derive(Debug)]
pub struct OwnPostgres {
    programs: PathBuf,
    folder: TempDir,
    running: Child,
}

impl OwnPostgres {
    /// Starts a server.
    ///
    /// # Errors
    /// PostgreSQL is not installed, or does not start.
    pub fn start() -> anyhow::Result<Self> {
        let programs = programs()
            .context("PostgreSQL is not installed (on Debian: apt-get install postgresql)")?;
        let folder = tempfile::tempdir()?;
        own(folder.path())?;
        let mut initdb = as_owner(programs.join("initdb"), folder.path())?;
        initdb.args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C"]);
        initdb.args(["--username", USER, "--pgdata"]);
        let done = initdb.arg(folder.path().join("data")).output()?;
        let stderr = String::from_utf8_lossy(&done.stderr);
        ensure!(done.status.success(), "initdb failed: {stderr}");
        let running = run(&programs, folder.path())?;
        let mut server = Self {
            programs,
            folder,
            running,
        };
        server.wait_until_it_answers()?;
        let mut createdb = Command::new(server.programs.join("createdb"));
        createdb.args(["--username", USER, "--host"]);
        let made = createdb.arg(server.folder.path()).arg("games").output()?;
        let stderr = String::from_utf8_lossy(&made.stderr);
        ensure!(made.status.success(), "createdb failed: {stderr}");
        Ok(server)
    }

    /// Whether PostgreSQL is installed.
    pub fn is_installed() -> bool {
        programs().is_some()
    }

    /// The connection URL of its database.
    pub fn address(&self) -> String {
        Self::address_in(self.folder.path())
    }

    /// The same for a socket in another folder.
    pub(crate) fn address_in(folder: &Path) -> String {
        format!(
            "postgres://{USER}@localhost/games?host={}",
            folder.display()
        )
    }

    /// The path of its socket.
    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.path().join(".s.PGSQL.5432")
    }

    /// The disk space of its tables and its write-ahead log.
    pub(crate) fn stored_bytes(&self) -> anyhow::Result<StoredBytes> {
        let data = self.folder.path().join("data");
        Ok(StoredBytes {
            tables: bytes_in(&data.join("base"))?,
            ahead: bytes_in(&data.join("pg_wal"))?,
        })
    }

    /// Kills every process of the server at once.
    pub(crate) fn kill(&mut self) -> anyhow::Result<()> {
        let main = self.running.id().to_string();
        let data = self.folder.path().join("data");
        let _ = kill([main]); // it may have ended by itself
        self.running.wait()?;
        // No further process can start. A survivor would prevent the restart.
        for _ in 0..TRIES {
            let left = working_in(&data).context("cannot list processes")?;
            if left.is_empty() {
                return Ok(());
            }
            let _ = kill(left);
            sleep(PAUSE);
        }
        bail!("processes of PostgreSQL survived the kill");
    }

    /// Restarts the server on the same data, and waits until it answers.
    pub(crate) fn restart(&mut self) -> anyhow::Result<()> {
        self.running = run(&self.programs, self.folder.path())?;
        self.wait_until_it_answers()
    }

    fn wait_until_it_answers(&mut self) -> anyhow::Result<()> {
        for _ in 0..TRIES {
            let mut ready = Command::new(self.programs.join("pg_isready"));
            ready.arg("--quiet").arg("--host").arg(self.folder.path());
            if ready.status()?.success() {
                return Ok(());
            }
            sleep(PAUSE);
            // A process of the killed server that is still alive prevents the start.
            if self.running.try_wait()?.is_some() {
                self.running = run(&self.programs, self.folder.path())?;
            }
        }
        let log = read_to_string(self.folder.path().join("log")).unwrap_or_default();
        let last: Vec<&str> = log.lines().rev().take(9).collect();
        bail!("PostgreSQL does not answer: {last:#?}");
    }
}

/// The total size of the files in a folder.
fn bytes_in(folder: &Path) -> anyhow::Result<u64> {
    let mut bytes = 0;
    for entry in read_dir(folder)?.flatten() {
        // The running server may have deleted the file.
        match entry.metadata() {
            Ok(found) if found.is_dir() => bytes += bytes_in(&entry.path())?,
            Ok(found) => bytes += found.len(),
            Err(_) => {}
        }
    }
    Ok(bytes)
}

/// Kills processes (SIGKILL).
fn kill(processes: impl IntoIterator<Item = String>) -> std::io::Result<ExitStatus> {
    let mut kill = Command::new("kill");
    kill.arg("-9")
        .args(processes)
        .stderr(Stdio::null())
        .status()
}

/// The processes whose working directory is this folder; those of a PostgreSQL server run in its
/// data folder.
fn working_in(folder: &Path) -> std::io::Result<Vec<String>> {
    // The system reports working directories without symbolic links.
    let folder = folder.canonicalize()?;
    let works_there = |process: &DirEntry| {
        read_link(process.path().join("cwd")).is_ok_and(|place| place == folder)
    };
    let processes = read_dir("/proc")?.flatten().filter(works_there);
    Ok(processes
        .map(|process| process.file_name().to_string_lossy().into_owned())
        .collect())
}

impl Drop for OwnPostgres {
    fn drop(&mut self) {
        // A fast shutdown, which frees the shared memory.
        let main = self.running.id().to_string();
        let _ = Command::new("kill").args(["-INT", &main]).status();
        let _ = self.running.wait();
    }
}

fn run(programs: &Path, folder: &Path) -> anyhow::Result<Child> {
    let log = OpenOptions::new()
        .create(true)
        .append(true)
        .open(folder.join("log"))?;
    let socket = format!("unix_socket_directories={}", folder.display());
    let mut server = as_owner(programs.join("postgres"), folder)?;
    server.arg("-D").arg(folder.join("data"));
    server.args(["-c", "listen_addresses=", "-c", &socket]);
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        // A process group of its own: Ctrl-C must end the driver first, which then stops the
        // server.
        server.process_group(0);
    }
    server.stdin(Stdio::null()).stdout(Stdio::null());
    server
        .stderr(log)
        .spawn()
        .context("PostgreSQL could not be started")
}

/// PostgreSQL refuses to run as root; root gives the folder to another user.
#[cfg(unix)]
fn own(folder: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    if std::fs::metadata(folder)?.uid() == 0 {
        let number = |option: &str, user: &str| {
            let output = Command::new("id").args([option, user]).output().ok()?;
            String::from_utf8(output.stdout).ok()?.trim().parse().ok()
        };
        let (user, group) = ["postgres", "nobody"]
            .iter()
            .find_map(|user| Some((number("-u", user)?, number("-g", user)?)))
            .context("no user other than root")?;
        chown(folder, Some(user), Some(group))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn own(_: &Path) -> anyhow::Result<()> {
    Ok(())
}

/// A command that runs as the owner of the folder.
#[cfg(unix)]
fn as_owner(program: PathBuf, folder: &Path) -> anyhow::Result<Command> {
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::CommandExt;
    let owner = std::fs::metadata(folder)?;
    let mut command = Command::new(program);
    command.current_dir(folder).env("LC_ALL", "C");
    if owner.uid() != std::fs::metadata("/proc/self").map_or(owner.uid(), |me| me.uid()) {
        command.uid(owner.uid()).gid(owner.gid());
    }
    Ok(command)
}

#[cfg(not(unix))]
fn as_owner(program: PathBuf, folder: &Path) -> anyhow::Result<Command> {
    let mut command = Command::new(program);
    command.current_dir(folder).env("LC_ALL", "C");
    Ok(command)
}

/// The folder of PostgreSQL's programs: Debian's newest version, or one in `PATH`.
fn programs() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten();
    let mut folders: Vec<PathBuf> = debian.flatten().map(|entry| entry.path()).collect();
    folders.sort_by_key(|folder| folder.file_name()?.to_str()?.parse::<u32>().ok());
    let debian = folders.into_iter().rev().map(|folder| folder.join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    debian.chain(std::env::split_paths(&path)).find(|folder| {
        ["initdb", "postgres", "pg_isready", "createdb"]
            .iter()
            .all(|program| folder.join(program).is_file())
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn processes_are_found_through_a_symbolic_link() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        std::fs::create_dir(&data).expect("a folder in it");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&data, &link).expect("a link");
        let mut process = Command::new("sleep")
            .arg("60")
            .current_dir(&data)
            .spawn()
            .expect("it starts");
        let found = [&data, &link].map(|folder| working_in(folder));
        process.kill().expect("it ends");
        process.wait().expect("it has ended");
        let it = vec![process.id().to_string()];
        for found in found {
            assert_eq!(found.expect("the system lists it"), it);
        }
        assert!(working_in(&folder.path().join("nowhere")).is_err());
    }
}
