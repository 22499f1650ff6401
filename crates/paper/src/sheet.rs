//! The kinds of sheets, and how each becomes pages. Callers pass a [`Sheet`] and a [`Setting`];
//! each kind of sheet is laid out in a file of its own in `layout`.

use damier_coach::shot::ShotEntry;
use damier_rules::Variant;

use crate::certificate::Certificate;
use crate::exam::MockExam;
use crate::layout;
use crate::page::PaperPage;
use crate::setting::Setting;
use crate::task::PrintedTask;

/// A kind of sheet, with its contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sheet {
    /// Six diagrams with a line to write on; the answers on the back, each behind its diagram.
    Worksheet(Vec<PrintedTask>),
    /// Twelve diagrams to a page; the solutions at the end.
    Exercises(Vec<PrintedTask>),
    /// Ten diagrams to a page with space to write, and points; the solutions at the end.
    Exam(Vec<PrintedTask>),
    /// A mock exam of the course: an exam of twenty diagrams with the mark to pass.
    MockExam(MockExam),
    /// Six diagrams with the words of each; the solutions on the back, each behind its diagram.
    Problems(Vec<PrintedTask>),
    /// The board with the names of its squares.
    WallChart(Variant),
    /// A score sheet, on which a game is recorded.
    ScoreSheet(Variant),
    /// The rules of a game.
    Rules(Variant),
    /// A certificate for a player who passed a level.
    Certificate(Certificate),
    /// A shot: its definition, its line, and diagrams of it.
    Shot(ShotEntry),
}

/// The pages of a sheet, in the order in which they are printed. There is at least one, except of a
/// sheet of positions that has none.
///
/// Worksheets and problems have a back for each front where a solution is known: they are printed
/// on both sides, turned along the long edge.
///
/// ```
/// use damier_notation::wording::Language;
/// use damier_paper::{Setting, Sheet, pages, read_positions};
/// use damier_rules::Variant;
/// let tasks = read_positions("W:W28:B23 | 28x19", Variant::INTERNATIONAL)?;
/// let printed = pages(&Sheet::Worksheet(tasks), &Setting::new(Language::French));
/// assert_eq!(printed.len(), 2);
/// assert!(printed[0].svg().contains("Fiche de travail"));
/// # Ok::<(), damier_paper::ListError>(())
/// ```
pub fn pages(sheet: &Sheet, setting: &Setting) -> Vec<PaperPage> {
    match sheet {
        Sheet::Worksheet(tasks) => layout::diagrams::worksheet(tasks, setting),
        Sheet::Exercises(tasks) => layout::diagrams::exercises(tasks, setting),
        Sheet::Exam(tasks) => layout::diagrams::exam(tasks, setting),
        Sheet::MockExam(exam) => layout::diagrams::mock_exam(*exam, setting),
        Sheet::Problems(tasks) => layout::diagrams::problems(tasks, setting),
        Sheet::WallChart(variant) => vec![layout::chart::page(*variant, setting)],
        Sheet::ScoreSheet(variant) => vec![layout::score::page(*variant, setting)],
        Sheet::Rules(variant) => layout::rules::pages(*variant, setting),
        Sheet::Certificate(earned) => vec![layout::certificate::page(earned, setting)],
        Sheet::Shot(entry) => layout::shot::pages(*entry, setting),
    }
}
