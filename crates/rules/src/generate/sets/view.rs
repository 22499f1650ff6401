//! The input of the whole-set generator: a position as sets, seen by the side to move, with the
//! facts of its game.

use super::facts::{Facts, MenFacts};
use crate::Side;
use crate::bits::Bits;
use crate::pieces::Pieces;

/// A position as the side to move sees it.
#[derive(Clone, Copy)]
pub(in crate::generate) struct View<'f, B> {
    pub(super) facts: &'f Facts<B>,
    /// How the men of the side to move step and capture.
    pub(super) ways: &'f MenFacts<B>,
    pub(super) men: B,
    pub(super) kings: B,
    /// Pieces of the other side.
    pub(super) enemy: B,
    /// Those that a man may capture.
    pub(super) targets: B,
    pub(super) enemy_kings: B,
    pub(super) empty: B,
    /// If a man lands on one of these squares in the middle of a capture, the capture is left to
    /// the walk. They are the squares where the man is promoted during a capture, and all squares
    /// if captured kings decide precedence.
    pub(super) walked: B,
    pub(super) side: Side,
}

impl<'f, B: Bits> View<'f, B> {
    #[inline]
    pub(in crate::generate) fn of(facts: &'f Facts<B>, pieces: &Pieces<B>) -> View<'f, B> {
        let (own, enemy) = (pieces.own(), pieces.enemy());
        let ways = &facts.men[pieces.side.index()];
        let enemy_kings = enemy & pieces.kings;
        let walked = if enemy_kings.meets(facts.ranked) {
            facts.all
        } else {
            ways.crowning
        };
        View {
            facts,
            ways,
            men: own & !pieces.kings,
            kings: own & pieces.kings,
            enemy,
            targets: enemy & !(pieces.kings & facts.safe_from_men),
            enemy_kings,
            empty: facts.all & !pieces.occupied(),
            walked,
            side: pieces.side,
        }
    }
}
