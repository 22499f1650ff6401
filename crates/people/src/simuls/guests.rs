//! Participants of a simul: the host, guests with or without an account, and the engine at a level.

use damier_engine::Level;
use damier_session::SeatKey;
use serde::{Deserialize, Serialize};

use crate::accounts::AccountId;
use crate::json_keys as keys;
use crate::plain_text::PlainLine;

/// The name of a participant; may be empty.
pub type SimulName = PlainLine<40>;

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
