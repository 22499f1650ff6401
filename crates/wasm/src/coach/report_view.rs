//! A report as the page shows it: the JSON form of what `damier_coach` found, with its sentences. Made by `report` when a report is asked for;
//! decides nothing.

use damier_coach::report::{Counts, GameReport, Moment, StrongMove, words};
use damier_notation::wording::Language;
use damier_notation::{fen, move_text};
use serde::Serialize;

/// A report on a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportView {
    /// The chance of White after each move, -1 to 1; the first is that of the start.
    pub curve: Vec<Option<f64>>,
    /// How many moves of White were how serious.
    pub white: CountsView,
    /// The same for Black.
    pub black: CountsView,
    /// What these counts may leave out, in a sentence; null where that is nothing.
    pub unjudged: Option<String>,
    /// The moments that mattered.
    pub moments: Vec<MomentView>,
    /// What was played well.
    pub strengths: Vec<StrengthView>,
    /// What is said where no moment is told.
    pub silence: Option<String>,
}

/// How many moves of a side were how serious.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CountsView {
    /// Blunders.
    pub blunders: usize,
    /// Mistakes.
    pub mistakes: usize,
    /// Inaccuracies.
    pub inaccuracies: usize,
}

/// A moment of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MomentView {
    /// Plies before the move.
    pub ply: usize,
    /// Who moved: `white` or `black`.
    pub side: &'static str,
    /// The position before the move.
    pub fen: String,
    /// The move that was played.
    pub played: String,
    /// `advice`, `inaccuracy`, `mistake` or `blunder`.
    pub severity: &'static str,
    /// The same in words.
    pub severity_text: &'static str,
    /// What is said of it.
    pub sentences: Vec<String>,
    /// The position from which the line is played that shows it.
    pub line_fen: Option<String>,
    /// That line.
    pub line: Vec<String>,
    /// Every move that "try again" accepts, the best first.
    pub acceptable: Vec<String>,
}

/// Something that was played well.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StrengthView {
    /// Plies before the move.
    pub ply: usize,
    /// Who moved: `white` or `black`.
    pub side: &'static str,
    /// The position before the move.
    pub fen: String,
    /// The move that was played.
    pub played: String,
    /// What is said of it.
    pub sentences: Vec<String>,
}

impl ReportView {
    pub(super) fn of(report: &GameReport, language: Language) -> ReportView {
        let [white, black] = report.counts;
        ReportView {
            curve: report
                .curve
                .iter()
                .map(|at| at.map(|at| at.white))
                .collect(),
            white: white.into(),
            black: black.into(),
            unjudged: words::unjudged(language, report.unjudged),
            moments: report
                .moments
                .iter()
                .map(|moment| MomentView::of(moment, language))
                .collect(),
            strengths: report
                .strengths
                .iter()
                .map(|strength| StrengthView::of(strength, language))
                .collect(),
            silence: report
                .silence
                .map(|silence| words::silence(language, silence)),
        }
    }
}

impl From<Counts> for CountsView {
    fn from(counts: Counts) -> CountsView {
        CountsView {
            blunders: counts.blunders,
            mistakes: counts.mistakes,
            inaccuracies: counts.inaccuracies,
        }
    }
}

impl MomentView {
    fn of(moment: &Moment, language: Language) -> MomentView {
        let text = |played| move_text::text(&moment.position, played);
        let line = moment.line();
        MomentView {
            ply: moment.ply,
            side: moment.side().code(),
            fen: fen::write(&moment.position),
            played: text(&moment.played),
            severity: moment.severity.code(),
            severity_text: words::severity(language, moment.severity),
            sentences: words::moment(language, moment),
            line_fen: line.as_ref().map(|(start, _)| fen::write(start)),
            line: line.map_or_else(Vec::new, |(start, moves)| words::line(&start, &moves)),
            acceptable: moment.acceptable.iter().map(text).collect(),
        }
    }
}

impl StrengthView {
    fn of(strength: &StrongMove, language: Language) -> StrengthView {
        StrengthView {
            ply: strength.ply,
            side: strength.side().code(),
            fen: fen::write(&strength.position),
            played: move_text::text(&strength.position, &strength.played),
            sentences: words::strength(language, strength),
        }
    }
}
