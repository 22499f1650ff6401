//! Rulings: positions of which the literature says what may be played, as data in `rulings/`.

mod common;

use common::{position, rows};
use damier_rules::perft::{Counting, Perft};
use damier_rules::{Move, Position, Square, SquareSet, Variant};

const INTERNATIONAL: &str = include_str!("rulings/international.csv");

/// A move as the data writes it: `15x24x13x2 {20,19,8}=K` or `17-21`.
fn written(position: &Position, played: &Move) -> String {
    let path = position.path(played).unwrap();
    assert_eq!(path.squares.first(), Some(&played.from));
    assert_eq!(path.squares.last(), Some(&played.to));
    let taken: SquareSet = path.captured.iter().copied().collect();
    assert_eq!(taken, played.captured);
    let join = |squares: &[Square], sign: &str| {
        let numbers: Vec<String> = squares.iter().map(Square::to_string).collect();
        numbers.join(sign)
    };
    let moved = if played.is_capture() {
        let (way, taken) = (join(&path.squares, "x"), join(&path.captured, ","));
        format!("{way} {{{taken}}}")
    } else {
        join(&path.squares, "-")
    };
    moved + if played.promotes { "=K" } else { "" }
}

#[test]
fn international() {
    let mut seen = 0;
    for row in rows(INTERNATIONAL) {
        let [id, fen, article, ruling, moves, orders] = row[..] else {
            panic!("six fields in {row:?}");
        };
        let position = position(Variant::INTERNATIONAL, fen);
        let legal = position.legal_moves();
        let found: Vec<String> = legal.iter().map(|m| written(&position, m)).collect();
        assert_eq!(found.join(", "), moves, "{id}, article {article}: {ruling}");

        let mut perft = Perft::new(1);
        perft.counting = Counting::Sequences;
        if position.must_capture() {
            assert_eq!(perft.of(&position), orders.parse().unwrap(), "{id}: orders");
        } else {
            assert_eq!(orders, "0", "{id}: nothing can be captured");
        }
        assert_eq!(
            position.outcome().is_some(),
            moves.is_empty(),
            "{id}: over exactly where nothing can be played"
        );
        seen += 1;
    }
    assert_eq!(seen, 21);
}
