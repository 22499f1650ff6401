//! A server with a wrong clock: the library of the program `faketime`, loaded before the system's own (LD_PRELOAD). The program itself starts what it is told
//! to as a child of its own, so a kill would hit the parent alone and its memory would be weighed; it is only asked where its library is.

use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

/// The library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FakeTime {
    library: String,
}

impl FakeTime {
    /// Asks the program for it.
    ///
    /// # Errors
    /// The program is not installed, or does not answer.
    pub(crate) fn find() -> anyhow::Result<Self> {
        let asked = Command::new("faketime")
            .args(["-m", "-f", "+0", "printenv", "LD_PRELOAD"])
            .env_remove("LD_PRELOAD")
            .stdin(Stdio::null())
            .output();
        let asked = asked.context(
            "a wrong clock needs the program faketime (on Debian: apt-get install faketime)",
        )?;
        let told = String::from_utf8_lossy(&asked.stdout);
        let library = told.trim_end();
        ensure!(
            asked.status.success() && !library.is_empty(),
            "the program faketime does not tell where its library is"
        );
        Ok(Self {
            library: library.to_owned(),
        })
    }

    /// Has a program started with a clock that is so many seconds ahead, or behind where the number is negative.
    pub(crate) fn apply(&self, command: &mut Command, ahead_s: i64) {
        command.env("LD_PRELOAD", &self.library);
        command.env("FAKETIME", format!("{ahead_s:+}"));
        // The clock that only goes forward is left alone, as on a machine whose time is set wrong; older versions know the shorter name.
        command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        command.env("DONT_FAKE_MONOTONIC", "1");
        // Shared memory would be left behind by a kill.
        command.env("FAKETIME_DISABLE_SHM", "1");
        command.env_remove("FAKETIME_SHARED");
    }
}

#[cfg(test)]
impl FakeTime {
    /// A library at any path, whether it is there or not.
    pub(crate) fn at(path: &str) -> Self {
        Self {
            library: path.to_owned(),
        }
    }
}
