//! The move generator that reads any table and moves pieces as whole sets. Search and perft use it.
//!
//! All men step and capture at the same time, by shifts and masks made from the table. This covers
//! quiet moves, and captures of one and two pieces by men, which are nearly all captures. Longer
//! captures, and those of kings, are walked one by one in [`walk`]. [`capture`](super::capture)
//! finds the same moves piece by piece, close to the wording of the rules; a test compares the two.

mod compiled;
#[cfg_attr(
    target_family = "wasm",
    allow(dead_code, reason = "a browser counts by a list")
)]
mod count;
mod facts;
mod fan;
mod men;
mod quiet;
mod rank;
mod shape;
mod sink;
mod view;
mod walk;

use crate::bits::Bits;
use crate::pieces::RawMove;

pub(crate) use compiled::Sets;
use men::Length;
use shape::Shape;
use view::View;

impl<B: Bits, S: Shape> View<'_, B, S> {
    /// Returns how long the captures are if only men can capture; [`Length::More`] if a king can.
    #[inline]
    fn length<const N: usize>(&self) -> Length<B, N> {
        if !self.kings.is_empty() && self.kings_can_capture() {
            Length::More(men::once(self))
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
            Length::More(once) => {
                return walk::list::<B, S, N>(self.facts, self.pieces, &once, list);
            }
        }
        1
    }
}
