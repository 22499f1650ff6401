//! The port to the gatherings. See the module for its rules.

use async_trait::async_trait;
use damier_session::{GameId, SeatKey};

use crate::live::StoreError;
use crate::teams::Voice;
use crate::teams::attendee::{Attendee, NewAttendee, Part};
use crate::teams::naming::{Named, Naming};
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

/// The gatherings. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Gatherings: Send + Sync + 'static {
    /// Makes a gathering.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; making it again is safe.
    async fn make_gathering(&self, new: &NewGathering) -> Result<GatheringMade, StoreError>;

    /// The gathering that a secret belongs to, and whose the secret is; nothing once its time is over and it has not begun.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or something cannot be read.
    async fn gathering(
        &self,
        key: &SeatKey,
        now_ms: u64,
    ) -> Result<Option<(Gathering, GatheringRole)>, StoreError>;

    /// The gathering that a game has come from.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or it cannot be read.
    async fn gathering_of(&self, game: GameId) -> Result<Option<Gathering>, StoreError>;

    /// Lets somebody come, if fewer than `most` came for the same part.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; coming again is safe.
    async fn arrive(
        &self,
        gathering: GameId,
        new: &NewAttendee,
        most: u16,
        now_ms: u64,
    ) -> Result<Arrived, StoreError>;

    /// The members in the order of their numbers.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or something cannot be read.
    async fn attendees(&self, gathering: GameId) -> Result<Vec<Attendee>, StoreError>;

    /// Sends somebody away from a gathering that has not begun. Answers whether it is done.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; doing it again is safe.
    async fn send_away(&self, gathering: GameId, number: u16) -> Result<bool, StoreError>;

    /// Names the captain of a side, where whoever names may ([`Gathering::answer_to`]). Of two captains who are named at one moment by the same one, the
    /// second is refused.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; naming again is safe.
    async fn name_captain(&self, gathering: GameId, naming: Naming) -> Result<Named, StoreError>;

    /// Lets people come, or nobody any more. Answers whether it is there.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn open_gathering(&self, gathering: GameId, is_open: bool) -> Result<bool, StoreError>;

    /// Begins a gathering. Answers when it has begun, also where that was before; nothing where there is none.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; beginning it again is safe.
    async fn begin_gathering(
        &self,
        gathering: GameId,
        now_ms: u64,
    ) -> Result<Option<u64>, StoreError>;

    /// Removes a gathering that has not begun, with everybody who came. Answers whether it was there.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn dismiss(&self, gathering: GameId) -> Result<bool, StoreError>;

    /// Removes the gatherings that have not begun and whose time was over at this moment. Answers how many.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn sweep_gatherings(&self, now_ms: u64) -> Result<u64, StoreError>;

    /// Keeps what a member wants, in the place of what he wanted before about the same, unless that was later. Answers whether there is such a member.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; keeping it again is safe.
    async fn keep_voice(&self, gathering: GameId, voice: &Voice) -> Result<bool, StoreError>;

    /// What the members want, by their numbers and topics.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or something cannot be read.
    async fn voices(&self, gathering: GameId) -> Result<Vec<Voice>, StoreError>;
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
