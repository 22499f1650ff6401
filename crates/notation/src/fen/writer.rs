//! The FEN writer. It uses the one form that every other program reads: White first, each square by
//! itself, no spaces, no dot at the end. Lidraughts does not read ranges, and pydraughts misreads a
//! FEN with Black first.

use std::fmt::Write;

use damier_rules::{Kind, KingRun, Position, Setup, Side, Variant};

use crate::square_names::Names;

/// Writes a position as a FEN.
///
/// ```
/// use damier_notation::fen;
/// use damier_rules::Variant;
///
/// let position = fen::read_position(Variant::INTERNATIONAL, "B:B1-3:WK50,31.")?;
/// assert_eq!(fen::write(&position), "B:W31,K50:B1,2,3");
/// # Ok::<(), fen::PositionError>(())
/// ```
pub fn write(position: &Position) -> String {
    write_setup(position.variant(), &position.to_setup())
}

/// Writes a setup as a FEN, with `?` for the side to move if the setup has none.
///
/// After the pieces come the counts of king moves in a row, Black's first, and then the pieces that
/// may be huffed, if there are any:
///
/// ```
/// use damier_notation::fen;
/// use damier_rules::Variant;
///
/// for (variant, text) in [
///     (Variant::FRISIAN, "W:WK1,50:BK45:+0+301"),
///     (Variant::POLISH_1754, "B:W28,38:B19:S28"),
/// ] {
///     assert_eq!(fen::write(&fen::read_position(variant, text)?), text);
/// }
/// # Ok::<(), fen::PositionError>(())
/// ```
pub fn write_setup(variant: Variant, setup: &Setup) -> String {
    write_named(Names::of(variant), setup)
}

fn write_named(names: Names, setup: &Setup) -> String {
    let mut text = String::from(match setup.side {
        Some(side) => side_letter(side),
        None => "?",
    });
    for side in Side::ALL {
        text.push(':');
        text.push_str(side_letter(side));
        let mut pieces: Vec<_> = setup
            .iter()
            .filter(|(_, piece)| piece.side == side)
            .map(|(square, piece)| (names.name(square), piece.kind))
            .collect();
        if !names.by_letters() {
            pieces.sort_unstable();
        }
        for (index, (name, kind)) in pieces.into_iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let king = if kind == Kind::King { "K" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}{king}{name}");
        }
    }
    if setup.king_runs.iter().any(Option::is_some) {
        for side in [Side::Black, Side::White] {
            let colon = if side == Side::Black { ":" } else { "" };
            let _ = match setup.king_runs[side.index()] {
                Some(KingRun { square, moves }) => {
                    write!(text, "{colon}+{moves}{:02}", square.number())
                }
                None => write!(text, "{colon}+0"),
            };
        }
    }
    let mut huffable: Vec<_> = setup.huffable.iter().map(|s| names.name(s)).collect();
    if !names.by_letters() {
        huffable.sort_unstable();
    }
    for (index, name) in huffable.into_iter().enumerate() {
        let _ = write!(text, "{}{name}", if index == 0 { ":S" } else { "," });
    }
    text
}

fn side_letter(side: Side) -> &'static str {
    match side {
        Side::White => "W",
        Side::Black => "B",
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{Piece, Square};

    use super::*;
    use crate::square_names::tests::LETTERS;

    #[test]
    fn letters_are_written_where_squares_have_letters() {
        let mut setup = Setup::new();
        for (number, piece) in [
            (29, Piece::new(Side::White, Kind::Man)),
            (22, Piece::new(Side::White, Kind::King)),
            (1, Piece::new(Side::Black, Kind::Man)),
        ] {
            setup.put(Square::new(number).unwrap(), piece);
        }
        assert_eq!(write_named(LETTERS, &setup), "?:WKc3,a1:Bb8");
    }

    #[test]
    fn a_side_without_pieces_keeps_its_place() {
        let mut setup = Setup::new();
        setup.side = Some(Side::Black);
        assert_eq!(write_setup(Variant::INTERNATIONAL, &setup), "B:W:B");
    }
}
