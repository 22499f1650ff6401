//! Checks that the public crates are ready for the registry: the packages are complete, compile by
//! themselves, and are compatible with the last release.

use std::process::Command;

use anyhow::Result;

use super::report::Done;
use crate::process::{cargo, output_of, run};
use crate::{machine, project};

/// The public crates, in the order in which they depend on each other.
const PUBLIC: &[&str] = &[
    "damier-rules",
    "damier-notation",
    "damier-endgame",
    "damier-engine",
    "damier-protocols",
    "damier",
];

/// The version of cargo-semver-checks that can read the output of this compiler.
const SEMVER_CHECKS: (&str, &str) = ("cargo-semver-checks", "0.51.0");

/// Checks that the packages can be made: all files that a manifest names exist, and nothing is in
/// them that the registry would refuse.
pub(super) fn packages() -> Result<Done> {
    Done::when(run(public(&mut cargo([
        "package",
        "--quiet",
        "--no-verify",
        "--allow-dirty",
    ]))))
}

/// Does everything that publishing does, except for the upload: each package is unpacked and
/// compiled by itself.
pub(super) fn publish_dry_run() -> Result<Done> {
    Done::when(run(public(&mut cargo([
        "publish",
        "--quiet",
        "--dry-run",
        "--allow-dirty",
    ]))))
}

/// Checks that nothing public in the last release has been removed or changed without a new major
/// version.
pub(super) fn semver() -> Result<Done> {
    let last_tag = output_of(
        Command::new("git")
            .args(["describe", "--tags", "--abbrev=0", "--match", "v*"])
            .current_dir(project::root()),
    );
    let Some(tag) = last_tag else {
        return Ok(Done::Skipped(
            "nothing was released yet: there is no tag v* to compare with".to_owned(),
        ));
    };
    let (name, version) = SEMVER_CHECKS;
    let tool = machine::cargo_tool(name, version, &[])?;
    Done::when(run(public(
        Command::new(tool)
            .args(["semver-checks", "--baseline-rev", &tag])
            .current_dir(project::root()),
    )))
}

/// Lets a command of cargo act on the public crates.
pub(super) fn public(command: &mut Command) -> &mut Command {
    command.args(PUBLIC.iter().map(|name| format!("--package={name}")))
}
