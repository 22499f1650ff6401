//! Training on positions that a search evaluates, near the ends of its lines.
//!
//! Games follow good moves. A search also tries bad moves, and most of its leaves come after them.
//! Most calls of an evaluation trained on games alone are therefore for positions unlike its
//! training set.

use damier_engine::Engine;
use damier_engine::trained::WeightsError;
use damier_rules::{DrawSettings, Game, Pieces, Position, Variant};

use super::samples::{Sample, Samples, is_to_learn_from};
use super::teacher::Teacher;

/// The most positions from one search.
const OF_ONE_SEARCH: u64 = 4;

/// Of the leaves of a search, this many are drawn at random, so that enough of them are quiet.
const DRAWN: usize = 16;

/// How many such positions are used for training, and from which searches.
#[derive(Clone, Debug)]
pub struct SearchLeaves {
    /// How many positions, approximately.
    pub positions: u64,
    /// The number of nodes of each search that leaves are drawn from.
    pub nodes: u64,
    /// The seed.
    pub seed: u64,
}

impl SearchLeaves {
    /// Adds positions from searches that start at positions of the games, labelled by the teacher,
    /// and returns how many. Leaves that come from a held-out game are held out too.
    ///
    /// # Errors
    /// If the teacher's weights do not fit their game.
    pub(super) fn add_to(
        &self,
        samples: &mut Samples,
        variant: Variant,
        teacher: &Teacher<'_>,
        mut tell: impl FnMut(u64, u64),
    ) -> Result<u64, WeightsError> {
        let of_games = (samples.learned.len() + samples.held_out.len()).max(1) as f64;
        let in_all = self.positions.div_ceil(OF_ONE_SEARCH) as f64;
        let part = |set: &Vec<Sample>| (in_all * set.len() as f64 / of_games).ceil() as u64;
        let of = part(&samples.learned) + part(&samples.held_out);
        let mut dice = fastrand::Rng::with_seed(self.seed);
        let (mut added, mut done) = (0, 0);
        for set in [&mut samples.learned, &mut samples.held_out] {
            if set.is_empty() {
                continue;
            }
            let begin = |_| (set[dice.usize(..set.len())], dice.u64(..));
            let begins: Vec<(Sample, u64)> = (0..part(set)).map(begin).collect();
            let count = || {
                done += 1;
                tell(done, of);
            };
            let leaves = teacher.each(&begins, count, |engine, (sample, seed)| {
                let boards = self.boards(engine, variant, sample, *seed);
                let quiet = boards.into_iter().filter_map(|board| {
                    Position::from_raw(variant, board.into()).filter(is_to_learn_from)
                });
                let some: Vec<Position> = quiet.take(OF_ONE_SEARCH as usize).collect();
                let judged = |position| teacher.sample(engine, position);
                some.iter().filter_map(judged).collect::<Vec<_>>()
            })?;
            added += leaves.len() as u64;
            set.extend(leaves);
        }
        Ok(added)
    }

    /// The positions evaluated by a search that begins at a position of a game.
    fn boards(
        &self,
        engine: &Engine,
        variant: Variant,
        sample: &Sample,
        seed: u64,
    ) -> Vec<Pieces<u64>> {
        let Some(position) = Position::from_raw(variant, sample.pieces().into()) else {
            return Vec::new();
        };
        engine.forget();
        let game = Game::new(position, DrawSettings::default());
        engine.leaves(&game, self.nodes, DRAWN, seed)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use damier_engine::trained::{Model, Weights};
    use damier_rules::{AnyPieces, Side};

    use super::super::samples::NO_RESULT;
    use super::*;

    /// Positions along a game of first moves.
    fn of_a_game(variant: Variant) -> Vec<Sample> {
        let mut position = Position::start(variant);
        let mut samples = Vec::new();
        while let Some(played) = position.legal_moves().first() {
            position = position.play(played).unwrap();
            let AnyPieces::Narrow(pieces) = position.raw() else {
                panic!("64 bits")
            };
            samples.push(Sample::new(&pieces, 0, 1));
            if samples.len() == 40 {
                break;
            }
        }
        samples
    }

    fn samples(threads: usize, seed: u64) -> Samples {
        let variant = Variant::RUSSIAN;
        let model = Model::new(variant).unwrap();
        let some = |shape: usize| [(shape % 101) as i16 - 50; 2];
        let some: Vec<_> = (0..model.tall().start).map(some).collect();
        let weights = Weights::new(variant.id(), some);
        let teacher = Teacher {
            weights: &weights,
            endings: None,
            nodes: 100,
            decided_at: 300,
            threads,
        };
        let game = of_a_game(variant);
        let mut samples = Samples::default();
        samples.learned.extend_from_slice(&game[..30]);
        samples.held_out.extend_from_slice(&game[30..]);
        let leaves = SearchLeaves {
            positions: 200,
            nodes: 500,
            seed,
        };
        let before = samples.learned.len() + samples.held_out.len();
        let added = leaves
            .add_to(&mut samples, variant, &teacher, |_, _| {})
            .unwrap();
        let now = samples.learned.len() + samples.held_out.len();
        assert_eq!(added as usize, now - before);
        samples
    }

    #[test]
    fn search_leaves_differ_from_game_positions() {
        let samples = samples(1, 1);
        let learned = samples.learned.len() - 30;
        let held_out = samples.held_out.len() - (of_a_game(Variant::RUSSIAN).len() - 30);
        assert!((60..=160).contains(&learned), "{learned}");
        assert!((10..=60).contains(&held_out), "{held_out}");
        let key = |sample: &Sample| {
            let Pieces {
                white,
                black,
                kings,
                side,
                ..
            } = sample.pieces();
            (white, black, kings, side == Side::White)
        };
        let game: HashSet<_> = of_a_game(Variant::RUSSIAN).iter().map(key).collect();
        let new = |sample: &&Sample| !game.contains(&key(sample));
        let leaves = &samples.learned[30..];
        assert!(2 * leaves.iter().filter(new).count() > leaves.len());
        for sample in leaves {
            assert!(sample.score.abs() <= 300 && sample.result == NO_RESULT);
            let position = Position::from_raw(Variant::RUSSIAN, sample.pieces().into()).unwrap();
            assert!(is_to_learn_from(&position));
        }
        assert!(leaves.iter().any(|sample| sample.score != 0));
    }

    #[test]
    fn the_seed_decides_and_the_threads_do_not() {
        let all = |threads, seed| {
            let samples = samples(threads, seed);
            (samples.learned, samples.held_out)
        };
        assert_eq!(all(1, 1), all(3, 1));
        assert_ne!(all(1, 1), all(1, 2));
    }
}
