//! The checks of the Rust half: formatting, lints, tests, documentation, and what it depends on.

use std::process::Command;

use anyhow::Result;

use super::report::Done;
use crate::machine;
use crate::process::{cargo, run};
use crate::project;

/// The version of cargo-deny that deny.toml is written for.
const CARGO_DENY: (&str, &str) = ("cargo-deny", "0.20.2");

/// The lock files say all that the manifests ask for, and every crate of theirs can be had.
pub(super) fn locked() -> Result<Done> {
    run(&mut cargo(["fetch", "--locked"]))?;
    Done::when(run(&mut cargo([
        "fetch",
        "--locked",
        "--manifest-path=fuzz/Cargo.toml",
    ])))
}

/// Every file is as rustfmt writes it, the fuzzers too, which stand outside the workspace.
pub(super) fn formatting() -> Result<Done> {
    run(&mut cargo(["fmt", "--all", "--check"]))?;
    Done::when(run(&mut cargo([
        "fmt",
        "--manifest-path=fuzz/Cargo.toml",
        "--check",
    ])))
}

/// No warning of the compiler or of clippy anywhere, tests included.
pub(super) fn clippy() -> Result<Done> {
    Done::when(run(&mut cargo([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "--deny=warnings",
    ])))
}

/// The fuzzers still compile; that they find nothing takes a nightly compiler and longer.
pub(super) fn fuzzers_compile() -> Result<Done> {
    Done::when(run(&mut cargo([
        "clippy",
        "--manifest-path=fuzz/Cargo.toml",
        "--",
        "--deny=warnings",
    ])))
}

/// The tests of all crates, without those marked as long.
pub(super) fn tests() -> Result<Done> {
    Done::when(if machine::has_nextest() {
        run(&mut cargo(["nextest", "run", "--workspace"]))
    } else {
        run(&mut cargo([
            "test",
            "--workspace",
            "--lib",
            "--bins",
            "--tests",
            "--no-fail-fast",
        ]))
    })
}

/// The examples in the documentation.
pub(super) fn doc_tests() -> Result<Done> {
    Done::when(run(&mut cargo(["test", "--workspace", "--doc"])))
}

/// The documentation builds, and none of its links leads nowhere.
pub(super) fn documentation() -> Result<Done> {
    Done::when(run(
        cargo(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings")
    ))
}

/// What deny.toml says about licences, unwanted crates and where crates come from.
pub(super) fn deny() -> Result<Done> {
    let (name, version) = CARGO_DENY;
    let tool = machine::cargo_tool(name, version)?;
    Done::when(run(Command::new(tool)
        .args(["check", "bans", "licenses", "sources"])
        .current_dir(project::root())))
}

/// Known weaknesses in what the project depends on. The list of them comes from outside the
/// package registries, so this is skipped where it cannot be had.
pub(super) fn advisories() -> Result<Done> {
    let (name, version) = CARGO_DENY;
    let tool = machine::cargo_tool(name, version)?;
    let fetched = run(Command::new(&tool)
        .args(["fetch", "db"])
        .current_dir(project::root()));
    if let Err(error) = fetched {
        return Ok(Done::Skipped(format!(
            "the list of advisories cannot be fetched from github.com/rustsec/advisory-db: {error:#}"
        )));
    }
    Done::when(run(Command::new(&tool)
        .args(["check", "--disable-fetch", "advisories"])
        .current_dir(project::root())))
}
