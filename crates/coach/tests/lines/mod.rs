//! The lines of the test files: a position and the moves played from it.

use damier_notation::{fen, move_text};
use damier_rules::{Move, Position, Variant};

/// Reads a line of international draughts.
///
/// # Panics
/// The position cannot be read, or a move is not legal; the message names both.
pub(crate) fn read(fen: &str, texts: &str) -> (Position, Vec<Move>) {
    let start = fen::read_position(Variant::INTERNATIONAL, fen)
        .unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut at = start;
    let mut moves = Vec::new();
    for text in texts.split_whitespace() {
        let played = move_text::read(&at, text)
            .unwrap_or_else(|error| panic!("{fen} {texts}: {text}: {error}"));
        at = at.play(&played).expect("a legal move");
        moves.push(played);
    }
    (start, moves)
}
