//! Problems: positions with exactly one way to win something or to hold, and their file format.
//!
//! A [`Problem`] has a position, a solution, tags, and an initial rating. White is always the
//! solving side: a problem in which Black was to move is turned by half a turn, the only exact
//! symmetry of the game.
//!
//! **A file of problems** has one problem per line, in twelve TAB-separated columns:
//!
//! | column | what it is | example |
//! |---|---|---|
//! | 1 | the id: ten hexadecimal digits, made of game and position ([`ProblemId`]) | `b2ab2f5c16` |
//! | 2 | the position as FEN, White to move | `W:W28,29,32,37:B8,9,10,18,19` |
//! | 3 | the solution, see below | `28-23 19x28 32x5` |
//! | 4 | the rating at which it starts, in Elo | `1120` |
//! | 5 | how far the true rating may lie from it, in Elo | `250` |
//! | 6 | what it asks for and how it is solved, with commas ([`Theme::code`]) | `shot,composed` |
//! | 7 | the name of the shot, or nothing ([`NamedShot::code`](crate::shot::NamedShot::code)) | `royal` |
//! | 8 | the families, with commas ([`Family::code`](crate::shot::Family::code)) | `direct,trap` |
//! | 9 | the devices of all plies, each once, with commas ([`Device::code`](crate::shot::Device::code)) | `majority` |
//! | 10 | how many pieces stand on the board | `9` |
//! | 11 | the first moves of the game that it comes from, or nothing | `32-28 18-23` |
//! | 12 | where it comes from, in a few words | `game 12 of seed 1, ply 37` |
//!
//! *The solution* is one line or several, with `|` between two; the main line comes first. A line
//! is a list of moves with a space between two, White's and Black's in turn, and ends with a move
//! of White. Lines share a beginning and branch at a move of Black, a reply that needs another
//! answer, or at a move of White, if the same moves in another order lead to the same position. If
//! several captures of equal value can be the last move of a line, they are separated by
//! `/`, the main one first: `40x7/40x16`.
//!
//! Problems are published in parts, ordered by rating, with a [`ProblemIndex`] that describes each
//! part. `part` and `line` read and write them; `damier train problems` creates them.
//!
//! ```
//! use damier_coach::problem::Problem;
//! use damier_rules::Variant;
//!
//! let line = "b2ab2f5c16\tW:W28,29,32,37:B8,9,10,18,19\t28-23 19x28 32x5\t900\t300\tshot\t\tdirect\tbackward-capture,breakthrough\t9\t\tteaching";
//! let problem = Problem::read(Variant::INTERNATIONAL, line)?;
//! assert_eq!(problem.solution.main().moves.len(), 3);
//! assert_eq!(problem.to_string(), line);
//! # Ok::<(), damier_coach::problem::LineError>(())
//! ```

mod id;
mod index;
mod line;
mod part;
mod solution;
mod tags;
mod theme;

pub use id::ProblemId;
pub use index::{IndexedPart, ProblemIndex};
pub use line::{LineError, LineFault};
pub use part::{PART_SIZE, PartError, parts, read_part, write_part};
pub use solution::{Solution, SolutionFault, SolutionLine};
pub use tags::Tags;
pub use theme::Theme;

use damier_rules::{Move, Position, Side};

use crate::shot::half_turn::HalfTurn;

/// A rating in Elo and its uncertainty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StartRating {
    /// The rating, in Elo. It compares problems with each other and with the players who try them.
    /// It has not been calibrated with players.
    pub elo: u16,
    /// The standard deviation, in Elo.
    pub deviation: u16,
}

/// A position with exactly one way to win something, or to hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position, with White to move.
    pub position: Position,
    /// How White wins, or holds.
    pub solution: Solution,
    /// The initial rating.
    pub rating: StartRating,
    /// What it asks for, and what kind of shot it is.
    pub tags: Tags,
    /// The first moves of the source game, in that game's notation; empty if unknown.
    pub opening: String,
    /// The source, in a few words.
    pub source: String,
}

impl Problem {
    /// The id, which depends only on the game and the position.
    pub fn id(&self) -> ProblemId {
        ProblemId::of(&self.position)
    }

    /// The number of pieces on the board.
    pub fn pieces(&self) -> usize {
        self.position.to_setup().iter().count()
    }
}

/// The position and moves from it, turned so that White is to move.
///
/// State left by earlier moves is dropped. `None` if the turned position is invalid, which happens
/// in no supported variant.
pub fn with_white_to_move(position: &Position, moves: &[Move]) -> Option<(Position, Vec<Move>)> {
    let turn = HalfTurn::for_side(position.side(), position.variant());
    let turned = turn.position(position).ok()?;
    debug_assert_eq!(turned.side(), Side::White);
    Some((
        turned,
        moves.iter().map(|played| turn.turned(played)).collect(),
    ))
}
