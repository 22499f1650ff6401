//! The page in a real browser against a real server: the page's browser tests in Chromium.

use std::fs;

use anyhow::{Result, bail};

use super::depth::Depth;
use super::report::Done;
use super::rust::cargo_with_clippy;
use super::server::Server;
use crate::process::{npm, run};
use crate::{machine, project};

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
        .env("DAMIER_URL", format!("http://{}", server.address()))
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
    let failures = fs::read_to_string(summary).unwrap_or_default();
    match result {
        Ok(()) => {
            eprint!("{failures}");
            Ok(Done::Passed)
        }
        Err(error) if failures.is_empty() => Err(error),
        Err(error) if !failures.contains(FAILED) => Err(error.context(failures)),
        Err(_) => bail!("{}", failures.trim_end()),
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
