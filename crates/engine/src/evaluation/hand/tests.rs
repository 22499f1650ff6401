//! The hand-written evaluation is symmetric in the colours and prefers the better position.

use damier_rules::{International, Kind, Piece, Pieces, Rulebook, Side, Square};

use super::Hand;
use crate::evaluation::Evaluation;

fn pieces(side: Side, white: &[i8], black: &[i8]) -> Pieces<u64> {
    let mut pieces = Pieces::empty(side);
    for (of, squares) in [(Side::White, white), (Side::Black, black)] {
        for &number in squares {
            let square = Square::new(number.unsigned_abs()).expect("a square");
            let kind = if number < 0 { Kind::King } else { Kind::Man };
            pieces.put(International.geometry().bit(square), Piece::new(of, kind));
        }
    }
    pieces
}

fn turned(pieces: &Pieces<u64>) -> Pieces<u64> {
    let geometry = International.geometry();
    let mut turned = Pieces::empty(pieces.side.opponent());
    for square in geometry.board().squares() {
        if let Some(piece) = pieces.at(geometry.bit(square)) {
            let opposite = Square::new(51 - square.number()).expect("a square");
            turned.put(
                geometry.bit(opposite),
                Piece::new(piece.side.opponent(), piece.kind),
            );
        }
    }
    turned
}

fn value(pieces: &Pieces<u64>) -> i32 {
    Hand::new().value(pieces)
}

#[test]
fn a_turned_board_is_worth_the_same() {
    for sample in [
        pieces(Side::White, &[27, 28, 32, 38, 43, 48], &[8, 9, 13, 18, 19]),
        pieces(Side::White, &[-5, 31, 40], &[-46, 6, 11, 12]),
        pieces(Side::Black, &[-5, -7, -14], &[-28]),
        pieces(Side::Black, &[7, 21, 36], &[20, 30, 44]),
    ] {
        assert_eq!(value(&sample), value(&turned(&sample)), "{sample:?}");
        assert_eq!(value(&sample), -value(&sample.passed()), "{sample:?}");
    }
}

#[test]
fn more_is_better() {
    let equal = pieces(Side::White, &[31, 32, 33, 38], &[12, 13, 18, 19]);
    let ahead = pieces(Side::White, &[31, 32, 33, 38, 37], &[12, 13, 18, 19]);
    let king = pieces(Side::White, &[31, 32, -33, 38, 37], &[12, 13, 18, 19]);
    assert!(value(&ahead) > value(&equal) + 70);
    assert!(value(&king) > value(&ahead) + 120);
}

#[test]
fn a_runaway_is_worth_more_than_a_man_that_can_be_stopped() {
    let runs = pieces(Side::White, &[16, 43], &[15, 12]);
    let stopped = pieces(Side::White, &[16, 43], &[11, 12]);
    assert!(value(&runs) > value(&stopped) + 30);
}

#[test]
fn a_lone_king_on_the_long_diagonal_holds() {
    let holds = pieces(Side::White, &[-1, -6, -10], &[-28]);
    let falls = pieces(Side::White, &[-1, -6, -10], &[-31]);
    let two = pieces(Side::White, &[-1, -6], &[-31]);
    assert!((1..40).contains(&value(&holds)));
    assert!(value(&falls) > 2 * value(&holds));
    assert!(value(&two) < 40);
}

#[test]
fn any_board_has_a_value_in_bounds() {
    let full = International.geometry().all();
    for (white, black) in [
        (full, 0),
        (0, full),
        (0, 0),
        (full >> 31, full & !(full >> 31)),
    ] {
        for kings in [0, full] {
            let (white, black) = (white & full, black & full);
            let kings = kings & (white | black);
            let sample = Pieces {
                white,
                black,
                kings,
                side: Side::White,
                past: damier_rules::Past::NONE,
            };
            assert!(value(&sample).abs() <= 8_000);
        }
    }
}
