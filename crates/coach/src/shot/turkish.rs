//! Why a king stops: the pieces that it has taken stay on the board until its capture has ended and
//! block it (articles 3.8 and 3.9 of the international rules: no piece is jumped twice, and taken
//! pieces are removed at the end). Used by the families of the Turkish shot.

use damier_rules::{Kind, Square, Vector};

use super::board::{neighbours, step};
use super::line::Ply;

/// What keeps a king from continuing its capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stop {
    /// It could jump the striker if the piece behind the striker had left the board when it was
    /// taken.
    pub(super) support_taken: bool,
    /// To continue in its direction it would have to jump a piece that it has already taken, and no
    /// piece is jumped twice.
    pub(super) link_taken: bool,
}

/// What stopped a king in a reply after which it is taken; `None` if no king moved or if it is not
/// taken.
pub(super) fn stop(king: &Ply, strike: &Ply) -> Option<Stop> {
    let is_taken = strike.played.captured.contains(king.played.to);
    if king.ours() || king.piece.kind != Kind::King || king.taken.len() < 2 || !is_taken {
        return None;
    }
    let taken = |square: Square| king.played.captured.contains(square);
    let stands =
        |square: Square| square != king.played.from && king.before.piece_at(square).is_some();
    let mut stop = Stop {
        support_taken: false,
        link_taken: false,
    };
    for (way, beside) in neighbours(&king.before, king.played.to) {
        let mut seen = Some(beside);
        while let Some(square) = seen.filter(|&square| !stands(square)) {
            seen = step(&king.before, square, way);
        }
        let Some(prey) = seen else { continue };
        let Some(behind) = step(&king.before, prey, way) else {
            continue;
        };
        if prey == strike.played.from && taken(behind) {
            stop.support_taken = true;
        } else if prey == beside && taken(prey) && on_its_way(king, way) {
            stop.link_taken = true;
        }
    }
    Some(stop)
}

/// Whether a step continues in the direction in which a capture ended.
fn on_its_way(ply: &Ply, way: Vector) -> bool {
    let [.., before, end] = ply.path.squares.as_slice() else {
        return false;
    };
    let board = &ply.before.variant().table().board;
    let place = |square: Square| {
        let (row, column) = board.row_and_column(square);
        (i16::from(row), i16::from(column))
    };
    let (from, to) = (place(*before), place(*end));
    (to.0 - from.0).signum() == i16::from(way.rows)
        && (to.1 - from.1).signum() == i16::from(way.cols)
}
