//! Files that a long computation appends to. Each file begins with a header that says what it
//! holds, and is locked while a program writes to it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Opens or creates a file for reading and appending, and locks it, since two programs that append
/// at once would overwrite each other.
///
/// # Errors
/// The file cannot be opened, or another program is writing to it.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    keep_others_out(&file)?;
    Ok(file)
}

/// Locks a file as long as it is open.
///
/// # Errors
/// Another program has locked it.
pub(crate) fn keep_others_out(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::Error::new(
            io::ErrorKind::ResourceBusy,
            "another program is writing to this file",
        )),
        // Some file systems have no locks; there, nothing keeps a second program out.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Writes the header if the file is empty or holds only a part of the header, because the program
/// was stopped while writing it. Returns whether the header was written. Otherwise the file is
/// ready to be read from its first byte.
///
/// # Errors
/// It cannot be read or written.
pub(crate) fn begin(file: &mut File, head: &[u8]) -> io::Result<bool> {
    let mut there = Vec::new();
    let mut beginning = Read::by_ref(file).take(head.len() as u64);
    beginning.read_to_end(&mut there)?;
    file.seek(SeekFrom::Start(0))?;
    let is_new = there.len() < head.len() && head.starts_with(&there);
    if is_new {
        file.write_all(head)?;
    }
    Ok(is_new)
}

/// Truncates the file to this many bytes, so that appending goes on from there.
///
/// # Errors
/// It cannot be written.
pub(crate) fn keep(file: &mut File, whole: u64) -> io::Result<()> {
    file.set_len(whole)?;
    file.seek(SeekFrom::Start(whole))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"games";

    #[test]
    fn a_partial_header_is_rewritten_and_the_rest_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for (there, is_new, left) in [
            ("", true, "games"),
            ("gam", true, "games"),
            ("games", false, "games"),
            ("games and more", false, "games and more"),
            ("gas", false, "gas"),
            ("a diary", false, "a diary"),
        ] {
            std::fs::write(&path, there).unwrap();
            let mut file = open(&path).unwrap();
            assert_eq!(begin(&mut file, HEAD).unwrap(), is_new, "{there:?}");
            drop(file);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), left);
        }
    }

    #[test]
    fn one_program_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = open(&path).unwrap();
        let message = open(&path).unwrap_err().to_string();
        assert_eq!(message, "another program is writing to this file");
        drop(file);
        open(&path).unwrap();
    }
}
