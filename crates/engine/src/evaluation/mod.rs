//! What a quiet position is worth without looking ahead.
//!
//! The search knows only the trait [`Evaluation`]. A trained evaluation takes the place of
//! [`Hand`] by implementing it; nothing else changes.

mod hand;
mod material;

pub(crate) use hand::Hand;
pub(crate) use material::Material;

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
