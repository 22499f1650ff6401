//! A line of play, as the search gives it and as it is shown.

use damier_rules::Move;

use crate::score::Score;

/// A line of play and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// For the side to move at its start.
    pub score: Score,
    /// The moves, the first one to be played now. The line may be short where tables know the rest, or where its
    /// first move has just failed high: then the score is a lower bound.
    pub moves: Vec<Move>,
}
