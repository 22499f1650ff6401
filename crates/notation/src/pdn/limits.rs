//! How much one game may hold. A stream may be endless and may be anything; what is kept of it at one
//! time is bounded by these numbers, whatever it says.

/// Bounds on what is kept of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadingLimits {
    /// Bytes of one comment or tag value.
    pub token_bytes: usize,
    /// Bytes of all comments, tags and setups of one game.
    pub game_bytes: usize,
    /// Tags of one game. Each new one is compared with those before it.
    pub tags: usize,
    /// Moves, comments, signs and marks of one game.
    pub items: usize,
    /// Faults of one game that are told; of a game that is no PDN at all there would be thousands.
    pub faults: usize,
}

impl Default for ReadingLimits {
    /// Far above anything that was seen in real files: a comment of 1 MiB, a game of a million items,
    /// so that a tree of 100,000 moves with all that is said of them is one game.
    fn default() -> ReadingLimits {
        ReadingLimits {
            token_bytes: 1 << 20,
            game_bytes: 32 << 20,
            tags: 500,
            items: 1_000_000,
            faults: 100,
        }
    }
}
