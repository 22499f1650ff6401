//! The port by which nodes notify each other. Messages are hints: the store is the source of truth,
//! and a notified node reads it. So messages may be lost, repeated, delayed or reordered at the
//! cost of a delay only. `damier-server` implements it within a process and through NATS.
//!
//! Rules of the port, the same for every bus and checked by one contract suite (`damier-server`,
//! `tests/all/bus.rs`):
//! - a subscriber receives all later messages, including its own, by which a node checks that its
//!   bus works;
//! - sending never waits and reports no failure: a message that cannot be sent is lost;
//! - a message has at most [`LONGEST_MESSAGE`] bytes; longer ones are dropped;
//! - a slow subscriber misses messages and continues with the next ones.

use std::fmt;

use async_trait::async_trait;
use damier_session::GameId;

/// The maximum size of a message in bytes.
pub const LONGEST_MESSAGE: usize = 1024;

/// The topic of a message, by which brokers can route it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The cluster's nodes.
    Nodes,
    /// A live game, or a challenge that becomes one.
    Game(GameId),
}

impl fmt::Display for Topic {
    /// Writes it as a NATS subject: words separated by dots.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes => f.write_str("nodes"),
            Self::Game(game) => write!(f, "game.{game}"),
        }
    }
}

/// Sends notifications between nodes.
#[async_trait]
pub trait Bus: Send + Sync + 'static {
    /// Publishes a message to all subscribers.
    fn publish(&self, topic: Topic, message: Vec<u8>);

    /// Subscribes to all later messages.
    async fn listen(&self) -> Box<dyn BusListener>;
}

/// A subscription.
#[async_trait]
pub trait BusListener: Send {
    /// The next message; `None` once the bus is closed. Cancel-safe.
    async fn next(&mut self) -> Option<Vec<u8>>;
}
