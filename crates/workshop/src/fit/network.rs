//! Teaching the network: after the patterns are fitted, it learns what they lack.
//!
//! Small steps downhill, position by position, in an order drawn by lot; each number slows down with
//! the steps that it has made (Adagrad: Duchi, Hazan, Singer, 2011), and all of them towards the end.
//! The positions are dealt to a few pupils, who learn side by side for a while and then agree on the
//! mean of what they know, so that the same games teach the same on any number of threads.

use damier_engine::trained::{
    HIDDEN, Inputs, LARGEST_INPUT, LARGEST_LINK, Learned, LearnedHead, Numbers, STAGES, WIDTH,
};
use damier_rules::{Pieces, Side};

use super::learner::{Aim, loss, odds, target};
use super::samples::Sample;
use super::{Before, joined};

/// What a number moves in its first step.
const RATE: f32 = 0.06;
/// Numbers begin somewhere below this, so that no two learn the same.
const BEGIN: f32 = 0.05;
/// The same for those of the hidden layer.
const BEGIN_LINK: f32 = 0.2;
/// Where sums begin, between the ends at which they are cut off.
const MIDDLE: f32 = 0.2;
/// The square of a slope that is small.
const SMALL: f32 = 1e-3;

/// Those who learn side by side.
const PUPILS: usize = 4;
/// Positions that each of them sees before they agree.
const LESSON: usize = 2_048;

/// The most inputs of one view: all pieces of a board, and their counts.
const SEEN: usize = 51;

/// All numbers of a network one after the other: inputs, then links, floors and worths of each stage.
type Values = Vec<f32>;

/// What somebody knows, and how steep it was to get there.
#[derive(Clone)]
struct Pupil {
    values: Values,
    /// For each number the sum of its squared slopes.
    squares: Values,
}

/// The network while it is taught.
pub(super) struct NetworkLearner {
    inputs: Inputs,
    aim: Aim,
    threads: usize,
    pupil: Pupil,
}

/// A position as it is taught: what the patterns say of it for the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lesson {
    pub(super) sample: Sample,
    pub(super) sum: f32,
}

/// Where the numbers lie that a position of one stage is valued by.
#[derive(Clone, Copy)]
struct Places {
    links: usize,
    floors: usize,
    worths: usize,
}

impl Places {
    /// How many numbers a stage has.
    const HEAD: usize = HIDDEN * (2 * WIDTH + 2);

    fn new(inputs: &Inputs, stage: usize) -> Places {
        let links = Places::inputs(inputs) + stage * Places::HEAD;
        let floors = links + HIDDEN * 2 * WIDTH;
        Places {
            links,
            floors,
            worths: floors + HIDDEN,
        }
    }

    /// How many numbers all inputs have; they come first.
    fn inputs(inputs: &Inputs) -> usize {
        (inputs.count() + 1) * WIDTH
    }

    /// How many numbers there are.
    fn all(inputs: &Inputs) -> usize {
        Places::inputs(inputs) + STAGES * Places::HEAD
    }
}

/// What a network sees and thinks of one position.
struct Thought {
    places: Places,
    /// The inputs of the side to move, then of the other side.
    seen: [([u16; SEEN], usize); 2],
    /// Sums before they are cut off.
    views: [f32; 2 * WIDTH],
    hidden: [f32; HIDDEN],
    value: f32,
}

impl Thought {
    fn new(inputs: &Inputs, values: &[f32], pieces: &Pieces<u64>) -> Thought {
        let places = Places::new(inputs, inputs.stage(pieces));
        let mut thought = Thought {
            places,
            seen: [([0; SEEN], 0); 2],
            views: [0.0; 2 * WIDTH],
            hidden: [0.0; HIDDEN],
            value: 0.0,
        };
        let (rows, _) = values[..Places::inputs(inputs)].as_chunks::<WIDTH>();
        let (views, _) = thought.views.as_chunks_mut::<WIDTH>();
        let sides = [pieces.side, pieces.side.opponent()];
        for ((side, view), (seen, count)) in sides.into_iter().zip(views).zip(&mut thought.seen) {
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
        let cut = thought.views.map(cut);
        let (links, _) = values[places.links..places.floors].as_chunks::<{ 2 * WIDTH }>();
        for (number, links) in links.iter().enumerate() {
            thought.hidden[number] = values[places.floors + number] + product(links, &cut);
            thought.value += values[places.worths + number] * self::cut(thought.hidden[number]);
        }
        thought
    }
}

/// What is left of a sum: nothing below 0, at most 1.
fn cut(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// Whether a sum that moves changes anything.
fn is_free(sum: f32) -> bool {
    sum > 0.0 && sum < 1.0
}

/// In eight partial sums, which the processor adds up side by side.
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

impl Lesson {
    /// What the side to move may expect, and how much that counts.
    fn target(&self, aim: Aim) -> (f32, f32) {
        let (target, counts) = target(aim, &self.sample);
        match self.sample.pieces().side {
            Side::White => (target, counts),
            Side::Black => (1.0 - target, counts),
        }
    }
}

impl Pupil {
    /// One step downhill for one position.
    fn learn(&mut self, inputs: &Inputs, aim: Aim, lesson: &Lesson, rate: f32) {
        let thought = Thought::new(inputs, &self.values, &lesson.sample.pieces());
        let places = thought.places;
        let (target, counts) = lesson.target(aim);
        let error = counts * (odds(lesson.sum + thought.value) - target);
        let seen = thought.views.map(cut);
        let mut slopes = [0.0; 2 * WIDTH];
        for (number, &hidden) in thought.hidden.iter().enumerate() {
            let worth = self.values[places.worths + number];
            self.step(places.worths + number, error * cut(hidden), rate);
            if !is_free(hidden) {
                continue;
            }
            let slope = error * worth;
            let first = places.links + number * 2 * WIDTH;
            let links = &self.values[first..first + 2 * WIDTH];
            for (sum, link) in slopes.iter_mut().zip(links) {
                *sum += slope * link;
            }
            self.steps(first, &seen.map(|seen| slope * seen), rate, LARGEST_LINK);
            self.step(places.floors + number, slope, rate);
        }
        for (slope, &sum) in slopes.iter_mut().zip(&thought.views) {
            if !is_free(sum) {
                *slope = 0.0;
            }
        }
        let (slopes, _) = slopes.as_chunks::<WIDTH>();
        for (slopes, (seen, count)) in slopes.iter().zip(&thought.seen) {
            let always = inputs.count();
            for &input in seen[..*count].iter().chain([&(always as u16)]) {
                self.steps(usize::from(input) * WIDTH, slopes, rate, LARGEST_INPUT);
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
                    BEGIN_LINK
                };
                (2.0 * dice.f32() - 1.0) * most
            })
            .collect();
        values[inputs.count() * WIDTH..input_numbers].fill(MIDDLE);
        for stage in 0..STAGES {
            let places = Places::new(&inputs, stage);
            values[places.floors..places.worths].fill(MIDDLE);
        }
        NetworkLearner {
            pupil: Pupil {
                squares: vec![SMALL; values.len()],
                values,
            },
            inputs,
            aim,
            threads: threads.max(1),
        }
    }

    /// Begins with the numbers of an earlier network, and goes on as slowly as if it had been through these
    /// positions so many times.
    pub(super) fn begin_with(&mut self, numbers: &Numbers, before: &Before, lessons: &[Lesson]) {
        if !self.take(numbers, before.scale) {
            return;
        }
        let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
        fastrand::Rng::with_seed(0).shuffle(&mut order);
        // At a rate of nothing it only sees how steep it is here.
        for together in order.chunks(PUPILS * LESSON) {
            self.teach(lessons, together, 0.0);
        }
        for square in &mut self.pupil.squares {
            *square = SMALL + (*square - SMALL) * before.counts;
        }
    }

    /// Takes over the numbers of an earlier network, if they are for these inputs.
    pub(super) fn take(&mut self, numbers: &Numbers, scale: f32) -> bool {
        if numbers.input_count() != self.inputs.count() {
            return false;
        }
        let learned = numbers.learned();
        self.pupil.values.clear();
        let values = &mut self.pupil.values;
        values.extend(learned.inputs.iter().flatten());
        for head in learned.heads {
            values.extend(head.links.iter().flatten());
            values.extend(head.floors);
            values.extend(head.worths.map(|worth| worth / scale));
        }
        debug_assert_eq!(values.len(), Places::all(&self.inputs));
        true
    }

    /// Goes once through all positions; `epoch` is the number of such goes before it, of so many.
    pub(super) fn epoch(&mut self, lessons: &[Lesson], epoch: u32, epochs: u32) {
        let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
        fastrand::Rng::with_seed(u64::from(epoch)).shuffle(&mut order);
        let whole = order.len().max(1) as f32;
        for (round, together) in order.chunks(PUPILS * LESSON).enumerate() {
            let gone = (round * PUPILS * LESSON) as f32 / whole;
            let left = 1.0 - (epoch as f32 + gone) / epochs.max(1) as f32;
            self.teach(lessons, together, RATE * left);
        }
    }

    /// Every pupil goes through its share, and they agree.
    fn teach(&mut self, lessons: &[Lesson], order: &[u32], rate: f32) {
        let share = order.len().div_ceil(PUPILS).max(1);
        let shares: Vec<&[u32]> = order.chunks(share).collect();
        let (inputs, aim, common) = (&self.inputs, self.aim, &self.pupil);
        let learn = |share: &[u32]| {
            let mut pupil = common.clone();
            for &number in share {
                pupil.learn(inputs, aim, &lessons[number as usize], rate);
            }
            pupil
        };
        let mut pupils = Vec::new();
        for together in shares.chunks(self.threads) {
            std::thread::scope(|scope| {
                let threads: Vec<_> = together
                    .iter()
                    .map(|share| scope.spawn(|| learn(share)))
                    .collect();
                pupils.extend(threads.into_iter().map(joined));
            });
        }
        if pupils.is_empty() {
            return;
        }
        let part = 1.0 / pupils.len() as f32;
        let mean = |of: fn(&Pupil) -> &Values| -> Values {
            let mut mean = vec![0.0; common.values.len()];
            for pupil in &pupils {
                for (mean, value) in mean.iter_mut().zip(of(pupil)) {
                    *mean += part * value;
                }
            }
            mean
        };
        self.pupil = Pupil {
            values: mean(|pupil| &pupil.values),
            squares: mean(|pupil| &pupil.squares),
        };
    }

    /// What the network adds to the worth of a position, for White.
    pub(super) fn worth(&self, pieces: &Pieces<u64>) -> f32 {
        let value = Thought::new(&self.inputs, &self.pupil.values, pieces).value;
        match pieces.side {
            Side::White => value,
            Side::Black => -value,
        }
    }

    /// The mean loss, the cross-entropy of what was expected and what came, in nats.
    pub(super) fn loss(&self, lessons: &[Lesson]) -> f64 {
        let (mut sum, mut all) = (0.0, 0.0);
        for lesson in lessons {
            let pieces = lesson.sample.pieces();
            let value = Thought::new(&self.inputs, &self.pupil.values, &pieces).value;
            let (target, counts) = lesson.target(self.aim);
            sum += f64::from(counts * loss(lesson.sum + value, target));
            all += f64::from(counts);
        }
        sum / f64::max(all, 1.0)
    }

    /// The numbers in whole steps; `scale` hundredths of a man multiply the odds by e.
    pub(super) fn numbers(&self, scale: f32) -> Numbers {
        let values = &self.pupil.values;
        let (rows, _) = values[..Places::inputs(&self.inputs)].as_chunks::<WIDTH>();
        let head = |stage: usize| {
            let places = Places::new(&self.inputs, stage);
            let hidden = |first: usize| -> [f32; HIDDEN] {
                std::array::from_fn(|number| values[first + number])
            };
            let (links, _) = values[places.links..places.floors].as_chunks::<{ 2 * WIDTH }>();
            LearnedHead {
                links: std::array::from_fn(|number| links[number]),
                floors: hidden(places.floors),
                worths: hidden(places.worths).map(|worth| worth * scale),
            }
        };
        Numbers::round(&Learned {
            inputs: rows.to_vec(),
            heads: std::array::from_fn(head),
        })
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{AnyPieces, Position, Variant};

    use super::*;

    /// Positions along games of random moves; those in which White has more men are won, at least mostly.
    fn lessons(games: u64) -> Vec<Lesson> {
        let mut lessons = Vec::new();
        for seed in 0..games {
            let mut dice = fastrand::Rng::with_seed(seed);
            let mut position = Position::start(Variant::RUSSIAN);
            while !position.legal_moves().is_empty() && lessons.len() < 100 * (seed as usize + 1) {
                let moves = position.legal_moves();
                position = position.play(&moves[dice.usize(..moves.len())]).unwrap();
                let AnyPieces::Narrow(pieces) = position.raw() else {
                    panic!("64 bits")
                };
                let men = |side| pieces.men(side).count_ones() as i16;
                let ahead = men(Side::White) - men(Side::Black);
                let result = (1 + ahead.signum()) as u8;
                let sample = Sample::new(&pieces, 40 * ahead, result);
                lessons.push(Lesson { sample, sum: 0.1 });
            }
        }
        lessons
    }

    fn learner(threads: usize) -> NetworkLearner {
        let model = damier_engine::trained::Model::new(Variant::RUSSIAN).unwrap();
        NetworkLearner::new(model.inputs(), Aim::default(), threads)
    }

    #[test]
    fn steps_go_downhill() {
        let mut learner = learner(1);
        // In a first step from here a number moves by its slope.
        learner.pupil.squares.fill(1.0);
        let lesson = lessons(2)[60];
        let mut pupil = learner.pupil.clone();
        pupil.learn(&learner.inputs, learner.aim, &lesson, 1.0);
        let mut moved = 0;
        let (_, counts) = lesson.target(learner.aim);
        for place in 0..pupil.values.len() {
            let mut loss_at = |step: f32| {
                let kept = learner.pupil.values[place];
                learner.pupil.values[place] += step;
                let loss = learner.loss(&[lesson]) * f64::from(counts);
                learner.pupil.values[place] = kept;
                loss
            };
            // Where a sum is nearly cut off, the slope is another one on either side.
            let here = loss_at(0.0);
            let slopes = [0.004, -0.004].map(|step| (loss_at(step) - here) / f64::from(step));
            let [least, most] = [slopes[0].min(slopes[1]), slopes[0].max(slopes[1])];
            let step = f64::from(learner.pupil.values[place] - pupil.values[place]);
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
    fn it_learns_the_same_on_any_number_of_threads() {
        let lessons = lessons(40);
        let mut taught = [1, 3].map(|threads| {
            let mut learner = learner(threads);
            let before = learner.loss(&lessons);
            for epoch in 0..3 {
                learner.epoch(&lessons, epoch, 3);
            }
            assert!(learner.loss(&lessons) < before - 0.02);
            learner.numbers(100.0)
        });
        assert_eq!(taught[0], taught[1]);
        taught[0] = learner(1).numbers(100.0);
        assert_ne!(taught[0], taught[1]);
    }
}
