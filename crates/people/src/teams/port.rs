//! Stored values of team matches, and the port for members' votes.

use async_trait::async_trait;
use damier_session::{GameId, SeatKey};
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::json_keys;
use crate::teams::Vote;
use crate::teams::attendee::{Attendee, Part};
use crate::teams::plan::Plan;

/// The maximum number of members of a team.
pub const MAX_IN_A_TEAM: u16 = 20;

/// A link, whose secret lets its holder join for this part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TeamMatchLink {
    /// The key of its secret.
    #[serde(with = "json_keys::seat")]
    pub key: SeatKey,
    /// The part.
    #[serde(with = "json_keys::text")]
    pub part: Part,
}

/// A team match to create.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTeamMatch {
    /// Its id, which is also that of its game.
    pub id: GameId,
    /// The host's key.
    pub host: SeatKey,
    /// Its links.
    pub links: Vec<TeamMatchLink>,
    /// Its plan.
    pub plan: Plan,
    /// When it expires, in Unix milliseconds.
    pub until_ms: u64,
}

/// A team match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TeamMatch {
    /// Its id.
    #[serde(with = "json_keys::game")]
    pub id: GameId,
    /// Its plan.
    pub plan: Plan,
    /// When it expires if it has not begun, in Unix milliseconds.
    pub until_ms: u64,
    /// Whether people can join.
    pub is_open: bool,
    /// When it began, in Unix milliseconds.
    pub begun_ms: Option<u64>,
    /// The named captain of each side, White first, by number. [`TeamMatch::captain`] computes the
    /// captain.
    pub captains: [Option<u16>; 2],
}

/// The role of a secret of a team match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TeamMatchRole {
    /// The host's.
    Host,
    /// A link's.
    Link(Part),
    /// A member's.
    Member(Attendee),
}

/// The outcome of creating a team match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TeamMatchCreated {
    /// Stored, or the same one was stored before.
    Stored,
    /// Another one has this id or one of these secrets; nothing changed.
    Taken,
}

/// The outcome of joining.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JoinOutcome {
    /// The member, who joined now or before with the same key.
    Stored(Attendee),
    /// Another member has this name, or one that looks the same
    /// ([`are_alike`](crate::accounts::are_alike)).
    NameTaken,
    /// The secret is in use.
    KeyTaken,
    /// There is no free place.
    Full,
    /// The host has closed the team match.
    Closed,
    /// There is no such team match.
    NotFound,
}

/// Votes of team members. Stored in a table of their own instead of the team match's document,
/// since every member's device writes at any time; removed with the document.
#[async_trait]
pub trait TeamVotes: Send + Sync + 'static {
    /// Stores a member's vote, replacing an earlier one of the same topic, unless that has a later
    /// time.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    async fn store_vote(&self, of: GameId, vote: &Vote) -> Result<(), StoreError>;

    /// All votes, by member and topic.
    async fn votes(&self, of: GameId) -> Result<Vec<Vote>, StoreError>;

    /// Unfinished games in which a member has voted for a move since this time: at most `most` in
    /// the order of their ids, starting after `after`.
    async fn wanting_a_move(
        &self,
        since_ms: u64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError>;
}
