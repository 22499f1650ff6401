//! A NATS server on a free port, stopped when it is dropped.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, bail, ensure};

/// How often the server is polled; with the pause below, half a minute.
const TRIES: u32 = 1_500;
const PAUSE: Duration = Duration::from_millis(20);

/// A NATS server that runs, or was killed and can be restarted at the same address.
#[derive(Debug)]
pub struct OwnNats {
    program: PathBuf,
    address: SocketAddr,
    running: Child,
}

impl OwnNats {
    /// Starts a server.
    ///
    /// # Errors
    /// NATS is not installed, or does not start.
    pub fn start() -> anyhow::Result<Self> {
        let program =
            program().context("NATS is not installed (on Debian: apt-get install nats-server)")?;
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port")?;
        let address = free.local_addr()?;
        drop(free);
        let running = run(&program, address)?;
        Ok(Self {
            program,
            address,
            running,
        })
    }

    /// Whether NATS is installed.
    pub fn is_installed() -> bool {
        program().is_some()
    }

    /// The address.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Kills the server (SIGKILL).
    pub(crate) fn kill(&mut self) -> anyhow::Result<()> {
        self.running.kill().context("NATS cannot be killed")?;
        self.running.wait()?;
        Ok(())
    }

    /// Restarts the server, and waits until it answers.
    pub(crate) fn restart(&mut self) -> anyhow::Result<()> {
        self.running = run(&self.program, self.address)?;
        Ok(())
    }
}

impl Drop for OwnNats {
    fn drop(&mut self) {
        let _ = self.running.kill(); // it may have ended
        let _ = self.running.wait();
    }
}

fn run(program: &Path, address: SocketAddr) -> anyhow::Result<Child> {
    let mut command = Command::new(program);
    command.args(["--addr", &address.ip().to_string()]);
    command.args(["--port", &address.port().to_string()]);
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        // A process group of its own: Ctrl-C must end the driver first, which then stops the
        // server.
        command.process_group(0);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let mut running = command
        .stderr(Stdio::null())
        .spawn()
        .context("NATS could not be started")?;
    for _ in 0..TRIES {
        if TcpStream::connect(address).is_ok() {
            return Ok(running);
        }
        let ended = running.try_wait()?;
        ensure!(ended.is_none(), "NATS ended: {ended:?}");
        sleep(PAUSE);
    }
    bail!("NATS does not answer")
}

/// The program, in `PATH` or in Debian's folder.
fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_the_path = std::env::split_paths(&path);
    let mut folders = on_the_path.chain([PathBuf::from("/usr/sbin")]);
    folders.find_map(|folder| {
        let program = folder.join(format!("nats-server{}", std::env::consts::EXE_SUFFIX));
        program.is_file().then_some(program)
    })
}
