//! Limits on the size of one game. A stream may be endless and may contain anything. These limits
//! bound the memory that the reader uses for it.

/// How much the reader keeps of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadingLimits {
    /// Bytes in one comment or in the value of one tag.
    pub token_bytes: usize,
    /// Bytes in all comments, tags and setups of one game.
    pub game_bytes: usize,
    /// Tags in one game. Each new tag is compared with those before it.
    pub tags: usize,
    /// Moves, comments, signs and variation marks in one game.
    pub items: usize,
    /// Faults reported for one game. A text that is not PDN at all would have thousands.
    pub faults: usize,
}

impl Default for ReadingLimits {
    /// Far more than real files contain: a comment of 1 MiB, a game of a million items. A tree of
    /// 100,000 moves with all its notes is one game.
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
