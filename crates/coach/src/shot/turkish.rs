//! Why a king stops: what the pieces that it has taken, and that stay on the board until its capture has ended, keep it from doing
//! (article 3.8 and 3.9 of the international rules: no piece is jumped twice, and the taken are removed at the end). Asked by the family of the Turkish shot.

use damier_rules::{Kind, Square};

use super::board::{neighbours, step};
use super::line::Ply;

/// What keeps a king from going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stop {
    /// It could jump the striker, if the piece behind it had left the board when it was taken.
    pub(super) support_taken: bool,
    /// It could jump its first link, if a piece could be jumped twice.
    pub(super) first_link: bool,
    /// It could jump another piece that it has taken.
    pub(super) other_link: bool,
}

/// What stopped a king in a reply after which it is taken; `None` where no king moved or where it is not taken.
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
        first_link: false,
        other_link: false,
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
        } else if taken(prey) && (!stands(behind) || taken(behind)) {
            // The piece jumped last lies behind it: going back over it would be a turn on the spot.
            match king.taken.iter().position(|taken| taken.square == prey) {
                Some(0) => stop.first_link = true,
                Some(number) if number + 1 < king.taken.len() => stop.other_link = true,
                _ => (),
            }
        }
    }
    Some(stop)
}
