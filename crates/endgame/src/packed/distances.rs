//! Packed tables of distances in plies.
//!
//! Distances are needed once a move and not once a node of a search, so their blocks may be larger
//! than those of outcomes and are packed with deflate. The body contains, for every block, where it
//! ends in the data (4 bytes); then the data. A block has one byte, a [`Distance`] code, for each
//! of [`BLOCK`] numbers. Where the side to move must capture, and where a number belongs to no
//! position, the byte repeats the one before.

use std::sync::Arc;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use crate::checksum::checksum;
use crate::ground::{Ground, Placed};
use crate::index::Index;
use crate::parallel;
use crate::solve::{Entry, Solved};
use crate::value::Distance;

use super::Bytes;
use super::file::{Content, HEADER, Header, PackedTableFault, game_field, number};

/// The numbers in a block, as a power of two.
const BLOCK_BITS: u32 = 12;
/// The numbers in a block.
const BLOCK: u64 = 1 << BLOCK_BITS;
/// The compression level of deflate.
const LEVEL: u8 = 9;
/// About how many blocks are tried for each order of digits, to choose the best order.
const SAMPLES: u64 = 48;

/// Packs the distances of a solved material and returns the bytes of its file.
pub(crate) fn pack_distances(
    ground: &Ground,
    game: &str,
    solved: &Solved,
    threads: usize,
) -> Vec<u8> {
    let material = solved.index().material();
    let size = solved.index().size();
    let blocks = size.div_ceil(BLOCK);
    let orders = solved.index().orders();
    let sampled = parallel::each(threads, orders.len(), |number| {
        let index = Index::in_order(ground, material, orders[number]);
        let apart = blocks.div_ceil(SAMPLES).max(1) as usize;
        let length = |number| block(&index, solved, number).len();
        (0..blocks).step_by(apart).map(length).sum::<usize>()
    });
    let order = orders
        .into_iter()
        .zip(sampled)
        .min_by_key(|(_, length)| *length)
        .map_or(solved.index().order(), |(order, _)| order);
    let index = Index::in_order(ground, material, order);
    let packed = parallel::each(threads, blocks as usize, |number| {
        block(&index, solved, number as u64)
    });
    let mut body = Vec::new();
    let mut end = 0_u32;
    for block in &packed {
        end += block.len() as u32;
        body.extend(end.to_le_bytes());
    }
    body.extend(packed.concat());
    let header = Header {
        content: Content::Distances,
        game: game_field(game),
        material,
        order,
        block_bits: BLOCK_BITS,
        body: body.len() as u64,
        body_crc: checksum(&body),
    };
    let mut bytes = header.bytes().to_vec();
    bytes.extend(body);
    bytes
}

fn block(index: &Index, solved: &Solved, number: u64) -> Vec<u8> {
    let first = number * BLOCK;
    let mut before = 0;
    let codes: Vec<u8> = (first..index.size().min(first + BLOCK))
        .map(|rank| {
            if let Entry::Quiet(distance) = solved.entry(index.in_usual_order(rank)) {
                before = distance.code();
            }
            before
        })
        .collect();
    compress_to_vec(&codes, LEVEL)
}

/// The packed distances of one material.
pub(crate) struct DistanceTable {
    index: Index,
    bytes: Bytes,
    /// Where in the bytes the ends of the blocks begin, where the data begin, and where the table
    /// ends.
    ends: usize,
    data: usize,
    end: usize,
}

impl DistanceTable {
    /// Opens the table that begins at byte `at`.
    pub(crate) fn open(
        ground: &Ground,
        game: &'static str,
        bytes: &Bytes,
        at: usize,
    ) -> Result<DistanceTable, PackedTableFault> {
        let (header, body) = Header::open((**bytes).as_ref(), at, game)?;
        if header.content != Content::Distances || header.block_bits != BLOCK_BITS {
            return Err(PackedTableFault::NoTable { at });
        }
        let index = Index::in_order(ground, header.material, header.order);
        let ends = 4 * index.size().div_ceil(BLOCK) as usize;
        if ends > body.len() {
            return Err(PackedTableFault::Damaged { at });
        }
        Ok(DistanceTable {
            index,
            bytes: Arc::clone(bytes),
            ends: at + HEADER,
            data: at + HEADER + ends,
            end: at + HEADER + body.len(),
        })
    }

    /// Returns the numbering of its positions.
    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the number of bytes that it takes, header included.
    pub(crate) fn length(&self) -> usize {
        self.end - self.ends + HEADER
    }

    /// Returns the distance of a position of its material, in which the side to move makes a quiet
    /// move or has no move.
    pub(crate) fn distance(&self, placed: &Placed) -> Option<Distance> {
        let rank = self.index.rank(placed);
        let codes = self.block(rank / BLOCK)?;
        Distance::from_code(*codes.get((rank % BLOCK) as usize)?)
    }

    /// Returns the number of blocks.
    pub(crate) fn blocks(&self) -> u64 {
        self.index.size().div_ceil(BLOCK)
    }

    /// Returns the codes of a block with their numbers. Those for captures and for numbers without
    /// a position have no meaning.
    pub(crate) fn each_code(&self, number: u64) -> Option<impl Iterator<Item = (u64, u8)>> {
        let codes = self.block(number)?;
        let first = number * BLOCK;
        let expected = self.index.size().min(first + BLOCK) - first;
        (codes.len() as u64 == expected).then(|| (first..).zip(codes))
    }

    fn block(&self, block: u64) -> Option<Vec<u8>> {
        let all: &[u8] = (*self.bytes).as_ref();
        let end_of = |block: u64| number::<4>(all, self.ends + 4 * block as usize) as usize;
        let first = block.checked_sub(1).map_or(0, end_of);
        let packed = all.get(self.data..self.end)?.get(first..end_of(block))?;
        decompress_to_vec_with_limit(packed, BLOCK as usize).ok()
    }
}
