//! The slow twin of the search for tests: every move to the full depth, every leaf to its end,
//! without windows, table, reductions or cuts. It shares with the search only the evaluation and
//! the rules.

use damier_rules::bits::Bits;
use damier_rules::{DrawCounts, Draws, Pieces, Rulebook, hash};

use super::Root;
use super::quiescence::Unrest;
use crate::evaluation::Evaluation;
use crate::score::{DRAWN, Value, lost_at};

/// Plain minimax.
pub(super) struct Plain<'a, R: Rulebook, E> {
    pub(super) rules: &'a R,
    pub(super) evaluation: &'a E,
    pub(super) draws: Draws<R::Bits>,
    pub(super) root: Root<R::Bits>,
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
        let drawn = self.draws.reason(&counts).is_some() || in_tree || before >= 2;
        if ply > 0 && drawn {
            return if moves.is_empty() {
                lost_at(ply)
            } else {
                DRAWN
            };
        }
        if depth <= 0 {
            return self.leaf(pieces, ply, Unrest::AT_LEAF);
        }
        let cost = i32::from(moves.len() > 1);
        let value_of = |played| {
            let after = self.rules.after(pieces, played);
            let counts = self.draws.after(counts, pieces, played, &after);
            let line: Vec<u64> = line.iter().copied().chain([hash(&after)]).collect();
            -self.best(&after, counts, depth - cost, &line)
        };
        moves.iter().map(value_of).max().unwrap_or(lost_at(ply))
    }

    fn leaf(&self, pieces: &Pieces<R::Bits>, ply: usize, unrest: Unrest) -> Value {
        if pieces.own().is_empty() {
            return lost_at(ply);
        }
        let mut moves = Vec::new();
        self.rules.playable(pieces, &mut moves);
        let must_capture = moves.iter().any(damier_rules::RawMove::is_capture);
        let threatened = unrest.heeds_threats && self.rules.can_capture(&pieces.passed());
        let stands = !must_capture && !threatened;
        let stand = stands.then(|| self.evaluation.value(pieces));
        let tried = moves.iter().filter(|played| {
            let after = self.rules.after(pieces, played);
            let by_man = !pieces.kings.meets(R::Bits::single(played.from));
            !stands
                || unrest.offers > 0
                    && (played.promotes || by_man && self.rules.can_capture(&after))
        });
        let left = if must_capture {
            unrest
        } else {
            unrest.after_quiet_move()
        };
        let values =
            tried.map(|played| -self.leaf(&self.rules.after(pieces, played), ply + 1, left));
        values.chain(stand).max().unwrap_or(lost_at(ply))
    }
}
