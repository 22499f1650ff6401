//! Lists of squares in words: `28`, `28 and 33`, `28, 33 or 41`.

use damier_rules::SquareSet;

use crate::square_names::Names;

/// The names of some squares, with a word such as `and` before the last one.
pub(super) fn squares(names: Names, squares: SquareSet, last: &str) -> String {
    let mut words: Vec<String> = squares
        .iter()
        .map(|square| names.name(square).to_string())
        .collect();
    match words.pop() {
        None => String::new(),
        Some(only) if words.is_empty() => only,
        Some(end) => format!("{} {last} {end}", words.join(", ")),
    }
}
