//! Packs the values of a material.

#![expect(
    clippy::cast_precision_loss,
    reason = "orders are compared by estimates"
)]

use crate::checksum::checksum;
use crate::ground::Ground;
use crate::index::{Index, Order};
use crate::parallel;
use crate::solve::{Entry, Solved};
use crate::value::Wdl;

use super::codes::{Lengths, codes_of, lengths_for};
use super::file::{BLOCKS_A_GROUP, CODES, Content, HEADER, Header, game_field};
use super::runs::{LARGEST_BLOCK, RUNS_A_BLOCK, Run, SYMBOLS, runs_of};

/// How often each symbol occurs, by the value of the run.
type Counts = [[u64; SYMBOLS]; 3];

/// The number of successive positions in a sample, when orders of digits are compared.
const SAMPLE_LENGTH: u64 = 1 << 14;
/// The number of samples.
const SAMPLES: u64 = 64;

/// Packs the outcomes of a solved material and returns the bytes of its file.
pub(crate) fn pack(ground: &Ground, game: &str, solved: &Solved, threads: usize) -> Vec<u8> {
    let material = solved.index().material();
    let orders = solved.index().orders();
    let tried = parallel::each(threads, orders.len(), |number| {
        let index = Index::in_order(ground, material, orders[number]);
        sample(&index, solved)
    });
    let (order, runs_a_position) = orders
        .into_iter()
        .zip(tried)
        .min_by(|(_, (a, _)), (_, (b, _))| a.total_cmp(b))
        .map_or((solved.index().order(), 1.0), |(order, (_, runs))| {
            (order, runs)
        });
    let mut block_bits = block_bits_for(runs_a_position);
    loop {
        if let Some(body) = body(ground, solved, order, block_bits, threads) {
            let header = Header {
                content: Content::Outcomes,
                game: game_field(game),
                material,
                order,
                block_bits,
                body: body.len() as u64,
                body_crc: checksum(&body),
            };
            let mut bytes = Vec::with_capacity(HEADER + body.len());
            bytes.extend(header.bytes());
            bytes.extend(body);
            return bytes;
        }
        // Some blocks are so long that their places do not fit into two bytes, so the blocks are
        // made smaller. With 256 positions a block, sixteen blocks always fit.
        block_bits -= 1;
    }
}

/// Returns the value of a number in the order of an index; `None` if the table need not hold it.
#[inline]
fn value(index: &Index, solved: &Solved, rank: u64) -> Option<Wdl> {
    match solved.entry(index.in_usual_order(rank)) {
        Entry::Quiet(distance) => Some(distance.wdl()),
        Entry::Capture(_) | Entry::Nothing => None,
    }
}

/// Estimates how many bits and how many runs an order takes for each position.
fn sample(index: &Index, solved: &Solved) -> (f64, f64) {
    let size = index.size();
    let apart = (size / SAMPLES).max(SAMPLE_LENGTH);
    let mut counts = [[0; SYMBOLS]; 3];
    let (mut looked_at, mut extra) = (0, 0);
    for first in (0..size).step_by(apart as usize) {
        let ranks = first..size.min(first + SAMPLE_LENGTH);
        looked_at += ranks.end - ranks.start;
        runs_of(
            ranks.map(|rank| value(index, solved, rank)),
            |value, run| {
                counts[value as usize][run.symbol] += 1;
                extra += u64::from(run.extra);
            },
        );
    }
    let bits: f64 = counts.iter().map(entropy).sum::<f64>() + extra as f64;
    let runs: u64 = counts.iter().flatten().sum();
    (bits / looked_at as f64, runs as f64 / looked_at as f64)
}

/// Returns the number of bits that the best code takes for all symbols together.
fn entropy(counts: &[u64; SYMBOLS]) -> f64 {
    let all: u64 = counts.iter().sum();
    let bits = |&count: &u64| match count {
        0 => 0.0,
        _ => count as f64 * (all as f64 / count as f64).log2(),
    };
    counts.iter().map(bits).sum()
}

/// Returns the size of blocks, as a power of two, that gives about [`RUNS_A_BLOCK`] runs.
fn block_bits_for(runs_a_position: f64) -> u32 {
    let positions = RUNS_A_BLOCK / runs_a_position.max(1e-9);
    (positions.log2().round().max(0.0) as u32).clamp(6, LARGEST_BLOCK)
}

/// Returns everything after the header; `None` if the places of blocks of this size do not fit into
/// their bytes.
fn body(
    ground: &Ground,
    solved: &Solved,
    order: Order,
    block_bits: u32,
    threads: usize,
) -> Option<Vec<u8>> {
    let index = Index::in_order(ground, solved.index().material(), order);
    let blocks = index.size().div_ceil(1 << block_bits);
    let groups = blocks.div_ceil(BLOCKS_A_GROUP);
    let block = |number: u64| {
        let first = number << block_bits;
        let ranks = first..index.size().min(first + (1 << block_bits));
        ranks.map(|rank| value(&index, solved, rank))
    };
    // Each part is a number of whole groups. There are enough parts that all threads end at about
    // the same time.
    let part = groups.div_ceil(threads as u64 * 8).max(1);
    let parts = groups.div_ceil(part) as usize;
    let blocks_of = |number: usize| {
        let first = number as u64 * part * BLOCKS_A_GROUP;
        first..blocks.min(first + part * BLOCKS_A_GROUP)
    };
    let counted = parallel::each(threads, parts, |number| {
        let mut counts: Counts = [[0; SYMBOLS]; 3];
        for number in blocks_of(number) {
            runs_of(block(number), |value, run| {
                counts[value as usize][run.symbol] += 1;
            });
        }
        counts
    });
    let lengths: [Lengths; 3] = [0, 1, 2].map(|value: usize| {
        let mut sum = [0; SYMBOLS];
        for counts in &counted {
            for (sum, count) in sum.iter_mut().zip(counts[value]) {
                *sum += count;
            }
        }
        lengths_for(&sum)
    });
    let codes = lengths.each_ref().map(codes_of);
    let written = parallel::each(threads, parts, |number| {
        let (mut data, mut places) = (Vec::new(), Vec::new());
        let mut runs = Vec::new();
        for number in blocks_of(number) {
            places.push(data.len());
            runs.clear();
            let first = runs_of(block(number), |value, run| runs.push((value as usize, run)));
            let mut bits = BitWriter::new(&mut data);
            bits.put(u64::from(first.index()), 2);
            for &(
                value,
                Run {
                    symbol,
                    rest,
                    extra,
                },
            ) in &runs
            {
                bits.put(codes[value][symbol].into(), lengths[value][symbol].into());
                bits.put(rest.into(), extra);
            }
            bits.finish();
        }
        (data, places)
    });
    let mut bases = Vec::new();
    let mut offsets = Vec::new();
    let mut before = 0;
    for (data, places) in &written {
        for group in places.chunks(BLOCKS_A_GROUP as usize) {
            bases.extend(u32::try_from(before + group[0]).ok()?.to_le_bytes());
            for place in group {
                offsets.extend(u16::try_from(place - group[0]).ok()?.to_le_bytes());
            }
        }
        before += data.len();
    }
    let mut body = Vec::with_capacity(CODES + bases.len() + offsets.len() + before);
    body.extend(lengths.as_flattened());
    body.extend(bases);
    body.extend(offsets);
    for (data, _) in written {
        body.extend(data);
    }
    Some(body)
}

/// Appends bits to bytes, the lowest bit first.
struct BitWriter<'b> {
    bytes: &'b mut Vec<u8>,
    waiting: u64,
    count: u32,
}

impl<'b> BitWriter<'b> {
    fn new(bytes: &'b mut Vec<u8>) -> BitWriter<'b> {
        BitWriter {
            bytes,
            waiting: 0,
            count: 0,
        }
    }

    /// Appends the lowest `count` bits of a number, whose other bits must be 0.
    fn put(&mut self, bits: u64, count: u32) {
        self.waiting |= bits << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.waiting as u8);
            self.waiting >>= 8;
            self.count -= 8;
        }
    }

    /// Writes the last byte, filled up with zeros.
    fn finish(self) {
        if self.count > 0 {
            self.bytes.push(self.waiting as u8);
        }
    }
}
