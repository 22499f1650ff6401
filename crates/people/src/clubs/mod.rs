//! Clubs of accounts: members with roles, a ladder, games and a timetable.
//!
//! A [`Club`] is one value, changed by pure methods and stored under a version: a change names the
//! version it read and is retried if another was faster. So all rules are here, and none in a
//! database.
//!
//! Rules of [`Clubs`], tested by `tests/stores/clubs.rs` and `ladders.rs`:
//! - names that fold to the same text are unique, and an account founds at most [`MAX_FOUNDED`]
//!   clubs;
//! - a club is changed only on top of the version that was read: of two concurrent changes one
//!   succeeds;
//! - a ladder game belongs to the club from its agreement on, by the same write; a game belongs to
//!   one club;
//! - a deleted account leaves all clubs; a club without members is removed;
//! - the time is a parameter.

mod ladder_games;

pub use ladder_games::maintain_ladder;

mod club;
mod ladder;
mod name;
mod profile;
mod refusal;
mod store;
mod stored;
mod timetable;

pub use crate::clubs::club::{Applicant, Club, ClubRole, Entered, MAX_ASKING, MAX_MEMBERS, Member};
pub use crate::clubs::ladder::{
    AT_BOARD_MS, AtBoard, ClosedChallenge, Ladder, LadderMatch, MAX_PAST, MatchOutcome, MatchStage,
    NewLadderGame, Rung,
};
pub use crate::clubs::name::{ClubKey, ClubName, ClubNameError, MAX_CLUB_NAME, MIN_CLUB_NAME};
pub use crate::clubs::profile::{
    ClubProfile, LadderRules, LadderRulesError, MAX_CLUB_GAMES, ProfileError, REST_DAYS,
};
pub use crate::clubs::refusal::ClubRefusal;
pub use crate::clubs::store::Clubs;
pub use crate::clubs::stored::{ClubGame, Founded, ListedClub, MAX_FOUNDED, StoredClub};
pub use crate::clubs::timetable::{
    Entry, EntryError, EntryFields, EntryKind, MAX_ENTRIES, MAX_ENTRY_MINUTES, Timetable, WallTime,
};
use crate::join_code::JoinCode;
use crate::plain_text::{PlainLine, PlainText};

/// The code that lets its holder join a club without applying; shared as a link, or typed.
pub type ClubCode = JoinCode<10>;

/// A line that a club writes, such as a place; may be empty.
pub type ClubLine = PlainLine<80>;

/// A text that a club writes; may be empty.
pub type ClubText = PlainText<1_000, 30>;
