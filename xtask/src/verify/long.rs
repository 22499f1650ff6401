//! What only `cargo verify --long` does: the tests marked as long, the fuzzers, the advisories.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use super::report::Done;
use super::rust::CARGO_DENY;
use crate::process::{cargo, run};
use crate::{machine, project};

/// The version of cargo-fuzz that the fuzz folder is laid out for.
const CARGO_FUZZ: (&str, &str) = ("cargo-fuzz", "0.13.2");

/// How long each fuzzer looks for trouble, in seconds.
const SECONDS_A_FUZZER: u32 = 60;

/// All tests once more at full speed, with those that are passed over otherwise: deep counts and large
/// comparisons, which carry `#[ignore = "long: ..."]`.
pub(super) fn tests() -> Result<Done> {
    Done::when(if machine::has_nextest() {
        run(&mut cargo([
            "nextest",
            "run",
            "--workspace",
            "--cargo-profile=long",
            "--run-ignored=all",
            "--no-fail-fast",
        ]))
    } else {
        run(&mut cargo([
            "test",
            "--workspace",
            "--profile=long",
            "--lib",
            "--bins",
            "--tests",
            "--no-fail-fast",
            "--",
            "--include-ignored",
        ]))
    })
}

/// Every fuzzer of the fuzz folder, for a minute each.
pub(super) fn fuzzers() -> Result<Done> {
    if !machine::has_nightly() {
        return Ok(Done::Skipped(
            "no nightly compiler: rustup toolchain install nightly".to_owned(),
        ));
    }
    let (name, version) = CARGO_FUZZ;
    let tool = machine::cargo_tool(name, version)?;
    for target in fuzz_targets()? {
        eprintln!("fuzzing {target} for {SECONDS_A_FUZZER} s");
        // Through rustup, which puts the nightly cargo and compiler on the tool's path.
        run(Command::new("rustup")
            .args(["run", "nightly"])
            .arg(&tool)
            .args(["run", &target, "--", "-print_final_stats=1"])
            .arg(format!("-max_total_time={SECONDS_A_FUZZER}"))
            .env_remove("CARGO")
            .env_remove("RUSTUP_TOOLCHAIN")
            .current_dir(project::root()))?;
    }
    Ok(Done::Passed)
}

/// The names of the fuzzers: one file each.
fn fuzz_targets() -> Result<Vec<String>> {
    let folder = project::root().join("fuzz/fuzz_targets");
    let mut names = Vec::new();
    for entry in
        fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        if let Some(stem) = path.file_stem() {
            names.push(stem.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Known weaknesses in what the project depends on. The list of them comes from outside the
/// package registries, so this is skipped where it cannot be had.
pub(super) fn advisories() -> Result<Done> {
    let (name, version) = CARGO_DENY;
    let tool = machine::cargo_tool(name, version)?;
    let fetched = run(Command::new(&tool)
        .args(["fetch", "db"])
        .current_dir(project::root()));
    if fetched.is_err() {
        return Ok(Done::Skipped(
            "the list of advisories cannot be fetched".to_owned(),
        ));
    }
    Done::when(run(Command::new(&tool)
        .args(["check", "--disable-fetch", "advisories"])
        .current_dir(project::root())))
}
