//! Decides whether the engine accepts a draw offered by its opponent. The engine itself never
//! offers one.

use damier_rules::{Kind, Position, Side};

use crate::score::Score;

/// Moves per piece of each side before which the engine accepts a draw only if it is worse: forty
/// moves in international draughts, as in the tournament rules (Annex 3 art. 5.3).
const EARLY_FOR_A_PIECE: usize = 2;

/// From this score on, in hundredths, the engine plays for a win.
const BETTER: i32 = 15;

/// Down to this score, in hundredths, it accepts a draw readily.
const WORSE: i32 = -60;

/// An ending with kings on both sides in which one side has at most this many pieces is hard to
/// win.
const FEW: usize = 4;

/// Returns whether the engine, which plays `side`, accepts the offered draw.
///
/// `score` is the result of its last search from its own point of view; `ply` counts the moves of
/// both sides played so far.
///
/// ```
/// use damier_engine::{Score, would_accept_draw};
/// use damier_rules::{Position, Side, Variant};
/// let start = Position::start(Variant::INTERNATIONAL);
/// assert!(!would_accept_draw(Score::Hundredths(0), 10, &start, Side::Black));
/// assert!(would_accept_draw(Score::Hundredths(0), 120, &start, Side::Black));
/// assert!(!would_accept_draw(Score::Win(9), 120, &start, Side::Black));
/// ```
pub fn would_accept_draw(score: Score, ply: usize, position: &Position, side: Side) -> bool {
    match score {
        Score::Win(_) | Score::KnownWin(_) => false,
        Score::Loss(_) | Score::KnownLoss(_) => true,
        Score::Hundredths(hundredths) if hundredths <= WORSE => true,
        Score::Hundredths(hundredths) if hundredths >= BETTER => {
            is_drawish(position, side) && hundredths < 2 * BETTER
        }
        Score::Hundredths(_) => ply >= early(position) || is_drawish(position, side),
    }
}

/// The number of plies that counts as early in a game.
fn early(position: &Position) -> usize {
    let pieces = usize::from(position.variant().table().pieces_per_side);
    2 * EARLY_FOR_A_PIECE * pieces
}

/// Whether this is an ending of few pieces in which the other side has a king.
fn is_drawish(position: &Position, side: Side) -> bool {
    let count =
        |side| position.squares(side, Kind::Man).len() + position.squares(side, Kind::King).len();
    let enemy = side.opponent();
    !position.squares(enemy, Kind::King).is_empty() && count(side) <= FEW && count(enemy) <= FEW
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::{Piece, Setup, Square, Variant};

    fn kings() -> Position {
        let mut setup = Setup::new();
        setup.side = Some(Side::White);
        for (number, side) in [(5, Side::White), (7, Side::White), (46, Side::Black)] {
            let square = Square::new(number).expect("a square");
            setup.put(square, Piece::new(side, Kind::King));
        }
        Position::from_setup(Variant::INTERNATIONAL, &setup).expect("a position")
    }

    #[test]
    fn better_side_declines_a_draw() {
        let start = Position::start(Variant::INTERNATIONAL);
        assert!(!would_accept_draw(
            Score::Hundredths(40),
            200,
            &start,
            Side::White
        ));
        assert!(!would_accept_draw(
            Score::Hundredths(300),
            200,
            &kings(),
            Side::White
        ));
    }

    #[test]
    fn a_small_board_is_early_for_fewer_moves() {
        let start = Position::start(Variant::RUSSIAN);
        let accepts = |ply| would_accept_draw(Score::Hundredths(0), ply, &start, Side::White);
        assert!(!accepts(47) && accepts(48));
    }

    #[test]
    fn worse_side_accepts_a_draw_at_any_time() {
        let start = Position::start(Variant::INTERNATIONAL);
        assert!(would_accept_draw(
            Score::Hundredths(-100),
            4,
            &start,
            Side::White
        ));
        assert!(would_accept_draw(Score::Loss(12), 4, &start, Side::White));
    }

    #[test]
    fn a_drawish_ending_is_a_draw_even_early() {
        assert!(would_accept_draw(
            Score::Hundredths(20),
            30,
            &kings(),
            Side::White
        ));
        let start = Position::start(Variant::INTERNATIONAL);
        assert!(!would_accept_draw(
            Score::Hundredths(0),
            30,
            &start,
            Side::White
        ));
    }
}
