//! `cargo xtask load`: builds the server and the load driver in release mode and runs the driver;
//! see its `--help`. The driver is a separate program, so that `cargo play` need not build it.

use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result};

use crate::process::{cargo, run};
use crate::{machine, project};

/// The command `cargo xtask load`, with the arguments for the driver.
pub(crate) fn load(arguments: &[&str]) -> Result<ExitCode> {
    machine::need_c_compiler()?;
    // Built one after the other, so that the server is built without the driver's features.
    for package in ["--package=damier-cli", "--package=damier-load"] {
        run(&mut cargo(["build", "--release", package]))?;
    }
    let folder = project::target().join("release");
    let program = |name: &str| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let status = Command::new(program("damier-load"))
        .arg("--server")
        .arg(program("damier"))
        .args(arguments)
        .current_dir(project::root())
        .stdin(Stdio::null())
        .status()
        .context("the driver cannot be started")?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
