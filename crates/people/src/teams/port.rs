//! What is stored of a team match, and the port to the votes of its members.

use async_trait::async_trait;
use damier_session::{GameId, SeatKey};

use crate::live::StoreError;
use crate::teams::Voice;
use crate::teams::attendee::{Attendee, Part};
use crate::teams::plan::Plan;

/// Members of a team at most.
pub const MOST_IN_A_TEAM: u16 = 20;

/// A link: whoever has its secret may come for this part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GatheringLink {
    /// By what it is found.
    pub key: SeatKey,
    /// For what one comes by it.
    pub part: Part,
}

/// A gathering that is to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGathering {
    /// Its id, which is also that of the game of its teams.
    pub id: GameId,
    /// Whose it is.
    pub host: SeatKey,
    /// How people come to it.
    pub links: Vec<GatheringLink>,
    /// What for.
    pub plan: Plan,
    /// Until when it waits, in Unix milliseconds.
    pub until_ms: u64,
}

/// A gathering.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gathering {
    /// Its id.
    pub id: GameId,
    /// What for.
    pub plan: Plan,
    /// Until when it waits, in Unix milliseconds; once it has begun, it stays.
    pub until_ms: u64,
    /// Whether people can still come.
    pub is_open: bool,
    /// When it began, in Unix milliseconds.
    pub begun_ms: Option<u64>,
    /// Who was named captain of each side, White first, by number. [`Gathering::captain`] says who leads.
    pub captains: [Option<u16>; 2],
}

/// Whose a secret of a gathering is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GatheringRole {
    /// The host's.
    Host,
    /// That of a link.
    Link(Part),
    /// A member's.
    Member(Attendee),
}

/// What became of a gathering that was to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GatheringMade {
    /// It is there now, or was already, the same.
    Stored,
    /// Another one has this id or one of these secrets; nothing changed.
    Taken,
}

/// What became of somebody who wanted to come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arrived {
    /// A member now, or already before by the same key.
    Stored(Attendee),
    /// Another member has this name, or one that looks the same ([`FirstName::folded`](crate::teams::FirstName::folded)).
    NameTaken,
    /// The secret is another's.
    KeyTaken,
    /// No place is left.
    Full,
    /// The host lets nobody come any more.
    Closed,
    /// There is no such gathering.
    NotFound,
}

/// What the members of teams want. It has a table of its own beside the documents of the team matches, since every device of a team adds to it at any
/// moment; it goes with the document.
#[async_trait]
pub trait TeamVotes: Send + Sync + 'static {
    /// Keeps what a member wants, in the place of what that member wanted before about the same, unless that was later.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; keeping it again is safe.
    async fn keep_vote(&self, of: GameId, vote: &Voice) -> Result<(), StoreError>;

    /// What the members want, by their numbers and topics.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or something cannot be read.
    async fn votes(&self, of: GameId) -> Result<Vec<Voice>, StoreError>;

    /// Games that go on in which a member has said since a moment which move he wants, whatever has happened then: at most `most` in the order of
    /// their ids, those after `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or something cannot be read.
    async fn wanting_a_move(
        &self,
        since_ms: u64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError>;
}
