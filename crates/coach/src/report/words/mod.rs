//! The sentences of a report in French and English: short, with one idea each. Called by the user
//! interfaces; nothing is decided here.
//!
//! A sentence has at most twenty words. "Must" is used only if the rules allow no other capture.
//! Results of a search alone are attributed to the engine. Each language has a file, since
//! agreement and word order differ; `shared` has the common parts.

mod english;
mod french;
mod shared;

use damier_notation::wording::{self, Language};
use damier_rules::Position;

use super::machine::MOST_JUDGED;
use super::remark::{Moment, Remark, StrongMove};
use super::{Severity, Silence};
use crate::reason::Reason;

pub use shared::line;

/// The sentences about a moment, the main one first.
///
/// ```
/// use damier_coach::report::words;
/// use damier_coach::report::Severity;
/// use damier_notation::wording::Language;
/// assert_eq!(words::severity(Language::French, Severity::Blunder), "Grosse faute");
/// ```
pub fn moment(language: Language, moment: &Moment) -> Vec<String> {
    let sentences = moment
        .events
        .iter()
        .flat_map(|event| event_plain(language, moment, event));
    sentences
        .map(|sentence| wording::typeset(language, &sentence))
        .collect()
}

/// The sentences about a well-played move.
pub fn strength(language: Language, strength: &StrongMove) -> Vec<String> {
    let sentences = match language {
        Language::French => french::merit(strength),
        Language::English => english::merit(strength),
    };
    sentences
        .iter()
        .map(|sentence| wording::typeset(language, sentence))
        .collect()
}

/// The sentence for a report without moments.
///
/// ```
/// use damier_coach::report::{Silence, words};
/// use damier_notation::wording::Language;
/// let said = words::silence(Language::English, Silence::Nothing);
/// assert_eq!(said, "No single move was costly.");
/// ```
pub fn silence(language: Language, silence: Silence) -> String {
    let sentence = match language {
        Language::French => french::silence(silence),
        Language::English => english::silence(silence),
    };
    wording::typeset(language, sentence)
}

/// The sentence about moves that the counts of a report may leave out, given
/// [`unjudged`](super::GameReport::unjudged); `None` if there are none.
///
/// ```
/// use damier_coach::report::words;
/// use damier_notation::wording::Language;
/// assert_eq!(words::unjudged(Language::English, 0), None);
/// let said = words::unjudged(Language::English, 3).ok_or("a sentence")?;
/// assert_eq!(said, "Only the 14 moves that seemed to cost most were judged; 3 others may have cost something too.");
/// # Ok::<(), &str>(())
/// ```
pub fn unjudged(language: Language, others: usize) -> Option<String> {
    let sentence = match language {
        Language::French => french::unjudged(MOST_JUDGED, others),
        Language::English => english::unjudged(MOST_JUDGED, others),
    };
    (others > 0).then(|| wording::typeset(language, &sentence))
}

/// The sentence for the reason for a move, as plain text before typesetting.
pub(crate) fn reason(language: Language, position: &Position, reason: &Reason) -> String {
    match language {
        Language::French => french::reason(position, reason),
        Language::English => english::reason(position, reason),
    }
}

/// The severity of a moment, in a word or two.
pub fn severity(language: Language, severity: Severity) -> &'static str {
    match language {
        Language::French => match severity {
            Severity::Advice => "Conseil",
            Severity::Inaccuracy => "Imprécision",
            Severity::Mistake => "Faute",
            Severity::Blunder => "Grosse faute",
        },
        Language::English => match severity {
            Severity::Advice => "Advice",
            Severity::Inaccuracy => "Inaccuracy",
            Severity::Mistake => "Mistake",
            Severity::Blunder => "Blunder",
        },
    }
}

fn event_plain(language: Language, moment: &Moment, event: &Remark) -> Vec<String> {
    match language {
        Language::French => french::event(moment, event),
        Language::English => english::event(moment, event),
    }
}

#[cfg(test)]
mod tests;
