//! What only `cargo verify --long` does: the tests marked as long, the fuzzers, other targets.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use super::report::Done;
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

/// Targets that a release is made for, besides the one at hand, and whether the program as a whole can be checked for
/// them here: SQLite is C, and asks for a C compiler of the target even where nothing is linked.
const TARGETS: &[&str] = &[
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-gnu",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
];

/// The crates without C code, which is all but storage and those that ask it.
const WITHOUT_C: &[&str] = &[
    "--package=damier-rules",
    "--package=damier-notation",
    "--package=damier-endgame",
    "--package=damier-engine",
    "--package=damier-protocols",
    "--package=damier-workshop",
    "--package=damier-club",
    "--package=damier-server",
];

/// The crates compile for every target of a release, as far as that can be tried here: those without C code for all
/// of them. The rest is compiled by the release recipe on machines of each kind.
pub(super) fn other_targets() -> Result<Done> {
    let mut missing = Vec::new();
    for target in TARGETS {
        if machine::add_target(target).is_err() {
            missing.push(*target);
            continue;
        }
        eprintln!("checking {target}, without the crates that need a C compiler for it");
        run(cargo(["check", "--quiet", "--target", target]).args(WITHOUT_C))?;
    }
    Ok(if missing.is_empty() {
        Done::Passed
    } else {
        Done::Skipped(format!("no standard library for {}", missing.join(", ")))
    })
}
