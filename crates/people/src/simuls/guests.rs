//! Participants of a simul: the host, guests with or without an account, and the engine at a level.

use std::fmt;
use std::str::FromStr;

use damier_engine::Level;
use damier_session::{SeatKey, line};
use serde::{Deserialize, Serialize};

use crate::accounts::AccountId;
use crate::json_keys as keys;

/// The maximum length of a name in characters.
pub const MAX_SIMUL_NAME: usize = 40;

/// A name on one plain line; may be empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SimulName(String);

/// Why a text cannot be the name of a participant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SimulNameError {
    /// It is too long.
    #[error("the name has {found} characters where {MAX_SIMUL_NAME} are allowed")]
    TooLong {
        /// Its length in characters.
        found: usize,
    },
    /// It is not one plain line.
    #[error("the name must be one plain line, found {found:?}")]
    NotPlain {
        /// The first invalid character.
        found: char,
    },
    /// It is not empty, but nothing of it is visible.
    #[error("the name has no visible character")]
    Unseen,
}

impl SimulNameError {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            SimulNameError::TooLong { .. } => "name-too-long",
            SimulNameError::NotPlain { .. } | SimulNameError::Unseen => "name-not-plain",
        }
    }
}

impl SimulName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SimulName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for SimulName {
    type Err = SimulNameError;

    fn from_str(text: &str) -> Result<SimulName, SimulNameError> {
        let text = text.trim();
        let found = text.chars().count();
        if found > MAX_SIMUL_NAME {
            return Err(SimulNameError::TooLong { found });
        }
        match line::forbidden_char(text) {
            Some(found) => Err(SimulNameError::NotPlain { found }),
            None if !text.is_empty() && !line::is_visible(text) => Err(SimulNameError::Unseen),
            None => Ok(SimulName(text.to_owned())),
        }
    }
}

/// The host, who plays all boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Host {
    /// The name.
    pub name: SimulName,
    /// The host's key: the digest of a secret.
    #[serde(with = "keys::seat")]
    pub key: SeatKey,
    /// The host's account, if any.
    #[serde(with = "keys::maybe_account", default)]
    pub account: Option<AccountId>,
}

/// The kind of a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum GuestKind {
    /// A person.
    Person {
        /// The name.
        name: SimulName,
        /// The guest's key, also that of the seat at the board: the digest of a secret.
        #[serde(with = "keys::seat")]
        key: SeatKey,
        /// The guest's account, if any.
        #[serde(with = "keys::maybe_account", default)]
        account: Option<AccountId>,
    },
    /// The server's engine.
    Computer {
        /// Its level.
        level: u8,
    },
}

/// A guest who sits at a board or has applied.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guest {
    /// The number within the simul, never reused.
    pub number: u32,
    /// The kind.
    #[serde(flatten)]
    pub kind: GuestKind,
}

impl Guest {
    /// Whether it is the engine at its strongest level, which takes seconds for a move.
    pub fn is_strongest(&self) -> bool {
        let GuestKind::Computer { level } = self.kind else {
            return false;
        };
        level == Level::STRONGEST.number()
    }

    /// The key of a person.
    pub fn key(&self) -> Option<SeatKey> {
        match &self.kind {
            GuestKind::Person { key, .. } => Some(*key),
            GuestKind::Computer { .. } => None,
        }
    }

    /// The account of a person, if any.
    pub fn account(&self) -> Option<AccountId> {
        match &self.kind {
            GuestKind::Person { account, .. } => *account,
            GuestKind::Computer { .. } => None,
        }
    }
}
