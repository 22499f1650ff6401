//! Logistic regression with very many weights of which a position shows a few dozen.
//!
//! The sum of a position's weights is the logarithm of the odds of winning for White. Every weight
//! has its own rate of learning, which falls with what it has learned already (AdaGrad: Duchi, Hazan and
//! Singer 2011), so that a configuration seen a hundred times is trusted more than one seen once.

use damier_engine::trained::{Active, Model};
use damier_rules::Pieces;

use super::samples::Sample;

/// One weight at the start of a game and at its end, and the squares of their gradients so far.
#[derive(Clone, Copy, Debug)]
struct Weight {
    early: f32,
    late: f32,
    early_sum: f32,
    late_sum: f32,
}

/// What decides how fast and how far weights move.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// The rate of learning.
    pub rate: f32,
    /// Gradients that a weight is taken to have seen before the first: large values keep weights of
    /// rare configurations small.
    pub caution: f32,
    /// The same for the tall shapes, whose configurations are rarer.
    pub tall_caution: f32,
    /// What a drawn game counts, compared with a won one.
    pub draws: f32,
    /// How much of the target is the result; the rest is what the engine thought.
    pub result: f32,
    /// Hundredths of a man that multiply the odds by e, in the engine's scores.
    pub scale: f32,
    /// How strongly every weight is drawn towards nothing at each sight.
    pub shrink: f32,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            rate: 0.05,
            caution: 1.0,
            tall_caution: 4.0,
            draws: 0.3,
            result: 1.0,
            scale: 100.0,
            shrink: 1e-6,
        }
    }
}

/// The weights while they are learned.
pub(super) struct Learner<'m> {
    model: &'m Model,
    rates: Rates,
    weights: Vec<Weight>,
    /// Whether the tall shapes take part.
    tall: bool,
    active: Active,
}

/// What a man is worth before anything is learned, as a logarithm of odds.
const MAN: f32 = 0.5;

impl<'m> Learner<'m> {
    pub(super) fn new(model: &'m Model, rates: Rates, tall: bool) -> Learner<'m> {
        let tall_places = model.tall();
        let mut weights: Vec<Weight> = (0..model.len())
            .map(|place| {
                let caution = if tall_places.contains(&place) {
                    rates.tall_caution
                } else {
                    rates.caution
                };
                Weight {
                    early: 0.0,
                    late: 0.0,
                    early_sum: caution,
                    late_sum: caution,
                }
            })
            .collect();
        let man = &mut weights[model.terms().start];
        (man.early, man.late) = (MAN, MAN);
        Learner {
            model,
            rates,
            weights,
            tall,
            active: Active::default(),
        }
    }

    fn show(&mut self, pieces: &Pieces<u64>) {
        self.model.active(pieces, self.tall, &mut self.active);
    }

    fn sum(&self) -> f32 {
        let ahead = self.active.ahead;
        self.active
            .terms
            .iter()
            .map(|&(place, factor)| {
                let weight = &self.weights[place as usize];
                factor as f32 * (weight.early * ahead + weight.late * (1.0 - ahead))
            })
            .sum()
    }

    /// What White may expect of a position, as the learner should say it, and how much that counts.
    fn target(&self, sample: &Sample) -> (f32, f32) {
        let result = f32::from(sample.result) / 2.0;
        let thought = odds(f32::from(sample.score) / self.rates.scale);
        let target = self.rates.result * result + (1.0 - self.rates.result) * thought;
        let counts = if sample.result == 1 {
            self.rates.draws
        } else {
            1.0
        };
        (target, counts)
    }

    /// Learns from one position.
    pub(super) fn learn(&mut self, sample: &Sample, rate: f32) {
        self.show(&sample.pieces());
        let (target, counts) = self.target(sample);
        let error = counts * (odds(self.sum()) - target);
        let ahead = self.active.ahead;
        for &(place, factor) in &self.active.terms {
            let weight = &mut self.weights[place as usize];
            let shrink = self.rates.shrink;
            let early = error * factor as f32 * ahead + shrink * weight.early;
            let late = error * factor as f32 * (1.0 - ahead) + shrink * weight.late;
            weight.early_sum += early * early;
            weight.late_sum += late * late;
            weight.early -= rate * early / weight.early_sum.sqrt();
            weight.late -= rate * late / weight.late_sum.sqrt();
        }
    }

    /// The mean loss, the cross-entropy of what was expected and what came, in nats.
    pub(super) fn loss(&mut self, samples: &[Sample]) -> f64 {
        let (mut sum, mut weight) = (0.0, 0.0);
        for sample in samples {
            self.show(&sample.pieces());
            let (target, counts) = self.target(sample);
            let said = odds(self.sum()).clamp(1e-6, 1.0 - 1e-6);
            let loss = -(target * said.ln() + (1.0 - target) * (1.0 - said).ln());
            sum += f64::from(counts * loss);
            weight += f64::from(counts);
        }
        sum / f64::max(weight, 1.0)
    }

    /// What a man is worth on average, as a logarithm of odds: by how much the sum falls when one of
    /// White's men is taken off, and rises with one of Black's.
    pub(super) fn man(&mut self, samples: &[Sample]) -> f32 {
        let (mut sum, mut count) = (0.0, 0.0f32);
        for (turn, sample) in samples.iter().enumerate() {
            let pieces = sample.pieces();
            self.show(&sample.pieces());
            let whole = self.sum();
            for (side, sign) in [(pieces.white, 1.0), (pieces.black, -1.0)] {
                let men = side & !pieces.kings;
                let Some(bit) = nth_bit(men, turn) else {
                    continue;
                };
                let mut fewer = pieces;
                fewer.white &= !bit;
                fewer.black &= !bit;
                self.show(&fewer);
                sum += sign * (whole - self.sum());
                count += 1.0;
            }
        }
        sum / count.max(1.0)
    }

    /// The weights in steps, a man being worth so much of a step.
    pub(super) fn pairs(&self, steps: f32) -> Vec<[i16; 2]> {
        let step = |weight: f32| (weight * steps).round().clamp(-32_000.0, 32_000.0) as i16;
        let count = if self.tall {
            self.model.len()
        } else {
            self.model.tall().start
        };
        self.weights[..count]
            .iter()
            .map(|weight| [step(weight.early), step(weight.late)])
            .collect()
    }
}

/// One of the bits of a set, another for every turn.
fn nth_bit(set: u64, turn: usize) -> Option<u64> {
    let count = set.count_ones() as usize;
    let mut left = set;
    for _ in 0..turn.checked_rem(count)? {
        left &= left - 1;
    }
    Some(left & left.wrapping_neg())
}

/// The probability that belongs to a logarithm of odds.
fn odds(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}
