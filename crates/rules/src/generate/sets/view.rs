//! The input of the whole-set generator: a position as sets, seen by the side to move, with the
//! facts of its game.

use std::marker::PhantomData;

use super::facts::{Facts, MenFacts};
use super::shape::{Leg, Read, Shape};
use crate::Side;
use crate::bits::Bits;
use crate::pieces::Pieces;

/// A position as the side to move sees it. `S` says where the shifts of its men come from.
#[derive(Clone, Copy)]
pub(super) struct View<'v, B, S = Read> {
    pub(super) facts: &'v Facts<B>,
    pub(super) pieces: &'v Pieces<B>,
    /// How the men of the side to move step and capture.
    pub(super) ways: &'v MenFacts<B>,
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
    shape: PhantomData<S>,
}

impl<'v, B: Bits, S: Shape> View<'v, B, S> {
    #[inline]
    pub(super) fn of(facts: &'v Facts<B>, pieces: &'v Pieces<B>) -> View<'v, B, S> {
        let kings = if S::KINGS { pieces.kings } else { B::EMPTY };
        let side = S::SIDE.unwrap_or(pieces.side);
        let (own, enemy) = (pieces.of(side), pieces.of(side.opponent()));
        let ways = &facts.men[side.index()];
        let enemy_kings = enemy & kings;
        let walked = if enemy_kings.meets(facts.ranked) {
            facts.all
        } else {
            ways.crowning
        };
        View {
            facts,
            pieces,
            ways,
            men: own & !kings,
            kings: own & kings,
            enemy,
            targets: enemy & !(kings & facts.safe_from_men),
            enemy_kings,
            empty: facts.all & !pieces.occupied(),
            walked,
            shape: PhantomData,
        }
    }

    /// Returns the side to move.
    #[inline]
    pub(super) fn side(&self) -> Side {
        S::SIDE.unwrap_or(self.pieces.side)
    }

    /// Returns where a set of men steps without a capture, in one of the places of steps. Squares
    /// that are not empty are among them.
    #[inline]
    pub(super) fn step(&self, place: usize, men: B) -> B {
        let steps = &self.ways.steps;
        S::reachable(steps, place, S::ahead(steps, Leg::Step, place, men))
    }

    /// Returns from where men stepped.
    #[inline]
    pub(super) fn step_back(&self, place: usize, reached: B) -> B {
        S::back(&self.ways.steps, Leg::Step, place, reached)
    }

    /// Returns whether there is a king on the board.
    #[inline]
    pub(super) fn has_kings(&self) -> bool {
        S::KINGS && !(self.kings | self.enemy_kings).is_empty()
    }

    /// Returns how many places steps have.
    #[inline]
    pub(super) fn step_count(&self) -> usize {
        S::STEPS.unwrap_or(self.ways.step_count)
    }

    /// Returns the squares behind pieces, in a direction of captures. Pieces at the edge may turn
    /// up on any square, here and below.
    #[inline]
    pub(super) fn behind(&self, place: usize, pieces: B) -> B {
        S::ahead(&self.ways.behind, Leg::Over, place, pieces)
    }

    /// Returns the pieces behind which these squares lie.
    #[inline]
    pub(super) fn before(&self, place: usize, squares: B) -> B {
        S::back(&self.ways.behind, Leg::Over, place, squares)
    }

    /// Returns where a first capture leads.
    #[inline]
    pub(super) fn first_leap(&self, place: usize, men: B) -> B {
        S::ahead(&self.ways.first, Leg::Leap, place, men)
    }

    /// Returns from where a first capture led here.
    #[inline]
    pub(super) fn first_leap_back(&self, place: usize, reached: B) -> B {
        S::back(&self.ways.first, Leg::Leap, place, reached)
    }

    /// Returns where a later capture leads.
    #[inline]
    pub(super) fn later_leap(&self, place: usize, men: B) -> B {
        S::ahead(&self.ways.later, Leg::Leap, place, men)
    }

    /// Returns from where a later capture led here.
    #[inline]
    pub(super) fn later_leap_back(&self, place: usize, reached: B) -> B {
        S::back(&self.ways.later, Leg::Leap, place, reached)
    }
}
