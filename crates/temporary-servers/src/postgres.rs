use std::fs::{DirEntry, OpenOptions, read_dir, read_link, read_to_string};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

use crate::programs;

/// The environment variable with the URL of a server that tests share. `cargo verify` starts it;
/// each test creates a database there. Without it, a test starts a server of its own.
pub const SHARED_POSTGRES: &str = "DAMIER_SHARED_POSTGRES";

/// The server's superuser.
const USER: &str = "damier";

/// How often the server is polled; with the pause below, half a minute.
const TRIES: u32 = 1_500;
const PAUSE: Duration = Duration::from_millis(20);

/// How a server is started.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'a> {
    /// Settings in the form `name=value`. The default is a small server without a network port.
    pub settings: &'a [&'a str],
    /// A folder for the files of a new server. Only the first start creates them, which takes
    /// seconds; all others copy them from there.
    pub new_data: Option<&'a Path>,
    /// Changes the files of the new server before it starts.
    pub prepare: Option<fn(&Path) -> Result<()>>,
}

impl Options<'_> {
    /// A server that never waits for the disk: for everything but crashes.
    pub const FAST: Self = Self {
        settings: &["fsync=off", "full_page_writes=off", "shared_buffers=16MB"],
        new_data: None,
        prepare: None,
    };
}

/// A PostgreSQL server, reached through a socket in its temporary folder. It stops when it is
/// dropped.
#[derive(Debug)]
pub struct Postgres {
    programs: PathBuf,
    folder: TempDir,
    settings: Vec<String>,
    running: Child,
}

impl Postgres {
    /// Whether PostgreSQL is installed.
    pub fn is_installed() -> bool {
        find_programs().is_some()
    }

    /// Starts a server and waits until it answers.
    ///
    /// # Errors
    /// PostgreSQL is not installed, or does not start.
    pub fn start(options: &Options<'_>) -> Result<Self> {
        let programs = find_programs()
            .context("PostgreSQL is not installed (on Debian: apt-get install postgresql)")?;
        let folder = tempfile::tempdir()?;
        give_to_another_user(folder.path())?;
        let data = folder.path().join("data");
        match options.new_data {
            Some(kept) => copy_new_data(&programs, folder.path(), kept)?,
            None => create_data(&programs, folder.path(), &[])?,
        }
        if let Some(prepare) = options.prepare {
            prepare(&data)?;
        }
        let settings = options.settings.iter().map(|&setting| setting.to_owned());
        let settings = settings.collect::<Vec<_>>();
        let running = run(&programs, folder.path(), &settings)?;
        let mut server = Self {
            programs,
            folder,
            settings,
            running,
        };
        server.wait_until_it_answers()?;
        Ok(server)
    }

    /// The URL of a database, for the superuser.
    pub fn url(&self, database: &str) -> String {
        self.url_in(self.folder.path(), database)
    }

    /// The same for a socket in another folder.
    pub fn url_in(&self, folder: &Path, database: &str) -> String {
        let (folder, port) = (folder.display(), self.port());
        format!("postgres://{USER}@localhost/{database}?host={folder}&port={port}")
    }

    /// The path of its socket.
    pub fn socket(&self) -> PathBuf {
        let name = format!(".s.PGSQL.{}", self.port());
        self.folder.path().join(name)
    }

    /// The folder of its files.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Kills every process of the server at once (SIGKILL), as a power failure would end them.
    ///
    /// # Errors
    /// The operating system does not list its processes, or they survive.
    pub fn kill(&mut self) -> Result<()> {
        let _ = self.running.kill(); // it may have ended by itself
        self.running.wait()?;
        // No further process can start. A survivor would prevent the restart.
        for _ in 0..TRIES {
            let left = working_in(&self.data()).context("cannot list processes")?;
            if left.is_empty() {
                return Ok(());
            }
            let mut kill = Command::new("kill");
            kill.arg("-9").args(left).stderr(Stdio::null()).status()?;
            sleep(PAUSE);
        }
        bail!("processes of PostgreSQL survived the kill")
    }

    /// Starts the killed server on the same files, and waits until it answers.
    ///
    /// # Errors
    /// The server does not start, or does not answer for half a minute.
    pub fn restart(&mut self) -> Result<()> {
        self.running = run(&self.programs, self.folder.path(), &self.settings)?;
        self.wait_until_it_answers()
    }

    /// Creates an empty database.
    ///
    /// # Errors
    /// The server does not answer, or has a database of this name.
    pub fn create_database(&self, name: &str) -> Result<()> {
        let mut create = Command::new(self.programs.join("createdb"));
        create.args(["--username", USER, "--port", self.port(), "--host"]);
        succeeded(&create.arg(self.folder.path()).arg(name).output()?)
    }

    fn port(&self) -> &str {
        let mut ports = self
            .settings
            .iter()
            .filter_map(|it| it.strip_prefix("port="));
        ports.next().unwrap_or("5432")
    }

    fn wait_until_it_answers(&mut self) -> Result<()> {
        for _ in 0..TRIES {
            let mut ready = Command::new(self.programs.join("pg_isready"));
            ready.args(["--quiet", "--port", self.port(), "--host"]);
            if ready.arg(self.folder.path()).status()?.success() {
                return Ok(());
            }
            sleep(PAUSE);
            // A process of the killed server that is still alive prevents the start.
            if self.running.try_wait()?.is_some() {
                self.running = run(&self.programs, self.folder.path(), &self.settings)?;
            }
        }
        let log = read_to_string(self.folder.path().join("log")).unwrap_or_default();
        let last: Vec<&str> = log.lines().rev().take(9).collect();
        bail!("PostgreSQL does not answer: {last:#?}");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // A fast shutdown, which frees the shared memory.
        let main = self.running.id().to_string();
        let _ = Command::new("kill").args(["-INT", &main]).status();
        let _ = self.running.wait();
    }
}

/// Creates the files of a new server in `data`.
fn create_data(programs: &Path, folder: &Path, options: &[&str]) -> Result<()> {
    let mut initdb = as_owner(&programs.join("initdb"), folder)?;
    initdb.args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C"]);
    initdb.args(options);
    initdb.args(["--username", USER, "--pgdata"]);
    succeeded(&initdb.arg(folder.join("data")).output()?).context("initdb failed")
}

/// Copies the files of a new server from where an earlier start has left them, or leaves them
/// there.
fn copy_new_data(programs: &Path, folder: &Path, kept: &Path) -> Result<()> {
    let data = folder.join("data");
    let version = programs.to_string_lossy().replace('/', "-");
    let kept = kept.join(format!("postgres{version}-{}", owner(folder)?));
    if kept.exists() {
        return copy(&kept, &data);
    }
    create_data(programs, folder, &["--wal-segsize=1"])?; // little to copy
    // The copy gets its name only when it is complete. Another process may have been faster.
    let parts = tempfile::tempdir_in(kept.parent().unwrap_or(folder))?;
    copy(&data, &parts.path().join("data"))?;
    let _ = std::fs::rename(parts.path().join("data"), kept);
    Ok(())
}

/// Copies a folder with its owners and rights.
fn copy(from: &Path, to: &Path) -> Result<()> {
    succeeded(&Command::new("cp").arg("-a").arg(from).arg(to).output()?)
}

fn succeeded(output: &Output) -> Result<()> {
    let stderr = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {stderr}", output.status);
    Ok(())
}

/// The processes whose working directory is this folder: those of a server run in its data folder.
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

fn run(programs: &Path, folder: &Path, settings: &[String]) -> Result<Child> {
    let log = OpenOptions::new()
        .create(true)
        .append(true)
        .open(folder.join("log"))?;
    let socket = format!("unix_socket_directories={}", folder.display());
    let mut server = as_owner(&programs.join("postgres"), folder)?;
    server.arg("-D").arg(folder.join("data"));
    // A setting that comes later wins.
    let defaults = ["listen_addresses=", &socket].into_iter();
    for setting in defaults.chain(settings.iter().map(String::as_str)) {
        server.args(["-c", setting]);
    }
    programs::in_own_group(&mut server);
    server.stdin(Stdio::null()).stdout(Stdio::null());
    let started = server.stderr(log).spawn();
    started.context("PostgreSQL could not be started")
}

/// The user to whom a folder belongs, by number.
#[cfg(unix)]
fn owner(folder: &Path) -> Result<u32> {
    use std::os::unix::fs::MetadataExt;
    Ok(std::fs::metadata(folder)?.uid())
}

#[cfg(not(unix))]
fn owner(_: &Path) -> Result<u32> {
    Ok(0)
}

/// PostgreSQL refuses to run as root, so root gives the folder to another user.
#[cfg(unix)]
fn give_to_another_user(folder: &Path) -> Result<()> {
    if owner(folder)? == 0 {
        let number = |option: &str, user: &str| {
            let output = Command::new("id").args([option, user]).output().ok()?;
            String::from_utf8(output.stdout).ok()?.trim().parse().ok()
        };
        let (user, group) = ["postgres", "nobody"]
            .iter()
            .find_map(|user| Some((number("-u", user)?, number("-g", user)?)))
            .context("no user other than root")?;
        std::os::unix::fs::chown(folder, Some(user), Some(group))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn give_to_another_user(_: &Path) -> Result<()> {
    Ok(())
}

/// A command that runs as the owner of the folder.
fn as_owner(program: &Path, folder: &Path) -> Result<Command> {
    let mut command = Command::new(program);
    command.current_dir(folder).env("LC_ALL", "C");
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        use std::os::unix::process::CommandExt;
        let owner = std::fs::metadata(folder)?;
        if std::fs::metadata("/proc/self").is_ok_and(|this| this.uid() != owner.uid()) {
            command.uid(owner.uid()).gid(owner.gid());
        }
    }
    Ok(command)
}

/// The folder of PostgreSQL's programs: Debian's newest version, or one in `PATH`.
fn find_programs() -> Option<PathBuf> {
    let debian = read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut folders: Vec<PathBuf> = debian.flatten().map(|entry| entry.path()).collect();
    folders.sort_by_key(|folder| folder.file_name()?.to_str()?.parse::<u32>().ok());
    let debian = folders.into_iter().rev().map(|folder| folder.join("bin"));
    debian.chain(programs::path()).find(|folder| {
        ["initdb", "postgres", "pg_isready", "createdb"]
            .iter()
            .all(|program| folder.join(programs::file_name(program)).is_file())
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn processes_are_found_through_a_symbolic_link() {
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
}
