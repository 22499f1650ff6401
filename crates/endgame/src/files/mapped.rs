//! A file mapped into memory: the one place of the crate that says `unsafe`.

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
    // A pipe would keep whoever opens it waiting.
    if !std::fs::metadata(file)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let file = File::open(file)?;
    // SAFETY: The compiler must be able to rely on bytes that do not change. Tables are never written in place:
    // a file gets its name when it is complete, and a new one replaces the name, not the bytes. A stranger who
    // writes into a mapped table makes answers wrong; every read is checked against the length that was
    // mapped, so it stays within bounds. One who cuts the file short while it is used ends the program, as with
    // every mapped file. Reading the file whole would avoid that at the cost of its size in every process.
    unsafe { Mmap::map(&file) }
}
