//! Runs other programs: cargo, npm, the server. Their output is passed through unchanged; a failure
//! becomes one sentence that names the command.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Write;
use std::panic::resume_unwind;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};

use crate::project;

thread_local! {
    /// Where the output of this thread goes, unless to the terminal.
    static OUTPUT: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Writes the output of this thread and of the programs that it runs into a file, so that it does
/// not mix with that of another thread.
pub(crate) fn write_output_to(file: File) {
    OUTPUT.set(Some(file));
}

/// Prints a line among the output of the programs.
pub(crate) fn print_line(line: &str) {
    let written = OUTPUT.with_borrow_mut(|output| match output {
        Some(file) => writeln!(file, "{line}"),
        None => writeln!(std::io::stderr(), "{line}"),
    });
    drop(written); // nobody reads it where it cannot be written
}

/// Cargo, the same one that runs this program, in the folder of the workspace.
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

/// npm in the page's folder. On Windows npm is a script, so its name needs the extension.
pub(crate) fn npm<I>(arguments: I) -> Command
where
    I: IntoIterator,
    I::Item: AsRef<OsStr>,
{
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments).current_dir(project::web());
    command
}

/// A script of the npm package. It gets the folder for what is built from `DAMIER_TARGET`.
pub(crate) fn npm_package_script(name: &str) -> Command {
    let mut command = npm(["run", "--silent", name]);
    command
        .current_dir(project::npm_package())
        .env("DAMIER_TARGET", project::target());
    command
}

/// Runs the command to its end and passes its output through.
///
/// # Errors
/// The program could not be started, or it did not succeed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    if let Some(file) = OUTPUT.with_borrow(|output| output.as_ref().map(File::try_clone)) {
        let file = file?;
        command.stdout(file.try_clone()?).stderr(file);
    }
    let status = command
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("cannot start `{}`", command_line(command)))?;
    if status.success() {
        Ok(())
    } else {
        bail!("`{}` ended with {status}", command_line(command))
    }
}

/// Runs both at the same time. If both fail, the error is that of the first.
pub(crate) fn both(
    first: impl FnOnce() -> Result<()> + Send,
    second: impl FnOnce() -> Result<()>,
) -> Result<()> {
    thread::scope(|scope| {
        let first = scope.spawn(first);
        let second = second();
        let first = first.join().unwrap_or_else(|panic| resume_unwind(panic));
        first.and(second)
    })
}

/// Returns the standard output of a command, or `None` if it cannot be started or fails. Used to
/// find out whether a tool is installed, and in which version.
pub(crate) fn output_of(command: &mut Command) -> Option<String> {
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

/// The command line as a person would type it.
fn command_line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str());
    std::iter::once(name)
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}
