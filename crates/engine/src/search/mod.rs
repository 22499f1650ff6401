//! The search: from a position, a depth and a window to a value and the principal variation.
//!
//! [`Search`] holds one tree in progress. It keeps its own stack of open positions instead of
//! recursing, so it can pause after any node and resume later with the same result: in a browser's
//! worker it runs in slices, without threads or shared memory
//! (docs/decisions/0007-pausable-search-with-explicit-stack.md). [`deepening`] drives it; it reads
//! no clock.

pub(crate) mod deepening;
mod endings;
mod known;
mod ordering;
mod quiescence;
mod quiescence_cache;
mod tree;

#[cfg(test)]
mod every_game;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod shots;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use damier_rules::geometry::Geometry;
use damier_rules::variant::rule_table::{DrawRule, Goal, Obligation};
use damier_rules::{DrawCounts, Draws, Pieces, RawMove, RuleTable, Rulebook, Variant};

use crate::evaluation::{Evaluation, EvaluationCache};
use crate::parameters::MAX_PLY;
use crate::score::Value;
use crate::table::TranspositionTable;
use endings::Known;
use ordering::MoveOrdering;
use quiescence_cache::QuiescenceCache;
use tree::Frame;

/// The optimisations over plain minimax. Tests and measurements turn some off; games use all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shortcuts {
    /// The transposition table.
    pub(crate) table: bool,
    /// Late move reductions.
    pub(crate) reductions: bool,
    /// ProbCut and reverse futility pruning.
    pub(crate) pruning: bool,
}

impl Shortcuts {
    /// All of them.
    pub(crate) const ALL: Shortcuts = Shortcuts {
        table: true,
        reductions: true,
        pruning: true,
    };
    /// None: the value is that of plain minimax.
    #[cfg(test)]
    pub(crate) const NONE: Shortcuts = Shortcuts {
        table: false,
        reductions: false,
        pruning: false,
    };
}

/// The root of a search: a position and its game history.
#[derive(Clone, Debug)]
pub(crate) struct Root<B> {
    pub(crate) pieces: Pieces<B>,
    pub(crate) counts: DrawCounts,
    /// Keys of earlier positions that may be repeated, the latest last, without the root.
    pub(crate) past: Vec<u64>,
}

/// A search in progress.
pub(crate) struct Search<R: Rulebook + 'static, E> {
    rules: &'static R,
    evaluation: EvaluationCache<E>,
    draws: Draws<R::Bits>,
    goal: Goal,
    /// Whether a side that can capture must.
    compulsory: bool,
    /// The number of occurrences of a position that draws the game; `None` if repetition never
    /// does.
    drawing_occurrence: Option<u8>,
    /// A hash of the game's rules, which separates its positions from those of other games in the
    /// table.
    game_key: u64,
    table: Arc<TranspositionTable>,
    /// Endgame tables, if there are any.
    known: Option<Known<R::Bits>>,
    shortcuts: Shortcuts,
    ordering: MoveOrdering<R::Bits>,
    quiescence_cache: QuiescenceCache,
    root: Root<R::Bits>,
    /// Open nodes, the root first.
    frames: Vec<Frame<R::Bits>>,
    /// The moves of all open nodes, one list after another, and the rank of each.
    list: Vec<RawMove<R::Bits>>,
    ranks: Vec<i32>,
    /// Keys of the game history and of the current line.
    keys: Vec<u64>,
    /// The best line found from each ply.
    lines: Vec<Vec<RawMove<R::Bits>>>,
    /// The value of the node just closed, from the point of view of the node now on top of the
    /// stack.
    returned: Option<Value>,
    nodes: u64,
}

impl<R: Rulebook + 'static, E: Evaluation<R::Bits>> Search<R, E> {
    pub(crate) fn new(
        rules: &'static R,
        evaluation: E,
        draws: Draws<R::Bits>,
        table: Arc<TranspositionTable>,
        root: Root<R::Bits>,
    ) -> Search<R, E> {
        let facts = rules.table();
        let mut keys = root.past.clone();
        keys.resize(root.past.len() + MAX_PLY + 2, 0);
        Search {
            rules,
            evaluation: EvaluationCache::new(evaluation),
            draws,
            goal: facts.goal,
            compulsory: facts.obligation == Obligation::Compulsory,
            drawing_occurrence: drawing_occurrence(facts),
            game_key: game_key(facts),
            table,
            known: None,
            shortcuts: Shortcuts::ALL,
            ordering: MoveOrdering::new(),
            quiescence_cache: QuiescenceCache::new(),
            root,
            frames: Vec::with_capacity(2 * MAX_PLY),
            list: Vec::with_capacity(4096),
            ranks: Vec::with_capacity(4096),
            keys,
            lines: vec![Vec::new(); MAX_PLY + 2],
            returned: None,
            nodes: 0,
        }
    }

    #[cfg(test)]
    pub(crate) fn with_shortcuts(mut self, shortcuts: Shortcuts) -> Search<R, E> {
        self.shortcuts = shortcuts;
        self
    }

    /// Nodes visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The layout of the board.
    pub(crate) fn geometry(&self) -> &Geometry<R::Bits> {
        self.rules.geometry()
    }

    /// The static value of the board after a root move, for the side that made it.
    pub(crate) fn static_value(&self, played: &RawMove<R::Bits>) -> Value {
        let after = self.rules.after(&self.root.pieces, played);
        let value = self.over(&after, 1);
        -value.unwrap_or_else(|| self.evaluation.value(&after))
    }

    /// The legal moves at the root.
    pub(crate) fn root_moves(&self) -> Vec<RawMove<R::Bits>> {
        let mut moves = Vec::new();
        self.rules.playable(&self.root.pieces, &mut moves);
        moves
    }
}

/// The number of occurrences of a position that draws the game.
fn drawing_occurrence(facts: &RuleTable) -> Option<u8> {
    facts.draws.iter().find_map(|rule| match *rule {
        DrawRule::Occurrences { times, .. } => Some(times),
        _ => None,
    })
}

/// A hash of the game: the same pieces on the same squares have other values under other rules. It
/// is 0 for international draughts, whose keys are used unchanged.
fn game_key(facts: &RuleTable) -> u64 {
    if facts.id == Variant::INTERNATIONAL.id() {
        return 0;
    }
    let mix = |key: u64, byte: u8| (key ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    facts.id.bytes().fold(0xCBF2_9CE4_8422_2325, mix)
}
