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
//! Rules of the port, the same for every journal and proven by one contract suite (`damier-storage`, `tests/all/journal_contract`):
//! - whatever was answered is kept: a power cut after the answer takes nothing back;
//! - the events of a game are numbered from 1 without a gap, and a number is given once, whatever the nodes;
//! - a command is stored once. Storing it again gives the event that is there, and changes nothing;
//! - the times of a game never run backward: [`Session`](damier_session::Session) sees to that, and the journal keeps what it is given;
//! - a seat is found by the digest of its secret; the secret itself is never stored;
//! - the time is a parameter: no journal looks at a clock.

mod bus;
mod conditionals;
mod heartbeat;
mod journal;
mod live_game;
mod old_games;
mod owners;
mod presence;

pub use bus::{Bus, BusListener, LONGEST_MESSAGE, Topic};
pub use conditionals::{Conditionals, KeptConditionals};
pub use heartbeat::Heartbeat;
pub use journal::{
    Appended, Begun, DueGame, GameStanding, Journal, JournalEntry, LiveSetup, StoreError,
    StoredGame,
};
pub use live_game::{CommandAnswer, LiveError, LiveGame};
pub use old_games::{Forgotten, ListedGame, OldGames, forget};
pub use owners::Owners;
pub use presence::{Absence, Attendance, Elsewhere, NodeId, SIGN_EVERY_MS};
