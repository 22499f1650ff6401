//! How the page is told of an irregular move that stands last. What a rule says of it is asked of
//! `rules`.

use damier_club::Session;
use damier_notation::wording::{self, Language};
use damier_rules::{Explanation, MoveInput, Side, explain};
use serde::Serialize;

/// An irregular move that the opponent may have corrected or let stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct IrregularMove {
    /// Who made it.
    #[cfg_attr(test, ts(type = "Side"))]
    pub side: Side,
    /// Why it is irregular, in one sentence; absent where what was done is more than a move input that rules
    /// could refuse, such as a piece removed without cause.
    pub sentence: Option<String>,
}

impl IrregularMove {
    /// The irregular move that stands last, while it is open to correction.
    pub(crate) fn of(session: &Session, language: Language) -> Option<IrregularMove> {
        let side = session.fault()?;
        Some(IrregularMove {
            side,
            sentence: why(session, language),
        })
    }
}

/// The refusal of the last move, as a move input in the position before it.
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
