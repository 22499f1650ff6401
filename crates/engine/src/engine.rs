//! The engine as callers see it: a transposition table and the methods that start a search.

mod helping;
mod leaves;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use damier_rules::{
    AnyPieces, AnyRules, Draws, Game, International, Move, Pieces, Rulebook, Variant,
};

use crate::endings::{Certain, Endings};
use crate::evaluation::{Common, Evaluation, Hand, Material, OfInternational, Trained, trained};
use crate::levels::Level;
use crate::limits::{Limits, TimeSource};
use crate::search::deepening::{Deepening, Deepens};
use crate::search::{Root, Search};
use crate::table::TranspositionTable;
use crate::thinking::{Progress, Thinking};
use crate::trained::{Weights, WeightsError};

/// Nodes between two checks of the clock and the stop flag; well below a millisecond.
const NODES_BETWEEN_CHECKS: u64 = 1_000;

/// A search engine for every game of the family.
///
/// It keeps its transposition table between searches. On a new engine, equal games, equal seeds and
/// equal limits other than time give equal answers.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use damier_engine::{Engine, Limits};
/// use damier_rules::{DrawSettings, Game, Position, Variant};
///
/// let game = Game::new(Position::start(Variant::INTERNATIONAL), DrawSettings::default());
/// let engine = Engine::new(4);
/// let no_clock = || 0;
/// let answer =
///     engine.analyse(&game, &Limits::depth(5), &no_clock, &AtomicBool::new(false), |_| {});
/// assert_eq!(answer.progress.depth, 5);
/// assert!(answer.best.is_some());
/// ```
pub struct Engine {
    table: Arc<TranspositionTable>,
    knowledge: Knowledge,
    /// Weights set by the caller, at most one set per game; they take precedence over the built-in
    /// ones.
    learned: Vec<Trained>,
    endings: Option<Endings>,
}

/// Which evaluation an engine uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Knowledge {
    /// Trained weights if this program has them for the game, else the hand-written evaluation.
    #[default]
    Full,
    /// The hand-written evaluation, without trained weights.
    Hand,
    /// Material and advancement only: the baseline that other evaluations are measured against.
    Material,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Answer {
    /// The move to play; `None` only if there is no legal move.
    pub best: Option<Move>,
    /// The state of the search at its end.
    pub progress: Progress,
}

impl Engine {
    /// An engine with a transposition table of this many megabytes (2^20 bytes).
    pub fn new(hash_mb: usize) -> Engine {
        Engine::with_knowledge(hash_mb, Knowledge::Full)
    }

    /// An engine with this evaluation.
    pub fn with_knowledge(hash_mb: usize, knowledge: Knowledge) -> Engine {
        Engine {
            table: Arc::new(TranspositionTable::new(hash_mb)),
            knowledge,
            learned: Vec::new(),
            endings: None,
        }
    }

    /// An engine that uses these trained weights for their game and its default evaluation for all
    /// others.
    ///
    /// # Errors
    /// If the weights do not fit the game that they name.
    pub fn with_weights(hash_mb: usize, weights: &Weights) -> Result<Engine, WeightsError> {
        let learned = vec![Trained::new(weights)?];
        Ok(Engine {
            learned,
            ..Engine::new(hash_mb)
        })
    }

    /// Uses these weights for their game from now on; other games keep their evaluation. The
    /// transposition table is cleared, since its values came from another evaluation. A search in
    /// progress continues with the old weights.
    ///
    /// # Errors
    /// If the weights do not fit the game that they name. The engine is then unchanged.
    pub fn learn(&mut self, weights: &Weights) -> Result<(), WeightsError> {
        let trained = Trained::new(weights)?;
        self.learned
            .retain(|other| other.variant() != trained.variant());
        self.learned.push(trained);
        self.forget();
        Ok(())
    }

    /// Whether the engine uses trained weights for a game.
    pub fn is_trained(&self, variant: Variant) -> bool {
        self.trained_for(variant).is_some()
    }

    /// The same engine with endgame tables, or without. If the tables have the root position, the
    /// engine's moves keep the outcome; if they also have distances, it takes the shortest way to a
    /// win and the longest to a loss. Levels below the strongest do not probe tables. Needs the
    /// feature `endings`.
    #[must_use]
    pub fn with_endings(mut self, endings: Option<Endings>) -> Engine {
        self.set_endings(endings);
        self
    }

    /// Replaces the endgame tables, or removes them.
    pub fn set_endings(&mut self, endings: Option<Endings>) {
        self.endings = endings;
    }

    /// Clears the transposition table, so that the next search behaves as on a new engine.
    pub fn forget(&self) {
        self.table.clear();
    }

    /// Starts a search of the current position of a game. Nothing is computed until the caller
    /// steps it. `now_ms` is the time of the clock that the caller will pass to the steps.
    ///
    /// Earlier positions count for repetition and the draw counts.
    pub fn start(&self, game: &Game, limits: &Limits, now_ms: u64) -> Thinking {
        self.table.new_search();
        Thinking::new(self.work(game, limits), limits, game.position(), now_ms)
    }

    /// Searches until a limit is reached or `stop` is set, and calls `on_progress` after every new
    /// line and iteration.
    ///
    /// The stop flag and the clock are checked every thousand nodes, but not before depth 1 is
    /// complete, so that there is always a searched move.
    pub fn analyse(
        &self,
        game: &Game,
        limits: &Limits,
        clock: &impl TimeSource,
        stop: &AtomicBool,
        mut on_progress: impl FnMut(&Progress),
    ) -> Answer {
        let mut thinking = self.start(game, limits, clock.now_ms());
        while !thinking.progress().done {
            if thinking.knows_something() && stop.load(Ordering::Relaxed) {
                thinking.stop();
            } else if thinking.step(NODES_BETWEEN_CHECKS, clock.now_ms()) {
                on_progress(thinking.progress());
            }
        }
        Answer {
            best: thinking.best(),
            progress: thinking.progress().clone(),
        }
    }

    /// The search for a game: international draughts has its rules and evaluation compiled in,
    /// every other game is searched by its rule table.
    fn work(&self, game: &Game, limits: &Limits) -> Box<dyn Deepens> {
        let variant = game.position().variant();
        let endings = self.endings(game, limits);
        let trained = self.trained_for(variant);
        match (variant.rules(), game.position().raw()) {
            (AnyRules::Narrow(rules), AnyPieces::Narrow(pieces)) if let Some(trained) = trained => {
                if variant == Variant::INTERNATIONAL {
                    let learned = OfInternational::Learned(trained.clone());
                    self.deepening(&International, learned, pieces, endings, game, limits)
                } else {
                    let trained: Box<dyn Evaluation<u64>> = Box::new(trained.clone());
                    self.deepening(rules, trained, pieces, endings, game, limits)
                }
            }
            (_, AnyPieces::Narrow(pieces))
                if variant == Variant::INTERNATIONAL && self.knowledge != Knowledge::Material =>
            {
                let by_hand = OfInternational::ByHand(Box::new(Hand::new()));
                self.deepening(&International, by_hand, pieces, endings, game, limits)
            }
            (AnyRules::Narrow(rules), AnyPieces::Narrow(pieces)) => {
                self.deepening(rules, self.judging(rules), pieces, endings, game, limits)
            }
            (AnyRules::Wide(rules), AnyPieces::Wide(pieces)) => {
                self.deepening(rules, self.judging(rules), pieces, None, game, limits)
            }
            _ => unreachable!("a position holds the integer of its game"),
        }
    }

    fn trained_for(&self, variant: Variant) -> Option<&Trained> {
        let mut learned = self.learned.iter();
        let learned = learned.find(|trained| trained.variant() == variant);
        learned.or_else(|| match self.knowledge {
            Knowledge::Full => trained::built_in(variant),
            Knowledge::Hand | Knowledge::Material => None,
        })
    }

    /// The tables for this game, if the level in these limits probes them.
    fn endings(&self, game: &Game, limits: &Limits) -> Option<Arc<dyn Certain<u64>>> {
        let endings = self.endings.as_ref()?;
        let full_strength = limits.level.is_none_or(|level| level == Level::STRONGEST);
        let fits = endings.variant() == game.position().variant();
        (fits && full_strength).then(|| Arc::clone(&endings.certain))
    }

    fn judging<R: Rulebook + 'static>(&self, rules: &'static R) -> Box<dyn Evaluation<R::Bits>> {
        match self.knowledge {
            Knowledge::Full | Knowledge::Hand => Box::new(Common::new(rules)),
            Knowledge::Material => Box::new(Material::new(rules)),
        }
    }

    fn deepening<R: Rulebook + 'static, E: Evaluation<R::Bits> + 'static>(
        &self,
        rules: &'static R,
        evaluation: E,
        pieces: Pieces<R::Bits>,
        endings: Option<Arc<dyn Certain<R::Bits>>>,
        game: &Game,
        limits: &Limits,
    ) -> Box<dyn Deepens> {
        let draws = Draws::new(rules.table(), rules.geometry(), game.settings());
        let counts = game.counts();
        let may_come_again = usize::from(counts.reversible_plies()).min(game.len());
        let past = game
            .positions()
            .take(game.len())
            .skip(game.len() - may_come_again)
            .map(damier_rules::Position::hash)
            .collect();
        let root = Root {
            pieces,
            counts,
            past,
        };
        let mut search = Search::new(rules, evaluation, draws, Arc::clone(&self.table), root);
        if let Some(endings) = endings {
            search = search.with_endings(endings);
        }
        let handicap = limits.level.map(Level::handicap);
        let depth = [limits.depth, handicap.and_then(|handicap| handicap.depth)];
        let depth = depth.into_iter().flatten().min();
        // A level that makes errors needs the value of every move, each in its own line.
        let errs = handicap.is_some_and(|handicap| handicap.errs());
        let lines = if errs { usize::MAX } else { limits.lines };
        Box::new(Deepening::new(search, lines, depth))
    }
}
