//! The English sentences. White and Black are used as names. A man is never called a pawn, and a
//! king never a queen.

pub(super) mod comparison;
pub(super) mod draws;
pub(super) mod endings;
pub(super) mod games;
pub(super) mod refusals;
pub(super) mod rules;
pub(crate) mod setups;
pub(super) mod texts;

use damier_rules::{Kind, Piece, Side};

/// Sets typographic apostrophes.
pub(super) fn typeset(sentence: &str) -> String {
    sentence.replace('\'', "\u{2019}")
}

pub(super) const fn side(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

pub(super) const fn piece(piece: Piece) -> &'static str {
    match (piece.side, piece.kind) {
        (Side::White, Kind::Man) => "white man",
        (Side::White, Kind::King) => "white king",
        (Side::Black, Kind::Man) => "black man",
        (Side::Black, Kind::King) => "black king",
    }
}

pub(super) fn pieces(count: usize) -> String {
    match count {
        1 => "1 piece".to_owned(),
        _ => format!("{count} pieces"),
    }
}

const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Man => "man",
        Kind::King => "king",
    }
}

/// A small number as a word.
fn number(number: u8) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(usize::from(number))
        .map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// A small ordinal number as a word: `third`.
fn ordinal(times: u8) -> String {
    match times {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        _ => format!("{times}th"),
    }
}
