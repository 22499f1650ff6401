//! Builds and checks the npm package in `bindings/npm`: its wasm, its JavaScript and types, the
//! archive that npm would publish, and its tests, which install this archive. The tools are those
//! of the page (`web/node_modules`), so the package has no lock file of its own.

use std::process::ExitCode;

use anyhow::Result;

use crate::process::{npm_package_script, run};
use crate::wasm::{self, BuildGoal};
use crate::{machine, page};

/// The command `cargo xtask npm`.
pub(crate) fn build_and_check() -> Result<ExitCode> {
    page::install_parts(BuildGoal::SmallModules)?;
    check()?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the package from the page's parts, which must be up to date, and runs its checks. Those
/// of the board need Chromium, and are skipped without one.
///
/// # Errors
/// A part cannot be built, or a check fails.
pub(crate) fn check() -> Result<()> {
    wasm::ensure_npm_module()?;
    run(&mut npm_package_script("build"))?;
    let mut test = npm_package_script("test");
    if let Some(chromium) = machine::quick_chromium() {
        test.env("DAMIER_CHROMIUM", chromium);
    }
    run(&mut test)
}
