//! A line of play, as returned by the search.

use damier_rules::Move;

use crate::score::Score;

/// A line of play and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// The value for the side to move at the start of the line.
    pub score: Score,
    /// The moves, the first one to be played now. The line may end early where it reaches endgame
    /// tables, or when its first move has just failed high; the score is then a lower bound.
    pub moves: Vec<Move>,
}
