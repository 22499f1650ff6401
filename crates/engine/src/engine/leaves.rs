//! A sample of the positions at which a search calls its evaluation. Most of them arise after
//! mistakes that players do not make in games, so an evaluation trained on games alone has seen few
//! of them. The workshop trains on them too
//! (docs/decisions/0025-training-on-positions-the-search-evaluates.md).

use std::sync::{Arc, Mutex, PoisonError};

use damier_rules::{AnyPieces, AnyRules, Game, Pieces, Variant};

use super::Engine;
use crate::dice::Dice;
use crate::evaluation::{Evaluation, OfInternational};
use crate::limits::Limits;
use crate::score::Value;
use crate::thinking::Thinking;

impl Engine {
    /// A uniform random sample of the boards that a search of this many nodes evaluates: `wanted`
    /// of them, or fewer where the search evaluates fewer. Values from the evaluation cache do not
    /// count. Empty if the game has no trained evaluation.
    ///
    /// On an engine whose table was just cleared, equal seeds give equal samples.
    ///
    /// ```
    /// use damier_engine::Engine;
    /// use damier_rules::{DrawSettings, Game, Position, Variant};
    ///
    /// let game = Game::new(Position::start(Variant::INTERNATIONAL), DrawSettings::default());
    /// let engine = Engine::new(1);
    /// let boards = engine.leaves(&game, 2_000, 5, 7);
    /// assert_eq!(boards.len(), if engine.is_trained(Variant::INTERNATIONAL) { 5 } else { 0 });
    /// ```
    pub fn leaves(&self, game: &Game, nodes: u64, wanted: usize, seed: u64) -> Vec<Pieces<u64>> {
        let position = game.position();
        let variant = position.variant();
        let (AnyRules::Narrow(rules), AnyPieces::Narrow(pieces), Some(trained)) =
            (variant.rules(), position.raw(), self.trained_for(variant))
        else {
            return Vec::new();
        };
        let evaluation: Box<dyn Evaluation<u64>> = if variant == Variant::INTERNATIONAL {
            Box::new(OfInternational::Learned(trained.clone()))
        } else {
            Box::new(trained.clone())
        };
        let drawn = Arc::new(Mutex::new(Drawn::new(wanted, seed)));
        let overheard: Box<dyn Evaluation<u64>> = Box::new(Overheard {
            evaluation,
            drawn: Arc::clone(&drawn),
        });
        let limits = Limits::nodes(nodes);
        self.table.new_search();
        let endings = self.endings(game, &limits);
        let work = self.deepening(rules, overheard, pieces, endings, game, &limits);
        let mut thinking = Thinking::new(work, &limits, position, 0);
        while !thinking.progress().done {
            thinking.step(nodes.max(1), 0);
        }
        let mut drawn = drawn.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut drawn.boards)
    }
}

/// An evaluation that records the boards it is called with.
struct Overheard {
    evaluation: Box<dyn Evaluation<u64>>,
    /// Shared with the caller, which reads the sample when the search is over.
    drawn: Arc<Mutex<Drawn>>,
}

impl Evaluation<u64> for Overheard {
    fn value(&self, pieces: &Pieces<u64>) -> Value {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.hear(pieces);
        self.evaluation.value(pieces)
    }
}

/// A uniform sample of fixed size of all boards seen (reservoir sampling).
struct Drawn {
    wanted: usize,
    heard: u32,
    dice: Dice,
    boards: Vec<Pieces<u64>>,
}

impl Drawn {
    fn new(wanted: usize, seed: u64) -> Drawn {
        Drawn {
            wanted,
            heard: 0,
            dice: Dice::new(seed),
            boards: Vec::new(),
        }
    }

    fn hear(&mut self, board: &Pieces<u64>) {
        self.heard = self.heard.saturating_add(1);
        if self.boards.len() < self.wanted {
            self.boards.push(*board);
        } else if let Some(place) = self.boards.get_mut(self.dice.below(self.heard) as usize) {
            *place = *board;
        }
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{DrawSettings, Position, Side};

    use super::*;
    use crate::trained::{Model, Weights};

    fn engine(variant: Variant) -> Engine {
        let model = Model::new(variant).unwrap();
        let blank = Weights::new(variant.id(), vec![[0, 0]; model.tall().start]);
        Engine::with_weights(1, &blank).unwrap()
    }

    fn leaves(variant: Variant, nodes: u64, wanted: usize, seed: u64) -> Vec<Pieces<u64>> {
        let game = Game::new(Position::start(variant), DrawSettings::default());
        engine(variant).leaves(&game, nodes, wanted, seed)
    }

    #[test]
    fn boards_come_from_the_ends_of_lines() {
        for variant in [Variant::INTERNATIONAL, Variant::RUSSIAN] {
            let boards = leaves(variant, 3_000, 40, 1);
            assert_eq!(boards.len(), 40);
            let AnyPieces::Narrow(start) = Position::start(variant).raw() else {
                panic!("64 bits")
            };
            let men = |board: &Pieces<u64>, side| board.men(side).count_ones();
            let uneven = |board: &&Pieces<u64>| {
                let [white, black] = Side::ALL.map(|side| men(board, side));
                white < men(&start, Side::White) && white != black
            };
            let count = boards.iter().filter(uneven).count();
            assert!(
                (3..40).contains(&count),
                "men were lost in some lines: {count}"
            );
        }
    }

    #[test]
    fn leaves_depend_on_the_seed_and_are_limited_by_the_search() {
        let draw = |seed| leaves(Variant::RUSSIAN, 2_000, 10, seed);
        assert_eq!(draw(3), draw(3));
        assert_ne!(draw(3), draw(4));
        let few = leaves(Variant::RUSSIAN, 5, 1_000, 3);
        assert!(!few.is_empty() && few.len() < 1_000);
        assert!(leaves(Variant::RUSSIAN, 2_000, 0, 3).is_empty());
    }

    #[test]
    fn each_board_is_as_likely_as_any_other() {
        let mut times = [0; 20];
        for seed in 0..4_000 {
            let mut drawn = Drawn::new(5, seed);
            for white in 0..20 {
                let mut board = Pieces::empty(Side::White);
                board.white = white;
                drawn.hear(&board);
            }
            for board in drawn.boards {
                times[board.white as usize] += 1;
            }
        }
        // Expected: 4,000 times 5 of 20, with a tolerance of five standard deviations.
        assert!(
            times.iter().all(|times| (860..1_140).contains(times)),
            "{times:?}"
        );
    }

    #[test]
    fn no_leaves_are_sampled_without_trained_weights() {
        for variant in [Variant::CANADIAN, Variant::RUSSIAN] {
            let game = Game::new(Position::start(variant), DrawSettings::default());
            let engine = Engine::with_knowledge(1, crate::Knowledge::Hand);
            assert!(engine.leaves(&game, 1_000, 5, 1).is_empty());
        }
    }
}
