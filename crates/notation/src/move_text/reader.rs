//! Reading a move: which legal move does a text mean in a position?
//!
//! Old programs name any squares of a way, so a text fits a move if the squares that it names lie on
//! some way of that move, in this order. Where it fits several, the squares are read as landings
//! before they are read as squares only crossed, and as the whole way before a part of it: so a text
//! that names the whole way, as the standard wants it, always means one move.

use damier_rules::{Move, MoveInput, Position, Square, Variant};

use super::error::MoveError;
use super::written::Written;
use crate::square_names::{Names, SquareName};

/// The legal move that a text means.
///
/// Any sign will do, or none; squares on the way may be named, all or some.
///
/// # Errors
/// Where the text is no move, or that it is not legal here, or that it fits several captures that
/// take different pieces.
///
/// ```
/// use damier_notation::move_text::{self, MoveError};
/// use damier_rules::{Position, Variant};
///
/// let start = Position::start(Variant::INTERNATIONAL);
/// let opening = move_text::read(&start, "32x28")?;
/// assert_eq!(move_text::text(&start, &opening), "32-28");
/// assert!(matches!(move_text::read(&start, "32-27-22"), Err(MoveError::NotLegal { .. })));
/// # Ok::<(), MoveError>(())
/// ```
pub fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    resolve(position, &text.parse()?)
}

/// The move input that a text stands for, legal or not: what [`damier_rules::explain`] is asked about.
///
/// # Errors
/// Where the text is no move, or names a square that the board does not have.
///
/// ```
/// use damier_notation::move_text;
/// use damier_rules::{Explanation, Position, Variant, explain};
///
/// let start = Position::start(Variant::INTERNATIONAL);
/// let input = move_text::read_move_input(Variant::INTERNATIONAL, "32-27-21")?;
/// assert!(matches!(explain(&start, &input), Explanation::Refused(_)));
/// # Ok::<(), move_text::MoveError>(())
/// ```
pub fn read_move_input(variant: Variant, text: &str) -> Result<MoveInput, MoveError> {
    let written: Written = text.parse()?;
    let names = Names::of(variant);
    let via = written.via.iter().map(|&name| square(names, name));
    Ok(MoveInput {
        huff: written.huff.map(|name| square(names, name)).transpose()?,
        from: square(names, written.from)?,
        to: square(names, written.to)?,
        via: via.collect::<Result<_, _>>()?,
    })
}

/// The legal move that a written move means.
///
/// # Errors
/// That it is not legal here, or that it fits several captures that take different pieces.
///
/// ```
/// use damier_notation::move_text;
/// use damier_rules::{Position, Variant};
/// let start = Position::start(Variant::INTERNATIONAL);
/// let written = "32-28".parse()?;
/// assert_eq!(move_text::resolve(&start, &written)?.to.number(), 28);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn resolve(position: &Position, written: &Written) -> Result<Move, MoveError> {
    play(position, written).map(|(played, _)| played)
}

/// The legal move that a written move means, and the position after it, which costs nothing more.
///
/// # Errors
/// As [`resolve`].
///
/// ```
/// use damier_notation::move_text;
/// use damier_rules::{Position, Side, Variant};
/// let start = Position::start(Variant::INTERNATIONAL);
/// let (_, after) = move_text::play(&start, &"32-28".parse()?)?;
/// assert_eq!(after.side(), Side::Black);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play(position: &Position, written: &Written) -> Result<(Move, Position), MoveError> {
    let names = Names::of(position.variant());
    let (from, to) = (square(names, written.from)?, square(names, written.to)?);
    choose(position, written, position.moves_between(from, to))
}

/// The move that is meant among the legal ones between its first and its last square.
pub(super) fn choose(
    position: &Position,
    written: &Written,
    mut found: Vec<(Move, Position)>,
) -> Result<(Move, Position), MoveError> {
    let names = Names::of(position.variant());
    let huff = written.huff.map(|name| square(names, name)).transpose()?;
    found.retain(|(played, _)| played.huff == huff);
    // Nearly every move of a file ends here.
    if let ([only], true) = (found.as_slice(), written.via.is_empty()) {
        return Ok(*only);
    }
    let via: Vec<Square> = written
        .via
        .iter()
        .map(|&name| square(names, name))
        .collect::<Result<_, _>>()?;
    keep_kind(&mut found, written);
    keep_best(position, &mut found, &via);
    match found.as_slice() {
        [] => Err(MoveError::NotLegal {
            text: written.to_string(),
        }),
        [only] => Ok(*only),
        _ => {
            let mut moves: Vec<Move> = found.iter().map(|(played, _)| *played).collect();
            moves.sort_unstable();
            Err(MoveError::Ambiguous {
                text: written.to_string(),
                moves,
            })
        }
    }
}

pub(super) fn square(names: Names, name: SquareName) -> Result<Square, MoveError> {
    names.square(name).ok_or(MoveError::NoSuchSquare {
        name,
        count: names.count(),
    })
}

/// Keeps the quiet move or the captures, as the sign says, where one text fits both: a king may go
/// straight to a square to which a capture leads it around, in games where nothing is compulsory.
fn keep_kind(found: &mut Vec<(Move, Position)>, written: &Written) {
    let quiet = written.via.is_empty() && written.sign == '-';
    if found.iter().any(|(played, _)| played.is_capture() != quiet) {
        found.retain(|(played, _)| played.is_capture() != quiet);
    }
}

/// Keeps the moves that the named squares fit best: those that land on them and nowhere else, or else
/// those that land on them, or else those that cross them.
fn keep_best(position: &Position, found: &mut Vec<(Move, Position)>, via: &[Square]) {
    let lands = |played: &Move| position.path_landing_on(played, via).is_some();
    let whole = |played: &Move| played.captured.len() == via.len() + 1 && lands(played);
    let crosses = |played: &Move| position.path_through(played, via).is_some();
    if found.iter().any(|(played, _)| whole(played)) {
        found.retain(|(played, _)| whole(played));
    } else if found.iter().any(|(played, _)| lands(played)) {
        found.retain(|(played, _)| lands(played));
    } else {
        found.retain(|(played, _)| crosses(played));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fen, move_text};

    fn position(text: &str) -> Position {
        fen::read_position(Variant::INTERNATIONAL, text).expect("a position")
    }

    fn captured(position: &Position, text: &str) -> Vec<u8> {
        let played = read(position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        played.captured.iter().map(Square::number).collect()
    }

    #[test]
    fn long_forms_tell_captures_apart() {
        let position = position("W:WK47:B14,19,29,31,42");
        assert_eq!(captured(&position, "47x38x24x13x36"), [19, 29, 31, 42]);
        assert_eq!(captured(&position, "47x38x20x9x36"), [14, 29, 31, 42]);
        // Some of the way is enough where only one capture goes there.
        assert_eq!(captured(&position, "47x20x36"), [14, 29, 31, 42]);
        assert_eq!(captured(&position, "47-20-36"), [14, 29, 31, 42]);
        // One captures lands on 24; the other only crosses it.
        assert_eq!(captured(&position, "47x24x36"), [19, 29, 31, 42]);
    }

    #[test]
    fn what_fits_several_captures_is_reported_with_them() {
        let position = position("W:WK47:B14,19,29,31,42");
        for text in ["47x36", "47x38x36", "47x33x36"] {
            let error = read(&position, text).expect_err(text);
            let MoveError::Ambiguous { moves, .. } = &error else {
                panic!("{text}: {error}");
            };
            assert_eq!(moves.as_slice(), position.legal_moves(), "{text}");
        }
    }

    #[test]
    fn part_of_a_way_as_old_programs_write_it() {
        // The shape of a move in a real file: Black's king lands on 30 and 39, or crosses 30 and
        // lands on 35 and 44. The file names 30 only.
        let position = position("B:W22,24,27,31,34,40,45,48:B7,15,25,K2");
        assert_eq!(
            captured(&position, "2x30x17"),
            captured(&position, "2x30x39x17")
        );
    }

    #[test]
    fn squares_off_the_way_make_it_illegal() {
        let position = position("W:W28:B23,14");
        assert_eq!(captured(&position, "28x19x10"), [14, 23]);
        for text in ["28x20x10", "28x10x19", "28x23x10", "28x10x10", "28x28x10"] {
            assert!(
                matches!(read(&position, text), Err(MoveError::NotLegal { .. })),
                "{text}"
            );
        }
        assert!(matches!(
            read(&position, "28x51"),
            Err(MoveError::NoSuchSquare { .. })
        ));
    }

    #[test]
    fn the_sign_decides_nothing() {
        let position = position("W:W28:B23,14");
        for text in ["28x10", "28-10", "28:10", "2810", "28 X 10", "28×19×10"] {
            assert_eq!(captured(&position, text), [14, 23], "{text}");
        }
    }

    #[test]
    fn every_legal_move_reads_back_in_both_forms() {
        for text in [
            "W:W31-50:B1-20",
            "W:WK47:B14,19,29,31,42",
            "W:WK38:B18,19,32,33",
            "W:WK46:B41,42,43,44,31,32,33,34,21,22,23,24,11,12,13,14",
        ] {
            let position = position(text);
            for played in position.legal_moves() {
                let short = move_text::text(&position, &played);
                let long = move_text::long(&position, &played);
                assert_eq!(read(&position, &short), Ok(played), "{short}");
                assert_eq!(read(&position, &long), Ok(played), "{long}");
            }
        }
    }
}
