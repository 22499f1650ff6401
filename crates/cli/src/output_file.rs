//! A file that a long work ends with: found to be writable before the work begins, and written whole or not at
//! all, so that neither an hour is lost nor what stood there before.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Where something will be written.
#[derive(Debug)]
pub(crate) struct OutputFile {
    /// As it was named.
    name: PathBuf,
    to: To,
}

#[derive(Debug)]
enum To {
    /// A file, and one beside it in which the bytes are collected.
    File { path: PathBuf, part: PathBuf },
    /// A pipe or a device, which takes the bytes itself.
    Open(File),
}

impl OutputFile {
    /// A file to be written at the end of a work that needs some others.
    ///
    /// # Errors
    /// Where it is one of those, or nothing can be written there.
    pub(crate) fn begin<'a>(
        path: &Path,
        needed: impl IntoIterator<Item = &'a PathBuf>,
    ) -> anyhow::Result<OutputFile> {
        let named = || path.display().to_string();
        for other in needed {
            anyhow::ensure!(
                !is_same(path, other),
                "{}: would be written over, and is needed itself",
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
            // Where a link leads is written, not the link.
            _ => To::beside(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())),
        };
        if let To::File { part, .. } = &to {
            written(part, b"").with_context(named)?;
            fs::remove_file(part).with_context(named)?;
        }
        let name = path.to_owned();
        Ok(OutputFile { name, to })
    }

    /// Writes it.
    ///
    /// # Errors
    /// Where that fails; what stood there before is then still there.
    pub(crate) fn finish(self, bytes: &[u8]) -> anyhow::Result<()> {
        let done = match self.to {
            To::Open(mut open) => open.write_all(bytes),
            To::File { path, part } => {
                let done = written(&part, bytes).and_then(|()| fs::rename(&part, &path));
                if done.is_err() {
                    fs::remove_file(&part).ok(); // a full disk needs the room
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

/// Writes a new file, to the disk.
fn written(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Whether two paths lead to the same file, be it there already or not.
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
    fn what_is_needed_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games");
        fs::write(&games, "hours of work").unwrap();
        let roundabout = folder.path().join(".").join("games");
        let told = OutputFile::begin(&roundabout, [&games]).unwrap_err();
        assert!(told.to_string().ends_with("is needed itself"), "{told}");
        // Nor are two outputs the same, before either is there.
        let (out, report) = (folder.path().join("out"), folder.path().join("out"));
        OutputFile::begin(&out, [&report]).unwrap_err();
        OutputFile::begin(&out, [&games]).unwrap();
        assert_eq!(fs::read_to_string(&games).unwrap(), "hours of work");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn where_nothing_can_be_written_is_told_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let told = |path: &Path| OutputFile::begin(path, []).unwrap_err().to_string();
        assert!(told(folder.path()).ends_with("is a folder"));
        let nowhere = folder.path().join("nowhere").join("out");
        assert!(told(&nowhere).ends_with("nowhere: no such folder"));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_takes_the_bytes_itself() {
        let nothing = Path::new("/dev/null");
        let file = OutputFile::begin(nothing, []).unwrap();
        file.finish(b"gone").unwrap();
        assert!(nothing.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one() {
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
    fn it_is_whole_or_as_before() {
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
