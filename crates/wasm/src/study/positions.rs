//! The positions of a game as numbers, for the search in the page's library
//! (`web/src/features/library/positions.ts`).

use std::hash::{DefaultHasher, Hash, Hasher};

use damier_notation::fen;
use damier_rules::{Kind, Position, Side, SquareSet};
use damier_session::{GameRecord, Session};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::variant;
use crate::error::DoorError;

/// The pieces and the side to move. What else a position may remember, such as pieces that can be
/// huffed, does not distinguish it here.
type Seen = (Side, [[SquareSet; 2]; 2]);

fn seen(position: &Position) -> Seen {
    let of = |side| [Kind::Man, Kind::King].map(|kind| position.squares(side, kind));
    (position.side(), Side::ALL.map(of))
}

fn number(position: &Position) -> u32 {
    let mut hasher = DefaultHasher::new();
    seen(position).hash(&mut hasher);
    hasher.finish() as u32
}

/// The game of a record (JSON); `None` if it cannot be read or replayed.
fn replayed(record: &str) -> Option<Session> {
    let record: GameRecord = serde_json::from_str(record).ok()?;
    Session::replay(&record).ok()
}

/// A number for each position of a game: at the start, and after each ply. Equal positions have
/// equal numbers; different ones rarely do. Empty if the record (JSON) cannot be replayed: the page
/// shows why when the game is opened.
#[wasm_bindgen]
pub fn position_numbers(record: &str) -> Vec<u32> {
    let session = replayed(record);
    let positions = session
        .iter()
        .flat_map(|session| session.game().positions());
    positions.map(number).collect()
}

/// The number of a position.
///
/// # Errors
/// `unknown-variant`; `bad-fen`.
#[wasm_bindgen]
pub fn position_number(variant_id: &str, fen_text: &str) -> Result<u32, DoorError> {
    Ok(number(&read(variant_id, fen_text)?))
}

/// Whether a game (a record as JSON) contains a position.
///
/// # Errors
/// As [`position_number`].
#[wasm_bindgen]
pub fn has_position(record: &str, variant_id: &str, fen_text: &str) -> Result<bool, DoorError> {
    let wanted = read(variant_id, fen_text)?;
    let is_wanted = |position: &Position| seen(position) == seen(&wanted);
    Ok(replayed(record).is_some_and(|session| {
        session.variant() == wanted.variant() && session.game().positions().any(is_wanted)
    }))
}

fn read(variant_id: &str, fen_text: &str) -> Result<Position, DoorError> {
    fen::read_position(variant(variant_id)?, fen_text)
        .map_err(|error| DoorError::new("bad-fen", error))
}

#[cfg(test)]
mod tests {
    use damier_notation::fen::write;
    use damier_rules::Variant;
    use damier_session::GameSettings;

    use super::*;

    /// A game of some moves, with its positions as FEN.
    fn played(variant: Variant, moves: &[&str]) -> (String, Vec<String>) {
        let mut session =
            Session::new(variant, GameSettings::friendly("", ""), None).expect("a game");
        for text in moves {
            let read = damier_notation::move_text::read(session.position(), text);
            session
                .play(&read.expect("a legal move"), 0)
                .expect("played");
        }
        let positions = session.game().positions().map(write).collect();
        let record = serde_json::to_string(&session.record()).expect("JSON");
        (record, positions)
    }

    #[test]
    fn every_position_of_a_game_is_found_by_its_number() {
        let (record, positions) = played(
            Variant::INTERNATIONAL,
            &[
                "32-28", "19-23", "28x19", "14x23", "33-28", "23x32", "37x28",
            ],
        );
        let numbers = position_numbers(&record);
        assert_eq!(numbers.len(), positions.len());
        for (fen, number) in positions.iter().zip(&numbers) {
            assert_eq!(position_number("international", fen).ok(), Some(*number));
            assert_eq!(has_position(&record, "international", fen).ok(), Some(true));
        }
        let other = "W:W31,32:B1,2";
        assert_eq!(
            has_position(&record, "international", other).ok(),
            Some(false)
        );
        // The same pieces in another game are another position.
        assert_eq!(has_position(&record, "brazilian", other).ok(), Some(false));
    }

    #[test]
    fn what_cannot_be_replayed_has_no_positions() {
        assert_eq!(position_numbers("{}"), Vec::<u32>::new());
        assert_eq!(
            has_position("", "international", "W:W31:B1").ok(),
            Some(false)
        );
        assert!(position_number("tic-tac-toe", "W:W31:B1").is_err());
        assert!(position_number("international", "W:W77:B1").is_err());
    }
}
