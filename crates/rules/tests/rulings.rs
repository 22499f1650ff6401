//! Rulings: positions whose legal moves are stated in the literature, as data in `rulings/`.

mod common;

use std::collections::BTreeSet;

use common::{position, rows, square};
use damier_rules::perft::{Counting, Perft};
use damier_rules::{Move, Position, Square, SquareSet, Variant};

const FAMILY: &str = include_str!("rulings/family.csv");
const INTERNATIONAL: &str = include_str!("rulings/international.csv");

/// A move in the format of the data: `15x24x13x2 {20,19,8}=K` or `17-21`.
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
            assert_eq!(
                perft.of(&position),
                orders.parse::<u64>().unwrap(),
                "{id}: orders"
            );
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

/// A move as far as the rulings of the family state it: its identity, and the squares that are
/// landed on. `28x17x6{22,11}=K`, `30-27`.
type ListedMove = (Square, Square, BTreeSet<Square>, bool);

fn listed_move(variant: Variant, text: &str) -> ListedMove {
    let (text, promotes) = match text.strip_suffix("=K") {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (way, taken) = text.split_once('{').unwrap_or((text, "}"));
    let squares: Vec<Square> = way.split(['x', '-']).map(|s| square(variant, s)).collect();
    let names = taken.trim_end_matches('}').split(',');
    let captured = names.filter(|name| !name.is_empty());
    (
        squares[0],
        squares[squares.len() - 1],
        captured.map(|name| square(variant, name)).collect(),
        promotes,
    )
}

#[test]
fn family() {
    let mut seen = 0;
    for row in rows(FAMILY) {
        let [id, variant, fen, moves] = row[..] else {
            panic!("four fields in {row:?}");
        };
        let variant = Variant::from_id(variant).unwrap();
        let position = position(variant, fen);
        let legal = position.legal_moves();
        let found: BTreeSet<ListedMove> = legal
            .iter()
            .map(|m| (m.from, m.to, m.captured.iter().collect(), m.promotes))
            .collect();
        let expected: BTreeSet<ListedMove> =
            moves.split(' ').map(|m| listed_move(variant, m)).collect();
        assert_eq!(found, expected, "{id} {variant} {fen}");
        assert_eq!(found.len(), legal.len(), "{id}: a duplicate move");
        // The way stated in the ruling must be a path of the move.
        for text in moves.split(' ').filter(|text| text.contains('x')) {
            let way = text.split('{').next().unwrap_or(text);
            let squares: Vec<Square> = way.split('x').map(|s| square(variant, s)).collect();
            let (from, to, captured, _) = listed_move(variant, text);
            let played = legal.iter().find(|m| {
                m.from == from && m.to == to && m.captured.iter().eq(captured.iter().copied())
            });
            let between = &squares[1..squares.len() - 1];
            let path = position.path_landing_on(played.unwrap(), between);
            assert_eq!(path.map(|path| path.squares), Some(squares), "{id}: {text}");
        }
        seen += 1;
    }
    assert!(seen >= 48, "{seen}");
}
