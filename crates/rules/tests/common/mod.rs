//! What several tests of the rules share: reading positions from data, drawing them by chance, and a
//! generator that was written without a look at the others.

#![allow(dead_code)] // each test is a program of its own and uses a part of this

pub(crate) mod naive;
pub(crate) mod positions;

use damier_rules::{Kind, Piece, Position, Setup, Side, Square, Variant};

/// The setup of a FEN whose squares are numbers: `W:WK3,31-50:B1-20`. The notation crate has the real
/// reader, with messages; it builds on this crate, so tests here have this one.
pub(crate) fn setup(fen: &str) -> Setup {
    let mut setup = Setup::new();
    let mut fields = fen.split(':');
    setup.side = fields.next().map(side);
    for field in fields {
        let (of, squares) = field.split_at(1);
        for word in squares.split(',').filter(|word| !word.is_empty()) {
            let (kind, numbers) = match word.strip_prefix('K') {
                Some(rest) => (Kind::King, rest),
                None => (Kind::Man, word),
            };
            let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
            for number in first.parse().unwrap()..=last.parse().unwrap() {
                let square = Square::new(number).unwrap();
                assert_eq!(setup.put(square, Piece::new(side(of), kind)), None, "{fen}");
            }
        }
    }
    setup
}

/// The position of a FEN with numbers, or the start of the game for `start`.
pub(crate) fn position(variant: Variant, fen: &str) -> Position {
    if fen == "start" {
        Position::start(variant)
    } else {
        Position::from_setup(variant, &setup(fen)).unwrap()
    }
}

fn side(letter: &str) -> Side {
    match letter {
        "W" => Side::White,
        "B" => Side::Black,
        other => panic!("no side: {other}"),
    }
}

/// The rows of a small table: fields between semicolons, `#` opens a remark, the first row names the
/// columns.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .skip(1)
        .map(|line| line.split(';').map(str::trim).collect())
}
