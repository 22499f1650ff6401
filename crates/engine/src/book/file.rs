//! The file format of an opening book, compact enough to be embedded in a program.
//!
//! ```text
//! "damier\0b"  version  length and id of the variant  number of positions
//! then for each position, by ascending keys:
//!   key  legal moves  moves of the book  value of the best
//!   then for each move, best first: its place in the sorted list of legal moves, what it gives away
//! checksum of all before it
//! ```
//! Keys take eight bytes, values two, the number of positions and the checksum four, everything
//! else one.

use std::fmt;

use damier_endgame::checksum;
use damier_rules::Variant;

use super::{Book, BookEntry};

const MAGIC: &[u8; 8] = b"damier\x00b";
const VERSION: u8 = 1;

/// Why bytes cannot be used as a book.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BookError {
    /// The bytes do not begin with the magic number of a book.
    NotABook,
    /// The file has another format version.
    OtherVersion(u8),
    /// The file is too short or too long.
    WrongLength,
    /// The checksum does not match, or a position makes no sense.
    Damaged,
    /// The book is for a game that this program does not know.
    UnknownGame(String),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::NotABook => f.write_str("this is no opening book"),
            BookError::OtherVersion(version) => {
                write!(
                    f,
                    "the book has version {version}, this program reads {VERSION}"
                )
            }
            BookError::WrongLength => f.write_str("the book is not of its length"),
            BookError::Damaged => f.write_str("the book is damaged"),
            BookError::UnknownGame(game) => {
                write!(f, "the book is of '{game}', which is no game here")
            }
        }
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// Reads a book from the bytes of a file.
    ///
    /// # Errors
    ///
    /// If the bytes are not a complete, undamaged book of this format version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BookError::NotABook)?;
        let ([version], rest) = take(rest)?;
        if version != VERSION {
            return Err(BookError::OtherVersion(version));
        }
        let ([length], rest) = take(rest)?;
        let (id, rest) = rest
            .split_at_checked(length.into())
            .ok_or(BookError::WrongLength)?;
        let (count, mut rest) = take(rest)?;
        let mut entries = Vec::new();
        for _ in 0..u32::from_le_bytes(count) {
            let (entry, after) = entry(rest)?;
            entries.push(entry);
            rest = after;
        }
        let (sum, rest) = take(rest)?;
        if !rest.is_empty() {
            return Err(BookError::WrongLength);
        }
        if checksum(&bytes[..bytes.len() - sum.len()]) != u32::from_le_bytes(sum) {
            return Err(BookError::Damaged);
        }
        let id = String::from_utf8_lossy(id);
        let variant = Variant::from_id(&id).ok_or(BookError::UnknownGame(id.into_owned()))?;
        Book::new(variant, entries)
    }

    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let id = self.variant.id();
        bytes.extend([VERSION, id.len() as u8]);
        bytes.extend(id.as_bytes());
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        for entry in &self.entries {
            let best = entry.moves.first().map_or(0, |&(_, value)| value);
            bytes.extend(entry.key.to_le_bytes());
            bytes.extend([entry.legal, entry.moves.len() as u8]);
            bytes.extend(best.to_le_bytes());
            for &(place, value) in &entry.moves {
                let given_away = i32::from(best) - i32::from(value);
                bytes.extend([place, given_away.clamp(0, u8::MAX.into()) as u8]);
            }
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The checksum of the file, as recorded in its card (`books/README.md`).
    pub fn checksum(&self) -> u32 {
        let bytes = self.to_bytes();
        checksum(&bytes[..bytes.len() - 4])
    }
}

fn entry(bytes: &[u8]) -> Result<(BookEntry, &[u8]), BookError> {
    let (key, rest) = take(bytes)?;
    let ([legal, count], rest) = take(rest)?;
    let (best, mut rest) = take(rest)?;
    let best = i16::from_le_bytes(best);
    let mut moves = Vec::new();
    for _ in 0..count {
        let ([place, given_away], after) = take(rest)?;
        moves.push((place, best.saturating_sub(given_away.into())));
        rest = after;
    }
    let entry = BookEntry {
        key: u64::from_le_bytes(key),
        legal,
        moves,
    };
    Ok((entry, rest))
}

fn take<const N: usize>(bytes: &[u8]) -> Result<([u8; N], &[u8]), BookError> {
    let (head, rest) = bytes.split_first_chunk().ok_or(BookError::WrongLength)?;
    Ok((*head, rest))
}
