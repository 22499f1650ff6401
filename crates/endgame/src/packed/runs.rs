//! Runs as symbols. A symbol stands for a class of lengths and the value that follows.

use crate::value::Wdl;

/// About how many runs a block has: few, so that a probe is fast, but not too few, since every
/// block costs two bytes for its place.
pub(crate) const RUNS_A_BLOCK: f64 = 64.0;

/// The most positions that a block may have, as a power of two.
pub(crate) const LARGEST_BLOCK: u32 = 16;

/// Each length up to this has a class of its own; above it, every power of two has two classes.
const ALONE: u32 = 8;
/// The number of classes of lengths, up to the largest block.
const CLASSES: usize = 8 + 2 * (LARGEST_BLOCK as usize - 3);
/// The symbol of a run that goes on to the end of the block.
pub(crate) const LAST: usize = 2 * CLASSES;
/// The number of symbols.
pub(crate) const SYMBOLS: usize = LAST + 1;

/// The meaning of a symbol: the length is `base` plus the number in the next `extra` bits. For
/// `LAST` it is longer than any block.
#[derive(Clone, Copy)]
pub(crate) struct Length {
    pub(crate) base: u32,
    pub(crate) extra: u32,
}

/// The lengths of all symbols. Two symbols share a class, one for each value that may follow.
pub(crate) static LENGTHS: [Length; SYMBOLS] = lengths();

const fn lengths() -> [Length; SYMBOLS] {
    let mut all = [Length {
        base: u32::MAX,
        extra: 0,
    }; SYMBOLS];
    let mut class = 0;
    while class < CLASSES {
        let length = if class < ALONE as usize {
            Length {
                base: class as u32 + 1,
                extra: 0,
            }
        } else {
            let above = class - ALONE as usize;
            let extra = above as u32 / 2 + 2;
            Length {
                base: ((2 + above as u32 % 2) << extra) + 1,
                extra,
            }
        };
        all[2 * class] = length;
        all[2 * class + 1] = length;
        class += 1;
    }
    all
}

/// A run as it is written: its symbol, and the extra bits after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) symbol: usize,
    pub(crate) rest: u32,
    pub(crate) extra: u32,
}

impl Run {
    /// Makes a run of `length` positions, after which `value` becomes `next`.
    pub(crate) fn new(length: u32, value: Wdl, next: Wdl) -> Run {
        let x = length - 1;
        let class = if x < ALONE {
            x
        } else {
            let octave = x.ilog2();
            ALONE + 2 * (octave - 3) + (x >> (octave - 1) & 1)
        };
        let symbol = 2 * class as usize + usize::from(next == follows(value, 1));
        let Length { base, extra } = LENGTHS[symbol];
        Run {
            symbol,
            rest: length - base,
            extra,
        }
    }

    /// The run that goes on to the end of the block.
    pub(crate) const LAST: Run = Run {
        symbol: LAST,
        rest: 0,
        extra: 0,
    };
}

/// Returns the value that follows after a symbol.
#[inline]
pub(crate) fn follows(value: Wdl, symbol: usize) -> Wdl {
    const NEXT: [[Wdl; 2]; 3] = [
        [Wdl::Draw, Wdl::Win],
        [Wdl::Loss, Wdl::Win],
        [Wdl::Loss, Wdl::Draw],
    ];
    NEXT[value as usize][symbol & 1]
}

/// Returns the value with which a block begins, and visits its runs. In `values`, `None` is a
/// position that may have any value.
pub(crate) fn runs_of(
    values: impl Iterator<Item = Option<Wdl>>,
    mut visit: impl FnMut(Wdl, Run),
) -> Wdl {
    let mut first = None;
    let mut value = Wdl::Draw;
    let mut length = 0;
    for next in values {
        length += 1;
        match next {
            Some(next) if first.is_none() => {
                first = Some(next);
                value = next;
            }
            Some(next) if next != value => {
                visit(value, Run::new(length - 1, value, next));
                value = next;
                length = 1;
            }
            _ => {}
        }
    }
    visit(value, Run::LAST);
    first.unwrap_or(Wdl::Draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_up_to_the_largest_block_has_its_symbol() {
        for length in 1..=1 << LARGEST_BLOCK {
            for value in Wdl::ALL {
                for next in Wdl::ALL.into_iter().filter(|&next| next != value) {
                    let run = Run::new(length, value, next);
                    let Length { base, extra } = LENGTHS[run.symbol];
                    assert_eq!(base + run.rest, length);
                    assert_eq!(extra, run.extra);
                    assert!(run.rest < 1 << extra);
                    assert_eq!(follows(value, run.symbol), next);
                }
            }
        }
    }
}
