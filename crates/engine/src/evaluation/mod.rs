//! What a quiet position is worth without looking ahead.
//!
//! The search knows only the trait [`Evaluation`]. The international game has [`Hand`], every other
//! game of the family [`Common`], which reads the rule table; [`Material`] is what both are measured
//! against. A trained evaluation takes the place of one of them by implementing the trait; nothing
//! else changes.

mod common;
mod hand;
mod material;
pub(crate) mod patterns;

pub(crate) use common::Common;
pub(crate) use hand::Hand;
pub(crate) use material::Material;
pub(crate) use patterns::Patterns;

use damier_rules::Pieces;

use crate::score::Value;

/// The seam between search and knowledge.
pub(crate) trait Evaluation<B>: Send {
    /// The worth of a position for the side to move, in hundredths of a man.
    ///
    /// It is asked of quiet positions mostly, but must answer for every one; its size stays below
    /// [`ORDINARY`](crate::score::ORDINARY).
    fn value(&self, pieces: &Pieces<B>) -> Value;
}

/// Chosen while running: one search serves every evaluation of a width, which keeps the page small.
impl<B> Evaluation<B> for Box<dyn Evaluation<B>> {
    fn value(&self, pieces: &Pieces<B>) -> Value {
        (**self).value(pieces)
    }
}
