//! The rank of a finished capture, in the smallest type that can hold it.

use crate::Kind;
use crate::generate::precedence::{Standing, Tally};
use crate::variant::rule_table::Precedence;

/// The rank of a finished capture: only captures of the greatest rank are legal.
pub(super) trait Rank: Ord + Copy + Default {
    /// Returns the rank of a capture on a board without kings, where `taken` is the number of
    /// captured pieces as far as it counts.
    fn among_men(taken: u32) -> Self;

    /// Returns the rank of a capture on a board with kings.
    fn among_kings(precedence: &[Precedence], by: Kind, tally: Tally) -> Self;
}

impl Rank for Standing {
    #[inline]
    fn among_men(taken: u32) -> Standing {
        Standing::among_men(taken)
    }

    #[inline]
    fn among_kings(precedence: &[Precedence], by: Kind, tally: Tally) -> Standing {
        Standing::of(precedence, by, tally)
    }
}

/// For code that serves boards without kings only.
impl Rank for u32 {
    #[inline]
    fn among_men(taken: u32) -> u32 {
        taken
    }

    #[inline]
    fn among_kings(_: &[Precedence], _: Kind, tally: Tally) -> u32 {
        u32::from(tally.men + tally.kings)
    }
}
