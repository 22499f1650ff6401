//! Rebuilds a game from its record, by performing its acts in a new session. A record may be
//! untrusted, so the work of a replay is counted and limited.

use damier_rules::{RulesVersion, Variant};

use crate::act::{MAX_ACTS, MAX_TIME_MS};
use crate::act_error::ActError;
use crate::ending::Ending;
use crate::record::{GameRecord, SCHEMA};
use crate::session::{Refused, Session};
use crate::settings::SettingsError;

/// How much work a replay may take.
///
/// The work is the number of legal moves found, plus the number of steps that the search for
/// captures took. So it is the same on every machine. A real game takes a few thousand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayBudget {
    /// The most work of all acts together.
    pub work: u64,
}

impl ReplayBudget {
    /// Five times the work of the longest real games; this takes milliseconds.
    pub const USUAL: ReplayBudget = ReplayBudget { work: 50_000 };

    /// For an untrusted record: two hundred times the work of the longest real games. This takes a
    /// second or two on a slow machine.
    pub const STRANGER: ReplayBudget = ReplayBudget { work: 2_000_000 };

    /// No limit except the number of acts. For the user's own games, which have been played
    /// already.
    pub const OWN: ReplayBudget = ReplayBudget { work: u64::MAX };
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
    /// The record is of another game than the one that was asked for.
    #[error("the record is of {found:?}, not of {expected:?}")]
    OtherGame {
        /// The head of the name found.
        found: String,
        /// The name of the game that was asked for.
        expected: &'static str,
    },
    /// This program does not know this version of the game's rules: it belongs to a newer program,
    /// or does not exist.
    #[error("{}", unknown_version(*.found, *.newest))]
    RulesVersion {
        /// The version found.
        found: RulesVersion,
        /// The newest that is known.
        newest: RulesVersion,
    },
    /// The settings are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The time of the beginning is too late to be a real date.
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
    /// An act was not possible when it was made.
    #[error("act {index}: {reason}")]
    Act {
        /// Which act, counted from 0.
        index: usize,
        /// Why not.
        reason: ActError,
    },
    /// The acts lead to another ending.
    #[error("the record ends with {}, but its acts lead to \
        {}", ending_code(*.found), ending_code(*.expected))]
    Ending {
        /// The ending in the record.
        found: Option<Ending>,
        /// The ending that the acts lead to.
        expected: Option<Ending>,
    },
    /// Replaying takes more work than is allowed.
    #[error("act {index}: replaying takes more work than the {budget} units that are allowed")]
    TooMuchWork {
        /// The act at which the budget was spent, counted from 0.
        index: usize,
        /// The budget.
        budget: u64,
    },
    /// The caller no longer waits for the result.
    #[error("the replay was stopped before act {index}")]
    Stopped {
        /// The act that was not performed, counted from 0.
        index: usize,
    },
}

fn unknown_version(found: RulesVersion, newest: RulesVersion) -> String {
    if found > newest {
        format!(
            "the game was played under version {found} of its rules, and version {newest} is the newest that this \
             program knows: a newer Damier can read it"
        )
    } else {
        format!("the versions of the game's rules are 1 to {newest}, found {found}")
    }
}

fn ending_code(ending: Option<Ending>) -> String {
    match ending {
        None => "no ending".into(),
        Some(ending) if ending.is_aborted() => "no result, since it was aborted".into(),
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
            ReplayError::OtherGame { .. } => "other-game",
            ReplayError::RulesVersion { .. } => "unknown-rules-version",
            ReplayError::Settings(error) => error.code(),
            ReplayError::Started { .. } => "time-out-of-range",
            ReplayError::TooManyActs { .. } => "too-many-acts",
            ReplayError::Act { reason, .. } => reason.code(),
            ReplayError::Ending { .. } => "other-ending",
            ReplayError::TooMuchWork { .. } => "too-much-work",
            ReplayError::Stopped { .. } => "replay-stopped",
        }
    }

    /// The index of the act that could not be performed; `None` for other errors.
    pub const fn act_index(&self) -> Option<usize> {
        match self {
            ReplayError::Act { index, .. }
            | ReplayError::TooMuchWork { index, .. }
            | ReplayError::Stopped { index } => Some(*index),
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
            rules_version: self.variant().rules_version(),
            settings: self.settings().clone(),
            started_ms: self.started_ms(),
            acts: self.acts().to_vec(),
            ending: self.ending(),
        }
    }

    /// Rebuilds a game from its record, exactly as it was, by the version of the rules that it was
    /// played under.
    ///
    /// # Errors
    /// The first thing in the record that cannot belong to a game.
    pub fn replay(record: &GameRecord) -> Result<Session, ReplayError> {
        Session::replay_within(record, ReplayBudget::OWN, || true)
    }

    /// As [`Session::replay`], within a budget. Before each act it calls `go_on` and stops if that
    /// returns `false`.
    ///
    /// # Errors
    /// Also [`ReplayError::TooMuchWork`] and [`ReplayError::Stopped`].
    pub fn replay_within(
        record: &GameRecord,
        budget: ReplayBudget,
        go_on: impl FnMut() -> bool,
    ) -> Result<Session, ReplayError> {
        require_schema(record)?;
        let game = Variant::from_id(&record.variant).ok_or_else(|| ReplayError::Variant {
            found: head(&record.variant),
        })?;
        Session::replay_of(game, record, budget, go_on)
    }

    /// As [`Session::replay_within`] for a known variant; one of a custom table
    /// ([`Variant::of_table`]) has no registered name. `game` is its newest version; the record is
    /// replayed under its own.
    ///
    /// # Errors
    /// Also [`ReplayError::OtherGame`].
    pub fn replay_of(
        game: Variant,
        record: &GameRecord,
        budget: ReplayBudget,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Session, ReplayError> {
        require_schema(record)?;
        if record.variant != game.id() {
            return Err(ReplayError::OtherGame {
                found: head(&record.variant),
                expected: game.id(),
            });
        }
        let version = record.rules_version;
        let variant = game.under(version).ok_or(ReplayError::RulesVersion {
            found: version,
            newest: game.rules_version(),
        })?;
        if let Some(found_ms) = record.started_ms.filter(|&started| started > MAX_TIME_MS) {
            return Err(ReplayError::Started { found_ms });
        }
        if record.acts.len() > MAX_ACTS {
            return Err(ReplayError::TooManyActs {
                found: record.acts.len(),
            });
        }
        let mut session = Session::new(variant, record.settings.clone(), record.started_ms)?;
        let mut left = budget.work;
        for (index, act) in record.acts.iter().enumerate() {
            if !go_on() {
                return Err(ReplayError::Stopped { index });
            }
            session
                .perform_within(act, &mut left)
                .map_err(|refused| match refused {
                    Refused::Act(reason) => ReplayError::Act { index, reason },
                    Refused::Work => ReplayError::TooMuchWork {
                        index,
                        budget: budget.work,
                    },
                })?;
        }
        let expected = session.ending();
        if record.ending != expected {
            return Err(ReplayError::Ending {
                found: record.ending,
                expected,
            });
        }
        Ok(session)
    }
}

fn require_schema(record: &GameRecord) -> Result<(), ReplayError> {
    match record.schema {
        SCHEMA => Ok(()),
        found => Err(ReplayError::Schema { found }),
    }
}

/// The beginning of a name of unlimited length.
fn head(name: &str) -> String {
    name.chars().take(40).collect()
}
