//! Why a move is played, in one sentence. All logic is in `damier_coach::why`.

use damier_coach::why;
use wasm_bindgen::prelude::wasm_bindgen;

use super::input::{LineInput, game_of, seen};
use crate::arguments::{language, read, write};
use crate::error::DoorError;

/// The reason for the first move of the first line in the position after these moves (JSON: a list
/// of texts) from this FEN, in one sentence: JSON of a text, or `null` if there is none besides how
/// the engine judges the moves.
/// `lines_json` is the list of lines of a `Thought`.
///
/// # Errors
/// `unknown-variant`, `bad-fen`, `bad-json`, `too-many-moves`, `not-legal`, `unknown-language`.
#[wasm_bindgen]
pub fn why_move(
    variant_id: &str,
    fen: &str,
    moves_json: &str,
    lines_json: &str,
    lang: &str,
) -> Result<String, DoorError> {
    let language = language(lang)?;
    let game = game_of(variant_id, fen, moves_json)?;
    let position = game.position();
    let lines: Vec<LineInput> = read("the lines", lines_json)?;
    let reason = why::why(&game, &seen(position, &lines)).filter(why::Reason::explains);
    write(&reason.map(|reason| why::sentence(language, position, &reason)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROYAL: &str = "W:W33,38,39,40,45,50:B1,6,12,13,14,23,24";

    #[test]
    fn a_reason_is_one_sentence_or_null() {
        let lines = r#"[{"score":{"hundredths":300},"pv":["33-28","23x34","40x7"]}]"#;
        let sentence = why_move("international", ROYAL, "[]", lines, "en").unwrap();
        assert!(sentence.contains("coup royal"), "{sentence}");
        assert_eq!(
            why_move("international", ROYAL, "[]", "[]", "en").unwrap(),
            "null"
        );
        // What the engine prefers is no reason.
        let even = r#"[{"score":{"hundredths":10},"pv":["39-34"]}]"#;
        let sentence = why_move("international", ROYAL, "[]", even, "en").unwrap();
        assert_eq!(sentence, "null");
    }
}
