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
mod quiet;
mod sink;
mod view;
mod walk;

use crate::bits::Bits;
use crate::pieces::{Pieces, RawMove};

pub(crate) use facts::Facts;
use facts::Places;
use men::Length;
pub(super) use view::View;

/// Calls a function of a view, compiled for the number of places that its game needs.
macro_rules! by_places {
    ($view:expr, $function:ident($($argument:expr),*)) => {
        match $view.facts.places {
            Places::Two => $view.$function::<2>($($argument),*),
            Places::Four => $view.$function::<4>($($argument),*),
            Places::Eight => $view.$function::<8>($($argument),*),
        }
    };
}

impl<B: Bits> View<'_, B> {
    /// Returns how long the captures are if only men can capture; [`Length::More`] if a king can.
    #[inline]
    fn length<const N: usize>(&self) -> Length<B, N> {
        if !self.kings.is_empty() && self.kings_can_capture() {
            Length::More
        } else {
            Length::of(self)
        }
    }

    /// Appends every legal move. Returns the same number as [`View::captures`].
    pub(super) fn moves(&self, list: &mut Vec<RawMove<B>>) -> u64 {
        let visited = self.captures(list);
        if visited == 0 {
            self.quiet_moves(list);
        }
        visited
    }

    /// Appends every legal capture. Returns how many nodes were visited for it: 0 if there is no
    /// capture, 1 if no walk was needed.
    pub(super) fn captures(&self, list: &mut Vec<RawMove<B>>) -> u64 {
        by_places!(self, list_captures(list))
    }

    fn list_captures<const N: usize>(&self, list: &mut Vec<RawMove<B>>) -> u64 {
        match self.length::<N>() {
            Length::None => return 0,
            Length::One(once) => men::list_singles(self, &once, list),
            Length::Two(leaps, once) => men::list_pairs(self, &leaps, &once, list),
            Length::More => return walk::list::<B, N>(self, list),
        }
        1
    }

    /// Returns whether the side to move can capture.
    #[inline]
    pub(super) fn can_capture(&self) -> bool {
        by_places!(self, men_can_capture()) || !self.kings.is_empty() && self.kings_can_capture()
    }

    #[inline]
    fn men_can_capture<const N: usize>(&self) -> bool {
        men::can_capture::<B, N>(self)
    }

    /// Returns the number of legal moves.
    #[inline]
    pub(super) fn count(&self) -> u64 {
        by_places!(self, count_moves())
    }

    /// Visits the positions after quiet moves of men, if no other moves are legal. Returns whether
    /// that was the case.
    #[inline]
    pub(super) fn each_after_steps(
        &self,
        pieces: &Pieces<B>,
        visit: impl FnMut(&Pieces<B>),
    ) -> bool {
        let only_steps = self.kings.is_empty() && !by_places!(self, men_can_capture());
        if only_steps {
            self.each_after_step(pieces, visit);
        }
        only_steps
    }
}
