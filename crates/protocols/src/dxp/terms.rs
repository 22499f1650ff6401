//! What two programs agree on before a game: who asks, and how it is played.

use damier_rules::{Position, Side};

use super::words::GameTime;

/// Who asks for games, and who is asked. Either may be the one that listens or the one that connects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Asks for games and says how they are played.
    Initiator,
    /// Answers.
    Follower,
}

/// What both sides agree on before a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The colour of this side.
    pub ours: Side,
    /// The thinking time of each side for the whole game.
    pub time: GameTime,
    /// The moves of each side after which the game is broken off; 0 is no limit.
    pub moves: u16,
    /// Where the game starts, a position of international draughts.
    pub start: Position,
}
