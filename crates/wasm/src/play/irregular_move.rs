//! An irregular move that was played last, as the page shows it. `rules` explains why it is
//! irregular.

use damier_notation::wording::{self, Language};
use damier_rules::{Explanation, MoveInput, Side, explain};
use damier_session::Session;
use serde::Serialize;

/// An irregular move that the opponent may have corrected or let stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct IrregularMove {
    /// The side that made it.
    #[cfg_attr(test, ts(type = "Side"))]
    pub side: Side,
    /// Why it is irregular, in one sentence. Absent if it was more than a move input that the rules
    /// could refuse, for example if a piece was removed without a capture.
    pub sentence: Option<String>,
}

impl IrregularMove {
    /// The last move, if it was irregular and can still be corrected.
    pub(crate) fn of(session: &Session, language: Language) -> Option<IrregularMove> {
        let side = session.fault()?;
        Some(IrregularMove {
            side,
            sentence: why(session, language),
        })
    }
}

/// The refusal of the last move, taken as a move input in the position before it.
fn why(session: &Session, language: Language) -> Option<String> {
    let game = session.game();
    let before = game.position_after(game.len().checked_sub(1)?)?;
    let done = game.moves().last()?;
    match explain(before, &MoveInput::new(done.from, done.to)) {
        Explanation::Refused(refusal) => {
            Some(wording::refusal(language, session.variant(), &refusal))
        }
        Explanation::Legal(_) | Explanation::Ambiguous(_) => None,
    }
}
