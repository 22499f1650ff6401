//! Helpers for tests of the rules: reading positions from data, random positions, and a generator
//! that was written independently of the others.

#![allow(dead_code)] // each test is a program of its own and uses a part of this

pub(crate) mod naive;
pub(crate) mod positions;

use std::sync::atomic::{AtomicUsize, Ordering};

use damier_rules::{Kind, Piece, Position, Setup, Side, Square, Variant};

/// The number of positions per reading in the long run: a million, or the value of
/// `DAMIER_POSITIONS`.
pub(crate) fn positions_in_the_long_run() -> u32 {
    let asked = std::env::var("DAMIER_POSITIONS").ok();
    asked.map_or(1_000_000, |text| {
        text.parse().expect("a number of positions")
    })
}

/// Runs a check for every game in every reading, on all cores, and prints those that passed.
pub(crate) fn in_every_reading(check: impl Fn(Variant) + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&variant) =
                    Variant::READINGS.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    check(variant);
                    eprintln!("{variant}: passed");
                }
            });
        }
    });
}

/// The setup of a FEN whose squares are numbers from the top left, `W:WK3,31-50:B1-20`, or letters
/// and digits, `W:WKa1:Bc3`; `:S23,28` at the end are pieces that may be huffed. The full reader is
/// in the notation crate, which depends on this one, so these tests have their own.
pub(crate) fn setup(variant: Variant, fen: &str) -> Setup {
    let mut setup = Setup::new();
    let mut fields = fen.split(':');
    setup.side = fields.next().map(side);
    for field in fields {
        let (of, squares) = field.split_at(1);
        for word in squares.split(',').filter(|word| !word.is_empty()) {
            let (kind, names) = match word.strip_prefix('K') {
                Some(rest) => (Kind::King, rest),
                None => (Kind::Man, word),
            };
            let (first, last) = names.split_once('-').unwrap_or((names, names));
            for number in square(variant, first).number()..=square(variant, last).number() {
                let square = Square::new(number).unwrap();
                if of == "S" {
                    setup.huffable.insert(square);
                    continue;
                }
                assert_eq!(setup.put(square, Piece::new(side(of), kind)), None, "{fen}");
            }
        }
    }
    setup
}

/// A square by its number from the top left, or by letter and digit.
pub(crate) fn square(variant: Variant, name: &str) -> Square {
    let board = variant.table().board;
    let found = if let Ok(number) = name.parse() {
        board.square(number)
    } else {
        let (column, rank) = (name.as_bytes()[0] - b'a', name.as_bytes()[1] - b'0');
        board.square_at(board.height - rank, column)
    };
    found.unwrap_or_else(|| panic!("no square {name}"))
}

/// The position of a FEN, or the start of the game for `start`.
pub(crate) fn position(variant: Variant, fen: &str) -> Position {
    if fen == "start" {
        Position::start(variant)
    } else {
        Position::from_setup(variant, &setup(variant, fen)).unwrap()
    }
}

fn side(letter: &str) -> Side {
    match letter {
        "W" => Side::White,
        "B" => Side::Black,
        other => panic!("no side: {other}"),
    }
}

/// The rows of a small table: fields between semicolons, `#` starts a comment, the first row names
/// the columns.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .skip(1)
        .map(|line| line.split(';').map(str::trim).collect())
}
