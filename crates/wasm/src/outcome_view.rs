//! How a game ended, and what each side has lost, as the page shows them.

use damier_notation::wording::Language;
use damier_rules::{Kind, Position, Side, Variant};
use damier_session::{EndReason, Ending};
use serde::Serialize;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutcomeView {
    /// The winner; absent in a draw, and in a game that was aborted.
    #[cfg_attr(test, ts(type = "Side | null"))]
    pub winner: Option<Side>,
    /// The rule, or the act of the players, that ended it.
    #[cfg_attr(test, ts(type = "EndReason"))]
    pub reason: EndReason,
    /// The reason as one sentence.
    pub sentence: String,
    /// The points, White's first: two for a win, one for a draw; absent if the game has no result.
    pub points: Option<[u8; 2]>,
}

impl OutcomeView {
    /// An ending of a game of this variant, with its sentence.
    pub(crate) fn of(variant: Variant, ending: Ending, language: Language) -> OutcomeView {
        OutcomeView {
            winner: ending.winner,
            reason: ending.reason,
            sentence: ending.worded(language, variant),
            points: ending.points(),
        }
    }
}

/// How many pieces each side has lost since the start of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Captured {
    /// White's pieces.
    pub white: usize,
    /// Black's pieces.
    pub black: usize,
}

impl Captured {
    /// The losses of each side between two positions of a game.
    pub(crate) fn between(start: &Position, now: &Position) -> Captured {
        let lost = |side: Side| {
            let count = |position: &Position| {
                position.squares(side, Kind::Man).len() + position.squares(side, Kind::King).len()
            };
            count(start).saturating_sub(count(now))
        };
        Captured {
            white: lost(Side::White),
            black: lost(Side::Black),
        }
    }
}
