//! A server under test as a process: start, kill and observe it from outside.

use std::fs::{File, OpenOptions, read_to_string};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};

use crate::faketime::FakeTime;
use crate::figures::Durations;

/// Time limit for a server's start.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// The program to start as the server.
#[derive(Debug, Clone)]
pub enum ServerProgram {
    /// The command `damier`.
    Damier(PathBuf),
    /// A test executable that runs the test of this name as a server. It reads its address from
    /// `DAMIER_LOAD_LISTEN`, the database from `DAMIER_LOAD_DATABASE`, NATS from `DAMIER_LOAD_BUS`,
    /// and its clock's offset from `DAMIER_LOAD_SKEW_MS`.
    Test(PathBuf, &'static str),
}

/// The database of the servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum DatabaseKind {
    /// A file in a temporary folder.
    Sqlite,
    /// A PostgreSQL server started by the driver.
    Postgres,
}

/// The options of a server.
#[derive(Debug, Clone)]
pub(crate) struct ServerOptions {
    pub(crate) database: String,
    pub(crate) bus: Option<String>,
    /// The clock's offset in seconds; negative if it is behind.
    pub(crate) ahead_s: i64,
    /// Applies the offset to `damier`; a test executable applies it itself.
    pub(crate) faketime: Option<FakeTime>,
}

impl ServerProgram {
    fn command(&self, listen: SocketAddr, options: &ServerOptions) -> Command {
        let listen = listen.to_string();
        let ServerOptions {
            database,
            bus,
            ahead_s,
            faketime,
        } = options;
        match self {
            Self::Damier(path) => {
                let mut command = Command::new(path);
                command.args(["serve", "--tables", "none", "--listen", &listen]);
                command.args(["--database", database]);
                if let Some(bus) = bus {
                    command.args(["--bus", bus]);
                }
                if let Some(faketime) = faketime.as_ref().filter(|_| *ahead_s != 0) {
                    faketime.apply(&mut command, *ahead_s);
                }
                command
            }
            Self::Test(path, test) => {
                let mut command = Command::new(path);
                command.args(["--exact", test, "--nocapture"]);
                command.env("DAMIER_LOAD_LISTEN", listen);
                command.env("DAMIER_LOAD_DATABASE", database);
                command.env("DAMIER_LOAD_SKEW_MS", (ahead_s * 1_000).to_string());
                if let Some(bus) = bus {
                    command.env("DAMIER_LOAD_BUS", bus);
                }
                command
            }
        }
    }
}

/// A server that runs, or was killed and can be restarted at the same address.
#[derive(Debug)]
pub(crate) struct ServerProcess {
    program: ServerProgram,
    options: ServerOptions,
    pub(crate) address: SocketAddr,
    log: PathBuf,
    running: Child,
}

impl ServerProcess {
    /// Starts a server on a free port, with its log in a folder, and waits until it answers.
    pub(crate) fn start(
        program: &ServerProgram,
        options: ServerOptions,
        folder: &Path,
        number: usize,
    ) -> anyhow::Result<Self> {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port")?;
        let address = free.local_addr()?;
        drop(free);
        let log = folder.join(format!("server-{number}.log"));
        let running = spawn(program, &options, address, &log)?;
        let mut server = Self {
            program: program.clone(),
            options,
            address,
            log,
            running,
        };
        server.wait_until_it_answers()?;
        server.has_its_clock()?;
        Ok(server)
    }

    /// Kills the server (SIGKILL).
    pub(crate) fn kill(&mut self) -> anyhow::Result<()> {
        self.running.kill().context("the server cannot be killed")?;
        self.running.wait()?;
        Ok(())
    }

    /// Restarts the server, and waits until it answers.
    pub(crate) fn restart(&mut self) -> anyhow::Result<()> {
        self.running = spawn(&self.program, &self.options, self.address, &self.log)?;
        self.wait_until_it_answers()
    }

    fn wait_until_it_answers(&mut self) -> anyhow::Result<()> {
        let begun = Instant::now();
        while TcpStream::connect(self.address).is_err() {
            if let Some(status) = self.running.try_wait()? {
                bail!("the server ended with {status}: {}", self.end_of_log());
            }
            if begun.elapsed() > START_TIMEOUT {
                bail!("the server does not answer: {}", self.end_of_log());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Checks that the clock's offset is in effect: a static executable ignores `LD_PRELOAD`
    /// silently.
    fn has_its_clock(&self) -> anyhow::Result<()> {
        let ServerOptions {
            ahead_s, faketime, ..
        } = &self.options;
        if *ahead_s == 0 || faketime.is_none() {
            return Ok(());
        }
        let loaded = read_to_string(format!("/proc/{}/maps", self.running.id()))
            .context("reading loaded libraries needs /proc, which only Linux has")?;
        anyhow::ensure!(
            loaded.contains("faketime"),
            "the server's clock has no offset: it does not load the faketime library"
        );
        Ok(())
    }

    fn end_of_log(&self) -> String {
        let log = read_to_string(&self.log).unwrap_or_default();
        let last: Vec<&str> = log.lines().rev().take(5).collect();
        last.into_iter().rev().collect::<Vec<_>>().join(" / ")
    }

    /// The number of errors in its log, and the last of them.
    pub(crate) fn errors(&self) -> (usize, Option<String>) {
        let log = read_to_string(&self.log).unwrap_or_default();
        let mut errors = log.lines().filter(|line| line.contains("ERROR"));
        (
            errors.clone().count(),
            errors.next_back().map(str::to_owned),
        )
    }

    /// The number of panics in its log, in threads and in request handlers.
    pub(crate) fn panics(&self) -> usize {
        let log = read_to_string(&self.log).unwrap_or_default();
        let is_one = |line: &&str| line.contains("panicked at") || line.contains("met a bug");
        log.lines().filter(is_one).count()
    }

    /// The resident memory, in KiB.
    pub(crate) fn memory_kib(&self) -> anyhow::Result<u64> {
        self.status("VmRSS:")
    }

    /// The peak resident memory, in KiB.
    pub(crate) fn most_memory_kib(&self) -> anyhow::Result<u64> {
        self.status("VmHWM:")
    }

    fn status(&self, key: &str) -> anyhow::Result<u64> {
        let status = read_to_string(format!("/proc/{}/status", self.running.id()))
            .context("reading memory needs /proc, which only Linux has")?;
        let line = status.lines().find_map(|line| line.strip_prefix(key));
        let number = line.and_then(|rest| rest.split_whitespace().next());
        number.context("no such line")?.parse().context("no number")
    }

    /// The CPU time used.
    pub(crate) fn processor_time(&self) -> anyhow::Result<Duration> {
        /// Clock ticks per second in `/proc`: 100 on every Linux.
        const TICKS: u64 = 100;
        let stat = read_to_string(format!("/proc/{}/stat", self.running.id()))
            .context("reading CPU time needs /proc, which only Linux has")?;
        // The program's name may contain spaces and ends at the last bracket. Of the fields after
        // it, the 12th and 13th are user and system time.
        let (_, rest) = stat.rsplit_once(')').context("unexpected format")?;
        let ticks: Vec<u64> = rest
            .split_whitespace()
            .skip(11)
            .take(2)
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        let ticks: u64 = ticks.iter().sum();
        Ok(Duration::from_millis(ticks * 1_000 / TICKS))
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.running.kill(); // it may have ended
        let _ = self.running.wait();
    }
}

fn spawn(
    program: &ServerProgram,
    options: &ServerOptions,
    address: SocketAddr,
    log: &Path,
) -> anyhow::Result<Child> {
    let log: File = OpenOptions::new().create(true).append(true).open(log)?;
    program
        .command(address, options)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .context("the server could not be started")
}

/// A thread that sleeps briefly in a loop and measures how late it wakes: the machine's own
/// latency.
pub(crate) struct Sleeper {
    ends: Arc<AtomicBool>,
    thread: JoinHandle<Durations>,
}

impl Sleeper {
    /// How long it sleeps each time.
    const SLEEP: Duration = Duration::from_millis(5);

    pub(crate) fn start() -> Self {
        let ends = Arc::new(AtomicBool::new(false));
        let is_over = ends.clone();
        let thread = std::thread::spawn(move || {
            let mut late = Durations::default();
            while !is_over.load(Ordering::Relaxed) {
                let lay_down = Instant::now();
                std::thread::sleep(Self::SLEEP);
                late.record(lay_down.elapsed().saturating_sub(Self::SLEEP));
            }
            late
        });
        Self { ends, thread }
    }

    /// Stops, and returns how late the thread woke.
    pub(crate) fn end(self) -> Durations {
        self.ends.store(true, Ordering::Relaxed);
        self.thread.join().unwrap_or_default()
    }
}

/// The current time in Unix milliseconds.
pub(crate) fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    u64::try_from(since.unwrap_or_default().as_millis()).unwrap_or(u64::MAX)
}

/// The machine's load average of the last minute, reported with each outcome.
pub(crate) fn load_average() -> Option<f64> {
    let text = read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    /// The value of an environment variable set on a command.
    fn set<'a>(command: &'a Command, key: &str) -> Option<&'a OsStr> {
        let mut all = command.get_envs();
        all.find_map(|(name, value)| (name == key).then_some(value)?)
    }

    #[test]
    fn a_clock_offset_preloads_the_faketime_library() {
        let program = ServerProgram::Damier("target/release/damier".into());
        let listen = "127.0.0.1:8110".parse().expect("an address");
        let command = |ahead_s| {
            let options = ServerOptions {
                database: "postgres:///games".to_owned(),
                bus: Some("nats://127.0.0.1:4222".to_owned()),
                ahead_s,
                faketime: Some(FakeTime::at("/lib/libfaketimeMT.so.1")),
            };
            program.command(listen, &options)
        };
        for (ahead_s, offset) in [(5, "+5"), (-5, "-5")] {
            let command = command(ahead_s);
            // Not a wrapper: a kill must hit the server itself.
            assert_eq!(command.get_program(), "target/release/damier");
            let args: Vec<_> = command.get_args().collect();
            assert_eq!(
                args,
                "serve --tables none --listen 127.0.0.1:8110 --database postgres:///games --bus \
                 nats://127.0.0.1:4222"
                    .split(' ')
                    .collect::<Vec<_>>()
            );
            assert_eq!(set(&command, "FAKETIME"), Some(OsStr::new(offset)));
            let library = OsStr::new("/lib/libfaketimeMT.so.1");
            assert_eq!(set(&command, "LD_PRELOAD"), Some(library));
            let yes = Some(OsStr::new("1"));
            assert_eq!(set(&command, "FAKETIME_DONT_FAKE_MONOTONIC"), yes);
        }
        // A correct clock needs no library.
        assert_eq!(command(0).get_envs().count(), 0);
    }
}
