//! The checks of the Rust code: formatting, lints, tests, documentation and dependencies.

use std::ffi::OsStr;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use anyhow::Result;
use damier_temporary_servers::{Options, Postgres, SHARED_POSTGRES};

use super::depth::Depth;
use super::registry;
use super::report::Done;
use crate::machine;
use crate::process::{cargo, run};
use crate::project;

/// The version of cargo-deny for which deny.toml is written.
const CARGO_DENY: (&str, &str) = ("cargo-deny", "0.20.2");

/// Checks that the lock files agree with the manifests, and that every crate in them can be
/// downloaded.
pub(super) fn locked() -> Result<Done> {
    run(&mut cargo(["fetch", "--locked"]))?;
    Done::when(run(&mut cargo([
        "fetch",
        "--locked",
        "--manifest-path=fuzz/Cargo.toml",
    ])))
}

/// Checks that every file is formatted by rustfmt, including the fuzzers, which are outside the
/// workspace.
pub(super) fn formatting() -> Result<Done> {
    run(&mut cargo(["fmt", "--all", "--check"]))?;
    Done::when(run(&mut cargo([
        "fmt",
        "--manifest-path=fuzz/Cargo.toml",
        "--check",
    ])))
}

/// Cargo with clippy as the compiler of the workspace. `cargo clippy` would read each crate once
/// more, without compiling it.
pub(super) fn cargo_with_clippy<I>(arguments: I) -> Result<Command>
where
    I: IntoIterator,
    I::Item: AsRef<OsStr>,
{
    let mut command = cargo(arguments);
    machine::compile_with_clippy(&mut command)?;
    Ok(command)
}

/// Checks that the fuzzers compile. Running them needs a nightly compiler and more time.
pub(super) fn fuzzers_compile() -> Result<Done> {
    Done::when(run(cargo(["clippy", "--manifest-path=fuzz/Cargo.toml"])
        .arg("--target-dir")
        .arg(project::target()) // where much of it is checked already
        .args(["--", "--deny=warnings"])))
}

/// The targets that have tests. Cargo would run the examples and benchmarks as well.
pub(super) const WITH_TESTS: [&str; 3] = ["--lib", "--bins", "--tests"];

/// How many tests run at once: half as many more as there are processors, since many wait for a
/// clock or for another program.
fn at_once() -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    processors + processors / 2
}

/// Compiles everything, tests and examples included, and checks that neither the compiler nor
/// clippy gives a warning.
pub(super) fn build_tests() -> Result<Done> {
    Done::when(run(&mut cargo_with_clippy([
        "test",
        "--workspace",
        "--all-targets",
        "--no-run",
    ])?))
}

/// Runs the tests of all crates, without those marked as long. Those of the storage share one
/// PostgreSQL server, because starting one takes longer than most of them.
pub(super) fn tests() -> Result<Done> {
    let has_nextest = machine::has_nextest();
    let runner: &[&str] = if has_nextest {
        &["nextest", "run"]
    } else {
        &["test"]
    };
    let mut command = cargo_with_clippy(runner)?;
    command.arg("--workspace").args(WITH_TESTS);
    command.arg("--no-fail-fast");
    if has_nextest {
        command.arg("--test-threads").arg(at_once().to_string());
    }
    let postgres = Postgres::is_installed()
        .then(|| Postgres::start(&Options::FAST))
        .transpose()?;
    if let Some(server) = &postgres {
        command.env(SHARED_POSTGRES, server.url("postgres"));
    }
    Done::when(run(&mut command))
}

/// Runs the examples in the documentation.
pub(super) fn doc_tests() -> Result<Done> {
    Done::when(run(&mut cargo_with_clippy([
        "test",
        "--workspace",
        "--doc",
    ])?))
}

/// Checks that the documentation builds and has no broken links. Usually only that of the public
/// crates: for the server, 400 dependencies would be compiled once more.
pub(super) fn documentation(depth: Depth) -> Result<Done> {
    let mut command = cargo(["doc", "--no-deps"]);
    match depth {
        Depth::Usual => registry::public(&mut command),
        // With the examples, cargo gives the dependencies the features that they have in the tests;
        // without, it would check sixty again.
        Depth::Long => command.args(["--workspace", "--lib", "--bins", "--examples"]),
    };
    Done::when(run(command.env("RUSTDOCFLAGS", "-D warnings")))
}

/// Checks the rules of deny.toml about licences, unwanted crates and the sources of crates.
pub(super) fn deny(depth: Depth) -> Result<Done> {
    let Some(tool) = cargo_deny(depth)? else {
        return Ok(no_cargo_deny());
    };
    Done::when(run(Command::new(tool)
        .args(["check", "bans", "licenses", "sources"])
        .current_dir(project::root())))
}

/// Checks the dependencies for known vulnerabilities. The list of them is not in the package
/// registries, so this check is skipped if the list cannot be fetched.
pub(super) fn advisories(depth: Depth) -> Result<Done> {
    let Some(tool) = cargo_deny(depth)? else {
        return Ok(no_cargo_deny());
    };
    let fetched = run(Command::new(&tool)
        .args(["fetch", "db"])
        .current_dir(project::root()));
    if let Err(error) = fetched {
        return Ok(Done::Skipped(format!(
            "the list of advisories cannot be fetched from github.com/rustsec/advisory-db: \
             {error:#}"
        )));
    }
    Done::when(run(Command::new(&tool)
        .args(["check", "--disable-fetch", "advisories"])
        .current_dir(project::root())))
}

/// The program cargo-deny. Only the long checks build it where it is not installed.
fn cargo_deny(depth: Depth) -> Result<Option<PathBuf>> {
    let (name, version) = CARGO_DENY;
    Ok(match depth {
        Depth::Usual => machine::installed_tool(name, version),
        Depth::Long => Some(machine::cargo_tool(name, version, &[])?),
    })
}

fn no_cargo_deny() -> Done {
    let (name, version) = CARGO_DENY;
    Done::Skipped(format!(
        "cargo install {name} --version {version} (`cargo verify --long` builds it)"
    ))
}
