//! The record of a game: what is needed to rebuild the game. The browser and the server store it as
//! JSON. A record from outside may be wrong or forged: only a replay proves it.

use damier_rules::RulesVersion;
use serde::{Deserialize, Serialize};

use crate::act::Act;
pub use crate::act::{MAX_ACTS, MAX_NON_MOVE_ACTS};
use crate::ending::Ending;
use crate::settings::GameSettings;

/// The version of this shape of records.
pub const SCHEMA: u32 = 1;

/// Everything that is needed to rebuild a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameRecord {
    /// The version of this shape: 1.
    pub schema: u32,
    /// The stable name of the game.
    #[cfg_attr(feature = "openapi", schema(example = "international"))]
    pub variant: String,
    /// The version of the rules that the game was played under.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u32))]
    pub rules_version: RulesVersion,
    /// What was agreed before the game.
    pub settings: GameSettings,
    /// When the game began, in Unix milliseconds; null or absent if unknown, as in a game read from
    /// a file.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub started_ms: Option<u64>,
    /// The acts, in order.
    pub acts: Vec<Act>,
    /// How the game ended, as it follows from the acts. Null while the game goes on.
    pub ending: Option<Ending>,
}
