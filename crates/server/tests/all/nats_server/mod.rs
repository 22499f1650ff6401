//! A NATS server for a test, on a free port, stopped when dropped. Where NATS is not installed, the
//! test reports it and is skipped; with the environment variable `CI` it fails.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use damier_server::NatsAddress;

/// How often the start of a server is polled; with the pause below, half a minute.
const TRIES: u32 = 1_500;
const PAUSE: Duration = Duration::from_millis(20);

/// A NATS server, which can be down for a while.
pub(crate) struct NatsServer {
    program: PathBuf,
    port: u16,
    options: &'static [&'static str],
    running: Option<Child>,
}

impl NatsServer {
    /// A running one.
    pub(crate) fn start() -> Option<Self> {
        Self::with(&[])
    }

    /// A running one with these options.
    pub(crate) fn with(options: &'static [&'static str]) -> Option<Self> {
        let mut server = Self::away(options)?;
        server.run();
        Some(server)
    }

    /// One that does not run yet.
    pub(crate) fn away(options: &'static [&'static str]) -> Option<Self> {
        let Some(program) = program() else {
            assert!(
                std::env::var_os("CI").is_none_or(|value| value.is_empty()),
                "NATS is not installed, and these are the checks of CI"
            );
            eprintln!("SKIPPED: this test needs NATS (on Debian: apt-get install nats-server)");
            return None;
        };
        let free = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        Some(Self {
            program,
            port: free.local_addr().unwrap().port(),
            options,
            running: None,
        })
    }

    /// Its address.
    pub(crate) fn address(&self) -> NatsAddress {
        format!("nats://127.0.0.1:{}", self.port).parse().unwrap()
    }

    /// Starts it, and waits until it accepts connections.
    pub(crate) fn run(&mut self) {
        let mut command = Command::new(&self.program);
        command.args(["--addr", "127.0.0.1", "--port", &self.port.to_string()]);
        command.args(self.options);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let mut running = command.stderr(Stdio::null()).spawn().unwrap();
        for _ in 0..TRIES {
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                self.running = Some(running);
                return;
            }
            let ended = running.try_wait().unwrap();
            assert!(ended.is_none(), "NATS ended: {ended:?}");
            sleep(PAUSE);
        }
        panic!("NATS does not answer");
    }

    /// Kills it like a power failure.
    pub(crate) fn kill(&mut self) {
        if let Some(mut running) = self.running.take() {
            running.kill().unwrap();
            running.wait().unwrap();
        }
    }

    /// Suspends its process, so that connections stay open and silent; or resumes it.
    pub(crate) fn stand_still(&self, stands: bool) {
        let signal = if stands { "-STOP" } else { "-CONT" };
        let process = self.running.as_ref().expect("it runs").id().to_string();
        let done = Command::new("kill").args([signal, &process]).status();
        assert!(done.unwrap().success());
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The executable, from `PATH` or from Debian's folder.
fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).collect::<Vec<_>>();
    let mut all = folders.iter().map(PathBuf::as_path);
    let places = all.by_ref().chain([Path::new("/usr/sbin")]);
    places
        .map(|folder| folder.join("nats-server"))
        .find(|program| program.is_file())
}
