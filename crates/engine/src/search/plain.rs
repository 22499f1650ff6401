//! Plain minimax as a reference for tests: every move to the full depth, without windows, table,
//! reductions or pruning. It shares only the evaluation and the rules with the search.

use std::sync::Arc;

use damier_endgame::Wdl;
use damier_rules::bits::Bits;
use damier_rules::variant::rule_table::{DrawRule, Goal, Obligation};
use damier_rules::{DrawCounts, Draws, Huff, Pieces, RawMove, Rulebook, hash};

use super::Root;
use super::quiescence::QuiescenceLimits;
use super::tree::fading;
use crate::endings::Certain;
use crate::evaluation::Evaluation;
use crate::parameters::{FADING, HUFFED};
use crate::score::{DRAWN, KNOWN_WON, Value, is_ordinary, lost_at};

/// Plain minimax.
pub(super) struct Plain<'a, R: Rulebook, E> {
    pub(super) rules: &'a R,
    pub(super) evaluation: &'a E,
    pub(super) draws: Draws<R::Bits>,
    pub(super) root: Root<R::Bits>,
    /// Tables, for a root with more pieces than the tables.
    pub(super) certain: Option<Arc<dyn Certain<R::Bits>>>,
}

impl<R: Rulebook, E: Evaluation<R::Bits>> Plain<'_, R, E> {
    pub(super) fn value(&self, depth: i32) -> Value {
        let line = vec![hash(&self.root.pieces)];
        self.best(&self.root.pieces, self.root.counts, depth, &line)
    }

    /// `line` holds the keys from the root to here.
    fn best(
        &self,
        pieces: &Pieces<R::Bits>,
        counts: DrawCounts,
        depth: i32,
        line: &[u64],
    ) -> Value {
        let ply = line.len() - 1;
        let mut moves = Vec::new();
        self.rules.playable(pieces, &mut moves);
        let here = line[ply];
        let in_tree = line[..ply].contains(&here);
        let before = self.root.past.iter().filter(|&&key| key == here).count();
        let mut drawing = self
            .rules
            .table()
            .draws
            .iter()
            .filter_map(|rule| match *rule {
                DrawRule::Occurrences { times, .. } => Some(usize::from(times)),
                _ => None,
            });
        let repeated = drawing.any(|times| in_tree || before + 1 >= times);
        let drawn = self
            .draws
            .reason(&counts, || self.rules.can_capture(pieces))
            .is_some()
            || repeated;
        if ply > 0 && drawn {
            return if moves.is_empty() {
                self.without_moves(pieces, ply)
            } else {
                DRAWN
            };
        }
        if ply > 0
            && depth > 0
            && let Some(value) = self.known(pieces, ply)
        {
            return value;
        }
        if depth <= 0 {
            let value = self.leaf(pieces, ply, QuiescenceLimits::AT_LEAF);
            let fading = fading(&counts);
            return if is_ordinary(value) {
                value * (FADING - fading) / FADING
            } else {
                value
            };
        }
        let cost = i32::from(moves.len() > 1);
        let value_of = |played| {
            let after = self.rules.after(pieces, played);
            let counts = self.draws.after(counts, pieces, played, &after);
            let line: Vec<u64> = line.iter().copied().chain([hash(&after)]).collect();
            -self.best(&after, counts, depth - cost, &line)
        };
        let best = moves.iter().map(value_of).max();
        best.unwrap_or_else(|| self.without_moves(pieces, ply))
    }

    fn leaf(&self, pieces: &Pieces<R::Bits>, ply: usize, limits: QuiescenceLimits) -> Value {
        let promoted = self.rules.table().goal == Goal::Promote && !pieces.kings.is_empty();
        if pieces.own().is_empty() || promoted {
            return self.without_moves(pieces, ply);
        }
        if let Some(value) = self.known(pieces, ply) {
            return value;
        }
        let compulsory = self.rules.table().obligation == Obligation::Compulsory;
        if !compulsory && limits.free_captures == 0 {
            let hangs = self.rules.can_capture(pieces);
            return self.evaluation.value(pieces) - if hangs { HUFFED } else { 0 };
        }
        let mut moves = Vec::new();
        self.rules.playable(pieces, &mut moves);
        let huffs = !self.rules.huffable(pieces).is_empty();
        let is_whole = |played: &RawMove<R::Bits>| {
            let after = self.rules.after(pieces, played);
            played.is_capture()
                && (played.huff != Huff::NONE) == huffs
                && self.rules.huffable(&after).is_empty()
        };
        let can_capture = moves.iter().any(is_whole);
        let threatened =
            !can_capture && limits.resolves_threats && self.rules.can_capture(&pieces.passed());
        let must_capture = can_capture && compulsory;
        let stands = !must_capture && !threatened;
        let cost = if can_capture { HUFFED } else { 0 };
        let stand = stands.then(|| self.evaluation.value(pieces) - cost);
        let tried = moves.iter().filter(|played| {
            let after = self.rules.after(pieces, played);
            let by_man = !pieces.kings.meets(R::Bits::single(played.from));
            if can_capture {
                return is_whole(played);
            }
            !stands
                || limits.offers > 0
                    && (played.promotes || by_man && self.rules.can_capture(&after))
        });
        let left = if can_capture {
            limits.after_capture()
        } else {
            limits.after_quiet_move()
        };
        let values =
            tried.map(|played| -self.leaf(&self.rules.after(pieces, played), ply + 1, left));
        let best = values.chain(stand).max();
        best.unwrap_or_else(|| self.without_moves(pieces, ply))
    }

    /// The table value of a position without captures.
    fn known(&self, pieces: &Pieces<R::Bits>, ply: usize) -> Option<Value> {
        let certain = self.certain.as_ref().filter(|_| !pieces.own().is_empty())?;
        let few = pieces.occupied().count() <= certain.most_pieces();
        if !few || self.rules.can_capture(pieces) {
            return None;
        }
        Some(match certain.resolved(pieces)? {
            Wdl::Loss => ply as Value - KNOWN_WON,
            Wdl::Draw => DRAWN,
            Wdl::Win => KNOWN_WON - ply as Value,
        })
    }

    /// The value for a side without a move: lost, unless that is its goal or it huffs the last
    /// piece.
    fn without_moves(&self, pieces: &Pieces<R::Bits>, ply: usize) -> Value {
        let enemy = pieces.enemy();
        let huffs_all = enemy.count() == 1 && self.rules.huffable(pieces) == enemy;
        let wins = huffs_all || self.rules.table().goal == Goal::GiveAway;
        if wins { -lost_at(ply) } else { lost_at(ply) }
    }
}
