//! `damier serve` on a free port with a database of its own and the endgame tables that come with
//! it.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::project;

/// How long the server may take to answer for the first time, in tenths of a second.
const START_TIMEOUT_TENTHS: u32 = 300;

/// A running `damier serve`, which is stopped when this value is dropped.
pub(super) struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    /// Starts it, with an empty database, and waits until it answers.
    pub(super) fn start(program: &Path) -> Result<Self> {
        let folder = project::target().join("verify");
        let _ = fs::remove_dir_all(&folder); // absent the first time
        fs::create_dir_all(&folder)?;

        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let process = Command::new(program)
            // The tests create all accounts from one address.
            .args(["serve", "--accounts-a-day", "1000"])
            .args(["--listen", &address.to_string(), "--database"])
            .arg(format!("sqlite:{}", folder.join("games.sqlite").display()))
            .stdin(Stdio::null())
            .spawn()
            .context("cannot start damier serve")?;
        let mut server = Self { process, address };
        server.wait_until_it_answers()?;
        Ok(server)
    }

    /// The address that it listens on.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sends a GET request for this path and returns the response with its headers.
    pub(super) fn get(&self, path: &str) -> std::io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&self.address, Duration::from_secs(1))?;
        stream.set_read_timeout(Some(Duration::from_secs(1)))?;
        let host = self.address;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }

    fn wait_until_it_answers(&mut self) -> Result<()> {
        for _ in 0..START_TIMEOUT_TENTHS {
            if let Some(status) = self.process.try_wait()? {
                bail!("damier serve ended at once: {status}");
            }
            if self.is_healthy().unwrap_or(false) {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(100));
        }
        bail!("damier serve does not answer at http://{}", self.address)
    }

    fn is_healthy(&self) -> std::io::Result<bool> {
        let answer = self.get("/api/v1/health")?;
        Ok(answer.starts_with("HTTP/1.1 200"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Both fail only if the process has already ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
