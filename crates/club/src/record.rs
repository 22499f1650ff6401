//! The record of a game: everything that is needed to rebuild it, and nothing else. It is what the
//! browser and the server keep, as JSON. A record is only a claim; [`Session::replay`] is the proof.

use damier_rules::{EndReason, Outcome, Side, Variant};
use serde::{Deserialize, Serialize};

use crate::act::{Act, ActError, MAX_TIME_MS};
use crate::session::Session;
use crate::settings::{GameSettings, SettingsError};
use crate::words;

/// The version of this shape of records.
pub const SCHEMA: u32 = 1;

/// The version of the rules that games are played under now. It grows when a ruling changes, so that
/// an old game is never judged by a new one.
pub const RULES_VERSION: u32 = 1;

/// The most acts in one game. The longest real games have some hundreds.
pub const MAX_ACTS: usize = 5_000;

/// Everything that is needed to rebuild a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The stable name of the game, such as `international`.
    pub variant: String,
    /// [`RULES_VERSION`] when the game was played.
    pub rules_version: u32,
    /// What was agreed before the game.
    pub settings: GameSettings,
    /// When the game began, in Unix milliseconds; absent where nobody knows, as for a game that was
    /// read from a file.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub started_ms: Option<u64>,
    /// What was done, in order.
    pub acts: Vec<Act>,
    /// How the game ended; absent while it goes on. It must be what the acts lead to.
    pub ending: Option<Ending>,
}

/// How a game ended, in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Ending {
    /// Who won; absent in a draw.
    #[serde(with = "words::maybe")]
    #[cfg_attr(feature = "ts", ts(type = "Side | null"))]
    pub winner: Option<Side>,
    /// By which rule.
    #[serde(with = "words")]
    #[cfg_attr(feature = "ts", ts(type = "EndReason"))]
    pub reason: EndReason,
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        Ending {
            winner: outcome.winner,
            reason: outcome.reason,
        }
    }
}

impl From<Ending> for Outcome {
    fn from(ending: Ending) -> Outcome {
        Outcome {
            winner: ending.winner,
            reason: ending.reason,
        }
    }
}

/// Why a record is not the record of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// A shape of records that this program does not know.
    #[error("the record has schema {found}, and only {SCHEMA} is known")]
    Schema {
        /// The schema found.
        found: u32,
    },
    /// A game that this program does not know.
    #[error("there is no game named {found:?}")]
    Variant {
        /// The head of the name found.
        found: String,
    },
    /// Rules of another time.
    #[error(
        "the game was played under version {found} of the rules, and only {RULES_VERSION} is known"
    )]
    RulesVersion {
        /// The version found.
        found: u32,
    },
    /// The settings are no game's.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The beginning lies beyond every calendar.
    #[error("a game begins at {MAX_TIME_MS} ms at the latest, found {found_ms}")]
    Started {
        /// The time found.
        found_ms: u64,
    },
    /// There are too many acts.
    #[error("the record has {found} acts where {MAX_ACTS} are allowed")]
    TooManyActs {
        /// The acts found.
        found: usize,
    },
    /// An act that could not be done at its place.
    #[error("act {index}: {reason}")]
    Act {
        /// Which act, counted from 0.
        index: usize,
        /// Why not.
        reason: ActError,
    },
    /// The acts lead to another ending.
    #[error("the record ends with {}, but its acts lead to {}", ending_code(*.found), ending_code(*.expected))]
    Ending {
        /// The ending in the record.
        found: Option<Ending>,
        /// The ending that the acts lead to.
        expected: Option<Ending>,
    },
}

fn ending_code(ending: Option<Ending>) -> String {
    match ending {
        None => "no ending".into(),
        Some(Ending {
            winner: None,
            reason,
        }) => format!("a draw by {}", reason.code()),
        Some(Ending {
            winner: Some(side),
            reason,
        }) => {
            format!("a win of {} by {}", side.code(), reason.code())
        }
    }
}

impl ReplayError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            ReplayError::Schema { .. } => "unknown-schema",
            ReplayError::Variant { .. } => "unknown-variant",
            ReplayError::RulesVersion { .. } => "unknown-rules-version",
            ReplayError::Settings(error) => error.code(),
            ReplayError::Started { .. } => "time-out-of-range",
            ReplayError::TooManyActs { .. } => "too-many-acts",
            ReplayError::Act { reason, .. } => reason.code(),
            ReplayError::Ending { .. } => "other-ending",
        }
    }

    /// Which act could not be done, counted from 0; `None` where the fault lies elsewhere.
    pub const fn act_index(&self) -> Option<usize> {
        match self {
            ReplayError::Act { index, .. } => Some(*index),
            _ => None,
        }
    }
}

impl Session {
    /// The record of the game so far.
    pub fn record(&self) -> GameRecord {
        GameRecord {
            schema: SCHEMA,
            variant: self.variant().id().to_owned(),
            rules_version: RULES_VERSION,
            settings: self.settings().clone(),
            started_ms: self.started_ms(),
            acts: self.acts().to_vec(),
            ending: self.outcome().map(Ending::from),
        }
    }

    /// Rebuilds a game from its record, exactly as it stood.
    ///
    /// # Errors
    /// The first place where the record is not the record of a game.
    pub fn replay(record: &GameRecord) -> Result<Session, ReplayError> {
        if record.schema != SCHEMA {
            return Err(ReplayError::Schema {
                found: record.schema,
            });
        }
        let variant = Variant::from_id(&record.variant).ok_or_else(|| ReplayError::Variant {
            found: record.variant.chars().take(40).collect(),
        })?;
        if record.rules_version != RULES_VERSION {
            return Err(ReplayError::RulesVersion {
                found: record.rules_version,
            });
        }
        if let Some(found_ms) = record.started_ms.filter(|&started| started > MAX_TIME_MS) {
            return Err(ReplayError::Started { found_ms });
        }
        if record.acts.len() > MAX_ACTS {
            return Err(ReplayError::TooManyActs {
                found: record.acts.len(),
            });
        }
        let mut session = Session::new(variant, record.settings.clone(), record.started_ms)?;
        for (index, act) in record.acts.iter().enumerate() {
            session
                .perform(act)
                .map_err(|reason| ReplayError::Act { index, reason })?;
        }
        let expected = session.outcome().map(Ending::from);
        if record.ending != expected {
            return Err(ReplayError::Ending {
                found: record.ending,
                expected,
            });
        }
        Ok(session)
    }
}
