//! Prefix codes (Huffman codes): few bits for a frequent symbol, at most [`LONGEST`] for a rare
//! one.

use super::runs::SYMBOLS;

/// The length of the longest code, in bits. To decode, this many bits are looked up in a table,
/// which should stay small, because there is one for each value of each material.
pub(crate) const LONGEST: u32 = 10;

/// The number of bits of each symbol's code; 0 if the symbol does not occur.
pub(crate) type Lengths = [u8; SYMBOLS];

/// Returns the lengths of the best codes for these counts (Huffman), none longer than [`LONGEST`].
pub(crate) fn lengths_for(counts: &[u64; SYMBOLS]) -> Lengths {
    let mut counts = *counts;
    loop {
        let lengths = huffman(&counts);
        if lengths.iter().all(|&length| u32::from(length) <= LONGEST) {
            return lengths;
        }
        // Halve the counts, so that rare symbols get shorter codes. At the latest this ends when
        // all counts are 1, which gives codes of at most seven bits.
        for count in &mut counts {
            *count = count.div_ceil(2);
        }
    }
}

fn huffman(counts: &[u64; SYMBOLS]) -> Lengths {
    let mut lengths = [0; SYMBOLS];
    // Each tree: how often its symbols occur, and which they are.
    let mut trees: Vec<(u64, Vec<usize>)> = (0..SYMBOLS)
        .filter(|&symbol| counts[symbol] > 0)
        .map(|symbol| (counts[symbol], vec![symbol]))
        .collect();
    if let [(_, only)] = &trees[..] {
        lengths[only[0]] = 1;
    }
    while trees.len() > 1 {
        trees.sort_unstable_by(|a, b| b.cmp(a));
        if let (Some(a), Some(b)) = (trees.pop(), trees.pop()) {
            let symbols = [a.1, b.1].concat();
            for &symbol in &symbols {
                lengths[symbol] += 1;
            }
            trees.push((a.0 + b.0, symbols));
        }
    }
    lengths
}

/// Returns the code of each symbol, with its first bit in the lowest place.
pub(crate) fn codes_of(lengths: &Lengths) -> [u16; SYMBOLS] {
    let mut codes = [0; SYMBOLS];
    let mut next = 0_u16;
    for length in 1..=LONGEST {
        for (symbol, _) in lengths
            .iter()
            .enumerate()
            .filter(|(_, l)| u32::from(**l) == length)
        {
            codes[symbol] = next.reverse_bits() >> (16 - length);
            next = next.wrapping_add(1);
        }
        next <<= 1;
    }
    codes
}

/// Reads codes. For each value of the next [`LONGEST`] bits it has the symbol and the length of its
/// code.
#[derive(Clone, Debug)]
pub(crate) struct Decoder(Box<[u16; 1 << LONGEST]>);

impl Decoder {
    /// Makes a decoder; `None` if the lengths are not those of a prefix code.
    pub(crate) fn new(lengths: &Lengths) -> Option<Decoder> {
        let room: u32 = lengths
            .iter()
            .filter(|&&length| length > 0)
            .map(|&length| {
                (1_u32 << LONGEST)
                    .checked_shr(u32::from(length))
                    .unwrap_or(0)
            })
            .sum();
        let fits = lengths.iter().all(|&length| u32::from(length) <= LONGEST);
        if !fits || room > 1 << LONGEST {
            return None;
        }
        let mut table = Box::new([0; 1 << LONGEST]);
        let codes = codes_of(lengths);
        for (symbol, &length) in lengths
            .iter()
            .enumerate()
            .filter(|(_, length)| **length > 0)
        {
            let entry = (symbol as u16) << 4 | u16::from(length);
            let mut bits = usize::from(codes[symbol]);
            while bits < table.len() {
                table[bits] = entry;
                bits += 1 << length;
            }
        }
        Some(Decoder(table))
    }

    /// Returns the symbol whose code is in the lowest bits, and the length of the code; `None` if
    /// they are not a code.
    #[inline]
    pub(crate) fn read(&self, bits: u64) -> Option<(usize, u32)> {
        let entry = self.0[bits as usize & ((1 << LONGEST) - 1)];
        (entry != 0).then_some((usize::from(entry >> 4), u32::from(entry & 15)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Few symbols, many, and counts so uneven that codes would grow too long.
    #[test]
    fn codes_are_read_back() {
        let mut uneven = [0; SYMBOLS];
        for (symbol, count) in uneven.iter_mut().enumerate().take(50) {
            *count = 1 << symbol;
        }
        let mut single = [0; SYMBOLS];
        single[7] = 12;
        for counts in [uneven, single, [1; SYMBOLS]] {
            let lengths = lengths_for(&counts);
            let decoder = Decoder::new(&lengths).expect("a prefix code");
            let codes = codes_of(&lengths);
            for symbol in (0..SYMBOLS).filter(|&symbol| counts[symbol] > 0) {
                let length = u32::from(lengths[symbol]);
                assert!((1..=LONGEST).contains(&length));
                for behind in [0, u64::MAX] {
                    let bits = u64::from(codes[symbol]) | behind << length;
                    assert_eq!(decoder.read(bits), Some((symbol, length)));
                }
            }
        }
        assert!(Decoder::new(&[0; SYMBOLS]).is_some_and(|none| none.read(0).is_none()));
    }

    #[test]
    fn impossible_lengths_are_refused() {
        for length in [1, 2, 5, 11, 200, 255] {
            assert!(Decoder::new(&[length; SYMBOLS]).is_none(), "{length}");
        }
    }
}
