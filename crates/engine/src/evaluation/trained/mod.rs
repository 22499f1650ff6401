//! What games taught: patterns, and a network that corrects them.

pub(crate) mod weights;

use std::sync::Arc;
#[cfg(feature = "weights")]
use std::sync::OnceLock;

use damier_rules::{AnyRules, Pieces, Variant};

use super::network::Network;
use super::{Evaluation, MOST, Patterns};
use crate::score::Value;
use weights::{Weights, WeightsError};

/// The evaluation of one game by trained weights: what a search asks.
#[derive(Clone, Debug)]
pub(crate) struct Trained {
    patterns: Patterns,
    network: Option<Arc<Network>>,
}

/// The weights that are part of this program, of international draughts; read once.
#[cfg(feature = "weights")]
pub(crate) fn built_in() -> Option<Trained> {
    static BUILT_IN: OnceLock<Option<Trained>> = OnceLock::new();
    let read = || {
        let bytes = include_bytes!("../../../weights/international.dw");
        Trained::new(&Weights::from_bytes(bytes).ok()?).ok()
    };
    BUILT_IN.get_or_init(read).clone()
}

/// This program has no weights of its own.
#[cfg(not(feature = "weights"))]
pub(crate) fn built_in() -> Option<Trained> {
    None
}

impl Trained {
    /// # Errors
    /// Where the weights are not as many as the game's board asks for, or of another game.
    pub(crate) fn new(weights: &Weights) -> Result<Trained, WeightsError> {
        let patterns = Patterns::new(weights)?;
        let network = match (weights.network(), patterns.variant().rules()) {
            (Some(numbers), AnyRules::Narrow(rules)) => {
                let network = Network::new(rules.geometry(), numbers);
                let wrong = || WeightsError::NotOfThisGame(weights.variant().to_owned());
                Some(Arc::new(network.ok_or_else(wrong)?))
            }
            _ => None,
        };
        Ok(Trained { patterns, network })
    }

    pub(crate) fn variant(&self) -> Variant {
        self.patterns.variant()
    }
}

impl Evaluation<u64> for Trained {
    #[inline]
    fn value(&self, pieces: &Pieces<u64>) -> Value {
        let value = self.patterns.value(pieces);
        match &self.network {
            Some(network) => (value + network.value(pieces)).clamp(-MOST, MOST),
            None => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::{AnyPieces, Position};

    #[cfg(feature = "weights")]
    #[test]
    fn the_weights_of_the_program_are_whole() {
        let trained = built_in().expect("they fit their game");
        assert_eq!(trained.variant(), Variant::INTERNATIONAL);
        let AnyPieces::Narrow(start) = Position::start(Variant::INTERNATIONAL).raw() else {
            panic!("64 bits")
        };
        let value = trained.value(&start);
        assert!(value.abs() < 30, "{value} at the start");
    }
}
