//! The server under test, as a process of its own: started, killed, and looked at from outside.

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

/// How long a server may take until it answers.
const STARTING: Duration = Duration::from_secs(30);

/// What is started as the server.
#[derive(Debug, Clone)]
pub enum ServerProgram {
    /// The command `damier`.
    Damier(PathBuf),
    /// A test program, which becomes a server in the test of this name; it is told the address in `DAMIER_LOAD_LISTEN`, the database in
    /// `DAMIER_LOAD_DATABASE`, the bus in `DAMIER_LOAD_BUS`, and in `DAMIER_LOAD_SKEW_MS` how far its clock is ahead.
    Test(PathBuf, &'static str),
}

/// Which database the server uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum DatabaseKind {
    /// A file in a temporary folder.
    Sqlite,
    /// A PostgreSQL server that the driver starts itself.
    Postgres,
}

/// What a server is told when it is started.
#[derive(Debug, Clone)]
pub(crate) struct Wiring {
    pub(crate) database: String,
    pub(crate) bus: Option<String>,
    /// How far its clock is ahead, in seconds; negative where it is behind.
    pub(crate) ahead_s: i64,
    /// How that is done to `damier`; a test program is told it.
    pub(crate) faketime: Option<FakeTime>,
}

impl ServerProgram {
    fn command(&self, listen: SocketAddr, wiring: &Wiring) -> Command {
        let listen = listen.to_string();
        let Wiring {
            database,
            bus,
            ahead_s,
            faketime,
        } = wiring;
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

/// A server that runs, or was killed and can be started again at the same address.
#[derive(Debug)]
pub(crate) struct ServerProcess {
    program: ServerProgram,
    wiring: Wiring,
    pub(crate) address: SocketAddr,
    log: PathBuf,
    running: Child,
}

impl ServerProcess {
    /// Starts a server on a free port, with its log in a folder, and waits until it answers.
    pub(crate) fn start(
        program: &ServerProgram,
        wiring: Wiring,
        folder: &Path,
        number: usize,
    ) -> anyhow::Result<Self> {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port is free")?;
        let address = free.local_addr()?;
        drop(free);
        let log = folder.join(format!("server-{number}.log"));
        let running = spawn(program, &wiring, address, &log)?;
        let mut server = Self {
            program: program.clone(),
            wiring,
            address,
            log,
            running,
        };
        server.wait_until_it_answers()?;
        server.has_its_clock()?;
        Ok(server)
    }

    /// Ends it as a power failure would (SIGKILL).
    pub(crate) fn kill(&mut self) -> anyhow::Result<()> {
        self.running.kill().context("the server cannot be killed")?;
        self.running.wait()?;
        Ok(())
    }

    /// Starts it again, and waits until it answers.
    pub(crate) fn restart(&mut self) -> anyhow::Result<()> {
        self.running = spawn(&self.program, &self.wiring, self.address, &self.log)?;
        self.wait_until_it_answers()
    }

    fn wait_until_it_answers(&mut self) -> anyhow::Result<()> {
        let begun = Instant::now();
        while TcpStream::connect(self.address).is_err() {
            if let Some(status) = self.running.try_wait()? {
                bail!("the server ended with {status}: {}", self.end_of_log());
            }
            if begun.elapsed() > STARTING {
                bail!("the server does not answer: {}", self.end_of_log());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Makes sure that a clock which is to be wrong is: nothing is loaded into a program without a dynamic linker, and nobody would say so.
    fn has_its_clock(&self) -> anyhow::Result<()> {
        let Wiring {
            ahead_s, faketime, ..
        } = &self.wiring;
        if *ahead_s == 0 || faketime.is_none() {
            return Ok(());
        }
        let loaded = read_to_string(format!("/proc/{}/maps", self.running.id()))
            .context("what a program has loaded is read from /proc, which only Linux has")?;
        anyhow::ensure!(
            loaded.contains("faketime"),
            "the clock of the server cannot be wrong: it does not load the library of faketime"
        );
        Ok(())
    }

    fn end_of_log(&self) -> String {
        let log = read_to_string(&self.log).unwrap_or_default();
        let last: Vec<&str> = log.lines().rev().take(5).collect();
        last.into_iter().rev().collect::<Vec<_>>().join(" / ")
    }

    /// How many lines of its log are errors, and the last of them.
    pub(crate) fn errors(&self) -> (usize, Option<String>) {
        let log = read_to_string(&self.log).unwrap_or_default();
        let mut errors = log.lines().filter(|line| line.contains("ERROR"));
        (
            errors.clone().count(),
            errors.next_back().map(str::to_owned),
        )
    }

    /// How many lines of its log tell of a panic: those of a thread, and those of a request that was answered all the same.
    pub(crate) fn panics(&self) -> usize {
        let log = read_to_string(&self.log).unwrap_or_default();
        let is_one = |line: &&str| line.contains("panicked at") || line.contains("met a bug");
        log.lines().filter(is_one).count()
    }

    /// The memory that it has now, in KiB.
    pub(crate) fn memory_kib(&self) -> anyhow::Result<u64> {
        self.status("VmRSS:")
    }

    /// The most memory that it has had, in KiB.
    pub(crate) fn most_memory_kib(&self) -> anyhow::Result<u64> {
        self.status("VmHWM:")
    }

    fn status(&self, key: &str) -> anyhow::Result<u64> {
        let status = read_to_string(format!("/proc/{}/status", self.running.id()))
            .context("memory is read from /proc, which only Linux has")?;
        let line = status.lines().find_map(|line| line.strip_prefix(key));
        let number = line.and_then(|rest| rest.split_whitespace().next());
        number
            .context("there is no such line")?
            .parse()
            .context("no number")
    }

    /// The time of processors that it has used.
    pub(crate) fn processor_time(&self) -> anyhow::Result<Duration> {
        /// Ticks a second in `/proc`: 100 on every Linux, whatever the kernel's own clock is.
        const TICKS: u64 = 100;
        let stat = read_to_string(format!("/proc/{}/stat", self.running.id()))
            .context("time is read from /proc, which only Linux has")?;
        // The name of the program may hold spaces; it ends with the last bracket. Behind it, the 12th and 13th are user and system.
        let (_, rest) = stat.rsplit_once(')').context("an odd line")?;
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
    wiring: &Wiring,
    address: SocketAddr,
    log: &Path,
) -> anyhow::Result<Child> {
    let log: File = OpenOptions::new().create(true).append(true).open(log)?;
    program
        .command(address, wiring)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .context("the server cannot be started")
}

/// A thread that does nothing but sleep for short times, and notes how late it is woken: what the machine alone costs, whatever the server does.
pub(crate) struct Sleeper {
    ends: Arc<AtomicBool>,
    thread: JoinHandle<Durations>,
}

impl Sleeper {
    /// How long it sleeps each time.
    const NAP: Duration = Duration::from_millis(5);

    pub(crate) fn start() -> Self {
        let ends = Arc::new(AtomicBool::new(false));
        let told = ends.clone();
        let thread = std::thread::spawn(move || {
            let mut late = Durations::default();
            while !told.load(Ordering::Relaxed) {
                let lay_down = Instant::now();
                std::thread::sleep(Self::NAP);
                late.record(lay_down.elapsed().saturating_sub(Self::NAP));
            }
            late
        });
        Self { ends, thread }
    }

    /// How late it was woken.
    pub(crate) fn end(self) -> Durations {
        self.ends.store(true, Ordering::Relaxed);
        self.thread.join().unwrap_or_default()
    }
}

/// The time of day, in Unix milliseconds.
pub(crate) fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    u64::try_from(since.unwrap_or_default().as_millis()).unwrap_or(u64::MAX)
}

/// The load of the machine over the last minute, which belongs beside each number.
pub(crate) fn load_average() -> Option<f64> {
    let text = read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    /// What of the surroundings of a command is set for it.
    fn set<'a>(command: &'a Command, key: &str) -> Option<&'a OsStr> {
        let mut all = command.get_envs();
        all.find_map(|(name, value)| (name == key).then_some(value)?)
    }

    #[test]
    fn a_server_with_a_wrong_clock_is_started_with_the_library_of_faketime() {
        let program = ServerProgram::Damier("target/release/damier".into());
        let listen = "127.0.0.1:8110".parse().expect("an address");
        let command = |ahead_s| {
            let wiring = Wiring {
                database: "postgres:///games".to_owned(),
                bus: Some("nats://127.0.0.1:4222".to_owned()),
                ahead_s,
                faketime: Some(FakeTime::at("/lib/libfaketimeMT.so.1")),
            };
            program.command(listen, &wiring)
        };
        for (ahead_s, told) in [(5, "+5"), (-5, "-5")] {
            let command = command(ahead_s);
            // The server itself and no program around it, so that a kill hits the server.
            assert_eq!(command.get_program(), "target/release/damier");
            let args: Vec<_> = command.get_args().collect();
            assert_eq!(
                args,
                "serve --tables none --listen 127.0.0.1:8110 --database postgres:///games --bus nats://127.0.0.1:4222"
                    .split(' ')
                    .collect::<Vec<_>>()
            );
            assert_eq!(set(&command, "FAKETIME"), Some(OsStr::new(told)));
            let library = OsStr::new("/lib/libfaketimeMT.so.1");
            assert_eq!(set(&command, "LD_PRELOAD"), Some(library));
            let yes = Some(OsStr::new("1"));
            assert_eq!(set(&command, "FAKETIME_DONT_FAKE_MONOTONIC"), yes);
        }
        // A clock that is right is nobody's business.
        assert_eq!(command(0).get_envs().count(), 0);
    }
}
