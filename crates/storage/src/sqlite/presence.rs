//! Whether the open database file is still the one with its name. Checked before every write and by
//! the health check: on Unix a program can keep using a file that was deleted or replaced, and all
//! its writes would be lost.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use crate::error::StorageError;

/// Identifies the file under a name: its device and its inode number. On other systems than Unix an
/// open file can be neither deleted nor replaced, so there is nothing to compare.
#[cfg(unix)]
type Mark = (u64, u64);
#[cfg(not(unix))]
type Mark = ();

/// The identity of a database file at the time when it was opened.
#[derive(Debug, Clone)]
pub(crate) struct Presence {
    path: PathBuf,
    mark: Mark,
}

/// The file no longer exists, or another file has its name.
#[derive(Debug, thiserror::Error)]
#[error("{} is no longer the file that was opened", path.display())]
pub(crate) struct FileReplaced {
    path: PathBuf,
    #[source]
    source: Option<std::io::Error>,
}

impl Presence {
    /// Remembers which file has this name.
    ///
    /// # Errors
    /// [`StorageError::File`] if there is none.
    pub(crate) fn of(path: &Path) -> Result<Self, StorageError> {
        let found = std::fs::metadata(path).map_err(StorageError::file(path))?;
        Ok(Self {
            path: path.to_owned(),
            mark: mark(&found),
        })
    }

    /// Checks again. This costs one system call, about a path that the system has in its cache.
    ///
    /// # Errors
    /// [`FileReplaced`] if the file was deleted or replaced, or if its folder cannot be read.
    pub(crate) fn check(&self) -> Result<(), FileReplaced> {
        let absent = |source| FileReplaced {
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
