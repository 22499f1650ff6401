//! A captain who is to be named, and what comes of it.

use damier_rules::Side;

/// Who names a captain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedBy {
    /// The host, before the game begins.
    Host,
    /// The member with this number, who leads the side until then.
    Captain(u16),
}

/// A captain who is to be named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Naming {
    /// Of which side.
    pub side: Side,
    /// The number of the member.
    pub number: u16,
    /// By whom.
    pub by: NamedBy,
}

/// What became of a captain who was to be named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// That member leads the side now, or did already.
    Done,
    /// The side has no such member.
    NotAMember,
    /// Whoever names does not lead the side, or does no longer.
    NotTheCaptain,
    /// The game has begun, so the host names nobody any more.
    Begun,
    /// There is no such gathering.
    NotFound,
}
