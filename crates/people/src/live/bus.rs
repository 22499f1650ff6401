//! The port through which nodes tell each other what happens. Nothing that is told is true because of it: the store is, and whoever hears of
//! something asks there. So a message may be lost, doubled, late, or come before an earlier one, and that costs delay and nothing else.
//! `damier-server` has two of them: within a process, and through NATS.
//!
//! Rules of the port, the same for every bus and proven by one contract suite (`damier-server`, `tests/all/bus.rs`):
//! - whoever listens hears what is told from then on, by others and by himself; how a node finds out whether its bus is well follows from the latter;
//! - nobody waits to tell, and nobody is told that it failed: what cannot be told now is lost;
//! - a message has at most [`LONGEST_MESSAGE`] bytes, and a longer one is not told;
//! - whoever hears too slowly misses some, and goes on with what comes then.

use std::fmt;

use async_trait::async_trait;
use damier_session::GameId;

/// The longest message, in bytes.
pub const LONGEST_MESSAGE: usize = 1024;

/// What a message is about, so that those who pass it on can tell one kind from another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The nodes themselves.
    Nodes,
    /// A live game, or a challenge that becomes one.
    Game(GameId),
}

impl fmt::Display for Topic {
    /// As a subject of NATS has it: words with dots between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes => f.write_str("nodes"),
            Self::Game(game) => write!(f, "game.{game}"),
        }
    }
}

/// Tells nodes what happens.
#[async_trait]
pub trait Bus: Send + Sync + 'static {
    /// Tells everybody who listens.
    fn tell(&self, topic: Topic, message: Vec<u8>);

    /// Hears everything that is told from now on.
    async fn listen(&self) -> Box<dyn BusListener>;
}

/// Hears what is told.
#[async_trait]
pub trait BusListener: Send {
    /// The next message; `None` once nothing can come any more. May be given up at any time without losing one.
    async fn next(&mut self) -> Option<Vec<u8>>;
}
