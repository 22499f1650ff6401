//! Straight lines on a board. The long form of a move needs them.

use damier_rules::{Board, Square, Vector};

/// The direction from one square to another, as a step of one cell. `None` if the two squares do
/// not lie on a straight line.
pub(super) fn direction(board: Board, from: Square, to: Square) -> Option<Vector> {
    let (row, column) = board.row_and_column(from);
    let (to_row, to_column) = board.row_and_column(to);
    let rows = to_row as i8 - row as i8;
    let columns = to_column as i8 - column as i8;
    let straight = rows == 0 || columns == 0 || rows.abs() == columns.abs();
    (straight && from != to).then(|| Vector::new(rows.signum(), columns.signum()))
}

/// The playing squares from `from` to the edge of the board in one direction, without `from`.
pub(super) fn ray(board: Board, from: Square, unit: Vector) -> impl Iterator<Item = Square> {
    let start = board.row_and_column(from);
    let cells = (1..).map_while(move |steps: i8| {
        let row = start.0.checked_add_signed(unit.rows.checked_mul(steps)?)?;
        let column = start.1.checked_add_signed(unit.cols.checked_mul(steps)?)?;
        (row < board.height && column < board.width).then_some((row, column))
    });
    cells.filter_map(move |(row, column)| board.square_at(row, column))
}
