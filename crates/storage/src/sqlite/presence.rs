//! Whether the file that was opened still lies under its name. Asked before every write and by the health
//! check: on Unix a file that was deleted or replaced lives on for whoever has it open, and everything
//! written to it would be lost. It never opens or changes the file.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use crate::error::StorageError;

/// Which file lies under a name: the device and its number there. Elsewhere than on Unix an open file can
/// be neither deleted nor replaced, so there is nothing to tell apart.
#[cfg(unix)]
type Mark = (u64, u64);
#[cfg(not(unix))]
type Mark = ();

/// The file of a database as it was when it was opened.
#[derive(Debug, Clone)]
pub(crate) struct Presence {
    path: PathBuf,
    mark: Mark,
}

/// The file is no longer there, or another one is.
#[derive(Debug, thiserror::Error)]
#[error("{} is no longer the file that was opened", path.display())]
pub(crate) struct Absent {
    path: PathBuf,
    #[source]
    source: Option<std::io::Error>,
}

impl Presence {
    /// Remembers the file under a name.
    ///
    /// # Errors
    /// [`StorageError::File`] when there is none.
    pub(crate) fn of(path: &Path) -> Result<Self, StorageError> {
        let found = std::fs::metadata(path).map_err(StorageError::file(path))?;
        Ok(Self {
            path: path.to_owned(),
            mark: mark(&found),
        })
    }

    /// Looks again. One question to the system, about a name that it has at hand.
    ///
    /// # Errors
    /// [`Absent`] when the file was deleted or replaced, or its folder cannot be asked.
    pub(crate) fn check(&self) -> Result<(), Absent> {
        let absent = |source| Absent {
            path: self.path.clone(),
            source,
        };
        let found = std::fs::metadata(&self.path).map_err(|error| absent(Some(error)))?;
        if mark(&found) == self.mark {
            Ok(())
        } else {
            Err(absent(None))
        }
    }
}

#[cfg(unix)]
fn mark(found: &Metadata) -> Mark {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

#[cfg(not(unix))]
fn mark(_found: &Metadata) -> Mark {}
