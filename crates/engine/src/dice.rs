//! Seeded random numbers, which let a level play differently from game to game. Equal seeds give
//! equal numbers.

/// SplitMix64, a small generator of uniformly distributed numbers; not for secrets.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next number: 64 random bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `sides`, which is at least 1.
    pub(crate) fn below(&mut self, sides: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(sides)) >> 64) as u32
    }

    /// A number near 0, at most `reach` away from it and more often close to it: the sum of two
    /// uniform numbers.
    pub(crate) fn around_zero(&mut self, reach: i32) -> i32 {
        let half = reach.max(0) as u32;
        (self.below(half + 1) + self.below(half + 1)) as i32 - half as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_numbers_within_reach() {
        let (mut one, mut two) = (Dice::new(5), Dice::new(5));
        let mut seen = [false; 7];
        for _ in 0..500 {
            let (a, b) = (one.around_zero(3), two.around_zero(3));
            assert_eq!(a, b);
            seen[(a + 3) as usize] = true;
        }
        assert!(seen.iter().all(|&seen| seen), "every number comes up");
        assert_eq!(one.around_zero(0), 0);
    }
}
