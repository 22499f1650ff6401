//! A report as the page shows it: the JSON form of the results of `damier_coach`, with its
//! sentences. Made by `report`.

use damier_coach::report::{Counts, GameReport, Moment, StrongMove, words};
use damier_notation::wording::Language;
use damier_notation::{fen, move_text};
use serde::Serialize;

/// A report on a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportView {
    /// The chance of White at the start and after each move, -1 to 1.
    pub curve: Vec<Option<f64>>,
    /// White's moves in numbers.
    pub white: SideView,
    /// Black's moves in numbers.
    pub black: SideView,
    /// A sentence about moves that these counts may leave out; null if there are none.
    pub unjudged: Option<String>,
    /// The decisive moments.
    pub moments: Vec<MomentView>,
    /// Well-played moves.
    pub strengths: Vec<StrengthView>,
    /// The sentence for a report without moments.
    pub silence: Option<String>,
}

/// The moves of a side in numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SideView {
    /// How well its moves kept its chances, in percent; null while none that counts is evaluated.
    pub accuracy: Option<f64>,
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
    /// The side that moved: `white` or `black`.
    pub side: &'static str,
    /// The position before the move.
    pub fen: String,
    /// The move that was played.
    pub played: String,
    /// `advice`, `inaccuracy`, `mistake` or `blunder`.
    pub severity: &'static str,
    /// The severity in words.
    pub severity_text: &'static str,
    /// The sentences about the move.
    pub sentences: Vec<String>,
    /// The position from which `line` is played.
    pub line_fen: Option<String>,
    /// The line that proves the remark.
    pub line: Vec<String>,
    /// Every move that "try again" accepts, the best first.
    pub acceptable: Vec<String>,
}

/// A well-played move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StrengthView {
    /// Plies before the move.
    pub ply: usize,
    /// The side that moved: `white` or `black`.
    pub side: &'static str,
    /// The position before the move.
    pub fen: String,
    /// The move that was played.
    pub played: String,
    /// The sentences about the move.
    pub sentences: Vec<String>,
}

impl ReportView {
    pub(super) fn of(report: &GameReport, language: Language) -> ReportView {
        let [white, black] = [0, 1].map(|at| SideView::of(report.counts[at], report.accuracy[at]));
        ReportView {
            curve: report
                .curve
                .iter()
                .map(|at| at.map(|at| at.white))
                .collect(),
            white,
            black,
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

impl SideView {
    fn of(counts: Counts, accuracy: Option<f64>) -> SideView {
        SideView {
            accuracy,
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
