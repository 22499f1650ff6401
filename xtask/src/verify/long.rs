//! The checks that only `cargo verify --long` runs: the tests marked as long, the fuzzers, other
//! targets, the archive of a release.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::report::Done;
use super::rust::WITH_TESTS;
use super::server::Server;
use crate::process::{cargo, output_of, run};
use crate::{machine, notices, project, release};

/// The version of cargo-fuzz that the fuzz folder is made for.
const CARGO_FUZZ: (&str, &str) = ("cargo-fuzz", "0.13.2");

/// How long each fuzzer runs, in seconds.
const SECONDS_A_FUZZER: u32 = 60;

/// The packages that have tests marked with `#[ignore = "long: ..."]`.
const WITH_LONG_TESTS: &[&str] = &[
    "--package=damier-endgame",
    "--package=damier-load",
    "--package=damier-rules",
    "--package=damier-workshop",
];

/// Runs the tests that are marked as long, at full speed: deep counts and large comparisons. Only
/// their packages are compiled for that: the others take half an hour.
pub(super) fn tests() -> Result<Done> {
    Done::when(if machine::has_nextest() {
        run(cargo(["nextest", "run", "--cargo-profile=play"])
            .args(WITH_LONG_TESTS)
            .args(WITH_TESTS)
            .args(["--run-ignored=only", "--no-fail-fast"]))
    } else {
        run(cargo(["test", "--profile=play"])
            .args(WITH_LONG_TESTS)
            .args(WITH_TESTS)
            .args(["--no-fail-fast", "--", "--ignored"]))
    })
}

/// Makes the archive that people download and tries it as they do: unpacked into an empty folder,
/// with nothing else at hand.
pub(super) fn release_archive() -> Result<Done> {
    let archive = release::archive(None)?;
    let sum = fs::read_to_string(archive.with_added_extension("sha256"))?;
    ensure!(
        sum.starts_with(&release::checksum(&fs::read(&archive)?)),
        "the checksum is not that of the archive"
    );
    let folder = project::target().join("verify-release");
    let _ = fs::remove_dir_all(&folder); // absent the first time
    fs::create_dir_all(&folder)?;
    run(Command::new("tar")
        .arg("-xf")
        .arg(&archive)
        .current_dir(&folder))?;
    let unpacked = fs::read_dir(&folder)?.next();
    let unpacked = unpacked.context("the archive is empty")??.path();
    let program = unpacked.join(format!("damier{}", std::env::consts::EXE_SUFFIX));
    let output = output_of(
        Command::new(&program)
            .args(["perft", "--depth", "6"])
            .env_clear()
            .current_dir(&unpacked),
    );
    // The published count: crates/rules/tests/perft.rs.
    ensure!(
        output.is_some_and(|output| output.contains("167140")),
        "perft 6 of the unpacked program is not 167140"
    );
    let server = Server::start(&program)?;
    ensure!(
        server.get("/")?.contains("<title>Damier"),
        "the program has no page"
    );
    let notices = fs::read_to_string(project::root().join("THIRD-PARTY.md"))?;
    ensure!(
        server.get("/third-party.txt")?.ends_with(&notices),
        "the page has other notices than THIRD-PARTY.md"
    );
    Done::when(notices::check())
}

/// Runs every fuzzer of the fuzz folder, for a minute each.
pub(super) fn fuzzers() -> Result<Done> {
    if !machine::has_nightly() {
        return Ok(Done::Skipped(
            "no nightly compiler: rustup toolchain install nightly".to_owned(),
        ));
    }
    let (name, version) = CARGO_FUZZ;
    let tool = machine::cargo_tool(name, version, &[])?;
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Whether a Rust file under this folder has a test marked as long.
    fn has_long_tests(folder: &Path) -> bool {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).any(|path| {
            let is_rust = path.extension().is_some_and(|extension| extension == "rs");
            let text = || fs::read_to_string(&path).unwrap_or_default();
            has_long_tests(&path) || (is_rust && text().contains("#[ignore = \"long: "))
        })
    }

    #[test]
    fn the_packages_with_long_tests_are_listed() {
        let crates = fs::read_dir(project::root().join("crates")).expect("crates");
        let mut found: Vec<String> = crates
            .flatten()
            .filter(|entry| has_long_tests(&entry.path()))
            .map(|entry| format!("--package=damier-{}", entry.file_name().display()))
            .collect();
        found.sort();
        assert_eq!(found, WITH_LONG_TESTS);
    }
}
