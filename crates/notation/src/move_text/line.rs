//! Straight lines over a board, for the writer of long forms.

use damier_rules::{Board, Square, Vector};

/// The direction from one square to another as a step of one cell; `None` if no straight line joins
/// them.
pub(super) fn direction(board: Board, from: Square, to: Square) -> Option<Vector> {
    let (row, column) = board.row_and_column(from);
    let (to_row, to_column) = board.row_and_column(to);
    let rows = to_row as i8 - row as i8;
    let columns = to_column as i8 - column as i8;
    let straight = rows == 0 || columns == 0 || rows.abs() == columns.abs();
    (straight && from != to).then(|| Vector::new(rows.signum(), columns.signum()))
}

/// The playing squares after `from` in one direction, as far as the board goes.
pub(super) fn ray(board: Board, from: Square, unit: Vector) -> impl Iterator<Item = Square> {
    let start = board.row_and_column(from);
    let cells = (1..).map_while(move |steps: i8| {
        let row = start.0.checked_add_signed(unit.rows.checked_mul(steps)?)?;
        let column = start.1.checked_add_signed(unit.cols.checked_mul(steps)?)?;
        (row < board.height && column < board.width).then_some((row, column))
    });
    cells.filter_map(move |(row, column)| board.square_at(row, column))
}
