//! A file that is written at the end of a long piece of work. Before the work begins, the file is
//! checked to be writable; at the end it is written completely or not at all. So no work is lost,
//! and neither is an older file of this name.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// An output that will be written later.
#[derive(Debug)]
pub(crate) struct OutputFile {
    /// The path as the user gave it.
    name: PathBuf,
    to: To,
}

#[derive(Debug)]
enum To {
    /// A file, and a temporary file beside it that collects the bytes.
    File { path: PathBuf, part: PathBuf },
    /// A pipe or a device, which is written directly.
    Open(File),
}

impl OutputFile {
    /// Prepares an output for the end of a piece of work that needs the files `needed`.
    ///
    /// # Errors
    /// The output is one of the needed files, or it cannot be written.
    pub(crate) fn begin<'a>(
        path: &Path,
        needed: impl IntoIterator<Item = &'a PathBuf>,
    ) -> anyhow::Result<OutputFile> {
        let named = || path.display().to_string();
        for other in needed {
            anyhow::ensure!(
                !is_same(path, other),
                "{}: is an input and would be overwritten",
                other.display()
            );
        }
        anyhow::ensure!(!path.is_dir(), "{}: is a folder", path.display());
        let folder = folder_of(path);
        anyhow::ensure!(folder.is_dir(), "{}: no such folder", folder.display());
        let there = if path.exists() {
            Some(
                File::options()
                    .append(true)
                    .open(path)
                    .with_context(named)?,
            )
        } else {
            None
        };
        let to = match there {
            Some(open) if !path.is_file() => To::Open(open),
            // If the path is a link, the file that it leads to is replaced, not the link.
            _ => To::beside(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())),
        };
        if let To::File { part, .. } = &to {
            written(part, b"").with_context(named)?;
            fs::remove_file(part).with_context(named)?;
        }
        let name = path.to_owned();
        Ok(OutputFile { name, to })
    }

    /// Writes the bytes.
    ///
    /// # Errors
    /// Writing fails. An older file of this name is then unchanged.
    pub(crate) fn finish(self, bytes: &[u8]) -> anyhow::Result<()> {
        let done = match self.to {
            To::Open(mut open) => open.write_all(bytes),
            To::File { path, part } => {
                let done = written(&part, bytes).and_then(|()| fs::rename(&part, &path));
                if done.is_err() {
                    fs::remove_file(&part).ok(); // a full disk needs the space
                }
                done
            }
        };
        done.with_context(|| self.name.display().to_string())
    }
}

impl To {
    fn beside(path: PathBuf) -> To {
        let mut part = path.clone().into_os_string();
        part.push(format!(".{}.part", std::process::id()));
        let part = part.into();
        To::File { path, part }
    }
}

/// Writes a new file and waits until it is on the disk.
fn written(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// The folder that contains a file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Whether two paths lead to the same file, even if it does not exist yet.
fn is_same(one: &Path, other: &Path) -> bool {
    let found = |path: &Path| {
        let there = fs::canonicalize(path).ok();
        there.or_else(|| {
            Some(
                fs::canonicalize(folder_of(path))
                    .ok()?
                    .join(path.file_name()?),
            )
        })
    };
    found(one).is_some_and(|one| Some(one) == found(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needed_files_are_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games");
        fs::write(&games, "hours of work").unwrap();
        let roundabout = folder.path().join(".").join("games");
        let error = OutputFile::begin(&roundabout, [&games]).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("is an input and would be overwritten"),
            "{error}"
        );
        // Two outputs may not be the same file either, before any of them exists.
        let (out, report) = (folder.path().join("out"), folder.path().join("out"));
        OutputFile::begin(&out, [&report]).unwrap_err();
        OutputFile::begin(&out, [&games]).unwrap();
        assert_eq!(fs::read_to_string(&games).unwrap(), "hours of work");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn an_unwritable_output_is_reported_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let message = |path: &Path| OutputFile::begin(path, []).unwrap_err().to_string();
        assert!(message(folder.path()).ends_with("is a folder"));
        let nowhere = folder.path().join("nowhere").join("out");
        assert!(message(&nowhere).ends_with("nowhere: no such folder"));
    }

    #[cfg(unix)]
    #[test]
    fn output_to_a_device_is_written_directly() {
        let nothing = Path::new("/dev/null");
        let file = OutputFile::begin(nothing, []).unwrap();
        file.finish(b"gone").unwrap();
        assert!(nothing.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (out, link) = (folder.path().join("out"), folder.path().join("link"));
        fs::write(&out, "before").unwrap();
        std::os::unix::fs::symlink(&out, &link).unwrap();
        OutputFile::begin(&link, [])
            .unwrap()
            .finish(b"after")
            .unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&out).unwrap(), "after");
    }

    #[test]
    fn the_file_is_complete_or_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        fs::write(&out, "before").unwrap();
        let file = OutputFile::begin(&out, []).unwrap();
        assert_eq!(fs::read_to_string(&out).unwrap(), "before");
        file.finish(b"after").unwrap();
        assert_eq!(fs::read_to_string(&out).unwrap(), "after");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
