//! What happened in a game: an act with its number, and with the time given by the server that
//! decided it. A journal keeps the events, and every node of the server applies them in order,
//! which gives the current state of the game. A record lists the acts only.

use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::act_error::ActError;
use crate::command::CommandId;

/// Something that has happened in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Event {
    /// Its number in the game, counted from 1. It is also the version of the game after this event.
    pub number: u32,
    /// The command that it follows from; absent in a game that was rebuilt from a record, since
    /// records keep no commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandId>,
    /// What was done, with its time.
    pub act: Act,
}

/// Why an event cannot be applied. The session is unchanged then.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ApplyError {
    /// Earlier events are missing; they must be read from the journal first.
    #[error("event {found} cannot follow event {last}")]
    Gap {
        /// The number of the last event that was applied; 0 at the beginning.
        last: u32,
        /// The number found.
        found: u32,
    },
    /// Another event already has this number.
    #[error("event {number} differs from the stored one")]
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
