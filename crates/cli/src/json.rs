//! The JSON that the commands print: its schema number, and the form of moves and endings.

use std::borrow::Cow;

use damier_engine::Score;
use damier_notation::move_text::{self, ListedMove};
use damier_notation::square_names;
use damier_rules::{Outcome, Path, Position, Side, Square};
use serde::Serialize;

/// The version of all JSON documents that the commands print.
pub(crate) const SCHEMA: u32 = 1;

/// One legal move.
#[derive(Serialize)]
pub(crate) struct MoveJson {
    text: String,
    long: String,
    from: String,
    to: String,
    path: Vec<String>,
    captured: Vec<String>,
    promotes: bool,
    huff: Option<String>,
    from_index: u8,
    to_index: u8,
    captured_index: Vec<u8>,
}

impl MoveJson {
    /// A legal move of this position. The path is the smallest one, and the captured squares are in
    /// its order.
    pub(crate) fn new(position: &Position, listed: ListedMove) -> MoveJson {
        let name = |&square: &Square| square_names::name(position.variant(), square).to_string();
        let Path { squares, captured } = listed.path;
        let played = listed.played;
        MoveJson {
            text: listed.text,
            long: listed.long,
            from: name(&played.from),
            to: name(&played.to),
            path: squares.iter().map(name).collect(),
            captured: captured.iter().map(name).collect(),
            promotes: played.promotes,
            huff: played.huff.as_ref().map(name),
            from_index: played.from.number(),
            to_index: played.to.number(),
            captured_index: captured.iter().map(|square| square.number()).collect(),
        }
    }

    /// Every legal move of this position.
    pub(crate) fn list(position: &Position) -> Vec<MoveJson> {
        move_text::list(position)
            .into_iter()
            .map(|listed| MoveJson::new(position, listed))
            .collect()
    }
}

/// How a game ended.
#[derive(Serialize)]
pub(crate) struct OutcomeJson {
    winner: Option<&'static str>,
    reason: Cow<'static, str>,
}

impl From<Outcome> for OutcomeJson {
    fn from(outcome: Outcome) -> OutcomeJson {
        OutcomeJson {
            winner: outcome.winner.map(Side::code),
            reason: outcome.reason.code(),
        }
    }
}

/// An error in a text, and its place.
#[derive(Serialize)]
pub(crate) struct ErrorJson {
    pub(crate) code: String,
    /// The column of the error, 1 for the first character; null if the error has no single place.
    pub(crate) column: Option<usize>,
    pub(crate) message: String,
}

/// A score for the side to move: in hundredths of a man, in plies to the end, or in plies to an
/// ending that the endgame tables know.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum ScoreJson {
    Hundredths(i32),
    Win { win: u16 },
    Loss { loss: u16 },
    KnownWin { known_win: u16 },
    KnownLoss { known_loss: u16 },
}

impl From<Score> for ScoreJson {
    fn from(score: Score) -> ScoreJson {
        match score {
            Score::Hundredths(hundredths) => ScoreJson::Hundredths(hundredths),
            Score::Win(win) => ScoreJson::Win { win },
            Score::Loss(loss) => ScoreJson::Loss { loss },
            Score::KnownWin(known_win) => ScoreJson::KnownWin { known_win },
            Score::KnownLoss(known_loss) => ScoreJson::KnownLoss { known_loss },
        }
    }
}
