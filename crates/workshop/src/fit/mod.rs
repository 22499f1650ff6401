//! Fits the evaluation to games: finds the weights under which the results are most likely.

mod few_pieces;
mod learner;
mod leaves;
mod man;
mod network;
pub mod report;
mod samples;
mod teacher;

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::thread::ScopedJoinHandle;

use damier_engine::trained::{Active, Model, Weights, WeightsError};
use damier_rules::{Pieces, Side, Variant};

use crate::selfplay::GameFileError;
use learner::Learner;
use network::{LabelledSample, NetworkLearner};
use samples::{NO_RESULT, Sample, Samples};
use teacher::Teacher;

pub use few_pieces::FewPieces;
pub use learner::Aim;
pub use leaves::SearchLeaves;
pub use samples::Choice;

/// Quantisation steps in a man: the evaluation counts tenths of a hundredth.
const STEPS_IN_A_MAN: f32 = 1_000.0;

/// The smallest value of a man, as log-odds, with which scores can be expressed in men.
const LEAST_MAN: f32 = 0.02;

/// The number of positions from which the value of a man is measured.
const FOR_A_MAN: usize = 20_000;

/// The largest value of a position, in hundredths of a man.
const MAX_VALUE: f32 = 10_000.0;

/// How weights are fitted.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The game of the family.
    pub variant: Variant,
    /// Files of games.
    pub files: Vec<PathBuf>,
    /// Which of their positions are used.
    pub choice: Choice,
    /// Additional positions with few pieces, labelled by endgame tables and searches.
    pub few_pieces: Option<FewPieces>,
    /// Additional positions from searches.
    pub leaves: Option<SearchLeaves>,
    /// The number of nodes of each search that labels such positions, using the weights
    /// [`before`](Fit::before). Without those weights no search labels anything.
    pub nodes: u64,
    /// What is optimised.
    pub aim: Aim,
    /// The most optimiser steps.
    pub rounds: u32,
    /// The number of epochs of the network that corrects the shapes; 0 for no network.
    pub epochs: u32,
    /// Whether tall shapes are used.
    pub tall: bool,
    /// Weights to start from. The games that they were fitted to are not needed.
    pub before: Option<Before>,
    /// Label the positions of the games with those weights. Then only
    /// [`few_pieces`](Fit::few_pieces) and [`leaves`](Fit::leaves) add information.
    pub keep: bool,
    /// The number of threads. Sums are rounded slightly differently with another number.
    pub threads: usize,
}

/// Earlier weights, as a prior.
#[derive(Clone, PartialEq, Debug)]
pub struct Before {
    /// The weights.
    pub weights: Weights,
    /// Hundredths of a man in one unit of log-odds, as in [`Fitted::scale`].
    pub scale: f32,
    /// How strongly they count: as much as this many times the positions of this fit.
    pub counts: f32,
}

/// Why nothing was fitted.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// A file of games could not be read.
    #[error("{}", .0.display())]
    Games(PathBuf, #[source] GameFileError),
    /// The game's board has no shapes.
    #[error("{0} has no trained evaluation: its board has no shapes")]
    NoModel(&'static str),
    /// There are no samples to train on, or none to validate with.
    #[error(
        "{games} games hold {learned} quiet positions to learn from and {held_out} in the games held out, one in twenty: more games are needed"
    )]
    NoPositions {
        /// Games that were read.
        games: u64,
        /// Positions to train on.
        learned: usize,
        /// Positions to validate with.
        held_out: usize,
    },
    /// One man more or less makes no difference, so scores cannot be given in men.
    #[error("these games do not show the value of a man: use more games or more rounds")]
    NoMan,
    /// The weights to keep have a network. If the shapes were trained as well, they would learn
    /// what the network already knows.
    #[error(
        "weights with a network can be kept only if this fit trains just the network: set the rounds to 0"
    )]
    KeepsNetwork,
    /// The earlier weights belong to another game.
    #[error("the weights to begin with are of {0}")]
    OtherWeights(String),
    /// The earlier weights have another number of shapes: either they or this fit have tall shapes,
    /// but not both.
    #[error("the weights to begin with {}", if *.tall { "have no tall shapes, this fit has some" } else { "have other shapes than a fit without tall ones" })]
    OtherShapes {
        /// Whether this fit has tall shapes.
        tall: bool,
    },
    /// The earlier weights do not fit their game.
    #[error("the weights to begin with")]
    Weights(#[from] WeightsError),
}

/// The progress of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FitStep {
    /// This many games have been read.
    Read(u64),
    /// Searches are labelling positions, which takes time.
    Judging {
        /// How many of them are done.
        done: u64,
        /// How many there are.
        of: u64,
    },
    /// An optimiser step.
    Round(Round),
    /// An epoch of the network.
    Epoch(Round),
}

/// The losses after a step or an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    /// Its number, from 1; 0 stands for the state before training.
    pub number: u32,
    /// The mean loss on a part of the training set, in nats.
    pub learned: f64,
    /// The mean loss on the held-out positions, in nats.
    pub held_out: f64,
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// The games used: how many Black won, how many were drawn, and how many White won.
    pub results: [u64; 3],
    /// Games left out as duplicates.
    pub alike: u64,
    /// Files with bytes that belong to no game, and how many bytes: damage, or a game that was
    /// still being written.
    pub left_out: Vec<(PathBuf, u64)>,
    /// The number of training positions, and of held-out ones.
    pub positions: [u64; 2],
    /// How many of all these have few pieces: labelled by tables, and by searches.
    pub few_pieces: [u64; 2],
    /// How many of all these come from searches.
    pub leaves: u64,
    /// The losses of all optimiser steps.
    pub rounds: Vec<Round>,
    /// The losses of all epochs of the network; epoch 0 is the patterns alone.
    pub epochs: Vec<Round>,
    /// Hundredths of a man in one unit of log-odds.
    pub scale: f32,
}

impl Fit {
    /// Fits the weights.
    ///
    /// # Errors
    /// A file cannot be read, or there is nothing to train on.
    pub fn run(&self, mut tell: impl FnMut(FitStep)) -> Result<Fitted, FitError> {
        let model = Model::new(self.variant).ok_or(FitError::NoModel(self.variant.id()))?;
        if let Some(before) = &self.before {
            self.check(&before.weights, &model)?;
        }
        let mut samples = Samples::read(&self.files, self.variant, self.choice, |games| {
            tell(FitStep::Read(games));
        })?;
        if let Some(before) = self.before.as_ref().filter(|_| self.keep) {
            self.judge_anew(&mut samples, before, &model);
        }
        let teacher = self.before.as_ref().map(|before| Teacher {
            weights: &before.weights,
            endings: self.few_pieces.as_ref().map(|few| &few.endings),
            nodes: self.nodes,
            decided_at: self.choice.decided_at,
            threads: self.threads,
        });
        let mut leaf_count = 0;
        if let Some((leaves, teacher)) = self.leaves.as_ref().zip(teacher.as_ref()) {
            let judging = |done, of| tell(FitStep::Judging { done, of });
            leaf_count = leaves.add_to(&mut samples, self.variant, teacher, judging)?;
        }
        let mut few_pieces = [0; 2];
        if let Some(few) = &self.few_pieces {
            let judging = |done, of| tell(FitStep::Judging { done, of });
            few_pieces = few.add_to(&mut samples, self.choice, teacher.as_ref(), judging)?;
        }
        if samples.learned.is_empty() || samples.held_out.is_empty() {
            return Err(FitError::NoPositions {
                games: samples.games(),
                learned: samples.learned.len(),
                held_out: samples.held_out.len(),
            });
        }
        let learned = &samples.learned;
        let mut learner = Learner::new(&model, self.aim, self.tall, self.threads, learned);
        if let Some(before) = &self.before {
            learner.begin_with(before, learned);
        }
        // These are spread over all games, so that both losses are measured in the same way.
        let every = (learned.len() / samples.held_out.len()).max(1);
        let some: Vec<Sample> = learned.iter().step_by(every).copied().collect();
        let mut rounds = Vec::new();
        for number in 0..=self.rounds {
            if number > 0 && !learner.step(learned) {
                break;
            }
            let round = Round {
                number,
                learned: learner.loss(&some),
                held_out: learner.loss(&samples.held_out),
            };
            rounds.push(round);
            tell(FitStep::Round(round));
        }
        let (network, epochs) = self.teach(&learner, &samples, &mut tell);
        let some = samples.held_out.len().min(FOR_A_MAN);
        let mut active = Active::default();
        let man = man::man(&samples.held_out[..some], |pieces: &Pieces<u64>| {
            let corrected = network
                .as_ref()
                .map_or(0.0, |network| network.worth(pieces));
            learner.worth(pieces, &mut active) + corrected
        });
        // In games whose goal is to lose all pieces, a man has a negative value. The scale uses its
        // absolute value, so a positive score still means that the side is better.
        let man = man.abs();
        if !(LEAST_MAN..).contains(&man) {
            return Err(FitError::NoMan);
        }
        let pairs = learner.pairs(STEPS_IN_A_MAN / man);
        let numbers = network.map(|network| network.numbers(100.0 / man));
        Ok(Fitted {
            weights: Weights::new(self.variant.id(), pairs).with_network(numbers),
            results: samples.results,
            alike: samples.alike,
            positions: [samples.learned.len() as u64, samples.held_out.len() as u64],
            few_pieces,
            left_out: samples.left_out,
            leaves: leaf_count,
            rounds,
            epochs,
            scale: 100.0 / man,
        })
    }

    /// Checks that earlier weights are for this game and have the same shapes as this fit.
    fn check(&self, weights: &Weights, model: &Model) -> Result<(), FitError> {
        if weights.variant() != self.variant.id() {
            return Err(FitError::OtherWeights(weights.variant().to_owned()));
        }
        let shapes = if self.tall {
            model.len()
        } else {
            model.tall().start
        };
        if weights.pairs().len() != shapes {
            Err(FitError::OtherShapes { tall: self.tall })
        } else if self.keep && self.rounds > 0 && weights.network().is_some() {
            Err(FitError::KeepsNetwork)
        } else {
            Ok(())
        }
    }

    /// Replaces the scores and results of the positions by the evaluation with earlier weights.
    fn judge_anew(&self, samples: &mut Samples, before: &Before, model: &Model) {
        let mut learner = Learner::new(model, self.aim, self.tall, self.threads, &[]);
        let mut network = NetworkLearner::new(learner.inputs(), self.aim, self.threads);
        let taken = |numbers| network.take(numbers, before.scale);
        let with_network = before.weights.network().is_some_and(taken);
        if !learner.begin_with(before, &[]) {
            return;
        }
        for all in [&mut samples.learned, &mut samples.held_out] {
            let sums = learner.sums(all);
            for (sample, mut sum) in all.iter_mut().zip(sums) {
                if with_network {
                    sum += network.worth(&sample.pieces());
                }
                sample.score = (sum * self.aim.scale).clamp(-MAX_VALUE, MAX_VALUE) as i16;
                sample.result = NO_RESULT;
            }
        }
    }

    /// Trains the network that corrects the patterns, and returns it with its epochs.
    fn teach(
        &self,
        learner: &Learner<'_>,
        samples: &Samples,
        tell: &mut impl FnMut(FitStep),
    ) -> (Option<NetworkLearner>, Vec<Round>) {
        if self.epochs == 0 {
            return (None, Vec::new());
        }
        let label = |samples: &[Sample]| -> Vec<LabelledSample> {
            let labelled = |(sample, sum): (&Sample, f32)| LabelledSample {
                sample: *sample,
                sum: if sample.pieces().side == Side::White {
                    sum
                } else {
                    -sum
                },
            };
            samples
                .iter()
                .zip(learner.sums(samples))
                .map(labelled)
                .collect()
        };
        let (learned, held_out) = (label(&samples.learned), label(&samples.held_out));
        let every = (learned.len() / held_out.len()).max(1);
        let some: Vec<LabelledSample> = learned.iter().step_by(every).copied().collect();
        let mut network = NetworkLearner::new(learner.inputs(), self.aim, self.threads);
        if let Some(before) = &self.before
            && let Some(numbers) = before.weights.network()
        {
            network.begin_with(numbers, before, &learned);
        }
        let mut epochs = Vec::new();
        for number in 0..=self.epochs {
            if number > 0 {
                network.epoch(&learned, number - 1, self.epochs);
            }
            let epoch = Round {
                number,
                learned: network.loss(&some),
                held_out: network.loss(&held_out),
            };
            epochs.push(epoch);
            tell(FitStep::Epoch(epoch));
        }
        (Some(network), epochs)
    }
}

/// The result of a thread. If the thread panicked, the panic is resumed here.
fn joined<T>(worker: ScopedJoinHandle<'_, T>) -> T {
    worker
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
