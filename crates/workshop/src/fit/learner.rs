//! Logistic regression with very many weights, of which a position uses a few dozen.
//!
//! The sum of a position's weights is the log-odds that White wins. The fit finds the weights under
//! which the results are most likely, with a Gaussian prior around zero (L2 regularisation): so a
//! configuration that occurred only a few times keeps a small weight. The loss is convex, so there
//! is a single optimum. Quasi-Newton steps (L-BFGS: Nocedal, 1980) find it. They start from the
//! diagonal of the Hessian, since some configurations occur a million times and others once.

use std::collections::VecDeque;

use damier_engine::trained::{Active, Inputs, Model};
use damier_rules::Pieces;

use super::samples::{NO_RESULT, Sample};
use super::{Before, joined};

/// What the fit optimises.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// The standard deviation of the prior for the weights of small shapes, in hundredths of a man.
    pub spread: f32,
    /// The same for the tall shapes, which correct the small ones.
    pub tall_spread: f32,
    /// The weight in the loss of a position from a drawn game. One from a decided game has weight
    /// 1.
    pub draws: f32,
    /// The share of the game's result in the target, 0 to 1; the rest is the engine's score.
    pub result: f32,
    /// The engine's scores are turned into odds with this scale: so many hundredths of a man
    /// multiply the odds by e.
    pub scale: f32,
}

impl Default for Aim {
    fn default() -> Aim {
        Aim {
            spread: 6.0,
            tall_spread: 3.0,
            draws: 0.3,
            result: 0.5,
            scale: 100.0,
        }
    }
}

/// The standard deviation of the prior for all other terms, as log-odds; it hardly restricts them.
const TERM_SPREAD: f32 = 3.0;

/// Positions of one game are correlated, so this many of them count as one independent position.
const ALIKE: f32 = 8.0;

/// Quantisation steps in a hundredth of a man, as files store weights.
const STEPS_IN_A_HUNDREDTH: f32 = 10.0;

/// How many earlier steps L-BFGS remembers.
const REMEMBERED: usize = 8;

/// A step is accepted if it achieves at least this part of the decrease that the gradient promises
/// (Armijo).
const ENOUGH: f64 = 1e-4;

/// How often a step is halved before the fit ends.
const HALVINGS: u32 = 12;

/// The target of a sample: White's expected score, and the weight of the sample in the loss.
pub(super) fn target(aim: Aim, sample: &Sample) -> (f32, f32) {
    let thought = odds(f32::from(sample.score) / aim.scale);
    if sample.result == NO_RESULT {
        return (thought, 1.0);
    }
    let result = f32::from(sample.result) / 2.0;
    let counts = if sample.result == 1 { aim.draws } else { 1.0 };
    (aim.result * result + (1.0 - aim.result) * thought, counts)
}

/// The probability of these log-odds (the logistic function).
pub(super) fn odds(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

/// For each weight, its value at the start of a game and its value at the end, side by side.
type Values = Vec<f32>;

/// The weights while they are fitted.
pub(super) struct Learner<'m> {
    model: &'m Model,
    aim: Aim,
    tall: bool,
    threads: usize,
    values: Values,
    /// The mean of the prior of each weight.
    expected: Values,
    /// The precision of the prior: the inverse of its variance.
    pulls: Values,
    /// The diagonal of the Hessian.
    curvature: Values,
    gradient: Values,
    total: f64,
    /// Earlier steps with the changes in the gradient.
    steps: VecDeque<(Values, Values)>,
}

impl<'m> Learner<'m> {
    pub(super) fn new(
        model: &'m Model,
        aim: Aim,
        tall: bool,
        threads: usize,
        samples: &[Sample],
    ) -> Learner<'m> {
        let count = if tall {
            model.len()
        } else {
            model.tall().start
        };
        let pull = |place: usize| {
            let spread = if model.terms().contains(&place) {
                TERM_SPREAD
            } else if model.tall().contains(&place) {
                aim.tall_spread / aim.scale
            } else {
                aim.spread / aim.scale
            };
            ALIKE / (spread * spread)
        };
        let mut learner = Learner {
            model,
            aim,
            tall,
            threads: threads.max(1),
            values: vec![0.0; 2 * count],
            expected: vec![0.0; 2 * count],
            pulls: (0..2 * count).map(|place| pull(place / 2)).collect(),
            curvature: Vec::new(),
            gradient: Vec::new(),
            total: 0.0,
            steps: VecDeque::new(),
        };
        // An extra man is worth something in any game, so the fit starts from this value of a man.
        let man = 2 * model.terms().start;
        learner.values[man..man + 2].fill(100.0 / aim.scale);
        learner.curvature = learner.curvatures(samples);
        (learner.total, learner.gradient) = learner.slope(&learner.values, samples);
        learner
    }

    /// Starts from the weights of an earlier fit and takes them as the mean of the prior. The prior
    /// is as strong as if those games had shown each configuration `counts` times as often as the
    /// present games do. Returns `false` if the number of weights differs.
    pub(super) fn begin_with(&mut self, before: &Before, samples: &[Sample]) -> bool {
        let steps = STEPS_IN_A_HUNDREDTH * before.scale;
        let pairs = before.weights.pairs();
        if pairs.len() != self.values.len() / 2 {
            return false;
        }
        self.values = pairs
            .iter()
            .flatten()
            .map(|&step| f32::from(step) / steps)
            .collect();
        self.expected.clone_from(&self.values);
        for (pull, curvature) in self.pulls.iter_mut().zip(&mut self.curvature) {
            // The curvature already includes the pull.
            let seen = *curvature - *pull;
            *pull += before.counts * seen;
            *curvature = seen + *pull;
        }
        (self.total, self.gradient) = self.slope(&self.values, samples);
        true
    }

    fn sum(values: &[f32], active: &Active) -> f32 {
        active
            .terms
            .iter()
            .map(|&(place, factor)| {
                let place = 2 * place as usize;
                let late = values[place + 1];
                factor as f32 * (late + active.ahead * (values[place] - late))
            })
            .sum()
    }

    /// Sums over all samples, on all threads: `add` gets a sample, the terms it uses, and the list
    /// to add to, and returns its part of the total.
    fn over(
        &self,
        samples: &[Sample],
        add: impl Fn(&Sample, &Active, &mut [f32]) -> f64 + Sync,
    ) -> (f64, Values) {
        let part = samples.len().div_ceil(self.threads).max(1);
        let sums = |samples: &[Sample]| {
            let mut sums = vec![0.0; self.values.len()];
            let mut active = Active::default();
            let mut total = 0.0;
            for sample in samples {
                self.model.active(&sample.pieces(), self.tall, &mut active);
                total += add(sample, &active, &mut sums);
            }
            (total, sums)
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = samples
                .chunks(part)
                .map(|samples| scope.spawn(move || sums(samples)))
                .collect();
            let mut total = 0.0;
            let mut all = vec![0.0; self.values.len()];
            for worker in workers {
                let (part, sums) = joined(worker);
                total += part;
                for (all, sum) in all.iter_mut().zip(sums) {
                    *all += sum;
                }
            }
            (total, all)
        })
    }

    /// An upper bound of each weight's curvature, with the regularisation.
    fn curvatures(&self, samples: &[Sample]) -> Values {
        let (_, mut curvature) = self.over(samples, |sample, active, sums| {
            let (_, counts) = target(self.aim, sample);
            for &(place, factor) in &active.terms {
                let early = factor as f32 * active.ahead;
                let late = factor as f32 * (1.0 - active.ahead);
                sums[2 * place as usize] += counts * 0.25 * early * early;
                sums[2 * place as usize + 1] += counts * 0.25 * late * late;
            }
            0.0
        });
        for (place, curvature) in curvature.iter_mut().enumerate() {
            *curvature += self.pulls[place];
        }
        curvature
    }

    /// The total loss with the regularisation, and its gradient.
    fn slope(&self, values: &[f32], samples: &[Sample]) -> (f64, Values) {
        let (mut total, mut slope) = self.over(samples, |sample, active, sums| {
            let (target, counts) = target(self.aim, sample);
            let sum = Self::sum(values, active);
            let error = counts * (odds(sum) - target);
            for &(place, factor) in &active.terms {
                let step = error * factor as f32;
                sums[2 * place as usize] += step * active.ahead;
                sums[2 * place as usize + 1] += step * (1.0 - active.ahead);
            }
            f64::from(counts * loss(sum, target))
        });
        for (place, value) in values.iter().enumerate() {
            let (pull, away) = (self.pulls[place], value - self.expected[place]);
            total += f64::from(0.5 * pull * away * away);
            slope[place] += pull * away;
        }
        (total, slope)
    }

    /// One step of the optimiser; `false` if no step improves the loss.
    pub(super) fn step(&mut self, samples: &[Sample]) -> bool {
        let direction = self.direction();
        let promised = dot(&direction, &self.gradient);
        if promised >= 0.0 {
            return false;
        }
        let mut length = 1.0;
        for _ in 0..HALVINGS {
            let values: Values = self
                .values
                .iter()
                .zip(&direction)
                .map(|(value, way)| value + length * way)
                .collect();
            let (total, gradient) = self.slope(&values, samples);
            if total <= self.total + ENOUGH * f64::from(length) * promised {
                let walked = difference(&values, &self.values);
                let bent = difference(&gradient, &self.gradient);
                if dot(&walked, &bent) > 0.0 {
                    self.steps.push_back((walked, bent));
                    if self.steps.len() > REMEMBERED {
                        self.steps.pop_front();
                    }
                }
                (self.values, self.gradient, self.total) = (values, gradient, total);
                return true;
            }
            length *= 0.5;
        }
        false
    }

    /// The direction of descent by L-BFGS.
    fn direction(&self) -> Values {
        let mut way: Values = self.gradient.iter().map(|slope| -slope).collect();
        let mut shares = Vec::new();
        for (walked, bent) in self.steps.iter().rev() {
            let share = dot(walked, &way) / dot(walked, bent);
            add(&mut way, -share, bent);
            shares.push(share);
        }
        for (way, curvature) in way.iter_mut().zip(&self.curvature) {
            *way /= curvature;
        }
        if let Some((walked, bent)) = self.steps.back() {
            let scaled: f64 = bent
                .iter()
                .zip(&self.curvature)
                .map(|(bent, curvature)| f64::from(bent * bent / curvature))
                .sum();
            let scale = (dot(walked, bent) / scaled) as f32;
            for way in &mut way {
                *way *= scale;
            }
        } else {
            // Without earlier steps nothing is known of the interactions between weights, so the
            // first step is short.
            for way in &mut way {
                *way *= 0.05;
            }
        }
        for ((walked, bent), share) in self.steps.iter().zip(shares.into_iter().rev()) {
            let back = dot(bent, &way) / dot(walked, bent);
            add(&mut way, share - back, walked);
        }
        way
    }

    /// The mean loss: the cross-entropy of target and prediction, in nats.
    pub(super) fn loss(&self, samples: &[Sample]) -> f64 {
        let (sum, _) = self.over(samples, |sample, active, _| {
            let (target, counts) = target(self.aim, sample);
            f64::from(counts * loss(Self::sum(&self.values, active), target))
        });
        let counts: f64 = samples
            .iter()
            .map(|sample| f64::from(target(self.aim, sample).1))
            .sum();
        sum / counts.max(1.0)
    }

    /// The inputs of the network for the same board.
    pub(super) fn inputs(&self) -> Inputs {
        self.model.inputs()
    }

    /// The sums of the weights of some positions, for White.
    pub(super) fn sums(&self, samples: &[Sample]) -> Vec<f32> {
        let part = samples.len().div_ceil(self.threads).max(1);
        let sums = |samples: &[Sample]| -> Vec<f32> {
            let mut active = Active::default();
            let of = |sample: &Sample| self.worth(&sample.pieces(), &mut active);
            samples.iter().map(of).collect()
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = samples
                .chunks(part)
                .map(|samples| scope.spawn(move || sums(samples)))
                .collect();
            workers.into_iter().flat_map(joined).collect()
        })
    }

    /// The sum of a position's weights, for White.
    pub(super) fn worth(&self, pieces: &Pieces<u64>, active: &mut Active) -> f32 {
        self.model.active(pieces, self.tall, active);
        Self::sum(&self.values, active)
    }

    /// The quantised weights, with `steps` quantisation steps to one unit of log-odds.
    pub(super) fn pairs(&self, steps: f32) -> Vec<[i16; 2]> {
        let step = |weight: f32| (weight * steps).round().clamp(-32_000.0, 32_000.0) as i16;
        let (pairs, _) = self.values.as_chunks::<2>();
        pairs.iter().map(|pair| pair.map(step)).collect()
    }
}

/// The cross-entropy of a target and the log-odds of a prediction.
pub(super) fn loss(sum: f32, target: f32) -> f32 {
    // This form of the sum stays accurate for very large and very small values.
    (-sum.abs()).exp().ln_1p() + sum.max(0.0) - target * sum
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    one.iter()
        .zip(other)
        .map(|(a, b)| f64::from(*a) * f64::from(*b))
        .sum()
}

fn add(to: &mut [f32], factor: f64, what: &[f32]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += factor as f32 * what;
    }
}

fn difference(one: &[f32], other: &[f32]) -> Values {
    one.iter().zip(other).map(|(a, b)| a - b).collect()
}
