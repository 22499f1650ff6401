//! The layout of a packed table in a file: a header, the codes, the places of the blocks, the
//! blocks.
//!
//! All numbers are little-endian. A file may contain any number of tables, one after the other, so
//! files can be joined by appending one to another.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `damierWL` for outcomes, `damierPL` for distances in plies |
//! | 4 | the version of this layout, 1 |
//! | 16 | the game's id, filled up with zeros |
//! | 4 | men and kings of the side to move, men and kings of the other |
//! | 4 | the order of the groups ([`Order`]) |
//! | 4 | positions in a block, as a power of two |
//! | 8 | bytes of the body that follows the header |
//! | 4 | CRC-32 of the body |
//! | 4 | CRC-32 of the header so far |
//!
//! The body of a table of outcomes: the length of every symbol's code, one byte each, for runs of
//! losses, then of draws, then of wins; for every 16 blocks, the place of the first in the data (4
//! bytes); for every block, its distance from that place (2 bytes); the data. A block begins at a
//! whole byte, with two bits for its first value, and then has its runs.

use crate::checksum::checksum;
use crate::index::{Group, Order};
use crate::material::{Force, Material};

use super::runs::{LARGEST_BLOCK, SYMBOLS};

/// The kind of values in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    Outcomes,
    Distances,
}

impl Content {
    const fn magic(self) -> &'static [u8; 8] {
        match self {
            Content::Outcomes => b"damierWL",
            Content::Distances => b"damierPL",
        }
    }
}

const VERSION: u32 = 1;
/// The length of a header, in bytes.
pub(crate) const HEADER: usize = 56;
/// The number of bytes for the lengths of the codes.
pub(crate) const CODES: usize = 3 * SYMBOLS;
/// The number of blocks that share a place of four bytes.
pub(crate) const BLOCKS_A_GROUP: u64 = 16;

/// The reason why bytes are not the tables that they should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PackedTableFault {
    /// No table begins here.
    #[error("byte {at}: no endgame table begins here")]
    NoTable {
        /// Where a table was expected.
        at: usize,
    },
    /// The table has another version of the layout, probably from a newer program.
    #[error("byte {at}: a table of layout {version}; this program reads layout {VERSION}")]
    Version {
        /// Where the table begins.
        at: usize,
        /// The version of its layout.
        version: u32,
    },
    /// The file ends in the middle of the table.
    #[error("byte {at}: the table breaks off: {missing} bytes are missing")]
    BreaksOff {
        /// Where the table begins.
        at: usize,
        /// The number of missing bytes.
        missing: usize,
    },
    /// The checksum is wrong, or the contents cannot be right.
    #[error("byte {at}: the table is damaged (its checksum is another)")]
    Damaged {
        /// Where the table begins.
        at: usize,
    },
    /// The table is for another game.
    #[error("byte {at}: a table of {found}, not of {expected}")]
    OtherGame {
        /// Where the table begins.
        at: usize,
        /// The game that it is for.
        found: String,
        /// The game that it should be for.
        expected: &'static str,
    },
    /// The table is for another material than its file name says.
    #[error("byte 0: a table of {found}, not of {expected}")]
    OtherMaterial {
        /// The material that it is for.
        found: Material,
        /// The material that it should be for.
        expected: Material,
    },
    /// Something follows the only table that the file should contain.
    #[error("byte {at}: the table ends here, and something follows")]
    MoreBehind {
        /// Where the table ends.
        at: usize,
    },
}

/// The header of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub(crate) content: Content,
    pub(crate) game: [u8; 16],
    pub(crate) material: Material,
    pub(crate) order: Order,
    pub(crate) block_bits: u32,
    pub(crate) body: u64,
    pub(crate) body_crc: u32,
}

/// Returns a game's id as it is written in a header.
pub(crate) fn game_field(id: &str) -> [u8; 16] {
    let mut field = [0; 16];
    for (place, byte) in field.iter_mut().zip(id.bytes()) {
        *place = byte;
    }
    field
}

impl Header {
    pub(crate) fn bytes(&self) -> [u8; HEADER] {
        let (own, other) = (self.material.own(), self.material.other());
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(self.content.magic());
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.game);
        bytes.extend([own.men, own.kings, other.men, other.kings]);
        bytes.extend(self.order.map(|group| group as u8));
        bytes.extend(self.block_bits.to_le_bytes());
        bytes.extend(self.body.to_le_bytes());
        bytes.extend(self.body_crc.to_le_bytes());
        let crc = checksum(&bytes);
        bytes.extend(crc.to_le_bytes());
        let mut header = [0; HEADER];
        header.copy_from_slice(&bytes);
        header
    }

    /// Reads the header and the body of the table that begins at byte `at`. The table must be
    /// complete and for this game.
    pub(crate) fn open<'b>(
        bytes: &'b [u8],
        at: usize,
        game: &'static str,
    ) -> Result<(Header, &'b [u8]), PackedTableFault> {
        let header = Header::read(bytes, at)?;
        if header.game != game_field(game) {
            let found = String::from_utf8_lossy(&header.game);
            return Err(PackedTableFault::OtherGame {
                at,
                found: found.trim_end_matches('\0').to_owned(),
                expected: game,
            });
        }
        let left = &bytes[at + HEADER..];
        let body = usize::try_from(header.body)
            .ok()
            .and_then(|length| left.get(..length))
            .ok_or_else(|| PackedTableFault::BreaksOff {
                at,
                missing: header.body.saturating_sub(left.len() as u64) as usize,
            })?;
        if checksum(body) != header.body_crc {
            return Err(PackedTableFault::Damaged { at });
        }
        Ok((header, body))
    }

    /// Reads the header of the table that begins at byte `at`.
    fn read(bytes: &[u8], at: usize) -> Result<Header, PackedTableFault> {
        let rest = bytes.get(at..).unwrap_or_default();
        let content = [Content::Outcomes, Content::Distances]
            .into_iter()
            .find(|content| rest.starts_with(content.magic()))
            .ok_or(PackedTableFault::NoTable { at })?;
        let Some(header) = rest.get(..HEADER) else {
            let missing = HEADER - rest.len();
            return Err(PackedTableFault::BreaksOff { at, missing });
        };
        let version = number::<4>(header, 8) as u32;
        if version != VERSION {
            return Err(PackedTableFault::Version { at, version });
        }
        let damaged = PackedTableFault::Damaged { at };
        if checksum(&header[..HEADER - 4]) != number::<4>(header, HEADER - 4) as u32 {
            return Err(damaged);
        }
        let mut game = [0; 16];
        game.copy_from_slice(&header[12..28]);
        let force = |at: usize| Force {
            men: header[at],
            kings: header[at + 1],
        };
        let material = Material::new(force(28), force(30)).ok_or(damaged.clone())?;
        let mut order = Group::ALL;
        for (place, &byte) in order.iter_mut().zip(&header[32..36]) {
            *place = *Group::ALL.get(usize::from(byte)).ok_or(damaged.clone())?;
        }
        let is_order = Group::ALL.iter().all(|group| order.contains(group));
        let block_bits = number::<4>(header, 36) as u32;
        if !is_order || block_bits > LARGEST_BLOCK {
            return Err(damaged);
        }
        Ok(Header {
            content,
            game,
            material,
            order,
            block_bits,
            body: number::<8>(header, 40),
            body_crc: number::<4>(header, 48) as u32,
        })
    }
}

/// Returns the little-endian number of `N` bytes at a place; 0 if the bytes end before.
#[inline]
pub(crate) fn number<const N: usize>(bytes: &[u8], at: usize) -> u64 {
    let mut whole = [0; 8];
    if let Some(found) = bytes.get(at..at.wrapping_add(N)) {
        whole[..N].copy_from_slice(found);
    }
    u64::from_le_bytes(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            content: Content::Distances,
            game: game_field("international"),
            material: "kmm-km".parse().unwrap(),
            order: [
                Group::OtherKings,
                Group::OwnMen,
                Group::OwnKings,
                Group::OtherMen,
            ],
            block_bits: 12,
            body: 1 << 33,
            body_crc: 0xdead_beef,
        }
    }

    #[test]
    fn headers_are_read_as_written() {
        assert_eq!(Header::read(&header().bytes(), 0), Ok(header()));
    }

    #[test]
    fn every_changed_byte_is_detected() {
        let bytes = header().bytes();
        for at in 0..HEADER {
            for flip in [1, 0x80, 0xff] {
                let mut damaged = bytes;
                damaged[at] ^= flip;
                assert!(Header::read(&damaged, 0).is_err(), "byte {at}");
            }
        }
        for length in 0..HEADER {
            assert!(Header::read(&bytes[..length], 0).is_err());
        }
    }
}
