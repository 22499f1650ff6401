//! Who takes part in a simul: the host, and guests with or without an account, or the computer at a level.

use std::fmt;
use std::str::FromStr;

use damier_engine::Level;
use damier_session::{SeatKey, line};
use serde::{Deserialize, Serialize};

use crate::accounts::AccountId;
use crate::json_keys as keys;

/// The most characters of a name.
pub const MAX_SIMUL_NAME: usize = 40;

/// A name on one plain line; may be empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SimulName(String);

/// Why a text is not the name of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SimulNameError {
    /// It is too long.
    #[error("a name has {MAX_SIMUL_NAME} characters at most, but found {found}")]
    TooLong {
        /// Its characters.
        found: usize,
    },
    /// It is not one plain line.
    #[error("a name is one plain line, but found {found:?} in it")]
    NotPlain {
        /// The first character that no plain line has.
        found: char,
    },
    /// It has characters, and none of them can be seen: somebody who gives no name leaves it empty.
    #[error("a name can be seen, or is empty")]
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

/// Whoever plays all boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Host {
    /// The name.
    pub name: SimulName,
    /// By what the host is known: the digest of a secret.
    #[serde(with = "keys::seat")]
    pub key: SeatKey,
    /// The account under which the host plays, if there is one.
    #[serde(with = "keys::maybe_account", default)]
    pub account: Option<AccountId>,
}

/// What a guest is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum GuestKind {
    /// Somebody.
    Person {
        /// The name.
        name: SimulName,
        /// By what the guest is known, and the key of the seat at the board: the digest of a secret.
        #[serde(with = "keys::seat")]
        key: SeatKey,
        /// The account under which the guest plays, if there is one.
        #[serde(with = "keys::maybe_account", default)]
        account: Option<AccountId>,
    },
    /// The engine of the server.
    Computer {
        /// Its level.
        level: u8,
    },
}

/// Who sits at a board, or asks to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guest {
    /// The number within the simul: nobody else is given it.
    pub number: u32,
    /// What it is.
    #[serde(flatten)]
    pub kind: GuestKind,
}

impl Guest {
    /// Whether it is the computer at the strongest level, which thinks for seconds.
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

    /// The account of a person who plays under one.
    pub fn account(&self) -> Option<AccountId> {
        match &self.kind {
            GuestKind::Person { account, .. } => *account,
            GuestKind::Computer { .. } => None,
        }
    }
}
