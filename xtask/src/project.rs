//! Where things are in the project, and which of them are older than their inputs. All other files
//! of this crate get their paths from here.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result};

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The folder of the page's sources.
pub(crate) fn web() -> PathBuf {
    root().join("web")
}

/// The folder of the trained weights, which the engine in the page fetches.
pub(crate) fn weights() -> PathBuf {
    root().join("crates/engine/weights")
}

/// Where the bindings of `damier-wasm` are written for the page.
pub(crate) fn wasm_bindings() -> PathBuf {
    web().join("src/rules/wasm")
}

/// The folder of the npm package.
pub(crate) fn npm_package() -> PathBuf {
    root().join("bindings/npm")
}

/// Where cargo puts what it builds. The environment variable comes first, as for cargo itself.
pub(crate) fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// The time of the newest change of these files or, for folders, of everything in them. Entries
/// with one of the names in `except` are left out at any depth.
///
/// The time of a folder itself counts too: it changes when a file in it disappears.
///
/// # Errors
/// A path cannot be read.
pub(crate) fn newest(paths: &[PathBuf], except: &[&str]) -> Result<SystemTime> {
    let mut newest = SystemTime::UNIX_EPOCH;
    let mut waiting: Vec<PathBuf> = paths.to_vec();
    while let Some(path) = waiting.pop() {
        let facts =
            fs::metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
        newest = newest.max(facts.modified()?);
        if facts.is_dir() {
            for entry in fs::read_dir(&path)? {
                let entry = entry?;
                if !except.iter().any(|name| entry.file_name() == *name) {
                    waiting.push(entry.path());
                }
            }
        }
    }
    Ok(newest)
}

/// When this file was last written, or `None` if there is no such file.
pub(crate) fn written(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|facts| facts.modified()).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_newest_change_is_found_recursively_except_in_excluded_folders() -> Result<()> {
        let folder = target().join("xtask-tests/newest");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("kept/below"))?;
        fs::create_dir_all(folder.join("ignored"))?;
        // Far in the future, so that the folders themselves are certainly older.
        let late = SystemTime::UNIX_EPOCH + Duration::from_secs(4_000_000_000);
        let later = late + Duration::from_secs(1000);
        fs::File::create(folder.join("kept/below/file"))?.set_modified(late)?;
        fs::File::create(folder.join("ignored/file"))?.set_modified(later)?;
        assert_eq!(newest(std::slice::from_ref(&folder), &["ignored"])?, late);
        assert_eq!(newest(std::slice::from_ref(&folder), &[])?, later);
        assert!(newest(&[folder.join("absent")], &[]).is_err());
        Ok(())
    }
}
