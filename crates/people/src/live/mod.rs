//! Games between people on different devices: what is stored of them, and how a node plays them.
//!
//! The [`Journal`] is the source of truth: the setup of a game, its seats, and every event in
//! order. A node holds a [`LiveGame`], which is a copy. Any node may serve any player, since an
//! event is stored only on top of the version that the copy has.
//!
//! ```text
//!  a player's command ──> LiveGame::act ──decides──> Journal::append ──stored──> answer ──> broadcast to subscribers
//!                              ^                           │
//!                              └── reads what it missed <──┘ another node was faster
//! ```
//!
//! Rules of the port, the same for every journal and checked by one contract suite
//! (`damier-storage`, `tests/all/journal_contract`):
//! - an acknowledged write is durable: it survives a power cut;
//! - the events of a game are numbered from 1 without gaps, uniquely across all nodes;
//! - a command is stored once. Storing it again returns the stored event and changes nothing;
//! - times of events never decrease: [`Session`](damier_session::Session) ensures it, and the
//!   journal stores them unchanged;
//! - a seat is found by the digest of its secret; the secret itself is never stored;
//! - the time is a parameter: no journal uses a clock.

mod bus;
mod conditionals;
mod heartbeat;
mod journal;
mod live_game;
mod old_games;
mod owners;
mod presence;

pub use bus::{Bus, BusListener, LONGEST_MESSAGE, Topic};
pub use conditionals::{Conditionals, StoredConditionals};
pub use heartbeat::Heartbeat;
pub use journal::{
    AppendOutcome, BeginOutcome, DueGame, GameStanding, Journal, JournalEntry, LiveSetup,
    StoredGame,
};
pub use live_game::{CommandAnswer, LiveError, LiveGame};
pub use old_games::{ListedGame, OldGames, SweepOutcome, remove_old_games};
pub use owners::Owners;
pub use presence::{Absence, ConnectionCounts, NodeId, PRESENCE_INTERVAL_MS, RemoteConnections};
