//! Straight lines over the board, in the directions in which the pieces of a game move or capture.

use crate::{RuleTable, Square, Vector};

/// A straight line over the board.
pub(super) struct Ray {
    /// The step from one square of the line to the next.
    pub(super) vector: Vector,
    /// The squares after the start square, up to and including the last one; never empty.
    pub(super) squares: Vec<Square>,
}

impl Ray {
    /// Returns the squares without the last one.
    pub(super) fn between(&self) -> impl Iterator<Item = Square> + '_ {
        let count = self.squares.len().saturating_sub(1);
        self.squares.iter().copied().take(count)
    }
}

/// Returns the straight line from one square to another, in a direction in which some piece of the
/// game can move or capture; `None` if there is none, or if the squares are the same.
pub(super) fn ray(table: &RuleTable, from: Square, to: Square) -> Option<Ray> {
    let vectors = table.king.steps.iter().chain(table.king.captures);
    vectors.copied().find_map(|vector| {
        let mut squares = Vec::new();
        let mut square = from;
        while let Some(next) = table.board.neighbour(square, vector) {
            squares.push(next);
            if next == to {
                return Some(Ray { vector, squares });
            }
            square = next;
        }
        None
    })
}
