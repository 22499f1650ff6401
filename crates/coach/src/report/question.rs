//! What a report asks of an engine, and what it is told. The asker is the machine in `machine`; who answers is a door: a search in the same
//! process, or the page's queue of questions.

use damier_engine::Verdict;
use damier_rules::{Game, Move, PlayError};

use super::remark::Seen;

/// How much a question is worth, next to the look at one position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A look at one position: every position of the game gets it.
    Look,
    /// All legal moves of a position at which something happened.
    Judge,
    /// The reply to a move of which something may be said.
    Reply,
    /// One legal move that the others left unjudged.
    Glance,
    /// One move of which something would be said, alone: a search of all moves at once gives each too little.
    Confirm,
    /// The best move of a side that stands badly even with it: was everything lost before?
    Settle,
}

impl Effort {
    /// The nodes, milliseconds or other measure of this question, if a look gets `look` of it; at least 1.
    ///
    /// Judging all moves costs about as many looks as there are lines to compare; four are enough, since most of the moves are
    /// plainly worse.
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

/// A question to an engine: how good is this position?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// How many plies of the game lead to the position.
    pub plies: usize,
    /// A move that is played then, instead of that of the game.
    pub then: Option<Move>,
    /// How many lines are wanted. `None` = one for every legal move.
    pub lines: Option<usize>,
    /// How much it is worth.
    pub effort: Effort,
}

impl Question {
    /// The game up to the position that is asked about: repetition and draw counts belong to it.
    ///
    /// # Errors
    /// Where the question belongs to another game, so that the move is not legal.
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

    /// The lines as engines count them: a number that no position exceeds stands for all.
    pub fn line_count(&self) -> usize {
        self.lines.unwrap_or(usize::MAX)
    }
}

/// An answer to a question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineAnswer {
    /// The lines, best first, each for the side to move. Fewer than asked for where there are fewer moves or a line
    /// decides the game.
    pub lines: Vec<Seen>,
    /// How the position ends by endgame tables, where they know it.
    pub verdict: Option<Verdict>,
}
