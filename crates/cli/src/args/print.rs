//! The command line of `damier print`.

use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use damier_coach::shot::ShotEntry;
use damier_paper::{Diploma, MockExam, Words};
use damier_rules::Variant;

use super::position::variant_parser;
use super::{Lang, Numbers};

#[derive(clap::Args, Debug)]
pub(crate) struct PrintArgs {
    /// What to print
    #[arg(value_enum)]
    pub(crate) sheet: SheetKind,
    /// Positions of a worksheet, exercises, an exam or problems: lists ("FEN | moves | words" a line) or PDN files; - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// A position; may be given several times
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Vec<String>,
    /// Positions that come with the program, where neither files nor positions are given [default: shots for problems, else
    /// first-steps]
    #[arg(long, value_enum)]
    pub(crate) collection: Option<Collection>,
    /// The game
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// The level: of a certificate or a mock exam (needed there), or of a worksheet or an exam
    #[arg(long, value_parser = level_parser())]
    pub(crate) level: Option<Diploma>,
    /// The number of the sheet of a mock exam: the same number always asks the same, on the page too
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MockExam::SHEETS)))]
    pub(crate) number: Option<u16>,
    /// The date on a certificate, as it is to be written
    #[arg(long, value_parser = words)]
    pub(crate) date: Option<Words>,
    /// How many answers of the mock exam were right, for a certificate
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=MockExam::ASKED as i64))]
    pub(crate) points: Option<u8>,
    /// Which shot, for the sheet "shot"
    #[arg(long, value_name = "CODE", value_parser = shot_parser(), hide_possible_values = true)]
    pub(crate) shot: Option<ShotEntry>,
    /// A title in place of the usual one
    #[arg(long, value_parser = words)]
    pub(crate) title: Option<Words>,
    /// The name of the club, the school or the class
    #[arg(long, value_parser = words)]
    pub(crate) club: Option<Words>,
    /// Who it is for
    #[arg(long, value_parser = words)]
    pub(crate) name: Option<Words>,
    /// Where the squares' names stand on diagrams
    #[arg(long, value_enum, default_value_t = Numbers::Outside)]
    pub(crate) numbers: Numbers,
    /// The language of the sheet [default: that of the terminal]
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
    /// One HTML document that a browser prints, or an SVG file for each page
    #[arg(long, value_enum, default_value_t = PrintFormat::Html)]
    pub(crate) format: PrintFormat,
    /// The file to write [default: standard output]; of several SVG pages NAME.svg becomes NAME-1.svg, NAME-2.svg ...
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// A kind of sheet.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SheetKind {
    /// Six diagrams a page with a line for the name; the answers on the back, each behind its diagram
    Worksheet,
    /// Twelve diagrams a page, the solutions at the end
    Exercises,
    /// Ten diagrams a page with room to write, the solutions at the end
    Exam,
    /// A mock exam of the course: twenty diagrams drawn by --level and --number, and the answers
    MockExam,
    /// Six diagrams a page to be solved; the solutions on the back, each behind its diagram
    Problems,
    /// The board with the names of its squares
    WallChart,
    /// Where a game of up to 64 moves is written down
    ScoreSheet,
    /// The rules of the game in words
    Rules,
    /// A certificate of a level
    Certificate,
    /// A shot on one page: definition, line, diagrams
    Shot,
}

/// Positions that come with the program.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Collection {
    /// Twenty positions for beginners
    FirstSteps,
    /// Twenty shots
    Shots,
}

/// How pages are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrintFormat {
    /// One document with all pages
    Html,
    /// A drawing for each page
    Svg,
}

fn level_parser() -> impl clap::builder::TypedValueParser<Value = Diploma> {
    PossibleValuesParser::new(Diploma::ALL.map(Diploma::code))
        .try_map(|code| Diploma::from_code(&code).ok_or("no such level"))
}

fn shot_parser() -> impl clap::builder::TypedValueParser<Value = ShotEntry> {
    PossibleValuesParser::new(ShotEntry::all().map(ShotEntry::code))
        .try_map(|code| ShotEntry::from_code(&code).ok_or("no such shot"))
}

fn words(text: &str) -> Result<Words, damier_paper::TooLong> {
    Words::new(text)
}
