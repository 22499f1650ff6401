//! The endings that are not rules of the game: resignation, time, agreement and others, with their
//! own sentences.

/// An ending by a decision of a player or an arbiter, or by the clock.
///
/// ```
/// use damier_notation::wording::ByPeople;
/// assert_eq!(ByPeople::from_code("agreement"), Some(ByPeople::Agreement));
/// assert_eq!(ByPeople::from_code("lone-king-16"), None); // an ending by rule
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum ByPeople {
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// Both players agreed on a draw.
    Agreement,
    /// A player lost the game by forfeit, for example by not appearing or by breaking the rules of
    /// the event.
    Forfeit,
    /// A player left a game and did not come back.
    Abandonment,
    /// An arbiter decided the result.
    Arbiter,
    /// A player aborted the game before each side had made its first move: it has no result.
    Aborted,
    /// A file has the result, but not how the game ended.
    Result,
}

impl ByPeople {
    /// All of them.
    pub const ALL: [ByPeople; 8] = [
        ByPeople::Resignation,
        ByPeople::Time,
        ByPeople::Agreement,
        ByPeople::Forfeit,
        ByPeople::Abandonment,
        ByPeople::Arbiter,
        ByPeople::Aborted,
        ByPeople::Result,
    ];

    /// The stable code in messages and records.
    pub const fn code(self) -> &'static str {
        match self {
            ByPeople::Resignation => "resignation",
            ByPeople::Time => "time",
            ByPeople::Agreement => "agreement",
            ByPeople::Forfeit => "forfeit",
            ByPeople::Abandonment => "abandonment",
            ByPeople::Arbiter => "arbiter",
            ByPeople::Aborted => "aborted",
            ByPeople::Result => "result",
        }
    }

    /// The ending with this code.
    pub fn from_code(code: &str) -> Option<ByPeople> {
        ByPeople::ALL.into_iter().find(|by| by.code() == code)
    }
}
