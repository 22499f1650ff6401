//! Simulated matches between players of known strength, to test the statistics.

use super::statistics::{Pairs, score_of_elo};

/// Random numbers from a seed.
pub(super) struct Dice(fastrand::Rng);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(fastrand::Rng::with_seed(seed))
    }
}

/// The half points of one game, for this difference in strength and this draw rate between equal
/// players.
fn game(dice: &mut Dice, elo: f64, draws: f64) -> u8 {
    let score = score_of_elo(elo);
    // Draws replace wins and losses in equal parts. The limit keeps both from becoming negative.
    let draws = draws.min(2.0 * score.min(1.0 - score));
    let throw = dice.0.f64();
    if throw < score - draws / 2.0 {
        2
    } else {
        u8::from(throw < score + draws / 2.0)
    }
}

/// Half points of a pair: its ballot favours one colour by up to `bias`, in Elo.
pub(super) fn pair(dice: &mut Dice, elo: f64, draws: f64, bias: f64) -> u8 {
    let bias = bias * (2.0 * dice.0.f64() - 1.0);
    game(dice, elo + bias, draws) + game(dice, elo - bias, draws)
}

/// The results of this many pairs.
pub(super) fn pairs(dice: &mut Dice, elo: f64, draws: f64, bias: f64, count: usize) -> Pairs {
    let mut pairs = Pairs::default();
    for _ in 0..count {
        pairs.add(pair(dice, elo, draws, bias));
    }
    pairs
}
