//! The checks that only `cargo verify --long` runs: the tests marked as long, the fuzzers, other
//! targets.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use super::report::Done;
use super::rust::WITH_TESTS;
use crate::process::{cargo, run};
use crate::{machine, project};

/// The version of cargo-fuzz that the fuzz folder is made for.
const CARGO_FUZZ: (&str, &str) = ("cargo-fuzz", "0.13.2");

/// How long each fuzzer runs, in seconds.
const SECONDS_A_FUZZER: u32 = 60;

/// Runs all tests again at full speed, including those that are ignored otherwise: deep counts and
/// large comparisons, which are marked with `#[ignore = "long: ..."]`.
pub(super) fn tests() -> Result<Done> {
    Done::when(if machine::has_nextest() {
        run(
            cargo(["nextest", "run", "--workspace", "--cargo-profile=play"])
                .args(WITH_TESTS)
                .args(["--run-ignored=all", "--no-fail-fast"]),
        )
    } else {
        run(cargo(["test", "--workspace", "--profile=play"])
            .args(WITH_TESTS)
            .args(["--no-fail-fast", "--", "--include-ignored"]))
    })
}

/// Runs every fuzzer of the fuzz folder, for a minute each.
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
        // Through rustup, which puts the nightly cargo and compiler on the path of the tool.
        run(Command::new("rustup")
            .args(["run", "nightly"])
            .arg(&tool)
            .args(["run", &target])
            .args(examples(&target)?)
            .args(["--", "-print_final_stats=1"])
            .arg(format!("-max_total_time={SECONDS_A_FUZZER}"))
            .env_remove("CARGO")
            .env_remove("RUSTUP_TOOLCHAIN")
            .current_dir(project::root()))?;
    }
    Ok(Done::Passed)
}

/// Where a fuzzer keeps what it finds, and the folder of examples from which it begins, if it has
/// one.
fn examples(target: &str) -> Result<Vec<String>> {
    let seeds = format!("fuzz/seeds/{target}");
    if !project::root().join(&seeds).is_dir() {
        return Ok(Vec::new());
    }
    let found = format!("fuzz/corpus/{target}");
    let folder = project::root().join(&found);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(vec![found, seeds])
}

/// The names of the fuzzers; each has a file of its own.
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

/// The targets of a release, besides the target of this machine.
const TARGETS: &[&str] = &[
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-gnu",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
];

/// The crates of the program that contain no C code: all except storage, which contains SQLite,
/// the server, which verifies passkeys with ring, and the crates that depend on them. C code needs
/// a compiler for the target, even if nothing is linked.
const WITHOUT_C: &[&str] = &[
    "--package=damier-rules",
    "--package=damier-notation",
    "--package=damier-endgame",
    "--package=damier-engine",
    "--package=damier-protocols",
    "--package=damier-workshop",
    "--package=damier-coach",
    "--package=damier-session",
    "--package=damier-people",
    "--package=damier-wire",
];

/// Checks that the crates without C code compile for every target of a release. The others are
/// compiled by the release workflow, on machines of each kind.
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
