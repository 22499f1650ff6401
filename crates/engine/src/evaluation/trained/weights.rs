//! A set of trained weights and its file format: the game, two numbers for each weight, and
//! optionally a network that corrects them.
//!
//! ```text
//! "damier\0w"  layout  length and id of the game  number of pairs, pairs
//! length of the network in bytes (0 = none), network  checksum of all before it
//! ```

use std::fmt;

use damier_endgame::checksum;

use crate::evaluation::network::QuantisedWeights;

/// The first bytes of a weights file.
const MAGIC: &[u8; 8] = b"damier\x00w";
/// The version of the layout of shapes and terms. Weights with another layout are rejected.
const LAYOUT: u32 = 3;

/// Quantisation steps per hundredth of a man.
pub(crate) const STEPS: i32 = 10;

/// The weight of a term at the start of a game and at its end, in thousandths of a man.
pub type Pair = [i16; 2];

/// The weights of a trained evaluation.
///
/// ```
/// use damier_engine::trained::{Model, Weights, WeightsError};
/// use damier_rules::Variant;
///
/// let model = Model::new(Variant::RUSSIAN).expect("a board with shapes");
/// let weights = Weights::new("russian", vec![[0, 0]; model.len()]);
/// assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
/// assert_eq!(Weights::from_bytes(b"something else"), Err(WeightsError::NotWeights));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    variant: String,
    pairs: Vec<Pair>,
    network: Option<QuantisedWeights>,
}

impl fmt::Debug for Weights {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        let network = if self.network.is_some() {
            ", network"
        } else {
            ""
        };
        write!(
            form,
            "Weights({}, {}{network})",
            self.variant,
            self.pairs.len()
        )
    }
}

/// Why a weights file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WeightsError {
    /// The bytes do not begin with the magic number.
    NotWeights,
    /// The file has this other layout version.
    OtherLayout(u32),
    /// The file is too short or too long.
    WrongLength,
    /// The checksum does not match the contents.
    Damaged,
    /// The file is for a game without shapes, or has the wrong number of weights for its game.
    NotOfThisGame(String),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::NotWeights => form.write_str("this is no file of weights"),
            WeightsError::OtherLayout(layout) => {
                write!(
                    form,
                    "the weights have layout {layout}, this program reads {LAYOUT}"
                )
            }
            WeightsError::WrongLength => form.write_str("the file of weights is not of its length"),
            WeightsError::Damaged => form.write_str("the file of weights is damaged"),
            WeightsError::NotOfThisGame(game) => {
                write!(
                    form,
                    "these weights, of '{game}', do not fit the game's shapes"
                )
            }
        }
    }
}

impl std::error::Error for WeightsError {}

impl Weights {
    /// Weights of a game in the order of its shapes and terms.
    pub fn new(variant: &str, pairs: Vec<Pair>) -> Weights {
        Weights {
            variant: variant.to_owned(),
            pairs,
            network: None,
        }
    }

    /// The same weights with a network that corrects them, or without one.
    #[must_use]
    pub fn with_network(self, network: Option<QuantisedWeights>) -> Weights {
        Weights { network, ..self }
    }

    /// The network that corrects the pairs.
    pub fn network(&self) -> Option<&QuantisedWeights> {
        self.network.as_ref()
    }

    /// The id of the game.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// The weights.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Reads weights from the bytes of a file.
    ///
    /// # Errors
    /// If the bytes are not a complete, undamaged file of this layout.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::NotWeights)?;
        let (layout, rest) = number(rest)?;
        if layout != LAYOUT {
            return Err(WeightsError::OtherLayout(layout));
        }
        let (name_length, rest) = number(rest)?;
        let (name, rest) = rest
            .split_at_checked(name_length as usize)
            .ok_or(WeightsError::WrongLength)?;
        let (count, rest) = number(rest)?;
        let (body, rest) = rest
            .split_at_checked((count as usize).saturating_mul(4))
            .ok_or(WeightsError::WrongLength)?;
        let (length, rest) = number(rest)?;
        let (network, sum) = rest
            .split_at_checked(length as usize)
            .ok_or(WeightsError::WrongLength)?;
        let (sum, rest) = number(sum)?;
        if !rest.is_empty() {
            return Err(WeightsError::WrongLength);
        }
        if checksum(&bytes[..bytes.len() - 4]) != sum {
            return Err(WeightsError::Damaged);
        }
        let variant = String::from_utf8(name.to_vec()).map_err(|_| WeightsError::Damaged)?;
        let pairs = body
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&[a, b, c, d]| [i16::from_le_bytes([a, b]), i16::from_le_bytes([c, d])])
            .collect();
        let network = match network {
            [] => None,
            bytes => Some(QuantisedWeights::from_bytes(bytes).ok_or(WeightsError::WrongLength)?),
        };
        Ok(Weights {
            variant,
            pairs,
            network,
        })
    }

    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(LAYOUT.to_le_bytes());
        bytes.extend((self.variant.len() as u32).to_le_bytes());
        bytes.extend(self.variant.as_bytes());
        bytes.extend((self.pairs.len() as u32).to_le_bytes());
        for [early, late] in &self.pairs {
            bytes.extend(early.to_le_bytes());
            bytes.extend(late.to_le_bytes());
        }
        let network = self
            .network
            .as_ref()
            .map_or(Vec::new(), QuantisedWeights::to_bytes);
        bytes.extend((network.len() as u32).to_le_bytes());
        bytes.extend(network);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The checksum of the file, as recorded in its card (`weights/README.md`).
    pub fn checksum(&self) -> u32 {
        let bytes = self.to_bytes();
        checksum(&bytes[..bytes.len() - 4])
    }
}

fn number(bytes: &[u8]) -> Result<(u32, &[u8]), WeightsError> {
    let (number, rest) = bytes.split_first_chunk().ok_or(WeightsError::WrongLength)?;
    Ok((u32::from_le_bytes(*number), rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evaluation::network::{FloatHead, FloatWeights, HIDDEN, WIDTH};

    #[test]
    fn a_file_reads_back_and_damage_is_seen() {
        let weights = Weights::new("russian", vec![[1, -2], [300, i16::MIN]]);
        let link = std::array::from_fn(|at| f32::from(at as u8));
        let head = FloatHead {
            hidden_weights: [link; HIDDEN],
            hidden_biases: [1.5; HIDDEN],
            output_weights: [-7.0; HIDDEN],
        };
        let mut heads = std::array::from_fn(|_| head.clone());
        heads[1].output_weights[3] = 5.0;
        let inputs = vec![[0.5; WIDTH]; 3];
        let network = QuantisedWeights::round(&FloatWeights { inputs, heads });
        reads_back(weights.clone());
        reads_back(weights.with_network(Some(network)));
    }

    proptest! {
        #[test]
        fn any_bytes_are_weights_or_an_error(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            pairs in prop::option::of(prop::collection::vec(any::<Pair>(), 0..20)),
        ) {
            prop_assert!(Weights::from_bytes(&bytes).is_err());
            // Arbitrary bytes behind a correct header, with or without correct pairs, and a correct
            // checksum.
            let head = Weights::new("russian", pairs.clone().unwrap_or_default()).to_bytes();
            let kept = if pairs.is_some() { 8 } else { 12 };
            let mut sealed = [&head[..head.len() - kept], &bytes].concat();
            sealed.extend(checksum(&sealed).to_le_bytes());
            if let Ok(weights) = Weights::from_bytes(&sealed) {
                prop_assert_eq!(weights.to_bytes(), sealed);
            }
        }
    }

    fn reads_back(weights: Weights) {
        let bytes = weights.to_bytes();
        assert_eq!(Weights::from_bytes(&bytes), Ok(weights));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(Weights::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(Weights::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(Weights::from_bytes(&longer), Err(WeightsError::WrongLength));
    }
}
