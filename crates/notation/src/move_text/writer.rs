//! The writer of moves. As PDN 3.0 asks, it writes start and end, and the whole path only if
//! needed.

use damier_rules::{Board, Move, Path, Position, Square};

use super::line::{direction, ray};
use super::written::Written;
use crate::square_names::Names;

/// Writes a legal move of this position: short, or in the long form if another capture has the same
/// start and end. A move that is not legal here is written short.
///
/// ```
/// use damier_notation::{fen, move_text};
/// use damier_rules::Variant;
///
/// let position = fen::read_position(Variant::INTERNATIONAL, "W:WK47:B14,19,29,31,42")?;
/// let texts: Vec<String> = position
///     .legal_moves()
///     .iter()
///     .map(|capture| move_text::text(&position, capture))
///     .collect();
/// assert_eq!(texts, ["47x38x20x9x36", "47x38x24x13x36"]);
/// # Ok::<(), fen::PositionError>(())
/// ```
pub fn text(position: &Position, played: &Move) -> String {
    written(position, played).to_string()
}

/// Writes a legal move with its whole path. After each capture but the last, the text names the
/// square on which the piece turns; where it goes straight on, it names the first square behind the
/// captured piece.
///
/// ```
/// use damier_notation::{fen, move_text};
/// use damier_rules::Variant;
/// let position = fen::read_position(Variant::INTERNATIONAL, "W:W28:B22,11")?;
/// assert_eq!(move_text::long(&position, &position.legal_moves()[0]), "28x17x6");
/// # Ok::<(), fen::PositionError>(())
/// ```
pub fn long(position: &Position, played: &Move) -> String {
    long_form(position, played, position.path(played).as_ref()).to_string()
}

/// The same as [`text`], as squares and a sign instead of a string.
///
/// ```
/// use damier_notation::move_text;
/// use damier_rules::{Position, Variant};
/// let start = Position::start(Variant::INTERNATIONAL);
/// let written = move_text::written(&start, &start.legal_moves()[0]);
/// assert_eq!((written.sign, written.via.len()), ('-', 0));
/// ```
pub fn written(position: &Position, played: &Move) -> Written {
    written_among(
        position,
        played,
        &position.moves_between(played.from, played.to),
    )
}

/// The same as [`text`], for a caller that already has the legal moves between the two squares.
///
/// ```
/// use damier_notation::move_text;
/// use damier_rules::{Position, Variant};
/// let start = Position::start(Variant::INTERNATIONAL);
/// let first = start.legal_moves()[0];
/// let between = start.moves_between(first.from, first.to);
/// assert_eq!(move_text::text_among(&start, &first, &between), move_text::text(&start, &first));
/// ```
pub fn text_among(position: &Position, played: &Move, between: &[(Move, Position)]) -> String {
    written_among(position, played, between).to_string()
}

/// The short or long form of a move, chosen among the legal moves between its first and last
/// square.
pub(super) fn written_among(
    position: &Position,
    played: &Move,
    between: &[(Move, Position)],
) -> Written {
    let alike = between.iter().filter(|(other, _)| {
        other.huff == played.huff && other.is_capture() == played.is_capture()
    });
    if alike.count() <= 1 {
        short_form(position, played)
    } else {
        long_form(position, played, position.path(played).as_ref())
    }
}

pub(super) fn short_form(position: &Position, played: &Move) -> Written {
    let names = Names::of(position.variant());
    Written {
        huff: played.huff.map(|square| names.name(square)),
        from: names.name(played.from),
        to: names.name(played.to),
        via: Vec::new(),
        sign: if played.is_capture() {
            position.variant().table().capture_sign
        } else {
            '-'
        },
    }
}

/// The long form of a move along this path.
pub(super) fn long_form(position: &Position, played: &Move, path: Option<&Path>) -> Written {
    let names = Names::of(position.variant());
    let board = position.variant().table().board;
    let way = path.map_or_else(Vec::new, |path| waypoints(board, path));
    Written {
        via: way.into_iter().map(|square| names.name(square)).collect(),
        ..short_form(position, played)
    }
}

/// The squares of a path that the standard requires between the first and the last.
fn waypoints(board: Board, path: &Path) -> Vec<Square> {
    let turn_or_behind = |(legs, &victim): (&[Square], &Square)| {
        let &[before, landing, after] = legs else {
            return None;
        };
        let arriving = direction(board, before, landing)?;
        let leaving = direction(board, landing, after)?;
        if arriving == leaving {
            ray(board, victim, arriving).next()
        } else {
            Some(landing)
        }
    };
    path.squares
        .windows(3)
        .zip(&path.captured)
        .filter_map(turn_or_behind)
        .collect()
}

#[cfg(test)]
mod tests {
    use damier_rules::Variant;

    use super::*;
    use crate::fen;

    fn position(text: &str) -> Position {
        fen::read_position(Variant::INTERNATIONAL, text).expect("a position")
    }

    fn every_long(text: &str) -> Vec<String> {
        let position = position(text);
        let moves = position.legal_moves();
        moves.iter().map(|played| long(&position, played)).collect()
    }

    #[test]
    fn the_standard_s_example() {
        assert_eq!(
            every_long("W:WK47:B14,19,29,31,42"),
            ["47x38x20x9x36", "47x38x24x13x36"]
        );
    }

    #[test]
    fn circular_captures_and_several_ends() {
        let position = position("W:WK38:B18,19,32,33");
        let mut texts: Vec<String> = position
            .legal_moves()
            .iter()
            .map(|played| text(&position, played))
            .collect();
        texts.sort();
        // Both circles take all four men, so they are one move, which is written short.
        assert_eq!(texts, ["38x38", "38x42", "38x43", "38x47", "38x49"]);
        let circle = position.legal_moves()[0];
        let long = long(&position, &circle);
        assert!(
            ["38x27x13x24x38", "38x24x13x27x38"].contains(&long.as_str()),
            "{long}"
        );
    }

    #[test]
    fn quiet_moves_and_single_captures_are_short_in_both_forms() {
        assert_eq!(every_long("W:W32:B1"), ["32-27", "32-28"]);
        assert_eq!(every_long("W:W28:B23"), ["28x19"]);
    }

    #[test]
    fn straight_on_names_the_square_behind() {
        // A king on 46 takes 37 and 19 on one line. Between them it could stop on 32, 28 or 23.
        assert_eq!(
            every_long("W:WK46:B37,19"),
            ["46x32x5", "46x32x10", "46x32x14"]
        );
    }
}
