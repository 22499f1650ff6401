//! The move generator that reads any table and moves pieces as whole sets. Search and perft use it.
//!
//! All men step and capture at the same time, by shifts and masks made from the table. This covers
//! quiet moves, and captures of one and two pieces by men, which are nearly all captures. Longer
//! captures, and those of kings, are walked one by one in [`walk`]. [`capture`](super::capture)
//! finds the same moves piece by piece, close to the wording of the rules; a test compares the two.

mod count;
mod facts;
mod fan;
mod men;
mod of_men;
mod quiet;
mod shape;
mod sink;
mod view;
mod walk;

use crate::bits::Bits;
use crate::pieces::{Pieces, RawMove};

pub(crate) use facts::Facts;
use facts::Places;
use men::Length;
use of_men::OfMen;
use shape::Shape;
use view::View;

/// Calls a function compiled for the number of places that the game needs.
macro_rules! by_places {
    ($facts:expr, $view:expr, $function:ident($($argument:expr),*)) => {
        match $facts.places {
            Places::Two => $view.$function::<2>($($argument),*),
            Places::Four => $view.$function::<4>($($argument),*),
            Places::Eight => $view.$function::<8>($($argument),*),
        }
    };
}

impl<B: Bits> Facts<B> {
    /// Returns the functions for a board without kings; `None` for other boards, and in games that
    /// the whole-set generator does not know.
    #[inline]
    pub(super) fn of_men(&self, pieces: &Pieces<B>) -> Option<&OfMen<B>> {
        let only_men = self.compulsory && pieces.kings.is_empty();
        only_men.then(|| &self.of_men[pieces.side.index()])
    }

    /// Appends every legal move. Returns the same number as [`Facts::captures`].
    pub(super) fn moves(&self, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) -> u64 {
        by_places!(self, View::<B>::of(self, pieces), list_moves(list))
    }

    /// Appends every legal capture. Returns how many nodes were visited for it: 0 if there is no
    /// capture, 1 if no walk was needed.
    pub(super) fn captures(&self, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) -> u64 {
        by_places!(self, View::<B>::of(self, pieces), list_captures(list))
    }

    /// Returns whether the side to move can capture.
    pub(super) fn can_capture(&self, pieces: &Pieces<B>) -> bool {
        by_places!(self, View::<B>::of(self, pieces), can_capture())
    }

    /// Returns the number of legal moves.
    pub(super) fn count(&self, pieces: &Pieces<B>) -> u64 {
        by_places!(self, View::<B>::of(self, pieces), count_moves())
    }

    /// Visits the positions after quiet moves of men, if no other moves are legal. Returns whether
    /// that was the case. Only where [`Facts::of_men`] returns something.
    #[inline]
    pub(super) fn each_after_steps(
        &self,
        pieces: &Pieces<B>,
        visit: impl FnMut(&Pieces<B>),
    ) -> bool {
        of_men::each_after_steps(self, pieces, visit)
    }
}

impl<B: Bits, S: Shape> View<'_, B, S> {
    /// Returns how long the captures are if only men can capture; [`Length::More`] if a king can.
    #[inline]
    fn length<const N: usize>(&self) -> Length<B, N> {
        if !self.kings.is_empty() && self.kings_can_capture() {
            Length::More
        } else {
            Length::of(self)
        }
    }

    #[inline]
    fn list_moves<const N: usize>(&self, list: &mut Vec<RawMove<B>>) -> u64 {
        let visited = self.list_captures::<N>(list);
        if visited == 0 {
            self.quiet_moves(list);
        }
        visited
    }

    #[inline]
    fn list_captures<const N: usize>(&self, list: &mut Vec<RawMove<B>>) -> u64 {
        match self.length::<N>() {
            Length::None => return 0,
            Length::One(once) => men::list_singles(self, &once, list),
            Length::Two(leaps, once) => men::list_pairs(self, &leaps, &once, list),
            Length::More => return walk::list::<B, S, N>(self.facts, self.pieces, list),
        }
        1
    }

    #[inline]
    fn can_capture<const N: usize>(&self) -> bool {
        men::can_capture::<B, S, N>(self) || !self.kings.is_empty() && self.kings_can_capture()
    }
}
