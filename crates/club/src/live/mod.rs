//! A game between people on different devices: what is stored of it, and how a node of the server plays it.
//!
//! The [`Journal`] is what is true: what was agreed before a game, who may sit where, and every event in order. A node holds a
//! [`LiveGame`], which is a copy, and any node may serve any player, since an event is only stored on top of the version that the
//! copy has seen.
//!
//! ```text
//!  a player's command ──> LiveGame::act ──decides──> Journal::append ──stored──> the answer ──> those who watch are told
//!                              ^                           │
//!                              └── reads what it missed <──┘ another node was faster
//! ```
//!
//! Rules of the port, the same for every journal and proven by one contract suite (`damier-storage`, `tests/all/journal.rs`):
//! - whatever was answered is kept: a power cut after the answer takes nothing back;
//! - the events of a game are numbered from 1 without a gap, and a number is given once, whatever the nodes;
//! - a command is stored once. Storing it again gives the event that is there, and changes nothing;
//! - the times of a game never run backward: [`Session`](crate::Session) sees to that, and the journal keeps what it is given;
//! - a seat is found by the digest of its secret; the secret itself is never stored;
//! - the time is a parameter: no journal looks at a clock.

mod beginning;
mod bus;
mod challenge;
mod challenges;
mod computer_seat;
pub mod conditional;
mod conditionals;
mod delayed;
mod elsewhere;
mod house_game;
mod in_memory;
mod in_memory_administration;
mod in_memory_broadcasts;
mod in_memory_classes;
mod in_memory_clubs;
mod in_memory_friends;
mod in_memory_gatherings;
mod in_memory_passkeys;
mod in_memory_people;
mod in_memory_pushes;
mod in_memory_ratings;
mod in_memory_seat_pushes;
mod in_memory_simuls;
mod journal;
mod ladder;
pub mod lag;
mod live_game;
mod old_games;
mod owners;
mod pairing;
mod pulse;
mod seat;
mod settle;
mod simul;

pub use beginning::Beginning;
pub use bus::{Bus, BusListener, LONGEST_MESSAGE, Topic};
pub use challenge::{Challenge, ChallengeError, ColourChoice, TakenUp};
pub use challenges::{Challenges, Offered, OpenChallenge};
pub(crate) use computer_seat::house_player;
pub use computer_seat::{HOUSE_LEVELS, NoComputerSeat};
pub use conditional::{ConditionalError, Followed, IfThen};
pub use conditionals::{Conditionals, KeptConditionals};
pub use delayed::{Delayed, DelayedError};
pub use elsewhere::{Absence, Attendance, Elsewhere, NodeId, SIGN_EVERY_MS};
pub use in_memory::InMemoryJournal;
pub use journal::{
    Appended, Begun, DueGame, Journal, JournalEntry, JournalError, LiveSetup, StoredGame,
};
pub use ladder::look_after_ladder;
pub use live_game::{CommandAnswer, LiveError, LiveGame};
pub use old_games::{Forgotten, ListedGame, OldGames, forget};
pub use owners::Owners;
pub use pulse::Pulse;
pub use seat::{LiveSeat, SeatKey, SeatRole};
pub use settle::{scores, settle};
pub use simul::{LookedAfter, look_after_simul};

use crate::account::{
    AccountKeys, Accounts, Administration, LearningProgress, OwnedSeats, Passkeys,
};
use crate::broadcast::Broadcasts;
use crate::class::Classes;
use crate::clubhouse::Clubs;
use crate::friends::Friends;
use crate::gathering::Gatherings;
use crate::push::{Pushes, SeatPushes};
use crate::rating::Ratings;
use crate::simul::Simuls;

/// Everything of live play and of its people that is stored: what the server is handed.
pub trait LiveStore:
    Journal
    + Challenges
    + Conditionals
    + Pulse
    + OldGames
    + Accounts
    + AccountKeys
    + Passkeys
    + OwnedSeats
    + LearningProgress
    + Ratings
    + Classes
    + Administration
    + Clubs
    + Broadcasts
    + Gatherings
    + Friends
    + Simuls
    + Pushes
    + SeatPushes
{
}

impl<
    All: Journal
        + Challenges
        + Conditionals
        + Pulse
        + OldGames
        + Accounts
        + AccountKeys
        + Passkeys
        + OwnedSeats
        + LearningProgress
        + Ratings
        + Classes
        + Administration
        + Clubs
        + Broadcasts
        + Gatherings
        + Friends
        + Simuls
        + Pushes
        + SeatPushes,
> LiveStore for All
{
}
