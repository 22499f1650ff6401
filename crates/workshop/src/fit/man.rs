//! The value of a man, the unit of scores.

use damier_rules::Pieces;

use super::samples::Sample;

/// The average value of a man, as log-odds: how much the value of a position for White falls when
/// one of White's men is removed, and rises when one of Black's is.
pub(super) fn man(samples: &[Sample], mut worth: impl FnMut(&Pieces<u64>) -> f32) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0f32);
    for (turn, sample) in samples.iter().enumerate() {
        let pieces = sample.pieces();
        let whole = worth(&pieces);
        for (side, sign) in [(pieces.white, 1.0), (pieces.black, -1.0)] {
            let men = side & !pieces.kings;
            let Some(bit) = nth_bit(men, turn) else {
                continue;
            };
            let mut fewer = pieces;
            fewer.white &= !bit;
            fewer.black &= !bit;
            sum += sign * (whole - worth(&fewer));
            count += 1.0;
        }
    }
    sum / count.max(1.0)
}

/// One bit of a set; successive indices select different bits.
fn nth_bit(set: u64, turn: usize) -> Option<u64> {
    let count = set.count_ones() as usize;
    let mut left = set;
    for _ in 0..turn.checked_rem(count)? {
        left &= left - 1;
    }
    Some(left & left.wrapping_neg())
}
