//! Questions of a report to an engine, and the answers. The state machine in `machine` asks them; a
//! search in the same process or the page's engine queue answers them.

use damier_engine::Verdict;
use damier_rules::{Game, Move, PlayError};

use super::remark::Seen;

/// The effort for a question, relative to the first look at one position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// The first look at a position, which every position of the game gets.
    Look,
    /// All legal moves of a position that needs a closer look.
    Judge,
    /// The reply to a move that may be reported.
    Reply,
    /// One legal move that other searches left without a value.
    Glance,
    /// One move that would be reported, searched alone: a search of all moves at once gives each of
    /// them too little effort.
    Confirm,
    /// The best move of a side that stands badly even with it, to find out whether the game was
    /// lost earlier.
    Settle,
}

impl Effort {
    /// The nodes, milliseconds or other units for this question if a look gets `look` of them; at
    /// least 1.
    ///
    /// Judging all moves costs about as many looks as there are lines to compare; four are enough,
    /// since most moves are clearly worse.
    pub const fn measure(self, look: u64) -> u64 {
        let measure = match self {
            Effort::Look => look,
            Effort::Judge => look.saturating_mul(4),
            Effort::Reply => look.saturating_mul(2),
            Effort::Glance => look / 4,
            Effort::Confirm => look.saturating_mul(10),
            Effort::Settle => look.saturating_mul(60),
        };
        if measure == 0 { 1 } else { measure }
    }
}

/// A question to an engine: the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The number of plies of the game that lead to the position.
    pub plies: usize,
    /// A move to play after them in place of the game's move.
    pub then: Option<Move>,
    /// The number of lines; `None` for one line per legal move.
    pub lines: Option<usize>,
    /// The effort for the question.
    pub effort: Effort,
}

impl Question {
    /// The game up to the position of the question, which includes its repetitions and draw counts.
    ///
    /// # Errors
    /// If the question belongs to another game, so that a move is not legal.
    pub fn game(&self, whole: &Game) -> Result<Game, PlayError> {
        let mut game = whole.clone();
        while game.len() > self.plies {
            game.take_back();
        }
        if let Some(played) = &self.then {
            game.play(played)?;
        }
        Ok(game)
    }

    /// The number of lines for an engine; a number that no position exceeds stands for all.
    pub fn line_count(&self) -> usize {
        self.lines.unwrap_or(usize::MAX)
    }
}

/// An answer to a question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineAnswer {
    /// The lines, best first, each for the side to move. There are fewer than requested if there
    /// are fewer moves or if a line decides the game.
    pub lines: Vec<Seen>,
    /// The outcome of the position by endgame tables, if they have it.
    pub verdict: Option<Verdict>,
}
