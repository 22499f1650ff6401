//! Sentences about games that did not end by a rule, for example by resignation. Such endings are
//! not part of the crate `damier-rules`.

use damier_rules::Side;

use super::{ByPeople, Language, english, french};

/// The sentence that says who won a game that did not end by a rule, and how.
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

/// The sentence that says why no move can be played in a game that did not end by a rule.
///
/// ```
/// use damier_notation::wording::{ByPeople, Language, over_by_people};
/// use damier_rules::Side;
/// let sentence = over_by_people(Language::English, Some(Side::White), ByPeople::Resignation);
/// assert!(sentence.contains("Black resigned"), "{sentence}");
/// ```
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
    fn every_ending_is_described_in_both_languages() {
        let mut outcomes = HashSet::new();
        for language in Language::ALL {
            for by in ByPeople::ALL {
                assert_eq!(ByPeople::from_code(by.code()), Some(by));
                let winners = match by {
                    ByPeople::Agreement | ByPeople::Aborted => &[None][..], // nobody wins by it
                    _ => &[None, Some(Side::White), Some(Side::Black)],
                };
                for &winner in winners {
                    let sentence = outcome_by_people(language, winner, by);
                    assert!(sentence.ends_with('.'), "{sentence}");
                    assert!(
                        outcomes.insert(sentence.clone()),
                        "the same sentence twice: {sentence}"
                    );
                }
            }
        }
    }

    #[test]
    fn why_nothing_can_be_played_is_explained_in_both_languages() {
        for winner in [None, Some(Side::White), Some(Side::Black)] {
            let mut reasons = HashSet::new();
            for language in Language::ALL {
                for by in ByPeople::ALL {
                    let sentence = over_by_people(language, winner, by);
                    assert!(sentence.ends_with('.'), "{sentence}");
                    assert!(
                        reasons.insert(sentence.clone()),
                        "the same sentence twice: {sentence}"
                    );
                }
            }
        }
    }
}
