//! What happened in a game: an act, stamped by whoever decided it, with its number. A journal keeps
//! events and any node applies them; a record lists their acts. Applying all events of a game in order
//! to its beginning gives the game as it stands.

use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::act_error::ActError;
use crate::command::CommandId;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Its place in the game, counted from 1: the version of the game once it has happened.
    pub number: u32,
    /// The command that it answers; absent where a game was read from a record, which names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandId>,
    /// What was done, with its time.
    pub act: Act,
}

/// Why an event cannot be applied. The session is unchanged then.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ApplyError {
    /// Events before it are missing: ask the journal for them.
    #[error("event {found} cannot follow event {last}")]
    Gap {
        /// The number of the last event that was applied; 0 at the beginning.
        last: u32,
        /// The number found.
        found: u32,
    },
    /// Another event has happened at its place.
    #[error("event {number} is another one here")]
    Other {
        /// The number of both.
        number: u32,
    },
    /// It could not have happened.
    #[error("event {number}: {reason}")]
    Act {
        /// Its number.
        number: u32,
        /// Why not.
        reason: ActError,
    },
}
