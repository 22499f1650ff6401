//! Positions and moves as arrays for learning: planes, the numbering of actions, and masks. The
//! layout is described in the README of the package and in
//! `docs/decisions/0096-actions-and-planes-for-learning.md`.

use damier_rules::variant::rule_table::Obligation;
use damier_rules::{Board, Game, Kind, Move as Played, Position, Side, Square, Variant};
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple};

/// The number of planes of a position.
pub(crate) const PLANES: usize = 10;

/// How many moves with the same start and end have numbers of their own. Only captures of different
/// pieces share them, except in games with huffing, where a move may follow each possible huff.
fn slots(variant: Variant) -> usize {
    match variant.table().obligation {
        Obligation::Huffing { .. } => 8,
        Obligation::Compulsory => 2,
    }
}

/// The plies without capture or man's move that fill their plane.
const MOST_PLIES: f32 = 100.0;

/// The occurrences of a position that fill their plane.
const MOST_OCCURRENCES: f32 = 3.0;

/// The shape of the planes of one position: planes, rows, columns.
pub(crate) fn planes_shape(variant: Variant) -> [usize; 3] {
    let board = &variant.table().board;
    [PLANES, board.height.into(), board.width.into()]
}

/// The number of actions of a game: start and end of each move, in as many slots.
pub(crate) fn action_count(variant: Variant) -> usize {
    let squares = usize::from(variant.table().board.square_count());
    slots(variant) * squares * squares
}

/// Writes the planes of a game's position, which must be zeros of the shape `planes_shape`.
pub(crate) fn write_planes(game: &Game, planes: &mut [f32]) {
    let position = game.position();
    let variant = position.variant();
    let board = &variant.table().board;
    let side = position.side();
    let cells = usize::from(board.height) * usize::from(board.width);
    let own_first = [side, side.opponent()];
    for (index, owner) in own_first.into_iter().enumerate() {
        for (kind_index, kind) in Kind::ALL.into_iter().enumerate() {
            let start = (2 * index + kind_index) * cells;
            for square in position.squares(owner, kind).iter() {
                planes[start + cell(*board, side, square)] = 1.0;
            }
        }
        if let Some(run) = position.king_run(owner) {
            let most = f32::from(variant.table().king_run.unwrap_or(1).max(1));
            let sign = if index == 0 { 1.0 } else { -1.0 };
            planes[7 * cells + cell(*board, side, run.square)] = sign * f32::from(run.moves) / most;
        }
    }
    for square in board.squares() {
        planes[4 * cells + cell(*board, side, square)] = 1.0;
    }
    for square in position.huffable().iter() {
        planes[6 * cells + cell(*board, side, square)] = 1.0;
    }
    let is_black = f32::from(u8::from(side == Side::Black));
    let occurrences = game.occurrences() as u16;
    let occurrences = (f32::from(occurrences) / MOST_OCCURRENCES).min(1.0);
    let plies = (f32::from(game.counts().reversible_plies()) / MOST_PLIES).min(1.0);
    for (plane, value) in [(5, is_black), (8, occurrences), (9, plies)] {
        planes[plane * cells..(plane + 1) * cells].fill(value);
    }
}

/// The index of a square's cell, seen by a side: row by row from the top left, with this side at
/// the bottom.
fn cell(board: Board, side: Side, square: Square) -> usize {
    let (row, column) = board.row_and_column(square);
    let cell = usize::from(row) * usize::from(board.width) + usize::from(column);
    match side {
        Side::White => cell,
        Side::Black => usize::from(board.height) * usize::from(board.width) - 1 - cell,
    }
}

/// The index of a square among the squares of the board, seen by a side.
fn index(position: &Position, square: Square) -> usize {
    let squares = usize::from(position.variant().table().board.square_count());
    match position.side() {
        Side::White => square.index(),
        Side::Black => squares - 1 - square.index(),
    }
}

/// The legal moves of a game with their numbers, in the order of the moves. Of the moves with the
/// same start and end, only the first `slots` have numbers. Empty if the game is over.
pub(crate) fn actions(game: &Game) -> Vec<(usize, Played)> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let position = game.position();
    let squares = usize::from(position.variant().table().board.square_count());
    let slots = slots(position.variant());
    let moves = position.legal_moves();
    let mut actions: Vec<(usize, Played)> = Vec::with_capacity(moves.len());
    for played in moves {
        let ends = index(position, played.from) * squares + index(position, played.to);
        let mut earlier = actions.iter().rev();
        // Moves with the same start and end need not be neighbours in the list: one may huff.
        let slot = earlier
            .find(|(action, _)| action % (squares * squares) == ends)
            .map_or(0, |(action, _)| action / (squares * squares) + 1);
        if slot < slots {
            actions.push((slot * squares * squares + ends, played));
        }
    }
    actions
}

/// Writes ones for the legal actions into a mask of zeros.
pub(crate) fn write_mask(game: &Game, mask: &mut [u8]) {
    for (action, _) in actions(game) {
        mask[action] = 1;
    }
}

/// A numpy array of bytes with this type and shape.
pub(crate) fn bytes<'py>(
    py: Python<'py>,
    data: &[u8],
    dtype: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    array(py, &PyByteArray::new(py, data), dtype, shape)
}

/// A numpy array of `float32`.
pub(crate) fn floats<'py>(
    py: Python<'py>,
    data: &[f32],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    numbers(py, data, f32::to_ne_bytes, "float32", shape)
}

/// A numpy array of `int64`.
pub(crate) fn integers<'py>(py: Python<'py>, data: &[i64]) -> PyResult<Bound<'py, PyAny>> {
    numbers(py, data, i64::to_ne_bytes, "int64", &[data.len()])
}

fn numbers<'py, T: Copy, const SIZE: usize>(
    py: Python<'py>,
    data: &[T],
    to_bytes: impl Fn(T) -> [u8; SIZE],
    dtype: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let buffer = PyByteArray::new_with(py, data.len() * SIZE, |buffer| {
        for (place, number) in buffer.chunks_exact_mut(SIZE).zip(data) {
            place.copy_from_slice(&to_bytes(*number));
        }
        Ok(())
    })?;
    array(py, &buffer, dtype, shape)
}

/// A numpy array over the memory of a bytearray.
fn array<'py>(
    py: Python<'py>,
    buffer: &Bound<'py, PyByteArray>,
    dtype: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy").map_err(|error| {
        let missing = PyImportError::new_err(
            "arrays need numpy, which is not installed: pip install \"damier[numpy]\"",
        );
        missing.set_cause(py, Some(error));
        missing
    })?;
    let flat = numpy.call_method1("frombuffer", (buffer, dtype))?;
    flat.call_method1("reshape", (PyTuple::new(py, shape)?,))
}
