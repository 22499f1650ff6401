//! Positions and moves of the Hub protocol, which Scan, Kingsrow's engines and lidraughts' workers
//! use. A position has a letter for each square; a capture names every captured square.
//!
//! The lines of the protocol are not handled here; see the crate `damier-protocols`. A position
//! string has as many letters as the board has squares, as lidraughts writes it for other boards
//! than the international one. Moves name a square by its place in this string, counted from 1.
//! This holds also for games that name squares by letters or count from another corner, because
//! programs that speak Hub know numbers only.

use damier_rules::{Kind, Move, Piece, Position, Setup, Side, Square, SquareSet, Variant};

use crate::square_names::{self, Names, SquareName};

/// The name of a game in the Hub protocol's parameter `variant`. `None` for a game that Hub engines
/// do not play; check this before using the other functions.
///
/// ```
/// use damier_notation::hub_text;
/// use damier_rules::Variant;
///
/// assert_eq!(hub_text::variant_name(Variant::ANTIDRAUGHTS), Some("losing"));
/// assert_eq!(hub_text::variant_name(Variant::RUSSIAN), None);
/// ```
pub fn variant_name(variant: Variant) -> Option<&'static str> {
    // Frysk! is Frisian draughts from another start, and a Hub position always has all squares.
    variant.table().hub.sent.last().copied()
}

/// An error in a text that was read as a Hub position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: found {found}, expected {expected}")]
pub struct HubPositionError {
    /// The column of the error: a number of characters, the first being 1.
    pub column: usize,
    /// What the text has there, in quotes, or `the end`.
    pub found: String,
    /// What was expected.
    pub expected: &'static str,
}

/// Why a Hub text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HubMoveError {
    /// The text is not a move.
    #[error("found {found:?}, expected a move such as 32-28 or 28x19x23")]
    Syntax {
        /// The text, or its beginning.
        found: String,
    },
    /// The text names a square that the board does not have.
    #[error("found square {name}, expected one of the board's {count} squares")]
    NoSuchSquare {
        /// The square.
        name: SquareName,
        /// How many squares the board has.
        count: u8,
    },
    /// The move is not legal in this position.
    #[error("{text} is not a legal move here")]
    NotLegal {
        /// The move.
        text: String,
    },
}

/// Writes a position as a Hub string: the side to move, then a letter for each square.
///
/// ```
/// use damier_notation::hub_text;
/// use damier_rules::{Position, Variant};
///
/// let text = hub_text::write(&Position::start(Variant::INTERNATIONAL));
/// assert_eq!(text, "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww");
/// ```
pub fn write(position: &Position) -> String {
    let side = match position.side() {
        Side::White => 'W',
        Side::Black => 'B',
    };
    let squares = position.variant().table().board.squares();
    let pieces = squares.map(|square| match position.piece_at(square) {
        None => 'e',
        Some(Piece { side, kind }) => match (side, kind) {
            (Side::White, Kind::Man) => 'w',
            (Side::White, Kind::King) => 'W',
            (Side::Black, Kind::Man) => 'b',
            (Side::Black, Kind::King) => 'B',
        },
    });
    [side].into_iter().chain(pieces).collect()
}

/// Reads a Hub string into a setup. [`Position::from_setup`] checks whether it can be played.
///
/// # Errors
/// The first place where the text is wrong, what was found there and what was expected.
///
/// ```
/// use damier_notation::hub_text;
/// use damier_rules::Variant;
///
/// let error = hub_text::read(Variant::INTERNATIONAL, "Wxx").unwrap_err();
/// assert_eq!(error.to_string(), "column 2: found 'x', expected one of w, W, b, B, e");
/// ```
pub fn read(variant: Variant, text: &str) -> Result<Setup, HubPositionError> {
    read_letters(
        variant,
        text,
        ["the side to move: W or B", "one of w, W, b, B, e"],
        |letter| match letter {
            'W' => Some(Side::White),
            'B' => Some(Side::Black),
            _ => None,
        },
        |letter| match letter {
            'w' | 'W' => Some(Side::White),
            'b' | 'B' => Some(Side::Black),
            _ => None,
        },
    )
    .map_err(|(column, found, expected)| HubPositionError {
        column,
        found,
        expected,
    })
}

/// Reads a side and a letter for each square, the form that Hub and DXP share. Capitals are kings.
pub(crate) fn read_letters(
    variant: Variant,
    text: &str,
    [expected_side, expected_piece]: [&'static str; 2],
    side_to_move: impl Fn(char) -> Option<Side>,
    side_of_piece: impl Fn(char) -> Option<Side>,
) -> Result<Setup, (usize, String, &'static str)> {
    let quoted = |letter: Option<char>| match letter {
        Some(letter) => crate::shown::quoted(letter),
        None => "the end".to_owned(),
    };
    let mut letters = text.trim_end().chars();
    let mut setup = Setup::new();
    let first = letters.next();
    let side = first.and_then(side_to_move);
    setup.side = Some(side.ok_or((1, quoted(first), expected_side))?);
    for square in variant.table().board.squares() {
        let column = 1 + usize::from(square.number());
        let letter = letters.next();
        match letter {
            Some('e') => {}
            Some(letter) if side_of_piece(letter).is_some() => {
                let kind = if letter.is_ascii_uppercase() {
                    Kind::King
                } else {
                    Kind::Man
                };
                if let Some(side) = side_of_piece(letter) {
                    setup.put(square, Piece::new(side, kind));
                }
            }
            _ => return Err((column, quoted(letter), expected_piece)),
        }
    }
    match letters.next() {
        None => Ok(setup),
        more => {
            let column = 2 + usize::from(variant.table().board.square_count());
            Err((column, quoted(more), "the end, one letter for each square"))
        }
    }
}

/// Writes a move for Hub: `32-28`, or `28x19x23` for a capture of the piece on 23.
///
/// ```
/// use damier_notation::{fen, hub_text};
/// use damier_rules::Variant;
///
/// let position = fen::read_position(Variant::INTERNATIONAL, "W:W28:B14,23")?;
/// let capture = position.legal_moves()[0];
/// assert_eq!(hub_text::write_move(&capture), "28x10x14x23");
/// assert_eq!(hub_text::read_move(&position, "28x10x23x14"), Ok(capture));
/// # Ok::<(), fen::PositionError>(())
/// ```
pub fn write_move(played: &Move) -> String {
    let sign = if played.is_capture() { 'x' } else { '-' };
    let mut text = format!("{}{sign}{}", played.from, played.to);
    for square in played.captured.iter() {
        text.push('x');
        text.push_str(&square.to_string());
    }
    text
}

/// Finds the legal move that a Hub text means. Start, end and captured squares must be those of the
/// move; the captured squares may be in any order. Letters are accepted in games that name squares
/// by letters.
///
/// # Errors
/// The text is not a move, it names a square that the board does not have, or it is not legal here.
///
/// ```
/// use damier_notation::{fen, hub_text};
/// use damier_rules::Variant;
/// let position = fen::read_position(Variant::INTERNATIONAL, "W:W28:B23")?;
/// assert_eq!(hub_text::read_move(&position, "28x19x23"), Ok(position.legal_moves()[0]));
/// assert!(hub_text::read_move(&position, "28-22").is_err());
/// # Ok::<(), fen::PositionError>(())
/// ```
pub fn read_move(position: &Position, text: &str) -> Result<Move, HubMoveError> {
    let names = Names::of(position.variant());
    let syntax = || HubMoveError::Syntax {
        found: text.chars().take(80).collect(),
    };
    let text = text.trim();
    let mut squares = Vec::new();
    for part in text.split(['-', 'x']).take(usize::from(Square::MAX) + 2) {
        match square_names::scan(part.as_bytes()) {
            Some((name, length)) if length == part.len() => {
                let square = match name {
                    SquareName::Number(number) => position.variant().table().board.square(number),
                    _ => names.square(name),
                };
                let count = names.count();
                squares.push(square.ok_or(HubMoveError::NoSuchSquare { name, count })?);
            }
            _ => return Err(syntax()),
        }
    }
    let &[from, to, ref captured @ ..] = squares.as_slice() else {
        return Err(syntax());
    };
    let captured: SquareSet = captured.iter().copied().collect();
    legal(position, from, to, captured).ok_or_else(|| HubMoveError::NotLegal {
        text: text.chars().take(80).collect(),
    })
}

/// Finds the legal move with this start, end and captured set.
pub(crate) fn legal(
    position: &Position,
    from: Square,
    to: Square,
    captured: SquareSet,
) -> Option<Move> {
    let moves = position.moves_between(from, to);
    moves
        .into_iter()
        .map(|(played, _)| played)
        .find(|played| played.captured == captured && played.huff.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    const GAME: Variant = Variant::INTERNATIONAL;

    #[test]
    fn positions_read_back() {
        let position = fen::read_position(GAME, "B:WK1,31,32:B2,K50").unwrap();
        let text = write(&position);
        assert_eq!(text.len(), 51);
        assert_eq!(read(GAME, &text), Ok(position.to_setup()));
    }

    #[test]
    fn errors_name_the_place() {
        let start = write(&Position::start(GAME));
        let error = |text: &str| read(GAME, text).unwrap_err().to_string();
        assert_eq!(
            error(""),
            "column 1: found the end, expected the side to move: W or B"
        );
        assert_eq!(
            error("w"),
            "column 1: found 'w', expected the side to move: W or B"
        );
        assert_eq!(
            error(&start[..40]),
            "column 41: found the end, expected one of w, W, b, B, e"
        );
        assert_eq!(
            error(&format!("{start}e")),
            "column 52: found 'e', expected the end, one letter for each square"
        );
        assert_eq!(read(GAME, &format!("{start}\r\n")), read(GAME, &start));
    }

    #[test]
    fn squares_are_counted_as_in_the_string_of_the_position() {
        // White's man is the 22nd letter of the string, whatever its square is called in the game's
        // notation.
        for game in [Variant::ENGLISH, Variant::RUSSIAN, Variant::SPANISH] {
            let man = |side| Piece::new(side, Kind::Man);
            let mut setup = Setup::new();
            setup.side = Some(Side::White);
            setup.put(Square::new(22).unwrap(), man(Side::White));
            setup.put(Square::new(5).unwrap(), man(Side::Black));
            let position = Position::from_setup(game, &setup).unwrap();
            assert_eq!(write(&position).find('w'), Some(22), "{game}");
            let moves = position.legal_moves();
            assert_eq!(moves.len(), 2, "{game}");
            for played in moves {
                let text = write_move(&played);
                assert_eq!(text, format!("22-{}", played.to.number()), "{game}");
                assert_eq!(read_move(&position, &text), Ok(played), "{game}");
            }
        }
        let russian = Position::start(Variant::RUSSIAN);
        let by_letters = read_move(&russian, "c3-d4").unwrap();
        assert_eq!(read_move(&russian, "22-18"), Ok(by_letters));
    }

    #[test]
    fn moves_are_compared_by_their_captured_sets() {
        let position = fen::read_position(GAME, "W:WK47:B14,19,29,31,42").unwrap();
        let [first, second] = position.legal_moves()[..] else {
            panic!("two captures");
        };
        for played in [first, second] {
            assert_eq!(read_move(&position, &write_move(&played)), Ok(played));
        }
        assert_eq!(read_move(&position, "47x36x42x31x29x19"), Ok(second));
        for text in ["47x36", "47x36x42", "36x47"] {
            let error = read_move(&position, text).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("{text} is not a legal move here")
            );
        }
        let error = |text: &str| read_move(&position, text).unwrap_err().to_string();
        assert_eq!(
            error("99-1"),
            "found square 99, expected one of the board's 50 squares"
        );
        for text in [
            "",
            "47",
            "47x",
            "47:36",
            "x",
            "47x36x",
            "1".repeat(9).as_str(),
        ] {
            assert!(error(text).contains("expected a move such as"), "{text}");
        }
    }
}
