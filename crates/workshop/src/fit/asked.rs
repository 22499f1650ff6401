//! Positions at the ends of a search's lines, which its evaluation is asked about.
//!
//! Games go along good moves; a search looks at bad ones too, and stands at their ends most of the time. An
//! evaluation that was fitted to games alone is asked mostly what it has not learned.

use damier_engine::Engine;
use damier_rules::{DrawSettings, Game, Pieces, Position, Variant};

use super::samples::{Sample, Samples, is_quiet};
use super::teacher::Teacher;

/// Positions that come of one search, at most.
const OF_ONE_SEARCH: u64 = 4;

/// Of so many boards drawn by lot enough are quiet.
const DRAWN: usize = 16;

/// What is learned from questions of searches.
#[derive(Clone, Debug)]
pub struct Asked {
    /// About how many positions.
    pub positions: u64,
    /// Positions visited by each search that asks.
    pub nodes: u64,
    /// Decides which.
    pub seed: u64,
}

impl Asked {
    /// Adds what is asked by searches that begin at positions of the games, as the teacher sees it. What begins at
    /// a game that is held out is held out too.
    pub(super) fn add_to(&self, samples: &mut Samples, variant: Variant, teacher: &Teacher<'_>) {
        let all = (samples.learned.len() + samples.held_out.len()).max(1) as f64;
        let searches = self.positions.div_ceil(OF_ONE_SEARCH) as f64;
        let mut dice = fastrand::Rng::with_seed(self.seed);
        for set in [&mut samples.learned, &mut samples.held_out] {
            let searches = (searches * set.len() as f64 / all).ceil() as u64;
            if set.is_empty() {
                continue;
            }
            let begin = |_| (set[dice.usize(..set.len())], dice.u64(..));
            let begins: Vec<(Sample, u64)> = (0..searches).map(begin).collect();
            set.extend(teacher.each(&begins, |engine, (sample, seed), asked| {
                let boards = self.boards(engine, variant, sample, *seed);
                let quiet = boards.iter().filter_map(|board| quiet(variant, board));
                for position in quiet.take(OF_ONE_SEARCH as usize) {
                    engine.forget();
                    asked.extend(teacher.sample(engine, &position));
                }
            }));
        }
    }

    /// What a search asks that begins at a position of a game.
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
        let game = Game::new(position, DrawSettings::default());
        engine.asked(&game, self.nodes, DRAWN, seed)
    }
}

/// A board as a position, if neither side can capture and the game goes on.
fn quiet(variant: Variant, board: &Pieces<u64>) -> Option<Position> {
    let position = Position::from_raw(variant, (*board).into())?;
    (is_quiet(&position) && position.outcome().is_none()).then_some(position)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use damier_engine::trained::{Model, Weights};
    use damier_rules::{AnyPieces, Side};

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
        let mut samples = Samples {
            learned: game[..30].to_vec(),
            held_out: game[30..].to_vec(),
            ..Samples::default()
        };
        let asked = Asked {
            positions: 200,
            nodes: 500,
            seed,
        };
        asked.add_to(&mut samples, variant, &teacher);
        samples
    }

    #[test]
    fn searches_ask_about_other_positions_than_games_have() {
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
        let asked = &samples.learned[30..];
        assert!(2 * asked.iter().filter(new).count() > asked.len());
        for sample in asked {
            assert!(sample.score.abs() <= 300 && sample.result == 1);
            assert!(quiet(Variant::RUSSIAN, &sample.pieces()).is_some());
        }
        assert!(asked.iter().any(|sample| sample.score != 0));
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
