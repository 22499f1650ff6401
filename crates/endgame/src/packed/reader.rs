//! Reads one value, or all values, of a packed table.

use std::sync::Arc;

use crate::ground::{Ground, Placed};
use crate::index::Index;
use crate::value::Wdl;

use super::codes::{Decoder, Lengths};
use super::file::{BLOCKS_A_GROUP, CODES, Content, HEADER, Header, PackedTableFault, number};
use super::runs::{LENGTHS, SYMBOLS, follows};

/// The bytes that tables are read from, in memory or mapped from a file.
pub type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A packed table. Its checksum is checked when it is opened. If the bytes change afterwards
/// (because a program writes to a mapped file), answers may be wrong, but every read stays within
/// bounds.
pub(crate) struct PackedTable {
    index: Index,
    header: Header,
    decoders: [Decoder; 3],
    bytes: Bytes,
    /// Where in the bytes the places of the groups begin, where those of the blocks and where the
    /// data begin, and where the table ends.
    bases: usize,
    offsets: usize,
    data: usize,
    end: usize,
}

impl PackedTable {
    /// Opens the table that begins at byte `at`.
    pub(crate) fn open(
        ground: &Ground,
        game: &'static str,
        bytes: &Bytes,
        at: usize,
    ) -> Result<PackedTable, PackedTableFault> {
        let all: &[u8] = (**bytes).as_ref();
        let (header, body) = Header::open(all, at, game)?;
        let damaged = PackedTableFault::Damaged { at };
        if header.content != Content::Outcomes {
            return Err(PackedTableFault::NoTable { at });
        }
        let index = Index::in_order(ground, header.material, header.order);
        let blocks = index.size().div_ceil(1 << header.block_bits);
        let groups = blocks.div_ceil(BLOCKS_A_GROUP);
        let places = CODES as u64 + 4 * groups + 2 * blocks;
        if places > header.body {
            return Err(damaged);
        }
        let mut decoders = Vec::new();
        for lengths in body[..CODES].chunks_exact(SYMBOLS) {
            let lengths: &Lengths = lengths.try_into().map_err(|_| damaged.clone())?;
            decoders.push(Decoder::new(lengths).ok_or(damaged.clone())?);
        }
        let bases = at + HEADER + CODES;
        let offsets = bases + 4 * groups as usize;
        Ok(PackedTable {
            index,
            header,
            decoders: decoders.try_into().map_err(|_| damaged)?,
            bytes: Arc::clone(bytes),
            bases,
            offsets,
            data: offsets + 2 * blocks as usize,
            end: at + HEADER + body.len(),
        })
    }

    /// Returns the numbering of its positions.
    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the number of bytes that it takes, header included.
    pub(crate) fn length(&self) -> usize {
        self.header.body as usize + HEADER
    }

    /// Returns the number of positions in a block.
    pub(crate) fn block(&self) -> u64 {
        1 << self.header.block_bits
    }

    /// Returns the value of a position of its material, in which the side to move makes a quiet
    /// move or has no move.
    #[inline]
    pub(crate) fn value(&self, placed: &Placed) -> Option<Wdl> {
        let rank = self.index.rank(placed);
        let within = (rank & (self.block() - 1)) as u32;
        let mut runs = self.runs(rank >> self.header.block_bits);
        let mut end = 0_u32;
        loop {
            let (value, length) = runs.next()?;
            end = end.saturating_add(length);
            if end > within {
                return Some(value);
            }
        }
    }

    /// Visits every value of a block in the order of the numbers. Those for captures and for
    /// numbers without a position have no meaning. `None` if the block is damaged.
    pub(crate) fn each_value(&self, block: u64, mut visit: impl FnMut(u64, Wdl)) -> Option<()> {
        let first = block << self.header.block_bits;
        let end = self.index.size().min(first + self.block());
        let mut rank = first;
        let mut runs = self.runs(block);
        while rank < end {
            let (value, length) = runs.next()?;
            let next = end.min(rank + u64::from(length));
            (rank..next).for_each(|rank| visit(rank, value));
            rank = next;
        }
        Some(())
    }

    /// Returns the runs of a block, from its beginning.
    #[inline]
    fn runs(&self, block: u64) -> Runs<'_> {
        let all: &[u8] = (*self.bytes).as_ref();
        let base = number::<4>(all, self.bases + 4 * (block / BLOCKS_A_GROUP) as usize) as usize;
        let offset = number::<2>(all, self.offsets + 2 * block as usize) as usize;
        let data = all
            .get(self.data..self.end)
            .and_then(|data| data.get(base + offset..))
            .unwrap_or_default();
        Runs {
            value: Wdl::from_index(data.first().map_or(0, |byte| byte & 3)),
            decoders: &self.decoders,
            data,
            at: 2,
        }
    }
}

/// The runs of a block.
struct Runs<'t> {
    value: Wdl,
    decoders: &'t [Decoder; 3],
    data: &'t [u8],
    /// The number of bits read.
    at: usize,
}

impl Iterator for Runs<'_> {
    type Item = (Wdl, u32);

    /// Returns a value and the number of positions that have it; `None` if the bytes are not a
    /// code.
    #[inline]
    fn next(&mut self) -> Option<(Wdl, u32)> {
        let value = self.value;
        // At most ten bits of a code, fifteen extra bits, and seven bits read before: the word has
        // more than these 32.
        let bits = word(self.data, self.at / 8) >> (self.at % 8);
        let (symbol, taken) = self.decoders[value as usize].read(bits)?;
        let length = LENGTHS.get(symbol)?;
        let rest = (bits >> taken) as u32 & ((1 << length.extra) - 1);
        self.at += (taken + length.extra) as usize;
        self.value = follows(value, symbol);
        Some((value, length.base.saturating_add(rest)))
    }
}

/// Returns the eight bytes from a place on, with zeros after the end.
#[inline]
fn word(data: &[u8], at: usize) -> u64 {
    match data.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        Some(eight) => u64::from_le_bytes(*eight),
        None => last_word(data.get(at..).unwrap_or_default()),
    }
}

#[cold]
fn last_word(rest: &[u8]) -> u64 {
    let mut eight = [0; 8];
    eight[..rest.len()].copy_from_slice(rest);
    u64::from_le_bytes(eight)
}
