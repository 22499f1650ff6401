//! What people do that ends a game, and how it is told. The rules know nothing of it; a club does, and
//! has it worded here beside the endings by rule.

use damier_rules::Side;

use super::{Language, english, french};

/// Something that people do to end a game, or that befalls them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum ByPeople {
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// Both players agreed on a draw.
    Agreement,
    /// A player lost the game without its being played to an end: he did not appear, or broke the
    /// rules of the event.
    Forfeit,
    /// A player left a game and did not come back.
    Abandonment,
    /// An arbiter decided.
    Arbiter,
    /// A file tells the result, and not how it came about.
    Result,
}

impl ByPeople {
    /// All of them.
    pub const ALL: [ByPeople; 7] = [
        ByPeople::Resignation,
        ByPeople::Time,
        ByPeople::Agreement,
        ByPeople::Forfeit,
        ByPeople::Abandonment,
        ByPeople::Arbiter,
        ByPeople::Result,
    ];

    /// The stable code in messages and records.
    pub const fn code(self) -> &'static str {
        match self {
            ByPeople::Resignation => "resignation",
            ByPeople::Time => "time",
            ByPeople::Agreement => "agreement",
            ByPeople::Forfeit => "forfeit",
            ByPeople::Abandonment => "abandonment",
            ByPeople::Arbiter => "arbiter",
            ByPeople::Result => "result",
        }
    }

    /// What has this code.
    pub fn from_code(code: &str) -> Option<ByPeople> {
        ByPeople::ALL.into_iter().find(|by| by.code() == code)
    }
}

/// Who won a game that people ended, and how.
///
/// ```
/// use damier_notation::wording::{ByPeople, Language, outcome_by_people};
/// use damier_rules::Side;
///
/// assert_eq!(
///     outcome_by_people(Language::English, Some(Side::White), ByPeople::Resignation),
///     "White wins: Black resigned."
/// );
/// ```
pub fn outcome_by_people(language: Language, winner: Option<Side>, by: ByPeople) -> String {
    match language {
        Language::French => french::typeset(&french::endings::by_people(winner, by)),
        Language::English => english::typeset(&english::endings::by_people(winner, by)),
    }
}

/// Why nothing can be played in a game that people ended.
pub fn over_by_people(language: Language, winner: Option<Side>, by: ByPeople) -> String {
    match language {
        Language::French => french::typeset(&french::endings::over_by_people(winner, by)),
        Language::English => english::typeset(&english::endings::over_by_people(winner, by)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_ending_is_told_in_both_languages() {
        let mut outcomes = HashSet::new();
        for language in Language::ALL {
            for by in ByPeople::ALL {
                assert_eq!(ByPeople::from_code(by.code()), Some(by));
                let winners = match by {
                    ByPeople::Agreement => &[None][..], // on a draw
                    _ => &[None, Some(Side::White), Some(Side::Black)],
                };
                for &winner in winners {
                    let sentence = outcome_by_people(language, winner, by);
                    assert!(sentence.ends_with('.'), "{sentence}");
                    assert!(outcomes.insert(sentence.clone()), "told twice: {sentence}");
                }
            }
        }
    }

    #[test]
    fn why_nothing_can_be_played_is_told_in_both_languages() {
        for winner in [None, Some(Side::White), Some(Side::Black)] {
            let mut reasons = HashSet::new();
            for language in Language::ALL {
                for by in ByPeople::ALL {
                    let sentence = over_by_people(language, winner, by);
                    assert!(sentence.ends_with('.'), "{sentence}");
                    assert!(reasons.insert(sentence.clone()), "told twice: {sentence}");
                }
            }
        }
    }
}
