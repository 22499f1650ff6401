//! A small neural network that corrects the pattern evaluation. Patterns evaluate each part of the
//! board separately and miss interactions between parts.
//!
//! ```text
//!  White's pieces and counts ──────────> 32 numbers, clipped to 0 and 1 ──┐
//!                                                                         ├──> 16, clipped ──> 1
//!  Black's, after half a turn ─────────> 32 numbers, by the same weights ─┘
//! ```
//!
//! The layers after the accumulators exist once for each stage of a game, which depends on the
//! number of pieces. The accumulator of the side to move comes first, so the network knows which
//! side is to move. All arithmetic is in integers, so a position has the same value on every
//! machine. The contributions of all men of a row are looked up together, as in the patterns
//! (`patterns/digits.rs`).

mod inputs;
mod quantised;
#[cfg(test)]
mod tests;

use damier_rules::bits::Bits;
use damier_rules::geometry::Geometry;
use damier_rules::{Pieces, Side};
use wide::{i16x16, i32x8};

use crate::score::Value;
use inputs::MOST_MEN;
use quantised::{HIDDEN_WEIGHT_ONE, Head, ONE, OUTPUT_WEIGHT_ONE};

pub use inputs::Inputs;
pub use quantised::{
    FloatHead, FloatWeights, HIDDEN, MAX_HIDDEN_WEIGHT, MAX_INPUT_WEIGHT, QuantisedWeights, STAGES,
    WIDTH,
};

/// The largest number of rows of a supported board, and the number of ways to fill a row with men
/// of one side.
const ROWS: usize = 10;
const FILLINGS: usize = 32;
/// Number of registers for both sides' accumulators.
const BLOCKS: usize = 2 * WIDTH / 16;
/// Number of registers for the hidden layer.
const PARTS: usize = HIDDEN / 8;

/// Hidden values are shifted right by this many bits before they are multiplied, so that the sum
/// fits.
const SPARED: i32 = 4;

/// The accumulators of some pieces: White's, then Black's.
#[derive(Clone, Copy, Debug)]
struct Views([i16x16; BLOCKS]);

impl Views {
    const NONE: Views = Views([i16x16::new([0; 16]); BLOCKS]);

    fn new(white: &[i16; WIDTH], black: &[i16; WIDTH]) -> Views {
        let mut both = [0; 2 * WIDTH];
        both[..WIDTH].copy_from_slice(white);
        both[WIDTH..].copy_from_slice(black);
        Views(bytemuck::cast(both))
    }

    #[inline]
    fn add(&mut self, other: &Views) {
        for (block, other) in self.0.iter_mut().zip(&other.0) {
            *block += *other;
        }
    }
}

/// A network, prepared for fast evaluation.
#[derive(Debug)]
pub(crate) struct Network {
    /// For each side and row of the board, all fillings with men.
    rows: [Box<[[Views; FILLINGS]]>; 2],
    /// The lowest bit of each row.
    shifts: [u32; ROWS],
    /// For each side, by bit.
    kings: Box<[[Views; 64]; 2]>,
    /// By the counts of White's and of Black's men. The constant bias is included.
    counts: Box<[Views]>,
    stages: Box<[Stage; STAGES]>,
    /// The squares of the board, which determine the stage boundaries.
    squares: u32,
}

/// The layers after the accumulators for one stage of a game.
#[derive(Debug)]
struct Stage {
    /// For each pair of accumulator values, the weights of eight hidden neurons, in pairs.
    hidden_weights: [[i16x16; PARTS]; WIDTH],
    hidden_biases: [i32x8; PARTS],
    output_weights: [i32x8; PARTS],
}

impl Stage {
    fn new(head: &Head) -> Stage {
        let two_and_two = |pair: usize, part: usize| {
            let weight =
                |lane: usize| head.hidden_weights[part * 8 + lane / 2][2 * pair + lane % 2];
            i16x16::new(std::array::from_fn(weight))
        };
        let eight = |part: usize, number: &dyn Fn(usize) -> i32| {
            i32x8::new(std::array::from_fn(|lane| number(part * 8 + lane)))
        };
        Stage {
            hidden_weights: std::array::from_fn(|pair| {
                std::array::from_fn(|part| two_and_two(pair, part))
            }),
            hidden_biases: std::array::from_fn(|part| {
                eight(part, &|hidden| head.hidden_biases[hidden])
            }),
            output_weights: std::array::from_fn(|part| {
                eight(part, &|hidden| i32::from(head.output_weights[hidden]))
            }),
        }
    }
}

impl Network {
    /// Returns `None` if the number of inputs does not match this board.
    pub(crate) fn new(geometry: &Geometry<u64>, numbers: &QuantisedWeights) -> Option<Network> {
        let inputs = Inputs::new(geometry);
        if numbers.input_count() != inputs.count() {
            return None;
        }
        let always = numbers.inputs.last()?;
        let row = |number: usize| &numbers.inputs[number];
        let piece = |side, is_king, bit| {
            let seen = |view| row(inputs.piece(view, side, is_king, bit));
            Views::new(seen(Side::White), seen(Side::Black))
        };
        let none = || vec![[Views::NONE; FILLINGS]; ROWS].into_boxed_slice();
        let mut rows = [none(), none()];
        let mut shifts = [0; ROWS];
        let mut kings = Box::new([[Views::NONE; 64]; 2]);
        for height in 0..geometry.board().height {
            let bits: Vec<u8> = Bits::indices(geometry.row(height)).collect();
            let first = *bits.first()?;
            let height = usize::from(height);
            shifts[height] = u32::from(first);
            for (index, side) in Side::ALL.into_iter().enumerate() {
                for &bit in &bits {
                    let man = piece(side, false, bit);
                    let fillings = rows[index][height].iter_mut().enumerate();
                    for (_, views) in fillings.filter(|(men, _)| men >> (bit - first) & 1 == 1) {
                        views.add(&man);
                    }
                    kings[index][usize::from(bit)] = piece(side, true, bit);
                }
            }
        }
        let counted = |index: usize| {
            let (white, black) = (index / (MOST_MEN + 1), index % (MOST_MEN + 1));
            let counts = |own, others| row(inputs.counts(own, others));
            let mut views = Views::new(counts(white, black), counts(black, white));
            views.add(&Views::new(always, always));
            views
        };
        let counts = (0..(MOST_MEN + 1) * (MOST_MEN + 1)).map(counted).collect();
        Some(Network {
            rows,
            shifts,
            kings,
            counts,
            stages: Box::new(numbers.heads.each_ref().map(Stage::new)),
            squares: u32::from(geometry.board().square_count()),
        })
    }

    /// Returns the correction of the patterns' value for the side to move, in hundredths of a man.
    pub(crate) fn value(&self, pieces: &Pieces<u64>) -> Value {
        let views = self.views(pieces);
        let other_first = match pieces.side {
            Side::White => 0,
            Side::Black => BLOCKS / 2,
        };
        let (least, most) = (i16x16::splat(0), i16x16::splat(ONE));
        let cut: [i16x16; BLOCKS] =
            std::array::from_fn(|block| views.0[block ^ other_first].max(least).min(most));
        let pairs: &[i32; WIDTH] = bytemuck::cast_ref(&cut);
        let stage = &self.stages[inputs::stage(self.squares, pieces)];
        let mut hidden = stage.hidden_biases;
        for (pair, weights) in pairs.iter().zip(&stage.hidden_weights) {
            let pair: i16x16 = bytemuck::cast(i32x8::splat(*pair));
            for (hidden, weights) in hidden.iter_mut().zip(weights) {
                *hidden += weights.dot(pair);
            }
        }
        let whole = i32::from(ONE) * i32::from(HIDDEN_WEIGHT_ONE);
        let (least, most) = (i32x8::splat(0), i32x8::splat(whole));
        let mut sum = i32x8::splat(0);
        for (hidden, score) in hidden.iter().zip(&stage.output_weights) {
            sum += (hidden.max(least).min(most) >> SPARED) * *score;
        }
        sum.reduce_add() / ((whole >> SPARED) * i32::from(OUTPUT_WEIGHT_ONE))
    }

    /// Both sides' accumulators.
    #[inline]
    fn views(&self, pieces: &Pieces<u64>) -> Views {
        let men = Side::ALL.map(|side| pieces.men(side));
        let [white, black] = men.map(|men| (men.count_ones() as usize).min(MOST_MEN));
        let mut views = self.counts[white * (MOST_MEN + 1) + black];
        for (men, rows) in men.into_iter().zip(self.rows.iter()) {
            for (fillings, shift) in rows.iter().zip(self.shifts) {
                views.add(&fillings[(men >> shift) as usize & (FILLINGS - 1)]);
            }
        }
        if pieces.kings != 0 {
            for (side, kings) in Side::ALL.into_iter().zip(self.kings.iter()) {
                for bit in Bits::indices(pieces.kings_of(side)) {
                    views.add(&kings[usize::from(bit)]);
                }
            }
        }
        views
    }
}
