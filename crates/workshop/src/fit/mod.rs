//! The fitting of the evaluation to games: which weights make the results that came most likely.

mod asked;
mod few_pieces;
mod learner;
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

pub use asked::Asked;
pub use few_pieces::FewPieces;
pub use learner::Aim;
pub use samples::Choice;

/// Steps of a weight in a man: the evaluation counts tenths of a hundredth.
const STEPS_IN_A_MAN: f32 = 1_000.0;

/// The least that a man must be worth, as a logarithm of odds, for scores to be told in men.
const LEAST_MAN: f32 = 0.02;

/// Positions by which the worth of a man is measured.
const FOR_A_MAN: usize = 20_000;

/// The most that a position is judged to be worth, in hundredths of a man.
const MOST: f32 = 10_000.0;

/// How weights are fitted.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The game of the family.
    pub variant: Variant,
    /// Files of games.
    pub files: Vec<PathBuf>,
    /// Which of their positions are used.
    pub choice: Choice,
    /// Positions that tables know, besides.
    pub few_pieces: Option<FewPieces>,
    /// Positions that searches ask about, besides.
    pub asked: Option<Asked>,
    /// Positions visited by each search that judges such positions by the weights [`before`](Fit::before); without
    /// these nothing is searched.
    pub nodes: u64,
    /// What is aimed at.
    pub aim: Aim,
    /// The most steps towards it.
    pub rounds: u32,
    /// How often a network that corrects the shapes goes through all positions; 0 leaves it out.
    pub epochs: u32,
    /// Whether the tall shapes take part.
    pub tall: bool,
    /// Weights to begin with, found in games that need not be at hand any more.
    pub before: Option<Before>,
    /// Positions of games are taught as those weights judge them: nothing changes but by
    /// [`few_pieces`](Fit::few_pieces) and [`asked`](Fit::asked).
    pub keep: bool,
    /// Threads to work on. The sums are not quite the same on another number of them.
    pub threads: usize,
}

/// What was known before the games at hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Before {
    /// The weights.
    pub weights: Weights,
    /// Hundredths of a man that multiply the odds by e in them, as [`Fitted::scale`] told.
    pub scale: f32,
    /// What they count: as much as so many times the positions at hand.
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
    /// There is nothing to learn from, or nothing to measure by.
    #[error(
        "{games} games hold {learned} quiet positions to learn from and {held_out} in the games held out, one in twenty: more games are needed"
    )]
    NoPositions {
        /// Games that were read.
        games: u64,
        /// Positions to learn from.
        learned: usize,
        /// Positions to measure by.
        held_out: usize,
    },
    /// One man more or less makes no difference: scores could not be told in men.
    #[error("these games do not tell what a man is worth: more of them are needed, or more rounds")]
    NoMan,
    /// What weights are to be kept would be learned twice.
    #[error(
        "weights with a network are kept by a fit of its network alone: no rounds, so that the shapes do not learn what the network knows"
    )]
    KeepsNetwork,
    /// The weights to begin with belong to another game.
    #[error("the weights to begin with are of {0}")]
    OtherWeights(String),
    /// They have another number of shapes: one of the two has tall shapes and the other has not.
    #[error("the weights to begin with {}", if *.tall { "have no tall shapes, this fit has some" } else { "have other shapes than a fit without tall ones" })]
    OtherShapes {
        /// Whether this fit has tall shapes.
        tall: bool,
    },
    /// They do not fit their game.
    #[error("the weights to begin with")]
    Weights(#[from] WeightsError),
}

/// How the fitting goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FitStep {
    /// So many games were read.
    Read(u64),
    /// Searches judge positions, which takes its time.
    Judging {
        /// So many of them are done.
        done: u64,
        /// So many there are.
        of: u64,
    },
    /// A step was made.
    Round(Round),
    /// The network went through all positions once more.
    Epoch(Round),
}

/// What one step brought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    /// Its number, from 1; 0 is before anything was learned.
    pub number: u32,
    /// The mean loss on positions that were learned from, of a sample of them, in nats.
    pub learned: f64,
    /// The mean loss on positions of games that were held out.
    pub held_out: f64,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// Games read, of which Black won, which were drawn, which White won.
    pub results: [u64; 3],
    /// Games left out, since the same was among them already.
    pub alike: u64,
    /// Files in which something belongs to no game, and how many bytes: damage, or a game that was being written.
    pub left_out: Vec<(PathBuf, u64)>,
    /// Positions learned from, and held out.
    pub positions: [u64; 2],
    /// How many of both are of few pieces, told by tables and by searches.
    pub few_pieces: [u64; 2],
    /// How many of both are such that searches asked about them.
    pub asked: u64,
    /// All rounds.
    pub rounds: Vec<Round>,
    /// All that the network was taught; its round 0 is the patterns alone.
    pub epochs: Vec<Round>,
    /// Hundredths of a man that multiply the odds of winning by e.
    pub scale: f32,
}

impl Fit {
    /// Fits the weights.
    ///
    /// # Errors
    /// Where a file cannot be read, or holds nothing to learn from.
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
        let mut asked_about = 0;
        if let Some((asked, teacher)) = self.asked.as_ref().zip(teacher.as_ref()) {
            let judging = |done, of| tell(FitStep::Judging { done, of });
            asked_about = asked.add_to(&mut samples, self.variant, teacher, judging)?;
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
        // Spread over all games, so that the two losses are of the same kind.
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
        // Where pieces are to be lost a man is worth less than nothing, and stays so: scores are for the side.
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
            asked: asked_about,
            rounds,
            epochs,
            scale: 100.0 / man,
        })
    }

    /// Whether earlier weights are of this game and of the shapes that are fitted.
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

    /// Puts what earlier weights say of the positions in the place of what was thought of them, and of what
    /// became of them.
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
                sample.score = (sum * self.aim.scale).clamp(-MOST, MOST) as i16;
                sample.result = NO_RESULT;
            }
        }
    }

    /// The network that corrects what was learned, and how it went.
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

/// What a thread has done; where it panicked, so do we.
fn joined<T>(worker: ScopedJoinHandle<'_, T>) -> T {
    worker
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
