//! The input of the coach from the page: a game as texts, and an engine's result for a position.
//! Parsed here for `report` and `why`; invalid input is rejected or left out.

use damier_coach::report::Seen;
use damier_engine::{Score, Verdict};
use damier_notation::{fen, move_text};
use damier_rules::{DrawSettings, Game, Position, Side};
use damier_session::record::MAX_ACTS;
use serde::Deserialize;

use crate::arguments::{read, variant};
use crate::error::DoorError;
use crate::score::ScoreView;

/// The part of an engine's `Thought` that answers a question: its lines and the table outcome.
#[derive(Deserialize)]
pub(super) struct ThoughtInput {
    pub(super) lines: Vec<LineInput>,
    pub(super) verdict: Option<String>,
}

/// One of its lines: the score for the side to move, and the moves as texts.
#[derive(Deserialize)]
pub(super) struct LineInput {
    score: ScoreView,
    pv: Vec<String>,
}

/// The game with these moves (JSON: a list of texts) from this FEN. Moves after its end by rule are
/// left out.
pub(super) fn game_of(variant_id: &str, fen: &str, moves_json: &str) -> Result<Game, DoorError> {
    let moves: Vec<String> = read("the moves", moves_json)?;
    if moves.len() > MAX_ACTS {
        let message = format!("a game has at most {MAX_ACTS} moves, found {}", moves.len());
        return Err(DoorError::new("too-many-moves", message));
    }
    let start = fen::read_position(variant(variant_id)?, fen)
        .map_err(|error| DoorError::new("bad-fen", error))?;
    let mut game = Game::new(start, DrawSettings::default());
    for (index, text) in moves.iter().enumerate() {
        if game.outcome().is_some() {
            break;
        }
        let refused = |error: &dyn std::fmt::Display| {
            DoorError::new("not-legal", format_args!("move {}: {error}", index + 1))
        };
        let played = move_text::read(game.position(), text).map_err(|error| refused(&error))?;
        game.play(&played).map_err(|error| refused(&error))?;
    }
    Ok(game)
}

/// The lines of a thought, each as far as its moves are legal.
pub(super) fn seen(position: &Position, lines: &[LineInput]) -> Vec<Seen> {
    let read_line = |line: &LineInput| {
        let mut at = *position;
        let mut moves = Vec::with_capacity(line.pv.len());
        for text in &line.pv {
            let Ok(played) = move_text::read(&at, text) else {
                break;
            };
            let Ok(next) = at.play(&played) else { break };
            moves.push(played);
            at = next;
        }
        Seen {
            score: Score::from(line.score),
            moves,
        }
    };
    lines.iter().map(read_line).collect()
}

/// The table outcome, from the code of a winner or `draw`.
pub(super) fn verdict(word: &str) -> Option<Verdict> {
    match word {
        "draw" => Some(Verdict::Drawn),
        side => Side::from_code(side).map(Verdict::Won),
    }
}
