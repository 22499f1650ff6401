//! The id of a simul.

use std::fmt;
use std::str::FromStr;

use damier_session::{GameId, GameIdError};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The id of a simul: a random UUID of the host's client, part of the link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SimulId(Uuid);

impl SimulId {
    /// The id with these 128 bits.
    pub const fn from_bits(bits: u128) -> SimulId {
        SimulId(Uuid::from_u128(bits))
    }

    /// The 128 bits of this id.
    pub const fn to_bits(self) -> u128 {
        self.0.as_u128()
    }
}

impl fmt::Display for SimulId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for SimulId {
    type Err = GameIdError;

    fn from_str(text: &str) -> Result<SimulId, GameIdError> {
        let id: GameId = text.parse()?;
        Ok(SimulId::from_bits(id.to_bits()))
    }
}
