//! Sums over the squares where men stand, eight squares at a time.
//!
//! For each value of each byte of a set, a table holds the sums over its squares, with all terms
//! packed into one word. Eight look-ups sum a whole side.

use damier_rules::geometry::Geometry;

use super::weights::Pair;

/// Added to the value of every square, so that no field of the word becomes negative.
const BIAS: i32 = 64;
const LANE: u32 = 16;
const LANE_MASK: u64 = (1 << LANE) - 1;

/// The contribution of one man on a square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SquareWorth {
    pub(super) score: Pair,
    /// Its column, 0 at the left of the board.
    pub(super) column: u8,
}

/// The sums for the men of one side.
#[derive(Clone, Debug)]
pub(super) struct SquareSums {
    by_byte: Box<[[u64; 256]; 8]>,
}

/// The contribution of all men of one side by their squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    pub(super) score: Pair,
    /// The sum of the columns.
    pub(super) columns: i32,
}

impl SquareSums {
    /// Builds the table of one value for every square (row, column).
    pub(super) fn new(
        geometry: &Geometry<u64>,
        score: impl Fn(u8, u8) -> SquareWorth,
    ) -> SquareSums {
        let mut of_bit = [0_u64; 64];
        for square in geometry.board().squares() {
            let (row, column) = geometry.board().row_and_column(square);
            let SquareWorth { score, column } = score(row, column);
            of_bit[usize::from(geometry.bit(square))] =
                lane(score.0 + BIAS, 0) | lane(score.1 + BIAS, 1) | lane(i32::from(column), 2);
        }
        let mut by_byte = Box::new([[0; 256]; 8]);
        for (index, table) in by_byte.iter_mut().enumerate() {
            for (byte, sum) in table.iter_mut().enumerate() {
                let bits = (0..8).filter(|bit| byte >> bit & 1 == 1);
                *sum = bits.map(|bit| of_bit[8 * index + bit]).sum();
            }
        }
        SquareSums { by_byte }
    }

    /// The sum over a set of men.
    #[inline]
    pub(super) fn of(&self, men: u64) -> Sum {
        let bytes = men.to_le_bytes();
        let mut sum = 0;
        for (table, byte) in self.by_byte.iter().zip(bytes) {
            sum += table[usize::from(byte)];
        }
        let bias = BIAS * men.count_ones() as i32;
        Sum {
            score: Pair(
                (sum & LANE_MASK) as i32 - bias,
                (sum >> LANE & LANE_MASK) as i32 - bias,
            ),
            columns: (sum >> (2 * LANE) & LANE_MASK) as i32,
        }
    }
}

fn lane(value: i32, index: u32) -> u64 {
    debug_assert!(
        (0..1 << (LANE - 6)).contains(&value),
        "64 of it must fit a lane: {value}"
    );
    (value as u64) << (index * LANE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::{International, Rulebook};

    #[test]
    fn a_sum_is_the_sum_of_its_squares() {
        let geometry = International.geometry();
        let score = |row: u8, column: u8| SquareWorth {
            score: Pair(i32::from(row) - 20, 3 * i32::from(column)),
            column,
        };
        let sums = SquareSums::new(geometry, score);
        let mut set = 0x1234_5678_9ABC_DEF1_u64;
        for _ in 0..100 {
            set = set.wrapping_mul(0x5851_F42D_4C95_7F2D).rotate_left(7);
            let men = set & geometry.all();
            let mut slow = Sum {
                score: Pair(0, 0),
                columns: 0,
            };
            for square in geometry.to_squares(men).iter() {
                let (row, column) = geometry.board().row_and_column(square);
                slow.score += score(row, column).score;
                slow.columns += i32::from(column);
            }
            assert_eq!(sums.of(men), slow);
        }
    }
}
