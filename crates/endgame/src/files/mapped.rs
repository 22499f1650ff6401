//! Maps a file into memory. This is the only place of the crate that uses `unsafe`.

#![expect(
    unsafe_code,
    reason = "mapping a file is unsafe, since another program may write to it meanwhile"
)]

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// Maps a whole file for reading.
pub(super) fn map(file: &Path) -> io::Result<Mmap> {
    // Opening a pipe would block.
    if !std::fs::metadata(file)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let file = File::open(file)?;
    // SAFETY: The compiler may rely on the mapped bytes not changing. Tables are never written in
    // place: a file gets its name when it is complete, and a new file replaces the name, not the
    // bytes. If another program writes into a mapped table, answers become wrong, but every read is
    // checked against the mapped length and stays within bounds. If another program shortens the
    // file while it is in use, this program is ended by the system, as with every mapped file.
    // Reading the whole file instead would avoid that, but would cost its size in memory in every
    // process.
    unsafe { Mmap::map(&file) }
}
