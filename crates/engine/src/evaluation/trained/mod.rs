//! Trained evaluation: patterns, and a network that corrects them.

pub(crate) mod weights;

use std::sync::Arc;
#[cfg(feature = "weights")]
use std::sync::OnceLock;

use damier_rules::{AnyRules, Pieces, Variant};

use super::network::Network;
use super::{Evaluation, MAX_VALUE, Patterns};
use crate::score::Value;
use weights::{Weights, WeightsError};

/// The evaluation of one game by trained weights.
#[derive(Clone, Debug)]
pub(crate) struct Trained {
    patterns: Patterns,
    network: Option<Arc<Network>>,
}

/// The weights of one game, as the build script has deflated them.
#[cfg(feature = "weights")]
macro_rules! deflated {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".dw"))
    };
}

/// The games for which this program has weights, and their deflated files.
#[cfg(feature = "weights")]
const FILES: &[(Variant, &[u8])] = &[
    (Variant::INTERNATIONAL, deflated!("international")),
    (Variant::FRISIAN, deflated!("frisian")),
    (Variant::RUSSIAN, deflated!("russian")),
    (Variant::BRAZILIAN, deflated!("brazilian")),
    (Variant::ENGLISH, deflated!("english")),
];

/// The built-in weights of a game, parsed on first use.
#[cfg(feature = "weights")]
pub(crate) fn built_in(variant: Variant) -> Option<&'static Trained> {
    static READ: [OnceLock<Option<Trained>>; FILES.len()] =
        [const { OnceLock::new() }; FILES.len()];
    let at = FILES.iter().position(|&(game, _)| game == variant)?;
    let read = || Trained::new(&inflated(FILES[at].1)?).ok();
    READ[at].get_or_init(read).as_ref()
}

/// The weights of a deflated file.
#[cfg(feature = "weights")]
fn inflated(file: &[u8]) -> Option<Weights> {
    let bytes = miniz_oxide::inflate::decompress_to_vec(file).ok()?;
    Weights::from_bytes(&bytes).ok()
}

/// This build has no weights.
#[cfg(not(feature = "weights"))]
pub(crate) fn built_in(_: Variant) -> Option<&'static Trained> {
    None
}

impl Trained {
    /// # Errors
    /// If the number of weights does not fit the game's board, or they belong to another game.
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
            Some(network) => (value + network.value(pieces)).clamp(-MAX_VALUE, MAX_VALUE),
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
        for &(variant, bytes) in FILES {
            let weights = inflated(bytes).expect("undamaged");
            assert_eq!(weights.variant(), variant.id(), "in the right place");
            let trained = built_in(variant).expect("they fit their game");
            assert_eq!(trained.variant(), variant);
            let AnyPieces::Narrow(start) = Position::start(variant).raw() else {
                panic!("64 bits")
            };
            let value = trained.value(&start);
            assert!(value.abs() < 30, "{variant}: {value} at the start");
        }
    }

    /// Every weights file has a card in `weights/README.md` with the right checksum.
    #[cfg(feature = "weights")]
    #[test]
    fn the_cards_are_those_of_the_weights() {
        let cards = include_str!("../../../weights/README.md");
        for &(variant, bytes) in FILES {
            let title = format!("## Card of `{}.dw`", variant.id());
            let card = cards.split_once(&title).map(|(_, card)| card);
            let card = card.unwrap_or_else(|| panic!("no {title}"));
            let card = card.split("\n## ").next().unwrap_or_default();
            let weights = inflated(bytes).expect("undamaged");
            let line = format!("| checksum | {:08x}", weights.checksum());
            assert!(card.contains(&line), "{title}: {line}");
        }
    }
}
