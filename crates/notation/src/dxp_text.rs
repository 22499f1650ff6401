//! Positions and moves of the DXP protocol (DamExchange): the position of a `GAMEREQ` message and
//! the fields of a `MOVE` message. `Z` (*zwart*) is Black.
//!
//! The messages, their other fields and the conversation are handled by the program that speaks
//! DXP.

use std::fmt::Write;

use damier_rules::{Kind, Move, Piece, Position, Setup, Side, Square, SquareSet, Variant};

use crate::hub_text;

/// Whether DXP can be used for a game. Its messages have the international board and no name of a
/// game, so both sides assume the international rules.
///
/// ```
/// use damier_rules::Variant;
/// assert!(damier_notation::dxp_text::speaks(Variant::INTERNATIONAL));
/// assert!(!damier_notation::dxp_text::speaks(Variant::FRISIAN));
/// ```
pub fn speaks(variant: Variant) -> bool {
    variant == Variant::INTERNATIONAL
}

/// An error in a text that was read as a DXP position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: found {found}, expected {expected}")]
pub struct DxpPositionError {
    /// The column of the error: a number of characters, the first being 1.
    pub column: usize,
    /// What the text has there, in quotes, or `the end`.
    pub found: String,
    /// What was expected.
    pub expected: &'static str,
}

/// Why the fields of a DXP move are not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DxpMoveError {
    /// A field is not two digits, or there are more or fewer fields than the message says.
    #[error("found {found:?}, expected {expected}")]
    Syntax {
        /// The text, or its beginning.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The move is not legal in this position.
    #[error("{from} to {to} with these captures is not a legal move here")]
    NotLegal {
        /// The number of the first square.
        from: u8,
        /// The number of the last square.
        to: u8,
    },
}

/// The letter of a side: `W` or `Z`.
///
/// ```
/// use damier_notation::dxp_text::side_letter;
/// use damier_rules::Side;
/// assert_eq!((side_letter(Side::White), side_letter(Side::Black)), ('W', 'Z'));
/// ```
pub const fn side_letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}

/// The side that a letter stands for, `W` or `Z`.
///
/// ```
/// use damier_notation::dxp_text::side_of;
/// use damier_rules::Side;
/// assert_eq!((side_of('Z'), side_of('B')), (Some(Side::Black), None));
/// ```
pub const fn side_of(letter: char) -> Option<Side> {
    match letter {
        'W' => Some(Side::White),
        'Z' => Some(Side::Black),
        _ => None,
    }
}

/// Writes a position as a DXP string: the side to move, then a letter for each square.
///
/// ```
/// use damier_notation::{dxp_text, fen};
/// use damier_rules::Variant;
///
/// let position = fen::read_position(Variant::INTERNATIONAL, "B:WK46:B1,8,18,22,41")?;
/// let text = dxp_text::write(&position);
/// assert_eq!(text, "ZzeeeeeezeeeeeeeeezeeezeeeeeeeeeeeeeeeeeezeeeeWeeee");
/// assert_eq!(dxp_text::read(Variant::INTERNATIONAL, &text), Ok(position.to_setup()));
/// # Ok::<(), fen::PositionError>(())
/// ```
pub fn write(position: &Position) -> String {
    let squares = position.variant().table().board.squares();
    let pieces = squares.map(|square| match position.piece_at(square) {
        None => 'e',
        Some(Piece { side, kind }) => match kind {
            Kind::Man => side_letter(side).to_ascii_lowercase(),
            Kind::King => side_letter(side),
        },
    });
    let side = side_letter(position.side());
    [side].into_iter().chain(pieces).collect()
}

/// Reads a DXP string into a setup. [`Position::from_setup`] checks whether it can be played.
///
/// # Errors
/// The first place where the text is wrong, what was found there and what was expected.
///
/// ```
/// use damier_notation::dxp_text;
/// use damier_rules::Variant;
/// let error = dxp_text::read(Variant::INTERNATIONAL, "Wq").unwrap_err();
/// assert!(error.to_string().starts_with("column 2: found 'q', expected"));
/// ```
pub fn read(variant: Variant, text: &str) -> Result<Setup, DxpPositionError> {
    hub_text::read_letters(
        variant,
        text,
        ["the side to move: W or Z", "one of w, W, z, Z, e"],
        side_of,
        |letter| side_of(letter.to_ascii_uppercase()),
    )
    .map_err(|(column, found, expected)| DxpPositionError {
        column,
        found,
        expected,
    })
}

/// Writes the fields of a move, each in two digits: from, to, the number of captured pieces, and
/// the square of each of them.
///
/// ```
/// use damier_notation::{dxp_text, fen};
/// use damier_rules::Variant;
///
/// let position = fen::read_position(Variant::INTERNATIONAL, "W:W28:B23")?;
/// let capture = position.legal_moves()[0];
/// assert_eq!(dxp_text::write_move(&capture), "28190123");
/// assert_eq!(dxp_text::read_move(&position, "28190123"), Ok(capture));
/// # Ok::<(), fen::PositionError>(())
/// ```
pub fn write_move(played: &Move) -> String {
    let count = played.captured.len();
    let mut text = format!(
        "{:02}{:02}{count:02}",
        played.from.number(),
        played.to.number()
    );
    for square in played.captured.iter() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{:02}", square.number());
    }
    text
}

/// Finds the legal move with these fields. The captured squares may be in any order.
///
/// # Errors
/// The fields are not a move, or the move is not legal here.
///
/// ```
/// use damier_notation::dxp_text;
/// use damier_rules::{Position, Variant};
/// let start = Position::start(Variant::INTERNATIONAL);
/// assert!(dxp_text::read_move(&start, "322800").is_ok());
/// assert!(dxp_text::read_move(&start, "322700").is_ok());
/// assert!(dxp_text::read_move(&start, "322200").is_err());
/// ```
pub fn read_move(position: &Position, text: &str) -> Result<Move, DxpMoveError> {
    let syntax = |expected| DxpMoveError::Syntax {
        found: text.chars().take(80).collect(),
        expected,
    };
    let bytes = text.as_bytes();
    // A set has room for 128 squares; a message names far fewer.
    if bytes.len() > 400 || !bytes.len().is_multiple_of(2) {
        return Err(syntax("two digits for each square"));
    }
    let mut numbers = Vec::with_capacity(bytes.len() / 2);
    for pair in bytes.chunks_exact(2) {
        let &[tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = pair else {
            return Err(syntax("two digits for each square"));
        };
        numbers.push(10 * (tens - b'0') + ones - b'0');
    }
    let &[from, to, count, ref captured @ ..] = numbers.as_slice() else {
        return Err(syntax("from, to and the number of captures"));
    };
    if captured.len() != usize::from(count) {
        return Err(syntax("as many captured squares as the third number says"));
    }
    let set: SquareSet = captured.iter().copied().filter_map(Square::new).collect();
    // A square 0, or a square named twice, makes the set smaller than the count.
    let played = match (Square::new(from), Square::new(to)) {
        (Some(from), Some(to)) if set.len() == captured.len() => {
            hub_text::legal(position, from, to, set)
        }
        _ => None,
    };
    played.ok_or(DxpMoveError::NotLegal { from, to })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    const GAME: Variant = Variant::INTERNATIONAL;

    #[test]
    fn a_position_that_two_engines_have_accepted() {
        let text = "ZeeeeZeeeeeeeezeeeezeeeeeeeeeeeeeeeeeeeeeezeeeeWeee";
        let setup = read(GAME, text).unwrap();
        assert_eq!(fen::write_setup(GAME, &setup), "B:WK47:BK5,14,19,42");
    }

    #[test]
    fn positions_and_moves_that_are_none() {
        let error = |text: &str| read(GAME, text).unwrap_err().to_string();
        assert_eq!(
            error("B"),
            "column 1: found 'B', expected the side to move: W or Z"
        );
        assert_eq!(
            error("Wb"),
            "column 2: found 'b', expected one of w, W, z, Z, e"
        );

        let start = Position::start(GAME);
        assert_eq!(
            read_move(&start, "322800").map(|played| write_move(&played)),
            Ok("322800".to_owned())
        );
        for text in [
            "",
            "3228",
            "32280",
            "3228001",
            "32280119191",
            "3228é0",
            "32280199x",
        ] {
            let error = read_move(&start, text).unwrap_err();
            assert!(
                matches!(error, DxpMoveError::Syntax { .. }),
                "{text}: {error}"
            );
        }
        for text in ["322200", "003200", "990100", "32280119", "32280100"] {
            let error = read_move(&start, text).unwrap_err();
            assert!(
                matches!(error, DxpMoveError::NotLegal { .. }),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn captured_squares_may_stand_in_any_order() {
        let position = fen::read_position(GAME, "W:W28:B14,23").unwrap();
        let capture = position.legal_moves()[0];
        assert_eq!(write_move(&capture), "2810021423");
        assert_eq!(read_move(&position, "2810022314"), Ok(capture));
        assert!(read_move(&position, "2810021414").is_err());
    }
}
