//! All legal moves of a position with their texts, for programs that show them in a list. The paths
//! of all moves, and whether each needs its long form, are found once for the whole list. On a
//! crowded board this is a hundred times faster than writing the moves one by one.

use std::collections::HashMap;

use damier_rules::{Move, Path, Position};

use super::writer::{long_form, short_form};

/// A legal move with its text.
///
/// ```
/// use damier_notation::{fen, move_text::ListedMove};
/// use damier_rules::Variant;
/// let position = fen::read_position(Variant::INTERNATIONAL, "W:W28:B22,11")?;
/// let listed = ListedMove::new(&position, &position.legal_moves()[0]);
/// assert_eq!((listed.text.as_str(), listed.long.as_str()), ("28x6", "28x17x6"));
/// # Ok::<(), fen::PositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedMove {
    /// The move.
    pub played: Move,
    /// The path of the piece over the board.
    pub path: Path,
    /// The text that [`text`](super::text) writes: short unless the move needs the long form.
    pub text: String,
    /// The text that [`long`](super::long) writes.
    pub long: String,
}

impl ListedMove {
    /// One legal move of a position. For all of them, [`list`] is faster.
    pub fn new(position: &Position, played: &Move) -> ListedMove {
        ListedMove {
            played: *played,
            // A legal move always has a path. If it were missing, start and end replace it.
            path: position.path(played).unwrap_or_else(|| Path {
                squares: vec![played.from, played.to],
                captured: played.captured.iter().collect(),
            }),
            text: super::text(position, played),
            long: super::long(position, played),
        }
    }
}

/// All legal moves of a position with their texts, in the order of [`Position::legal_moves`].
///
/// ```
/// use damier_notation::{fen, move_text};
/// use damier_rules::Variant;
///
/// let position = fen::read_position(Variant::INTERNATIONAL, "W:W28:B23,22")?;
/// let texts: Vec<String> = move_text::list(&position).into_iter().map(|listed| listed.text).collect();
/// assert_eq!(texts, ["28x17", "28x19"]);
/// # Ok::<(), fen::PositionError>(())
/// ```
pub fn list(position: &Position) -> Vec<ListedMove> {
    let moves = position.legal_moves_with_paths();
    let ends = |played: &Move| (played.huff, played.from, played.to, played.is_capture());
    let mut alike: HashMap<_, usize> = HashMap::new();
    for (played, _) in &moves {
        *alike.entry(ends(played)).or_default() += 1;
    }
    moves
        .into_iter()
        .map(|(played, path)| {
            let long = long_form(position, &played, Some(&path)).to_string();
            let text = if alike[&ends(&played)] == 1 {
                short_form(position, &played).to_string()
            } else {
                long.clone()
            };
            ListedMove {
                played,
                path,
                text,
                long,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use damier_rules::Variant;

    use super::*;
    use crate::fen;

    #[test]
    fn a_list_is_written_as_its_moves_are() {
        for (variant, text) in [
            // Two captures have the same start and end.
            (Variant::INTERNATIONAL, "W:WK47:B14,19,29,31,42"),
            // Captures with five ends; one ends where it began.
            (Variant::INTERNATIONAL, "W:WK38:B18,19,32,33"),
            // One move with a huff and without.
            (Variant::POLISH_1754, "W:W32,37,33:B19,28:S19"),
            (Variant::RUSSIAN, "W:Wa3,c1,Kg1:Bb4,d4,f6"),
        ] {
            let position = fen::read_position(variant, text).expect(text);
            let one_by_one: Vec<_> = position
                .legal_moves()
                .iter()
                .map(|played| ListedMove::new(&position, played))
                .collect();
            assert!(one_by_one.len() > 1, "{text}");
            assert_eq!(list(&position), one_by_one, "{text}");
        }
    }
}
