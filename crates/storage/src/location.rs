//! The address of an SQLite database as typed, and the default path. Never accesses the disk.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use etcetera::BaseStrategy;

use crate::error::StorageError;
use crate::postgres::address::PostgresAddress;

/// The place of an SQLite database, written `sqlite:PATH`.
///
/// # Examples
///
/// ```
/// use damier_storage::Location;
///
/// let location: Location = "sqlite:games/club.sqlite".parse()?;
/// assert!(location.path().ends_with("games/club.sqlite"));
/// assert!("postgres://club".parse::<Location>().is_err());
/// # Ok::<(), damier_storage::StorageError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// Always absolute: SQLite gives a special meaning to a relative path that begins with `file:`.
    path: PathBuf,
}

impl Location {
    /// The database in this file.
    ///
    /// # Errors
    /// [`StorageError::File`] if the path is empty or the current folder does not exist.
    pub fn file(path: impl AsRef<Path>) -> Result<Self, StorageError> {
        let path = path.as_ref();
        let path = std::path::absolute(path).map_err(StorageError::file(path))?;
        Ok(Self { path })
    }

    /// The file, as an absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl FromStr for Location {
    type Err = StorageError;

    fn from_str(text: &str) -> Result<Self, StorageError> {
        if PostgresAddress::is_written(text) {
            return Err(StorageError::NotAFile); // it may hold a password
        }
        match text.strip_prefix("sqlite:") {
            // Many other programs write `sqlite://PATH`.
            Some(rest) => match rest.strip_prefix("//").unwrap_or(rest) {
                "" | ":memory:" => Err(StorageError::UnknownAddress {
                    found: text.to_owned(),
                }),
                path => Self::file(path),
            },
            None => Err(StorageError::UnknownAddress {
                found: text.to_owned(),
            }),
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sqlite:{}", self.path.display())
    }
}

/// The default path of the database: `damier/damier.sqlite` in the platform's data folder.
///
/// # Errors
/// [`StorageError::NoDataFolder`] if the system has no such folder (a user without a home folder).
pub fn default_database_path() -> Result<PathBuf, StorageError> {
    let folders = etcetera::base_strategy::choose_native_strategy()
        .map_err(|_| StorageError::NoDataFolder)?;
    Ok(folders.data_dir().join("damier").join("damier.sqlite"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_spellings_are_read() {
        for text in ["sqlite:/games/a.sqlite", "sqlite:///games/a.sqlite"] {
            let location: Location = text.parse().unwrap();
            assert_eq!(location.path(), Path::new("/games/a.sqlite"), "{text}");
            assert_eq!(location.to_string(), "sqlite:/games/a.sqlite");
        }
    }

    #[test]
    fn a_path_that_looks_like_an_address_stays_a_path() {
        let location: Location = "sqlite:file:a?mode=memory".parse().unwrap();
        assert!(location.path().is_absolute());
    }

    #[test]
    fn unknown_locations_are_rejected() {
        for text in [
            "",
            "games.sqlite",
            "sqlite:",
            "sqlite://",
            "sqlite::memory:",
            "mysql:a",
        ] {
            let error = text.parse::<Location>().unwrap_err();
            assert!(error.to_string().contains(&format!("{text:?}")), "{error}");
        }
    }
}
