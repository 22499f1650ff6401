//! The value of a position. The module `engine` returns it, and the module `play` takes it as an
//! argument when the engine is offered a draw.

use damier_engine::Score;
use serde::{Deserialize, Serialize};

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Score"))]
pub enum ScoreView {
    /// An estimate in hundredths of a man.
    Hundredths(i32),
    /// A win in this many plies.
    Win(u16),
    /// A loss in this many plies.
    Loss(u16),
    /// In this many plies the game reaches an ending that is won according to the endgame tables;
    /// how long the win takes is not known.
    KnownWin(u16),
    /// In this many plies the game reaches an ending that is lost according to the endgame tables;
    /// how long the loss takes is not known.
    KnownLoss(u16),
}

impl From<Score> for ScoreView {
    fn from(score: Score) -> ScoreView {
        match score {
            Score::Hundredths(hundredths) => ScoreView::Hundredths(hundredths),
            Score::Win(plies) => ScoreView::Win(plies),
            Score::Loss(plies) => ScoreView::Loss(plies),
            Score::KnownWin(plies) => ScoreView::KnownWin(plies),
            Score::KnownLoss(plies) => ScoreView::KnownLoss(plies),
        }
    }
}

impl From<ScoreView> for Score {
    fn from(score: ScoreView) -> Score {
        match score {
            ScoreView::Hundredths(hundredths) => Score::Hundredths(hundredths),
            ScoreView::Win(plies) => Score::Win(plies),
            ScoreView::Loss(plies) => Score::Loss(plies),
            ScoreView::KnownWin(plies) => Score::KnownWin(plies),
            ScoreView::KnownLoss(plies) => Score::KnownLoss(plies),
        }
    }
}
