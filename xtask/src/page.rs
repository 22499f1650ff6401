//! Builds the page: its npm packages, the wasm that it calls, `web/dist`, and `web/dist-packed`,
//! which the program includes. Each part is built only if one of its inputs is newer.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::process::{both, npm, run};
use crate::wasm::{self, BuildGoal};
use crate::{machine, project};

/// Files and folders in `web` that are not inputs of the page's build.
const NO_INPUTS: &[&str] = &[
    "node_modules",
    "dist",
    "dist-packed",
    "tests",
    "test-results",
    "playwright-report",
    "README.md",
];

/// The command `cargo xtask page`.
pub(crate) fn build() -> Result<ExitCode> {
    ensure()?;
    Ok(ExitCode::SUCCESS)
}

/// Brings `web/dist` up to date, and first everything that it needs.
///
/// # Errors
/// Node is missing or too old, or one of the parts cannot be built.
pub(crate) fn ensure() -> Result<()> {
    install_parts(BuildGoal::SmallModules)?;
    build_if_stale()
}

/// Updates the inputs of the page's build: its npm packages and the wasm modules.
///
/// # Errors
/// Node is missing or too old, or one of the parts cannot be built.
pub(crate) fn install_parts(goal: BuildGoal) -> Result<()> {
    both(install_packages, || wasm::ensure(goal))
}

/// Installs the page's packages if `package-lock.json` has changed since they were installed.
///
/// # Errors
/// Node is missing or too old, or npm fails.
pub(crate) fn install_packages() -> Result<()> {
    machine::need_node()?;
    let lock = project::web().join("package-lock.json");
    // A copy of the lock file beside the packages shows what they were installed from.
    let installed = project::web().join("node_modules/.damier-package-lock.json");
    let wanted = fs::read(&lock).with_context(|| format!("cannot read {}", lock.display()))?;
    if fs::read(&installed).is_ok_and(|was| was == wanted) {
        return Ok(());
    }
    run(&mut npm(["ci", "--no-audit", "--no-fund"]))?;
    fs::write(&installed, wanted)?;
    Ok(())
}

/// Builds the page if one of its files is newer than the last build.
///
/// # Errors
/// The build fails.
pub(crate) fn build_if_stale() -> Result<()> {
    let built = project::written(&project::web().join("dist-packed/index.html.br"));
    let inputs = fs::read_dir(project::web())?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .chain([project::weights(), project::root().join("THIRD-PARTY.md")])
        .filter(|path| !NO_INPUTS.iter().any(|name| path.ends_with(name)))
        .collect::<Vec<_>>();
    if built.is_some_and(|built| project::newest(&inputs, &[]).is_ok_and(|newest| newest <= built))
    {
        return Ok(());
    }
    run(&mut npm(["run", "build"]))
}
