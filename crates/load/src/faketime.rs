//! Runs a server with a wrong clock: preloads the library of `faketime` (`LD_PRELOAD`). The
//! `faketime` command itself runs its program as a child process, so a kill would hit the parent
//! and its memory would be measured; it is only used to find the library.

use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

/// The path of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FakeTime {
    library: String,
}

impl FakeTime {
    /// Finds the library.
    ///
    /// # Errors
    /// `faketime` is not installed, or prints an unexpected answer.
    pub(crate) fn find() -> anyhow::Result<Self> {
        let asked = Command::new("faketime")
            .args(["-m", "-f", "+0", "printenv", "LD_PRELOAD"])
            .env_remove("LD_PRELOAD")
            .stdin(Stdio::null())
            .output();
        let asked = asked.context(
            "a clock offset needs the program faketime (on Debian: apt-get install faketime)",
        )?;
        let stdout = String::from_utf8_lossy(&asked.stdout);
        let library = stdout.trim_end();
        ensure!(
            asked.status.success() && !library.is_empty(),
            "the output of faketime does not name its library"
        );
        Ok(Self {
            library: library.to_owned(),
        })
    }

    /// Starts a command with a clock ahead by this many seconds, or behind if negative.
    pub(crate) fn apply(&self, command: &mut Command, ahead_s: i64) {
        command.env("LD_PRELOAD", &self.library);
        command.env("FAKETIME", format!("{ahead_s:+}"));
        // The monotonic clock stays correct, as on a machine with a wrong date. Older versions of
        // the library know the shorter name.
        command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        command.env("DONT_FAKE_MONOTONIC", "1");
        // A kill would leave the shared memory behind.
        command.env("FAKETIME_DISABLE_SHM", "1");
        command.env_remove("FAKETIME_SHARED");
    }
}

#[cfg(test)]
impl FakeTime {
    /// A library at this path, which need not exist.
    pub(crate) fn at(path: &str) -> Self {
        Self {
            library: path.to_owned(),
        }
    }
}
