//! Static evaluation: the value of a position without any search.
//!
//! The search uses the trait [`Evaluation`] only. Without trained weights, international draughts
//! is evaluated by [`Hand`], and every other game by [`Common`], which reads the rule table. For
//! games with trained weights, [`Trained`] is used instead. [`Material`] is the baseline that the
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
const MAX_VALUE: Value = 8_000;

/// An evaluation, as the search calls it.
pub(crate) trait Evaluation<B>: Send {
    /// Returns the value of a position for the side to move, in hundredths of a man.
    ///
    /// The search calls it mostly for quiet positions, but it must accept every position. Its
    /// absolute value stays below [`ORDINARY`](crate::score::ORDINARY). It depends only on the
    /// pieces and the side to move, not on state left by earlier moves.
    fn value(&self, pieces: &Pieces<B>) -> Value;
}

/// The evaluation is chosen at run time, so one compiled search serves every evaluation for boards
/// of the same width. This keeps the page's wasm module small.
impl<B> Evaluation<B> for Box<dyn Evaluation<B>> {
    fn value(&self, pieces: &Pieces<B>) -> Value {
        (**self).value(pieces)
    }
}

/// The evaluation of international draughts, trained or hand-written. One type serves both, so that
/// the search is compiled only once: a second copy would be a tenth of the page's engine module.
pub(crate) enum OfInternational {
    /// Trained weights.
    Learned(Trained),
    /// The hand-written evaluation.
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
