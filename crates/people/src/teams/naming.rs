//! Naming a captain, and its outcome.

use damier_rules::Side;

/// The member or host who names a captain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedBy {
    /// The host, before the game begins.
    Host,
    /// The current captain, by number.
    Captain(u16),
}

/// A request to name a captain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Naming {
    /// The side.
    pub side: Side,
    /// The number of the member.
    pub number: u16,
    /// The member or host who names.
    pub by: NamedBy,
}

/// The outcome of naming a captain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// The member is captain now, or already was.
    Done,
    /// The side has no such member.
    NotAMember,
    /// The naming member is not the captain, or not any longer.
    NotTheCaptain,
    /// The game has begun, so the host cannot name a captain.
    Begun,
    /// There is no such team match.
    NotFound,
}
