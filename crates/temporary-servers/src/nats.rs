use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::programs;

/// How often a starting server is polled; with the pause below, half a minute.
const TRIES: u32 = 1_500;
const PAUSE: Duration = Duration::from_millis(20);

/// A NATS server on a free port of this machine. It stops when it is dropped.
#[derive(Debug)]
pub struct Nats {
    program: PathBuf,
    address: SocketAddr,
    options: Vec<String>,
    running: Option<Child>,
}

impl Nats {
    /// Whether NATS is installed.
    pub fn is_installed() -> bool {
        program().is_some()
    }

    /// Starts a server and waits until it accepts connections.
    ///
    /// # Errors
    /// As for [`stopped`](Self::stopped) and [`restart`](Self::restart).
    pub fn start() -> Result<Self> {
        let mut server = Self::stopped(&[])?;
        server.restart()?;
        Ok(server)
    }

    /// A server with these command-line options that does not run yet.
    ///
    /// # Errors
    /// NATS is not installed, or no port is free.
    pub fn stopped(options: &[&str]) -> Result<Self> {
        let program =
            program().context("NATS is not installed (on Debian: apt-get install nats-server)")?;
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port")?;
        Ok(Self {
            program,
            address: free.local_addr()?,
            options: options.iter().map(|&option| option.to_owned()).collect(),
            running: None,
        })
    }

    /// Its address, which it keeps when it is restarted.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Starts the server if it does not run, and waits until it accepts connections.
    ///
    /// # Errors
    /// The server does not start, or does not answer for half a minute.
    pub fn restart(&mut self) -> Result<()> {
        let mut command = Command::new(&self.program);
        command.args(["--addr", &self.address.ip().to_string()]);
        command.args(["--port", &self.address.port().to_string()]);
        command.args(&self.options).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        programs::in_own_group(&mut command);
        let running = command.spawn().context("NATS could not be started")?;
        let running = self.running.insert(running);
        for _ in 0..TRIES {
            if TcpStream::connect(self.address).is_ok() {
                return Ok(());
            }
            let ended = running.try_wait()?;
            ensure!(ended.is_none(), "NATS ended: {ended:?}");
            sleep(PAUSE);
        }
        bail!("NATS does not answer")
    }

    /// Kills the server (SIGKILL) if it runs.
    ///
    /// # Errors
    /// The operating system refuses.
    pub fn kill(&mut self) -> Result<()> {
        if let Some(mut running) = self.running.take() {
            running.kill().context("NATS cannot be killed")?;
            running.wait()?;
        }
        Ok(())
    }

    /// Stops its process without closing its connections, or lets it continue.
    ///
    /// # Errors
    /// The server does not run, or the operating system refuses.
    pub fn suspend(&self, suspended: bool) -> Result<()> {
        let signal = if suspended { "-STOP" } else { "-CONT" };
        let running = self.running.as_ref().context("NATS does not run")?;
        let done = Command::new("kill")
            .args([signal, &running.id().to_string()])
            .status()?;
        ensure!(done.success(), "the signal {signal} was refused");
        Ok(())
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.kill(); // it may have ended by itself
    }
}

/// The program, in `PATH` or in Debian's folder.
fn program() -> Option<PathBuf> {
    let mut folders = programs::path();
    folders.push(PathBuf::from("/usr/sbin"));
    let files = folders
        .iter()
        .map(|folder| folder.join(programs::file_name("nats-server")));
    files.into_iter().find(|file| file.is_file())
}
