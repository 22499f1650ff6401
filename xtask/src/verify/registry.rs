//! The crates that others can use are ready for the public registry: what would be uploaded is complete, compiles by
//! itself, and breaks no promise of the version before.

use std::process::Command;

use anyhow::Result;

use super::report::Done;
use crate::process::{ask, cargo, run};
use crate::{machine, project};

/// The crates that stand in the public registry, in the order in which they depend on each other.
const PUBLIC: &[&str] = &[
    "damier-rules",
    "damier-notation",
    "damier-endgame",
    "damier-engine",
    "damier-protocols",
];

/// The version of cargo-semver-checks that reads what this compiler writes.
const SEMVER_CHECKS: (&str, &str) = ("cargo-semver-checks", "0.51.0");

/// The archives that would be uploaded can be made: everything is there that a manifest names, and nothing that the
/// registry would refuse.
pub(super) fn packages() -> Result<Done> {
    Done::when(run(public(&mut cargo([
        "package",
        "--quiet",
        "--no-verify",
        "--allow-dirty",
    ]))))
}

/// The same as publishing, up to the upload: each archive is unpacked and compiled by itself.
pub(super) fn publish_dry_run() -> Result<Done> {
    Done::when(run(public(&mut cargo([
        "publish",
        "--quiet",
        "--dry-run",
        "--allow-dirty",
    ]))))
}

/// Nothing that the last release promised is gone without a new major version.
pub(super) fn semver() -> Result<Done> {
    let last_tag = ask(Command::new("git")
        .args(["describe", "--tags", "--abbrev=0", "--match", "v*"])
        .current_dir(project::root()));
    let Some(tag) = last_tag else {
        return Ok(Done::Skipped(
            "nothing was released yet: there is no tag v* to compare with".to_owned(),
        ));
    };
    let (name, version) = SEMVER_CHECKS;
    let tool = machine::cargo_tool(name, version)?;
    Done::when(run(public(
        Command::new(tool)
            .args(["semver-checks", "--baseline-rev", &tag])
            .current_dir(project::root()),
    )))
}

fn public(command: &mut Command) -> &mut Command {
    command.args(PUBLIC.iter().map(|name| format!("--package={name}")))
}
