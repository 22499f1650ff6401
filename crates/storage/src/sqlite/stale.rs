//! Removes copies that a program left unfinished when it was killed: hidden files beside a database
//! or a backup. Called whenever a database is opened or copied. Only copies that no program is
//! using are removed: a copy is locked as long as its program runs.

use std::fs::{DirEntry, File};
use std::path::Path;
use std::time::Duration;

/// The prefix and suffix of an unfinished copy's name.
pub(crate) const PREFIX: &str = ".damier-copy-";
pub(crate) const SUFFIX: &str = ".sqlite";

/// The suffixes of the files that SQLite keeps beside a file.
const COMPANIONS: [&str; 3] = ["-journal", "-wal", "-shm"];

/// A copy that was changed within this time may have just been created, and not be locked yet.
const MIN_AGE: Duration = Duration::from_mins(1);

/// Marks a copy as in use until the file is closed. If files cannot be locked, this does nothing;
/// then they are not removed either.
pub(crate) fn mark(copy: &File) {
    // A lock on Windows would keep out SQLite too.
    if cfg!(unix) {
        let _ = copy.try_lock();
    }
}

/// Removes unfinished copies from a folder, ignoring errors.
pub(crate) fn sweep(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        if !is_stale(folder, &entry) {
            continue;
        }
        let _ = std::fs::remove_file(entry.path());
        for companion in COMPANIONS {
            let mut name = entry.file_name();
            name.push(companion);
            let _ = std::fs::remove_file(folder.join(name));
        }
    }
}

/// Whether this is an unused copy, or a companion whose copy is gone.
fn is_stale(folder: &Path, entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX)) else {
        return false;
    };
    let of_copy = COMPANIONS.iter().find_map(|end| name.strip_suffix(end));
    let ours = match of_copy {
        Some(copy) => copy.ends_with(SUFFIX) && !folder.join(copy).exists(),
        None => name.ends_with(SUFFIX),
    };
    ours && entry.file_type().is_ok_and(|kind| kind.is_file())
        && is_old(folder, entry).unwrap_or_default()
        && is_free(&entry.path())
}

/// Whether a file was last changed some time ago. The time of a new file in the folder counts as
/// the current time.
fn is_old(folder: &Path, entry: &DirEntry) -> std::io::Result<bool> {
    let now = tempfile::tempfile_in(folder)?.metadata()?.modified()?;
    let changed = entry.metadata()?.modified()?;
    Ok(now.duration_since(changed).is_ok_and(|age| age >= MIN_AGE))
}

#[cfg(unix)]
fn is_free(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

/// On other systems an open file cannot be removed anyway.
#[cfg(not(unix))]
fn is_free(_path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn only_unused_copies_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str, age: Duration| {
            let path = folder.path().join(name);
            let file = File::create(&path).unwrap();
            let made = file.metadata().unwrap().modified().unwrap();
            file.set_modified(made - age).unwrap();
            (path, file)
        };
        let hour = Duration::from_hours(1);
        let (left, file) = make(".damier-copy-abc123.sqlite", hour);
        drop(file);
        // SQLite's own files beside a copy are removed with it, and also if the copy is already
        // gone.
        let (journal, _) = make(".damier-copy-abc123.sqlite-journal", Duration::ZERO);
        let (orphan, _) = make(".damier-copy-gone00.sqlite-journal", hour);
        let (kept, _) = make(".damier-copy-fresh1.sqlite-journal", hour);
        let (fresh, _) = make(".damier-copy-fresh1.sqlite", Duration::ZERO);
        let (locked, held) = make(".damier-copy-locked.sqlite", hour);
        mark(&held);
        let (other, _) = make("damier-copy-abc123.sqlite", hour);
        let (future, file) = make(".damier-copy-future.sqlite", Duration::ZERO);
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_hours(24 * 365 * 200))
            .unwrap();

        sweep(folder.path());
        assert!(!left.exists() && !journal.exists() && !orphan.exists());
        assert!(kept.exists(), "its copy is worked with");
        assert!(fresh.exists() && other.exists() && future.exists());
        assert_eq!(locked.exists(), cfg!(unix));
        drop(held);
        sweep(folder.path());
        assert!(!locked.exists());
        sweep(&folder.path().join("missing"));
    }
}
