//! Running other programs: cargo, npm, the server. What they print passes straight through; here
//! only their failing is turned into one sentence that names the command.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::project;

/// Cargo, the same one that runs us, in the workspace's folder.
pub(crate) fn cargo<I>(arguments: I) -> Command
where
    I: IntoIterator,
    I::Item: AsRef<OsStr>,
{
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(project::root());
    command
}

/// npm in the page's folder. On Windows npm is a script and needs its ending.
pub(crate) fn npm<I>(arguments: I) -> Command
where
    I: IntoIterator,
    I::Item: AsRef<OsStr>,
{
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments).current_dir(project::web());
    command
}

/// Runs the command to its end, its output passing through.
///
/// # Errors
/// The program could not be started, or it ended with anything but success.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("cannot start `{}`", shown(command)))?;
    if status.success() {
        Ok(())
    } else {
        bail!("`{}` ended with {status}", shown(command))
    }
}

/// What the command prints on its standard output, or `None` when it cannot be started or fails.
/// For asking a tool whether it is there and which version it is.
pub(crate) fn ask(command: &mut Command) -> Option<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The command as a person would have typed it.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str());
    std::iter::once(name)
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}
