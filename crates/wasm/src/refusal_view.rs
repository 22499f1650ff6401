//! Why a move input is not a legal move, as the page shows it: one sentence, the squares to
//! outline, and the moves to play instead.

use damier_notation::wording::{self, Language};
use damier_rules::{Outcome, Position, Refusal};
use damier_session::{EndReason, Ending};
use serde::Serialize;

use crate::view::{MoveView, set};

/// A refusal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RefusalView {
    /// The stable code, such as `captures-too-few`.
    pub code: String,
    /// The refusal in one sentence.
    pub sentence: String,
    /// The article of the official rules on which it is based, if there is one.
    pub article: Option<String>,
    /// The squares to outline, by their role.
    pub squares: RefusalSquares,
    /// The moves of which one must be played: all legal moves if a capture is compulsory, the moves
    /// of a touched piece if that piece must be played, otherwise none.
    pub must_play: Vec<MoveView>,
}

/// The squares of a refusal, by their role.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RefusalSquares {
    /// The squares where the move input becomes wrong.
    pub at: Vec<u8>,
    /// Pieces of which one must be moved.
    pub must_move: Vec<u8>,
    /// Pieces in the way.
    pub blocked_by: Vec<u8>,
    /// Pieces that were captured earlier in the same move.
    pub captured: Vec<u8>,
    /// Pieces to capture.
    pub targets: Vec<u8>,
    /// Squares on which the move may land instead.
    pub landings: Vec<u8>,
}

impl RefusalView {
    /// The refusal because the game is over, by a rule or by an act of the players.
    pub(crate) fn over(position: &Position, ending: Ending, language: Language) -> RefusalView {
        let winner = ending.winner;
        let by_rule = |reason| Refusal::GameOver {
            outcome: Outcome { winner, reason },
        };
        match ending.reason {
            EndReason::Rule(reason) => RefusalView::of(position, &by_rule(reason), language),
            EndReason::People(by) => RefusalView {
                // Only the sentence depends on what ended the game.
                sentence: wording::over_by_people(language, winner, by),
                ..RefusalView::of(
                    position,
                    &by_rule(damier_rules::EndReason::NoMoves),
                    language,
                )
            },
        }
    }

    /// A refusal in this position, with its sentence.
    pub(crate) fn of(position: &Position, refusal: &Refusal, language: Language) -> RefusalView {
        let squares = refusal.squares();
        let must_play = if position.must_capture() {
            MoveView::all(position)
        } else {
            Vec::new()
        };
        RefusalView {
            code: refusal.code().to_owned(),
            sentence: wording::refusal(language, position.variant(), refusal),
            article: refusal.article_in(position.variant()).map(str::to_owned),
            squares: RefusalSquares {
                at: set(squares.at),
                must_move: set(squares.must_move),
                blocked_by: set(squares.blocked_by),
                captured: set(squares.captured),
                targets: set(squares.targets),
                landings: set(squares.landings),
            },
            must_play,
        }
    }
}
