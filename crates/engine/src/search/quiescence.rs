//! Quiescence search: captures are played out before a position is evaluated.
//!
//! A side that must capture has no choice and cannot stand pat. Where capturing is not compulsory,
//! standing pat costs the piece that is huffed. A side whose pieces can be captured does not stand
//! pat either: it searches one more ply. A quiet side may stand pat, or try promotions and offers
//! of a man that the other side must take. Called at the leaves.

use damier_rules::bits::Bits;
use damier_rules::{Huff, Pieces, Rulebook};

use super::Search;
use crate::evaluation::Evaluation;
use crate::parameters::{FREE_CAPTURES, HUFFED, MAX_PLY, OFFER_MARGIN, QUIET_OFFERS};
use crate::score::{INFINITE, Value};

/// What the quiescence search may still try in addition to captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct QuiescenceLimits {
    /// Whether a side whose pieces can be captured searches one more ply.
    pub(super) resolves_threats: bool,
    /// How many more promotions and offers of a man one line may try.
    pub(super) offers: u32,
    /// How many more captures one line may try where capturing is optional.
    pub(super) free_captures: u32,
}

impl QuiescenceLimits {
    /// The limits at a leaf of the tree.
    pub(super) const AT_LEAF: QuiescenceLimits = QuiescenceLimits {
        resolves_threats: true,
        offers: QUIET_OFFERS,
        free_captures: FREE_CAPTURES,
    };

    /// The limits after a capture.
    pub(super) fn after_capture(self) -> QuiescenceLimits {
        QuiescenceLimits {
            free_captures: self.free_captures.saturating_sub(1),
            ..self
        }
    }

    /// The limits after an answer to a threat, a promotion or an offer.
    pub(super) fn after_quiet_move(self) -> QuiescenceLimits {
        QuiescenceLimits {
            resolves_threats: false,
            offers: self.offers.saturating_sub(1),
            ..self
        }
    }
}

impl<R: Rulebook + 'static, E: Evaluation<R::Bits>> Search<R, E> {
    /// The quiescence search: the value of a leaf for the side to move.
    ///
    /// Recursive. Every capture takes a piece, and quiet moves use up the limits in `limits`, so
    /// the depth is bounded by the number of pieces.
    pub(super) fn quiescence(
        &mut self,
        pieces: &Pieces<R::Bits>,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        limits: QuiescenceLimits,
    ) -> Value {
        self.nodes += 1;
        if let Some(value) = self.over(pieces, ply) {
            return value;
        }
        if ply >= MAX_PLY {
            return self.evaluation.value(pieces);
        }
        if !self.compulsory && limits.free_captures == 0 {
            let hangs = self.rules.can_capture(pieces);
            return self.evaluation.value(pieces) - if hangs { HUFFED } else { 0 };
        }
        let first = self.list.len();
        self.rules.captures(pieces, &mut self.list);
        if !self.compulsory {
            self.keep_whole_captures(pieces, first);
        }
        let can_capture = self.list.len() > first;
        if !can_capture && let Some(value) = self.certain(pieces, ply) {
            return value;
        }
        let must_capture = can_capture && self.compulsory;
        let threatened =
            !can_capture && limits.resolves_threats && self.rules.can_capture(&pieces.passed());
        let mut best = -INFINITE;
        if !must_capture {
            if !threatened {
                best = self.static_eval(pieces) - if can_capture { HUFFED } else { 0 };
                let tries = can_capture || limits.offers > 0 && !self.is_hopeless(best, alpha);
                if best >= beta || !tries {
                    self.list.truncate(first);
                    return best;
                }
                alpha = alpha.max(best);
            }
            // Reached only if nothing is threatened, or if threats are not resolved here.
            if threatened {
                self.rules.playable(pieces, &mut self.list);
            } else if !can_capture {
                self.rules.offers(pieces, &mut self.list);
            }
            if threatened && self.list.len() == first {
                return self.stuck(pieces, ply);
            }
        }
        for index in first..self.list.len() {
            let played = self.list[index];
            let after = self.rules.after(pieces, &played);
            let left = if can_capture {
                limits.after_capture()
            } else {
                limits.after_quiet_move()
            };
            let value = -self.quiescence(&after, -beta, -alpha, ply + 1, left);
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if best >= beta {
                    break;
                }
            }
        }
        self.list.truncate(first);
        best
    }

    /// Where a capture may be left incomplete, keeps only the captures that leave nothing to huff
    /// and, if a huff is possible, that huff. The tree searches the others; without this limit
    /// leaves would never end.
    fn keep_whole_captures(&mut self, pieces: &Pieces<R::Bits>, first: usize) {
        let huffs = !self.rules.huffable(pieces).is_empty();
        let mut kept = first;
        for index in first..self.list.len() {
            let played = self.list[index];
            let is_whole = || {
                let after = self.rules.after(pieces, &played);
                self.rules.huffable(&after).is_empty()
            };
            if (played.huff != Huff::NONE) == huffs && is_whole() {
                self.list[kept] = played;
                kept += 1;
            }
        }
        self.list.truncate(kept);
    }

    /// Whether no offer can bring the value back into the window (futility).
    fn is_hopeless(&self, value: Value, alpha: Value) -> bool {
        self.shortcuts.pruning && value + OFFER_MARGIN < alpha
    }
}
