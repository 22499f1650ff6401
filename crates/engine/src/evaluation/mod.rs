//! What a quiet position is worth without looking ahead.
//!
//! The search knows only the trait [`Evaluation`]. The international game has [`Hand`], every other
//! game of the family [`Common`], which reads the rule table; [`Material`] is what both are measured
//! against. Weights from games, [`Trained`], take the place of any of them.

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

/// The most that an evaluation from games may say.
const MOST: Value = 8_000;

/// The seam between search and knowledge.
pub(crate) trait Evaluation<B>: Send {
    /// The worth of a position for the side to move, in hundredths of a man.
    ///
    /// It is asked of quiet positions mostly, but must answer for every one; its size stays below
    /// [`ORDINARY`](crate::score::ORDINARY). Equal pieces of the same side to move have equal worth,
    /// whatever the past left behind.
    fn value(&self, pieces: &Pieces<B>) -> Value;
}

/// Chosen while running: one search serves every evaluation of a width, which keeps the page small.
impl<B> Evaluation<B> for Box<dyn Evaluation<B>> {
    fn value(&self, pieces: &Pieces<B>) -> Value {
        (**self).value(pieces)
    }
}

/// What is known of the international game. One type for both, so that its compiled search is there
/// once: it would be a tenth of the engine in the page.
pub(crate) enum OfInternational {
    /// What was learned from games.
    Learned(Trained),
    /// What was written down by hand.
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
