//! Static evaluation: the value of a position without any search.
//!
//! The search uses the trait [`Evaluation`] only. Without trained weights, international draughts
//! is evaluated by [`Hand`], and every other game by [`Common`], which reads the rule table. Where
//! a game has trained weights, [`Trained`] is used instead. [`Material`] is the baseline that the
//! others are measured against.

mod cache;
mod common;
mod few_pieces;
mod hand;
mod material;
pub(crate) mod network;
pub(crate) mod patterns;
pub(crate) mod trained;

pub(crate) use cache::EvaluationCache;
pub(crate) use common::Common;
pub(crate) use hand::Hand;
pub(crate) use material::Material;
pub(crate) use patterns::Patterns;
pub(crate) use trained::Trained;

use damier_rules::Pieces;

use crate::score::Value;

/// The largest value that a trained evaluation may return.
const MOST: Value = 8_000;

/// An evaluation, as the search calls it.
pub(crate) trait Evaluation<B>: Send {
    /// Returns the value of a position for the side to move, in hundredths of a man.
    ///
    /// The search calls it mostly for quiet positions, but it must accept every position. Its
    /// absolute value stays below [`ORDINARY`](crate::score::ORDINARY). It depends on the pieces
    /// and the side to move only, not on what the position keeps of its past.
    fn value(&self, pieces: &Pieces<B>) -> Value;
}

/// The evaluation is chosen at run time, so one compiled search serves every evaluation for boards
/// of the same width. This keeps the page's module small.
impl<B> Evaluation<B> for Box<dyn Evaluation<B>> {
    fn value(&self, pieces: &Pieces<B>) -> Value {
        (**self).value(pieces)
    }
}

/// The evaluation of international draughts, trained or by hand. It is one type for both, so that
/// its search is compiled only once: a second copy would be a tenth of the engine's module in the
/// page.
pub(crate) enum OfInternational {
    /// Trained weights.
    Learned(Trained),
    /// The evaluation by hand.
    ByHand(Box<Hand>),
}

impl Evaluation<u64> for OfInternational {
    #[inline]
    fn value(&self, pieces: &Pieces<u64>) -> Value {
        match self {
            OfInternational::Learned(trained) => {
                few_pieces::held_back(trained.value(pieces), pieces)
            }
            OfInternational::ByHand(hand) => hand.value(pieces),
        }
    }
}
