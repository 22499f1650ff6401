//! Trains the network. After the patterns are fitted, the network learns the remaining error.
//!
//! Stochastic gradient descent takes the positions in random order. Each weight has a learning rate
//! of its own (AdaGrad: Duchi, Hazan, Singer, 2011), and all rates also decay to zero at the end.
//! Each batch is divided among a few copies of the weights, which are trained side by side and then
//! averaged. This way the same games give the same network on any number of threads.

use damier_engine::trained::{
    FloatHead, FloatWeights, HIDDEN, Inputs, MAX_HIDDEN_WEIGHT, MAX_INPUT_WEIGHT, QuantisedWeights,
    STAGES, WIDTH,
};
use damier_rules::{Pieces, Side};

use super::learner::{Aim, loss, odds, target};
use super::samples::Sample;
use super::{Before, joined};

/// The learning rate: about how far a weight moves in its first step.
const RATE: f32 = 0.06;
/// The initial weights are random, with at most this absolute value.
const BEGIN: f32 = 0.05;
/// The same for the weights after the accumulators.
const INITIAL_HIDDEN_WEIGHT: f32 = 0.2;
/// The initial bias of the accumulators and of the hidden neurons, inside the range that is not
/// clipped.
const MIDDLE: f32 = 0.2;
/// The initial sum of squared gradients in AdaGrad, so that nothing is divided by zero.
const SMALL: f32 = 1e-3;

/// How many copies of the weights are trained side by side and then averaged.
const REPLICAS: usize = 4;
/// The batch size: how many positions each copy sees before the copies are averaged.
const BATCH: usize = 2_048;

/// The largest number of inputs of one view: all pieces of a board, and the counts of them.
const SEEN: usize = 51;

/// All weights of a network in one list: the inputs, then for each stage its hidden weights, hidden
/// biases and output weights.
type Values = Vec<f32>;

/// A copy of the weights with the state of its optimiser (AdaGrad).
#[derive(Clone)]
struct Replica {
    values: Values,
    /// For each weight the sum of its squared gradients.
    squares: Values,
}

/// The network while it is trained.
pub(super) struct NetworkLearner {
    inputs: Inputs,
    aim: Aim,
    threads: usize,
    replica: Replica,
}

/// A training position, with the value that the patterns give it for the side to move, as log-odds.
#[derive(Clone, Copy, Debug)]
pub(super) struct LabelledSample {
    pub(super) sample: Sample,
    pub(super) sum: f32,
}

/// Where the weights of one stage begin in the list.
#[derive(Clone, Copy)]
struct Places {
    hidden_weights: usize,
    hidden_biases: usize,
    output_weights: usize,
}

impl Places {
    /// The number of weights of a stage.
    const HEAD: usize = HIDDEN * (2 * WIDTH + 2);

    fn new(inputs: &Inputs, stage: usize) -> Places {
        let hidden_weights = Places::inputs(inputs) + stage * Places::HEAD;
        let hidden_biases = hidden_weights + HIDDEN * 2 * WIDTH;
        Places {
            hidden_weights,
            hidden_biases,
            output_weights: hidden_biases + HIDDEN,
        }
    }

    /// The number of weights of all inputs, with the biases; they come first.
    fn inputs(inputs: &Inputs) -> usize {
        (inputs.count() + 1) * WIDTH
    }

    /// The number of all weights.
    fn all(inputs: &Inputs) -> usize {
        Places::inputs(inputs) + STAGES * Places::HEAD
    }
}

/// The forward pass of the network for one position.
struct ForwardPass {
    places: Places,
    /// The inputs of the side to move, then of the other side.
    seen: [([u16; SEEN], usize); 2],
    /// Sums before the activation function.
    views: [f32; 2 * WIDTH],
    hidden: [f32; HIDDEN],
    value: f32,
}

impl ForwardPass {
    fn new(inputs: &Inputs, values: &[f32], pieces: &Pieces<u64>) -> ForwardPass {
        let places = Places::new(inputs, inputs.stage(pieces));
        let mut pass = ForwardPass {
            places,
            seen: [([0; SEEN], 0); 2],
            views: [0.0; 2 * WIDTH],
            hidden: [0.0; HIDDEN],
            value: 0.0,
        };
        let (rows, _) = values[..Places::inputs(inputs)].as_chunks::<WIDTH>();
        let (views, _) = pass.views.as_chunks_mut::<WIDTH>();
        let sides = [pieces.side, pieces.side.opponent()];
        for ((side, view), (seen, count)) in sides.into_iter().zip(views).zip(&mut pass.seen) {
            *view = rows[inputs.count()];
            inputs.visit(pieces, side, |input| {
                if *count < SEEN {
                    seen[*count] = input as u16;
                    *count += 1;
                    for (sum, value) in view.iter_mut().zip(&rows[input]) {
                        *sum += value;
                    }
                }
            });
        }
        let cut = pass.views.map(cut);
        let (hidden_weights, _) =
            values[places.hidden_weights..places.hidden_biases].as_chunks::<{ 2 * WIDTH }>();
        for (number, hidden_weights) in hidden_weights.iter().enumerate() {
            pass.hidden[number] =
                values[places.hidden_biases + number] + product(hidden_weights, &cut);
            pass.value += values[places.output_weights + number] * self::cut(pass.hidden[number]);
        }
        pass
    }
}

/// The activation function: clipped to 0 and 1.
fn cut(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// Whether the derivative of the activation function is not 0.
fn is_free(sum: f32) -> bool {
    sum > 0.0 && sum < 1.0
}

/// The product of two vectors. Eight partial sums let the processor add in parallel.
fn product(one: &[f32; 2 * WIDTH], other: &[f32; 2 * WIDTH]) -> f32 {
    let mut sums = [0.0; 8];
    let (one, _) = one.as_chunks::<8>();
    let (other, _) = other.as_chunks::<8>();
    for (one, other) in one.iter().zip(other) {
        for lane in 0..8 {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.iter().sum()
}

impl LabelledSample {
    /// The target for the side to move, and the weight of the sample in the loss.
    fn target(&self, aim: Aim) -> (f32, f32) {
        let (target, counts) = target(aim, &self.sample);
        match self.sample.pieces().side {
            Side::White => (target, counts),
            Side::Black => (1.0 - target, counts),
        }
    }
}

impl Replica {
    /// One step of gradient descent for one sample.
    fn learn(&mut self, inputs: &Inputs, aim: Aim, labelled: &LabelledSample, rate: f32) {
        let pass = ForwardPass::new(inputs, &self.values, &labelled.sample.pieces());
        let places = pass.places;
        let (target, counts) = labelled.target(aim);
        let error = counts * (odds(labelled.sum + pass.value) - target);
        let seen = pass.views.map(cut);
        let mut slopes = [0.0; 2 * WIDTH];
        for (number, &hidden) in pass.hidden.iter().enumerate() {
            let worth = self.values[places.output_weights + number];
            self.step(places.output_weights + number, error * cut(hidden), rate);
            if !is_free(hidden) {
                continue;
            }
            let slope = error * worth;
            let first = places.hidden_weights + number * 2 * WIDTH;
            let hidden_weights = &self.values[first..first + 2 * WIDTH];
            for (sum, link) in slopes.iter_mut().zip(hidden_weights) {
                *sum += slope * link;
            }
            self.steps(
                first,
                &seen.map(|seen| slope * seen),
                rate,
                MAX_HIDDEN_WEIGHT,
            );
            self.step(places.hidden_biases + number, slope, rate);
        }
        for (slope, &sum) in slopes.iter_mut().zip(&pass.views) {
            if !is_free(sum) {
                *slope = 0.0;
            }
        }
        let (slopes, _) = slopes.as_chunks::<WIDTH>();
        for (slopes, (seen, count)) in slopes.iter().zip(&pass.seen) {
            let always = inputs.count();
            for &input in seen[..*count].iter().chain([&(always as u16)]) {
                self.steps(usize::from(input) * WIDTH, slopes, rate, MAX_INPUT_WEIGHT);
            }
        }
    }

    fn step(&mut self, place: usize, slope: f32, rate: f32) {
        self.steps(place, &[slope], rate, f32::INFINITY);
    }

    fn steps<const N: usize>(&mut self, first: usize, slopes: &[f32; N], rate: f32, largest: f32) {
        let values = &mut self.values[first..first + N];
        let squares = &mut self.squares[first..first + N];
        for lane in 0..N {
            squares[lane] += slopes[lane] * slopes[lane];
            let step = rate * slopes[lane] / squares[lane].sqrt();
            values[lane] = (values[lane] - step).clamp(-largest, largest);
        }
    }
}

impl NetworkLearner {
    pub(super) fn new(inputs: Inputs, aim: Aim, threads: usize) -> NetworkLearner {
        let input_numbers = Places::inputs(&inputs);
        let mut dice = fastrand::Rng::with_seed(1);
        let mut values: Values = (0..Places::all(&inputs))
            .map(|place| {
                let most = if place < input_numbers {
                    BEGIN
                } else {
                    INITIAL_HIDDEN_WEIGHT
                };
                (2.0 * dice.f32() - 1.0) * most
            })
            .collect();
        values[inputs.count() * WIDTH..input_numbers].fill(MIDDLE);
        for stage in 0..STAGES {
            let places = Places::new(&inputs, stage);
            values[places.hidden_biases..places.output_weights].fill(MIDDLE);
        }
        NetworkLearner {
            replica: Replica {
                squares: vec![SMALL; values.len()],
                values,
            },
            inputs,
            aim,
            threads: threads.max(1),
        }
    }

    /// Starts from the weights of an earlier network. The learning rates are as if that network had
    /// been trained on these positions `counts` times.
    pub(super) fn begin_with(
        &mut self,
        numbers: &QuantisedWeights,
        before: &Before,
        samples: &[LabelledSample],
    ) {
        if !self.take(numbers, before.scale) {
            return;
        }
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        fastrand::Rng::with_seed(0).shuffle(&mut order);
        // With a learning rate of zero, the copies only collect the squares of their gradients.
        for together in order.chunks(REPLICAS * BATCH) {
            self.teach(samples, together, 0.0);
        }
        for square in &mut self.replica.squares {
            *square = SMALL + (*square - SMALL) * before.counts;
        }
    }

    /// Takes over the weights of an earlier network. Returns `false` if it has other inputs.
    pub(super) fn take(&mut self, numbers: &QuantisedWeights, scale: f32) -> bool {
        if numbers.input_count() != self.inputs.count() {
            return false;
        }
        let learned = numbers.learned();
        self.replica.values.clear();
        let values = &mut self.replica.values;
        values.extend(learned.inputs.iter().flatten());
        for head in learned.heads {
            values.extend(head.hidden_weights.iter().flatten());
            values.extend(head.hidden_biases);
            values.extend(head.output_weights.map(|worth| worth / scale));
        }
        debug_assert_eq!(values.len(), Places::all(&self.inputs));
        true
    }

    /// Trains for one epoch. `epoch` is its number, from 0; `epochs` is how many there are.
    pub(super) fn epoch(&mut self, samples: &[LabelledSample], epoch: u32, epochs: u32) {
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        fastrand::Rng::with_seed(u64::from(epoch)).shuffle(&mut order);
        let whole = order.len().max(1) as f32;
        for (round, together) in order.chunks(REPLICAS * BATCH).enumerate() {
            let gone = (round * REPLICAS * BATCH) as f32 / whole;
            let left = 1.0 - (epoch as f32 + gone) / epochs.max(1) as f32;
            self.teach(samples, together, RATE * left);
        }
    }

    /// Trains each copy on its part of the batch, and averages the copies.
    fn teach(&mut self, samples: &[LabelledSample], order: &[u32], rate: f32) {
        let share = order.len().div_ceil(REPLICAS).max(1);
        let shares: Vec<&[u32]> = order.chunks(share).collect();
        let (inputs, aim, common) = (&self.inputs, self.aim, &self.replica);
        let learn = |share: &[u32]| {
            let mut replica = common.clone();
            for &number in share {
                replica.learn(inputs, aim, &samples[number as usize], rate);
            }
            replica
        };
        let mut replicas = Vec::new();
        for together in shares.chunks(self.threads) {
            std::thread::scope(|scope| {
                let threads: Vec<_> = together
                    .iter()
                    .map(|share| scope.spawn(|| learn(share)))
                    .collect();
                replicas.extend(threads.into_iter().map(joined));
            });
        }
        if replicas.is_empty() {
            return;
        }
        let part = 1.0 / replicas.len() as f32;
        let mean = |of: fn(&Replica) -> &Values| -> Values {
            let mut mean = vec![0.0; common.values.len()];
            for replica in &replicas {
                for (mean, value) in mean.iter_mut().zip(of(replica)) {
                    *mean += part * value;
                }
            }
            mean
        };
        self.replica = Replica {
            values: mean(|replica| &replica.values),
            squares: mean(|replica| &replica.squares),
        };
    }

    /// The network's correction of the value of a position, for White, as log-odds.
    pub(super) fn worth(&self, pieces: &Pieces<u64>) -> f32 {
        let value = ForwardPass::new(&self.inputs, &self.replica.values, pieces).value;
        match pieces.side {
            Side::White => value,
            Side::Black => -value,
        }
    }

    /// The mean loss in nats: the cross-entropy of target and prediction.
    pub(super) fn loss(&self, samples: &[LabelledSample]) -> f64 {
        let (mut sum, mut all) = (0.0, 0.0);
        for labelled in samples {
            let pieces = labelled.sample.pieces();
            let value = ForwardPass::new(&self.inputs, &self.replica.values, &pieces).value;
            let (target, counts) = labelled.target(self.aim);
            sum += f64::from(counts * loss(labelled.sum + value, target));
            all += f64::from(counts);
        }
        sum / f64::max(all, 1.0)
    }

    /// The quantised weights; one unit of log-odds is `scale` hundredths of a man.
    pub(super) fn numbers(&self, scale: f32) -> QuantisedWeights {
        let values = &self.replica.values;
        let (rows, _) = values[..Places::inputs(&self.inputs)].as_chunks::<WIDTH>();
        let head = |stage: usize| {
            let places = Places::new(&self.inputs, stage);
            let hidden = |first: usize| -> [f32; HIDDEN] {
                std::array::from_fn(|number| values[first + number])
            };
            let (hidden_weights, _) =
                values[places.hidden_weights..places.hidden_biases].as_chunks::<{ 2 * WIDTH }>();
            FloatHead {
                hidden_weights: std::array::from_fn(|number| hidden_weights[number]),
                hidden_biases: hidden(places.hidden_biases),
                output_weights: hidden(places.output_weights).map(|worth| worth * scale),
            }
        };
        QuantisedWeights::round(&FloatWeights {
            inputs: rows.to_vec(),
            heads: std::array::from_fn(head),
        })
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{AnyPieces, Position, Variant};

    use super::*;

    /// Positions from games of random moves. The side with more men counts as the winner.
    fn samples(games: u64) -> Vec<LabelledSample> {
        let mut samples = Vec::new();
        for seed in 0..games {
            let mut dice = fastrand::Rng::with_seed(seed);
            let mut position = Position::start(Variant::RUSSIAN);
            while !position.legal_moves().is_empty() && samples.len() < 100 * (seed as usize + 1) {
                let moves = position.legal_moves();
                position = position.play(&moves[dice.usize(..moves.len())]).unwrap();
                let AnyPieces::Narrow(pieces) = position.raw() else {
                    panic!("64 bits")
                };
                let men = |side| pieces.men(side).count_ones() as i16;
                let ahead = men(Side::White) - men(Side::Black);
                let result = (1 + ahead.signum()) as u8;
                let sample = Sample::new(&pieces, 40 * ahead, result);
                samples.push(LabelledSample { sample, sum: 0.1 });
            }
        }
        samples
    }

    fn learner(threads: usize) -> NetworkLearner {
        let model = damier_engine::trained::Model::new(Variant::RUSSIAN).unwrap();
        NetworkLearner::new(model.inputs(), Aim::default(), threads)
    }

    #[test]
    fn steps_go_downhill() {
        let mut learner = learner(1);
        // With these squares, a first step moves each weight by exactly its gradient.
        learner.replica.squares.fill(1.0);
        let labelled = samples(2)[60];
        let mut replica = learner.replica.clone();
        replica.learn(&learner.inputs, learner.aim, &labelled, 1.0);
        let mut moved = 0;
        let (_, counts) = labelled.target(learner.aim);
        for place in 0..replica.values.len() {
            let mut loss_at = |step: f32| {
                let kept = learner.replica.values[place];
                learner.replica.values[place] += step;
                let loss = learner.loss(&[labelled]) * f64::from(counts);
                learner.replica.values[place] = kept;
                loss
            };
            // Where a sum is close to being clipped, the slopes on its two sides differ.
            let here = loss_at(0.0);
            let slopes = [0.004, -0.004].map(|step| (loss_at(step) - here) / f64::from(step));
            let [least, most] = [slopes[0].min(slopes[1]), slopes[0].max(slopes[1])];
            let step = f64::from(learner.replica.values[place] - replica.values[place]);
            let near = 2e-4 + 0.03 * step.abs();
            assert!(
                least - near < step && step < most + near,
                "number {place}: slopes {slopes:?}, step {step}"
            );
            moved += usize::from(step.abs() > 1e-3);
        }
        assert!(moved > 100, "{moved}");
    }

    #[test]
    fn training_does_not_depend_on_the_number_of_threads() {
        let samples = samples(40);
        let mut taught = [1, 3].map(|threads| {
            let mut learner = learner(threads);
            let before = learner.loss(&samples);
            for epoch in 0..3 {
                learner.epoch(&samples, epoch, 3);
            }
            assert!(learner.loss(&samples) < before - 0.02);
            learner.numbers(100.0)
        });
        assert_eq!(taught[0], taught[1]);
        taught[0] = learner(1).numbers(100.0);
        assert_ne!(taught[0], taught[1]);
    }
}
