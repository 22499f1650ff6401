//! Requests of one player to the other in a game over a network. The session keeps a request open,
//! and performs it when the opponent agrees.

use serde::{Deserialize, Serialize};

/// The longest pause that may be agreed, in milliseconds: thirty days, for a holiday in a game of
/// days.
pub const MAX_PAUSE_MS: u64 = 30 * 24 * 60 * 60 * 1_000;

/// Something that both players must agree to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Request {
    /// Moves are taken back.
    TakeBack {
        /// How many moves of either side.
        plies: u32,
    },
    /// The clocks are stopped. A pause cannot block a player for ever: after its time, either side
    /// may resume alone.
    Pause {
        /// How long at most, 1 to [`MAX_PAUSE_MS`].
        at_most_ms: u64,
    },
    /// The game resumes before the pause is over.
    Resume,
    /// The opponent gives time.
    MoreTime {
        /// How much, 1 to [`MAX_GIFT_MS`](crate::act::MAX_GIFT_MS).
        ms: u64,
    },
}
