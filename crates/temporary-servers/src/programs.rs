//! Finds and starts the programs of the servers.

use std::path::PathBuf;
use std::process::Command;

/// The folders in `PATH`.
pub(crate) fn path() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).collect()
}

/// The name of a program's file on this system.
pub(crate) fn file_name(program: &str) -> String {
    format!("{program}{}", std::env::consts::EXE_SUFFIX)
}

/// Puts the command into a process group of its own: Ctrl-C in a terminal must end the test first,
/// which then stops the server.
pub(crate) fn in_own_group(command: &mut Command) {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    #[cfg(not(unix))]
    let _ = command;
}
