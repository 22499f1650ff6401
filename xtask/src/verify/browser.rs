//! The page in a real browser against a real server: the page's browser tests in Chromium, and
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

use super::depth::Depth;
use super::report::Done;
use super::rust::cargo_with_clippy;
use crate::process::{npm, run};
use crate::{machine, project};

/// How long the server may take to answer for the first time, in tenths of a second.
const START_TIMEOUT_TENTHS: u32 = 300;

/// A file that the tests leave in the page's folder: one line for each test that did not pass at
/// the first attempt.
const SUMMARY: &str = "test-results/summary.txt";

/// How such a line begins if the test also failed when it was repeated.
const FAILED: &str = "failed: ";

/// Runs the browser tests. They get the server's address from `DAMIER_URL`, the browser from
/// `DAMIER_CHROMIUM` and (where it is to have a window) `DAMIER_CHROMIUM_WINDOW`. Which of them run
/// is listed in `web/tests/browser/long.ts`.
pub(super) fn tests(depth: Depth) -> Result<Done> {
    let chromium = match depth {
        Depth::Usual => machine::quick_chromium(),
        Depth::Long => machine::chromium(),
    };
    let Some(chromium) = chromium else {
        return Ok(Done::Skipped(
            "no Chromium on the path or in DAMIER_CHROMIUM".to_owned(),
        ));
    };
    build_program()?;
    let program = project::target()
        .join("debug")
        .join(format!("damier{}", std::env::consts::EXE_SUFFIX));
    let server = Server::start(&program)?;
    let summary = project::web().join(SUMMARY);
    let _ = fs::remove_file(&summary); // absent the first time
    let mut command = npm(["run", "test:browser"]);
    command
        .env("DAMIER_URL", format!("http://{}", server.address))
        .env("DAMIER_CHROMIUM", chromium);
    // Some tests need a window.
    match machine::chromium() {
        Some(windowed) => command.env("DAMIER_CHROMIUM_WINDOW", windowed),
        None => command.env_remove("DAMIER_CHROMIUM_WINDOW"),
    };
    match depth {
        Depth::Usual => command
            .env("DAMIER_JOURNEYS", "1")
            .env_remove("DAMIER_LONG"),
        Depth::Long => command
            .env("DAMIER_LONG", "1")
            .env_remove("DAMIER_JOURNEYS"),
    };
    let result = run(&mut command);
    let told = fs::read_to_string(summary).unwrap_or_default();
    match result {
        Ok(()) => {
            eprint!("{told}");
            Ok(Done::Passed)
        }
        Err(error) if told.is_empty() => Err(error),
        Err(error) if !told.contains(FAILED) => Err(error.context(told)),
        Err(_) => bail!("{}", told.trim_end()),
    }
}

/// Builds `damier` as the Rust tests have built it: with one of its own tests, and for the whole
/// workspace. Built alone, more than sixty dependencies would be compiled again with fewer
/// features.
fn build_program() -> Result<()> {
    run(&mut cargo_with_clippy([
        "test",
        "--workspace",
        "--test=readme",
        "--no-run",
    ])?)
}

/// A running `damier serve`, which is stopped when this value is dropped.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start(program: &Path) -> Result<Self> {
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
        let mut stream = TcpStream::connect_timeout(&self.address, Duration::from_secs(1))?;
        stream.set_read_timeout(Some(Duration::from_secs(1)))?;
        let host = self.address;
        write!(
            stream,
            "GET /api/v1/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )?;
        let mut status = [0; 12];
        stream.read_exact(&mut status)?;
        Ok(&status == b"HTTP/1.1 200")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Both fail only if the process has already ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
