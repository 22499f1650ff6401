//! The French sentences, in the words of the game: *pion, dame, case, trait, coup, prise, rafle,
//! remise*. They are written here with plain spaces and apostrophes; [`typeset`] sets them
//! properly.

pub(super) mod comparison;
pub(super) mod draws;
pub(super) mod endings;
pub(super) mod games;
pub(super) mod refusals;
pub(super) mod rules;
pub(super) mod setups;
pub(super) mod texts;

use damier_rules::{Kind, Piece, Side};

/// Sets typographic apostrophes and non-breaking spaces: a wide one before `:` and inside
/// guillemets, a narrow one before `;`, `!` and `?`.
pub(super) fn typeset(sentence: &str) -> String {
    const WIDE: char = '\u{a0}';
    const NARROW: char = '\u{202f}';
    let mut set = String::with_capacity(sentence.len() + 8);
    let mut rest = sentence.chars().peekable();
    while let Some(letter) = rest.next() {
        let space = match (letter, rest.peek()) {
            (' ', Some(':' | '»')) => Some(WIDE),
            (' ', Some(';' | '!' | '?')) => Some(NARROW),
            (' ', _) if set.ends_with('«') => Some(WIDE),
            ('\'', _) => Some('\u{2019}'),
            _ => None,
        };
        set.push(space.unwrap_or(letter));
    }
    set
}

pub(super) const fn side(side: Side) -> &'static str {
    match side {
        Side::White => "les Blancs",
        Side::Black => "les Noirs",
    }
}

pub(super) const fn piece(piece: Piece) -> &'static str {
    match (piece.side, piece.kind) {
        (Side::White, Kind::Man) => "pion blanc",
        (Side::White, Kind::King) => "dame blanche",
        (Side::Black, Kind::Man) => "pion noir",
        (Side::Black, Kind::King) => "dame noire",
    }
}

/// In French, zero takes the singular like one.
pub(super) fn pieces(count: usize) -> String {
    match count {
        0 | 1 => format!("{count} pièce"),
        _ => format!("{count} pièces"),
    }
}

/// The name of a side at the beginning of a sentence.
const fn side_first(side: Side) -> &'static str {
    match side {
        Side::White => "Les Blancs",
        Side::Black => "Les Noirs",
    }
}

/// A small number as a word. `of` is the noun that is counted, because of its gender.
fn number(number: u8, of: Gender) -> String {
    const WORDS: [&str; 13] = [
        "aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix",
        "onze", "douze",
    ];
    match (number, of) {
        (1, Gender::Feminine) => "une".to_owned(),
        _ => WORDS
            .get(usize::from(number))
            .map_or_else(|| number.to_string(), |&word| word.to_owned()),
    }
}

/// The gender of a noun.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gender {
    Feminine,
    Masculine,
}

/// A small ordinal number with a feminine noun: `troisième`.
fn ordinal(times: u8) -> String {
    match times {
        1 => "première".to_owned(),
        2 => "deuxième".to_owned(),
        3 => "troisième".to_owned(),
        4 => "quatrième".to_owned(),
        5 => "cinquième".to_owned(),
        _ => format!("{times}e"),
    }
}
