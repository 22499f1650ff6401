//! The reader of moves: finds the legal move that a text denotes in a position.
//!
//! Old programs write any squares of a path. So a text fits a move if its squares lie on a path of
//! the move in the same order. If it fits several moves, a move whose landing squares it names
//! comes before a move that only crosses them, and a move whose whole path it names comes first. A
//! text with the whole path, which the standard asks for, therefore always denotes one move.

use damier_rules::{Move, MoveInput, Position, Square, SquareSet, Variant};

use super::error::MoveError;
use super::written::Written;
use crate::square_names::{Names, SquareName};

/// Finds the legal move that a text denotes.
///
/// Any sign is accepted, or none. The text may name all squares of the path, some, or none. Where
/// squares have letters, the file is enough for the first square: `cd4`, `c:e5`. If the squares are
/// on no path, they may be the first and the last square and then all captured ones: `28x19x23`.
///
/// # Errors
/// The text is not a move, the move is not legal here, or the text fits several moves: captures
/// that take different pieces, or moves of several pieces on the same file.
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

/// Reads a text as a move input, legal or not, so that [`damier_rules::explain`] can explain it.
///
/// # Errors
/// The text is not a move, or it names a square that the board does not have.
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

/// Finds the legal move that a written move denotes.
///
/// # Errors
/// The move is not legal here, or it fits several captures that take different pieces.
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

/// Finds the legal move that a written move denotes, and the position after it at no extra cost.
///
/// # Errors
/// The same as for [`resolve`].
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
    let to = square(names, written.to)?;
    let found = match written.from {
        SquareName::File { file } => names
            .on_file(file)
            .flat_map(|from| position.moves_between(from, to))
            .collect(),
        from => position.moves_between(square(names, from)?, to),
    };
    let read = choose(position, written, found);
    if matches!(read, Err(MoveError::NotLegal { .. }))
        && let Some(named) = ByCaptured::of(names, written)
        && let Some(found) = named.only(&position.moves_between(named.from, named.to))
    {
        return Ok(found);
    }
    read
}

/// A capture as its first square, its last square and the squares of all captured pieces. The
/// French federation and the Hub protocol write captures so: `28x19x23`.
pub(super) struct ByCaptured {
    pub(super) from: Square,
    pub(super) to: Square,
    captured: SquareSet,
    huff: Option<Square>,
}

impl ByCaptured {
    /// Reads a written move so; `None` if it names a square twice, or one that the board does not
    /// have.
    pub(super) fn of(names: Names, written: &Written) -> Option<ByCaptured> {
        let (&to, via) = written.via.split_first()?;
        let mut captured = SquareSet::EMPTY;
        for &name in via.iter().chain([&written.to]) {
            captured.insert(names.square(name)?);
        }
        let huff = written.huff.map(|name| names.square(name).ok_or(()));
        (captured.len() == written.via.len()).then_some(ByCaptured {
            from: names.square(written.from)?,
            to: names.square(to)?,
            captured,
            huff: huff.transpose().ok()?,
        })
    }

    /// The only one of the moves between these squares that captures these pieces.
    pub(super) fn only(&self, between: &[(Move, Position)]) -> Option<(Move, Position)> {
        let mut found = between
            .iter()
            .filter(|(played, _)| played.captured == self.captured && played.huff == self.huff);
        let only = found.next()?;
        found.next().is_none().then_some(*only)
    }
}

/// Chooses the denoted move from the legal moves between its first and last square.
pub(super) fn choose(
    position: &Position,
    written: &Written,
    mut found: Vec<(Move, Position)>,
) -> Result<(Move, Position), MoveError> {
    let names = Names::of(position.variant());
    let huff = written.huff.map(|name| square(names, name)).transpose()?;
    found.retain(|(played, _)| played.huff == huff);
    // This is enough for nearly every move in a file.
    if let ([only], true) = (found.as_slice(), written.via.is_empty()) {
        return Ok(*only);
    }
    let via: Vec<Square> = written
        .via
        .iter()
        .map(|&name| square(names, name))
        .collect::<Result<_, _>>()?;
    keep_kind(&mut found, written);
    let lands = |played: &Move| position.path_landing_on(played, &via).is_some();
    let crosses = |played: &Move| position.path_through(played, &via).is_some();
    keep_best(&mut found, via.len(), lands, crosses);
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

/// Keeps either the quiet move or the captures, according to the sign. Both are possible only in
/// games without compulsory capture: a king may go straight to a square that it can also reach by
/// capturing.
fn keep_kind(found: &mut Vec<(Move, Position)>, written: &Written) {
    let quiet = written.via.is_empty() && written.sign == '-';
    if found.iter().any(|(played, _)| played.is_capture() != quiet) {
        found.retain(|(played, _)| played.is_capture() != quiet);
    }
}

/// Keeps the moves that fit the named squares best: those that land on these squares and on no
/// others; if there are none, those that land on them; and if there are none, those that cross
/// them. `named` is the number of these squares. Each candidate is tested at most once for landing
/// and at most once for crossing, which is the bound that
/// [`Candidates::work_to_choose`](super::Candidates::work_to_choose) returns.
fn keep_best(
    found: &mut Vec<(Move, Position)>,
    named: usize,
    lands: impl Fn(&Move) -> bool,
    crosses: impl Fn(&Move) -> bool,
) {
    let landing: Vec<(Move, Position)> = found
        .iter()
        .filter(|(played, _)| lands(played))
        .copied()
        .collect();
    if landing.is_empty() {
        found.retain(|(played, _)| crosses(played));
        return;
    }
    *found = landing;
    let whole = |played: &Move| played.captured.len() == named + 1;
    if found.iter().any(|(played, _)| whole(played)) {
        found.retain(|(played, _)| whole(played));
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
    fn long_notation_distinguishes_captures() {
        let position = position("W:WK47:B14,19,29,31,42");
        assert_eq!(captured(&position, "47x38x24x13x36"), [19, 29, 31, 42]);
        assert_eq!(captured(&position, "47x38x20x9x36"), [14, 29, 31, 42]);
        // A part of the path is enough where it occurs in only one capture.
        assert_eq!(captured(&position, "47x20x36"), [14, 29, 31, 42]);
        assert_eq!(captured(&position, "47-20-36"), [14, 29, 31, 42]);
        // One of the captures lands on 24; the other only crosses it.
        assert_eq!(captured(&position, "47x24x36"), [19, 29, 31, 42]);
    }

    #[test]
    fn the_paths_of_a_candidate_are_searched_twice_at_most() {
        use std::cell::Cell;
        let position = position("W:W26,27,28,29:B21,23");
        let all = position.legal_moves();
        let captures: Vec<_> = all
            .iter()
            .flat_map(|played| position.play(played).map(|after| (*played, after)))
            .take(4)
            .collect();
        assert!(captures.len() > 2, "{captures:?}");
        let length = captures[0].0.captured.len();
        // All of the length that the text has, or of another; each candidate lands or does not, in
        // every combination.
        for named in [length - 1, length] {
            for answers in 0..1_u32 << captures.len() {
                let searches = Cell::new(0);
                let mut found = captures.clone();
                let lands = |played: &Move| {
                    searches.set(searches.get() + 1);
                    let index = captures.iter().position(|(it, _)| it == played);
                    answers >> index.unwrap_or_default() & 1 == 1
                };
                let crosses = |_: &Move| {
                    searches.set(searches.get() + 1);
                    true
                };
                keep_best(&mut found, named, lands, crosses);
                assert!(searches.get() <= 2 * captures.len(), "{answers:b}");
            }
        }
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
        // As in a move of a real file: Black's king lands on 30 and 39, or it crosses 30 and lands
        // on 35 and 44. The file names only 30.
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
