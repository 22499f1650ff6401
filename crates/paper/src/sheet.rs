//! The sheets there are, and how each becomes pages. Doors hand in a [`Sheet`] and a [`Setting`]; each kind of sheet is laid out in a file
//! of its own in `layout`.

use damier_coach::shot::Entry;
use damier_notation::diagram::Numbers;
use damier_notation::wording::Language;
use damier_rules::Variant;

use crate::layout;
use crate::page::Page;
use crate::task::Task;
use crate::words::Words;

/// What is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sheet {
    /// Six diagrams with a line to write on; the answers on the back, each behind its diagram.
    Worksheet(Vec<Task>),
    /// Twelve diagrams to a page; the solutions at the end.
    Exercises(Vec<Task>),
    /// Ten diagrams to a page with room to write, and points; the solutions at the end.
    Exam(Vec<Task>),
    /// Six diagrams with the words of each; the solutions at the end.
    Problems(Vec<Task>),
    /// The board with the names of its squares.
    WallChart(Variant),
    /// Where a game is written down.
    ScoreSheet(Variant),
    /// The rules of a game.
    Rules(Variant),
    /// For whoever passed a level.
    Certificate(Level),
    /// A shot: its definition, its line, and diagrams of it.
    Shot(Entry),
}

/// The levels of the course, each with a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// *Pion blanc*: lessons 0 to 8.
    WhiteMan,
    /// *Pion noir*: lessons 9 to 12.
    BlackMan,
    /// *Dame*: lessons 13 to 16.
    King,
    /// *Damier d'or*: lessons 17 to 20.
    GoldenBoard,
}

impl Level {
    /// The levels, the first one first.
    pub const ALL: [Level; 4] = [
        Level::WhiteMan,
        Level::BlackMan,
        Level::King,
        Level::GoldenBoard,
    ];

    /// The stable code: the French words, without accents.
    pub const fn code(self) -> &'static str {
        match self {
            Level::WhiteMan => "pion-blanc",
            Level::BlackMan => "pion-noir",
            Level::King => "dame",
            Level::GoldenBoard => "damier-d-or",
        }
    }

    /// The level of a code.
    pub fn from_code(code: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.code() == code)
    }
}

/// What is the same for all sheets: the language, and what a club or a teacher adds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The language of everything that the sheet says by itself.
    pub language: Language,
    /// The title, in place of the usual one.
    pub title: Option<Words>,
    /// The name of a club, school or class.
    pub club: Option<Words>,
    /// Who the sheet is for: on its line for the name, or on a certificate.
    pub name: Option<Words>,
    /// The level, on its line.
    pub level: Option<Level>,
    /// Where diagrams show the names of squares.
    pub numbers: Numbers,
}

impl Setting {
    /// A language, and nothing of one's own.
    pub const fn new(language: Language) -> Setting {
        Setting {
            language,
            title: None,
            club: None,
            name: None,
            level: None,
            numbers: Numbers::Outside,
        }
    }

    /// The title of the sheet: its own, or the usual one.
    pub(crate) fn title_or(&self, usual: String) -> String {
        written(self.title.as_ref()).map_or(usual, str::to_owned)
    }

    pub(crate) fn club(&self) -> Option<&str> {
        written(self.club.as_ref())
    }

    pub(crate) fn name(&self) -> Option<&str> {
        written(self.name.as_ref())
    }
}

fn written(words: Option<&Words>) -> Option<&str> {
    words.map(Words::as_str).filter(|words| !words.is_empty())
}

/// The pages of a sheet, in the order in which they are printed. There is at least one, except of a sheet of positions that has none.
///
/// A worksheet has a back for each front where a solution is known: it is printed on both sides, turned along the long edge.
///
/// ```
/// use damier_notation::wording::Language;
/// use damier_paper::{Setting, Sheet, pages, read_positions};
/// use damier_rules::Variant;
/// let tasks = read_positions("W:W28:B23 | 28x19", Variant::INTERNATIONAL)?;
/// let printed = pages(&Sheet::Worksheet(tasks), &Setting::new(Language::French));
/// assert_eq!(printed.len(), 2);
/// assert!(printed[0].svg().contains("Feuille de travail"));
/// # Ok::<(), damier_paper::ListError>(())
/// ```
pub fn pages(sheet: &Sheet, setting: &Setting) -> Vec<Page> {
    match sheet {
        Sheet::Worksheet(tasks) => layout::diagrams::worksheet(tasks, setting),
        Sheet::Exercises(tasks) => layout::diagrams::exercises(tasks, setting),
        Sheet::Exam(tasks) => layout::diagrams::exam(tasks, setting),
        Sheet::Problems(tasks) => layout::diagrams::problems(tasks, setting),
        Sheet::WallChart(variant) => vec![layout::chart::page(*variant, setting)],
        Sheet::ScoreSheet(variant) => vec![layout::score::page(*variant, setting)],
        Sheet::Rules(variant) => layout::rules::pages(*variant, setting),
        Sheet::Certificate(level) => vec![layout::certificate::page(*level, setting)],
        Sheet::Shot(entry) => layout::shot::pages(*entry, setting),
    }
}
