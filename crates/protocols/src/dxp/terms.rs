//! What two programs agree on before a game: who asks, and how it is played.

use damier_rules::{Position, Side};

use super::words::GameTime;

/// Which side requests games. This is independent of which side listens and which side connects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The side that requests games and sets their terms.
    Initiator,
    /// The side that accepts or declines.
    Follower,
}

/// What both sides agree on before a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The colour of this side.
    pub ours: Side,
    /// The thinking time of each side for the whole game.
    pub time: GameTime,
    /// The number of moves of each side after which the game is broken off; 0 means no limit.
    pub moves: u16,
    /// The start position, a position of international draughts.
    pub start: Position,
}
