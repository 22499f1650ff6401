//! Straight ways over the board, in the directions in which pieces of a game go.

use crate::{RuleTable, Square, Vector};

/// A straight way over the board.
pub(super) struct Ray {
    /// The step that it is made of.
    pub(super) vector: Vector,
    /// The squares after the first one, the last one included; never empty.
    pub(super) squares: Vec<Square>,
}

impl Ray {
    /// The squares without the last one.
    pub(super) fn between(&self) -> impl Iterator<Item = Square> + '_ {
        let count = self.squares.len().saturating_sub(1);
        self.squares.iter().copied().take(count)
    }
}

/// The straight way from one square to another, in a direction in which some piece of the game can
/// go; `None` if there is none, or the squares are the same.
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
