//! How well a written game fits a game of the family: its squares, its position and its moves.

use damier_rules::Variant;

use super::game::{Game, Item};
use super::replay::{Outcome, start_position, walk_while};
use crate::fen::{FenError, FenFault, PositionError};
use crate::square_names::{Names, SquareName};

/// How many items of one game are tried. This is enough for a long game with many variations.
const MOST_ITEMS: usize = 2_000;

/// How well a written game fits a game of the family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fit {
    /// Its squares do not exist in this game.
    NoSquares,
    /// Its squares exist, but its position cannot be played.
    BadPosition,
    /// This many moves are legal, and the next one of the main line is not.
    Until(usize),
    /// The main line is legal, with a fault in a variation. This many moves are legal.
    MainLine(usize),
    /// Everything that was tried is legal: this many moves.
    Whole(usize),
}

impl Fit {
    /// How many moves are legal.
    pub(super) fn moves(self) -> usize {
        match self {
            Fit::NoSquares | Fit::BadPosition => 0,
            Fit::Until(moves) | Fit::MainLine(moves) | Fit::Whole(moves) => moves,
        }
    }
}

/// Which names of squares a written game may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NamesTried {
    /// Those that the game of the family uses: numbers or letters.
    Usual,
    /// Those, or the others on the chessboard.
    Any,
}

pub(super) fn fit(game: &Game, variant: Variant, tried: NamesTried) -> Fit {
    let names = Names::of(variant);
    let is_usual = uses_letters(game).is_none_or(|letters| letters == names.by_letters());
    if !is_usual && (tried == NamesTried::Usual || !names.has_second_names()) {
        return Fit::NoSquares;
    }
    let start = match start_position(game, variant) {
        Ok(start) => start,
        Err(PositionError::Text(FenError {
            fault: FenFault::NoSuchSquare { .. },
            ..
        })) => return Fit::NoSquares,
        Err(_) => return Fit::BadPosition,
    };
    let (mut played, mut main_moves) = (0, 0);
    let (mut whole, mut main_line) = (true, true);
    walk_while(game, start, |step| {
        match step.outcome {
            Outcome::Played(..) => {
                played += 1;
                main_moves += usize::from(step.depth == 0);
            }
            Outcome::Stopped(_) | Outcome::BadSetup(..) => {
                whole = false;
                main_line &= step.depth > 0;
            }
            Outcome::Setup(_) | Outcome::Unknown => {}
        }
        // A fault in a variation is weaker evidence than a fault in the main line.
        main_line && step.index < MOST_ITEMS
    });
    if whole {
        Fit::Whole(played)
    } else if main_line && main_moves > 0 {
        Fit::MainLine(played)
    } else {
        Fit::Until(played)
    }
}

/// Whether a written game names squares by letters where a game of the family has only numbers, or
/// the other way round.
pub(super) fn has_foreign_names(game: &Game, variant: Variant) -> bool {
    let names = Names::of(variant);
    let by_letters = uses_letters(game);
    !names.has_second_names() && by_letters.is_some_and(|letters| letters != names.by_letters())
}

/// Whether a written game names squares by letters, judging by its first move or its position.
fn uses_letters(game: &Game) -> Option<bool> {
    let first = game.items.iter().find_map(|item| match item {
        Item::Move(written) => Some(!matches!(written.from, SquareName::Number(_))),
        _ => None,
    });
    first.or_else(|| position_uses_letters(game.tag("FEN")?))
}

/// Whether the first square of a FEN has a letter. The letters of colours and kings are none.
fn position_uses_letters(fen: &str) -> Option<bool> {
    let bytes = fen.as_bytes();
    let digit = bytes.iter().position(u8::is_ascii_digit)?;
    let before = |places: usize| bytes.get(digit.checked_sub(places)?).copied();
    let is_file = matches!(before(1), Some(b'a'..=b'j' | b'A'..=b'J'));
    let is_colour = matches!(before(2), None | Some(b':'));
    Some(is_file && !is_colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_colours_and_kings_name_no_square() {
        for (fen, expected) in [
            ("W:W31-50:B1-20", Some(false)),
            ("B:B1,2:WK31", Some(false)),
            ("B:BK1:W31", Some(false)),
            ("W:W 31:B1", Some(false)),
            ("W:Wc3:Bd4", Some(true)),
            ("B:Bb8:Wa1", Some(true)),
            ("W:WKa1:Bb8", Some(true)),
            ("W:W:B", None),
        ] {
            assert_eq!(position_uses_letters(fen), expected, "{fen}");
        }
    }
}
