//! The headings of a report, in both languages.

use damier_coach::report::Counts;
use damier_notation::wording::{self, Language};

/// The headings of a report.
pub(super) struct Frame {
    pub(super) report: &'static str,
    /// The colon, with a space before it in French.
    pub(super) colon: &'static str,
    pub(super) good_moves: &'static str,
    pub(super) line: &'static str,
    pub(super) well_played: &'static str,
    pub(super) broken_off: &'static str,
    pub(super) curve: &'static str,
    pub(super) replay: &'static str,
}

const ENGLISH: Frame = Frame {
    report: "Report on a game",
    colon: ":",
    good_moves: "Good here:",
    line: "Line:",
    well_played: "Well played",
    broken_off: "The report was interrupted and is partial.",
    curve: "How the game stood, White above",
    replay: "Play each of these positions again.",
};

const FRENCH: Frame = Frame {
    report: "Rapport sur une partie",
    colon: "\u{a0}:",
    good_moves: "Bons coups ici\u{a0}:",
    line: "Suite\u{a0}:",
    well_played: "Bien joué",
    broken_off: "Le rapport a été interrompu\u{a0}: il est incomplet.",
    curve: "Le cours de la partie, les Blancs en haut",
    replay: "Rejouez chacune de ces positions.",
};

pub(super) const fn frame(language: Language) -> &'static Frame {
    match language {
        Language::English => &ENGLISH,
        Language::French => &FRENCH,
    }
}

/// `accuracy 87%, 2 blunders, 1 mistake, 0 inaccuracies`.
pub(super) fn counts(language: Language, counts: Counts, accuracy: Option<f64>) -> String {
    let of = |count: usize, one: &str, many: &str| {
        let is_one = match language {
            Language::English => count == 1,
            Language::French => count < 2,
        };
        format!("{count} {}", if is_one { one } else { many })
    };
    let text = match language {
        Language::English => [
            of(counts.blunders, "blunder", "blunders"),
            of(counts.mistakes, "mistake", "mistakes"),
            of(counts.inaccuracies, "inaccuracy", "inaccuracies"),
        ],
        Language::French => [
            of(counts.blunders, "grosse faute", "grosses fautes"),
            of(counts.mistakes, "faute", "fautes"),
            of(counts.inaccuracies, "imprécision", "imprécisions"),
        ],
    };
    let accuracy = accuracy.map(|percent| match language {
        Language::English => format!("accuracy {percent:.0}%"),
        Language::French => format!("précision {percent:.0}\u{a0}%"),
    });
    let all: Vec<String> = accuracy.into_iter().chain(text).collect();
    wording::typeset(language, &all.join(", "))
}
