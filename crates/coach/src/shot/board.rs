//! Neighbouring squares, for definitions that refer to contact, support and the lines of a king.
//! Only diagonals are considered, and legality is not.

use damier_rules::{Kind, Position, Square, Vector};

/// The four diagonal steps.
const DIAGONALS: [Vector; 4] = [
    Vector::new(-1, -1),
    Vector::new(-1, 1),
    Vector::new(1, -1),
    Vector::new(1, 1),
];

/// The squares beside a square, each with the step that leads there.
pub(super) fn neighbours(
    position: &Position,
    square: Square,
) -> impl Iterator<Item = (Vector, Square)> {
    let board = &position.variant().table().board;
    DIAGONALS
        .into_iter()
        .filter_map(move |step| Some((step, board.neighbour(square, step)?)))
}

/// The square that lies one step from another.
pub(super) fn step(position: &Position, square: Square, step: Vector) -> Option<Square> {
    position.variant().table().board.neighbour(square, step)
}

/// Whether two squares are at most two rows and two columns apart: the length of one capture.
pub(super) fn is_near(position: &Position, one: Square, other: Square) -> bool {
    let board = &position.variant().table().board;
    let (row, column) = board.row_and_column(one);
    let (other_row, other_column) = board.row_and_column(other);
    let (rows, columns) = (row.abs_diff(other_row), column.abs_diff(other_column));
    rows <= 2 && columns <= 2
}

/// Whether a piece could capture another with its first jump, with the square behind it free.
pub(super) fn attacks(position: &Position, attacker: Square, target: Square) -> bool {
    let Some(piece) = position.piece_at(attacker) else {
        return false;
    };
    DIAGONALS.into_iter().any(|way| {
        let mut square = attacker;
        loop {
            let Some(next) = step(position, square, way) else {
                return false;
            };
            if next == target {
                let behind = step(position, next, way);
                return behind.is_some_and(|behind| position.piece_at(behind).is_none());
            }
            if piece.kind == Kind::Man || position.piece_at(next).is_some() {
                return false;
            }
            square = next;
        }
    })
}
