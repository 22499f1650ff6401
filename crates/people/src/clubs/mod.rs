//! A club: players with accounts who have a place of their own, with its members, a ladder, games and a timetable.
//!
//! A [`Club`] is one value, changed by pure methods. It is kept under a version, as a game is: whoever changes it says which version he has
//! seen, and tries again where somebody was faster. So every rule stands here once, and none in a database.
//!
//! Rules of [`Clubs`], the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/club_contract`):
//! - of two names that fold to the same only one is given, and an account founds [`MOST_FOUNDED`] clubs at most;
//! - a club is changed on top of the version that was seen, or not at all: of two who change it at one moment, one does;
//! - a game of the ladder is the club's from the moment on at which it is agreed, by the same write; a game is one club's;
//! - an account that is deleted is in no club any more; a club in which nobody is left is gone;
//! - the time is a parameter.

mod ladder_games;

pub use ladder_games::look_after_ladder;

mod club;
mod code;
mod ladder;
mod name;
mod port;
mod profile;
mod refusal;
mod store;
mod timetable;
mod words;

pub use crate::clubs::club::{Asking, Club, ClubRole, Entered, MOST_ASKING, MOST_MEMBERS, Member};
pub use crate::clubs::code::{CLUB_CODE_LENGTH, ClubCode, ClubCodeError};
pub use crate::clubs::ladder::{
    AT_BOARD_MS, AtBoard, Ladder, LadderMatch, MOST_PAST, MatchOutcome, PastMatch, Rung, Stage,
};
pub use crate::clubs::name::{ClubKey, ClubName, ClubNameError, MAX_CLUB_NAME, MIN_CLUB_NAME};
pub use crate::clubs::port::{ClubGame, Founded, KeptClub, ListedClub, MOST_FOUNDED};
pub use crate::clubs::profile::{
    ClubProfile, LadderRules, LadderRulesError, MOST_CLUB_GAMES, ProfileError, REST_DAYS,
};
pub use crate::clubs::refusal::ClubRefusal;
pub use crate::clubs::store::Clubs;
pub use crate::clubs::timetable::{
    Entry, EntryError, EntryKind, EntryWords, MAX_ENTRY_MINUTES, MOST_ENTRIES, Timetable, WallTime,
};
pub use crate::clubs::words::{
    ClubLine, ClubText, MAX_CLUB_LINE, MAX_CLUB_TEXT, MAX_CLUB_TEXT_LINES, WordsError,
};
