//! The command line of `damier print`.

use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use damier_coach::shot::ShotEntry;
use damier_paper::{Diploma, MockExam, Words};
use damier_rules::Variant;

use super::position::variant_parser;
use super::value::number;
use super::{Lang, Numbers};

#[derive(clap::Args, Debug)]
pub(crate) struct PrintArgs {
    /// Kind of sheet
    #[arg(value_enum)]
    pub(crate) sheet: SheetKind,
    /// Positions of a worksheet, exercises, an exam or problems: lists ("FEN | moves | words" per
    /// line) or PDN files; - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Position; can be repeated
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Vec<String>,
    /// Bundled positions, if no files or positions are given [default: shots for problems,
    /// otherwise first-steps]
    #[arg(long, value_enum)]
    pub(crate) collection: Option<Collection>,
    /// Variant
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// Level: required for a certificate or a mock exam, optional for a worksheet or an exam
    #[arg(long, value_parser = level_parser())]
    pub(crate) level: Option<Diploma>,
    /// Number of a mock exam; the same number always gives the same questions, as on the web page
    #[arg(long, value_name = "N", value_parser = number(1_u16..=MockExam::SHEETS))]
    pub(crate) number: Option<u16>,
    /// Date on a certificate, printed as given
    #[arg(long, value_parser = words)]
    pub(crate) date: Option<Words>,
    /// Score in the mock exam, for a certificate
    #[arg(long, value_name = "N", value_parser = number(0_u8..=MockExam::ASKED as u8))]
    pub(crate) points: Option<u8>,
    /// Shot, for the sheet "shot"
    #[arg(long, value_name = "CODE", value_parser = shot_parser(), hide_possible_values = true)]
    pub(crate) shot: Option<ShotEntry>,
    /// Title, instead of the default one
    #[arg(long, value_parser = words)]
    pub(crate) title: Option<Words>,
    /// Name of the club, school or class
    #[arg(long, value_parser = words)]
    pub(crate) club: Option<Words>,
    /// Name of the pupil
    #[arg(long, value_parser = words)]
    pub(crate) name: Option<Words>,
    /// Position of the square numbers on diagrams
    #[arg(long, value_enum, default_value_t = Numbers::Outside)]
    pub(crate) numbers: Numbers,
    /// Language [default: that of the terminal]
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
    /// One HTML document, or one SVG file per page
    #[arg(long, value_enum, default_value_t = PrintFormat::Html)]
    pub(crate) format: PrintFormat,
    /// Output file [default: standard output]; several SVG pages become NAME-1.svg, NAME-2.svg ...
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// A kind of sheet.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SheetKind {
    /// Six diagrams per page with a line for the name; answers on the back, each behind its diagram
    Worksheet,
    /// Twelve diagrams per page, solutions at the end
    Exercises,
    /// Ten diagrams per page with space to write, solutions at the end
    Exam,
    /// Mock exam of the course: twenty diagrams chosen by --level and --number, with answers
    MockExam,
    /// Six problems per page; solutions on the back, each behind its diagram
    Problems,
    /// Board with numbered squares
    WallChart,
    /// Score sheet for a game of up to 64 moves
    ScoreSheet,
    /// Rules of the variant
    Rules,
    /// Certificate of a level
    Certificate,
    /// One shot on a page: definition, line, diagrams
    Shot,
}

/// Bundled positions.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Collection {
    /// Twenty positions for beginners
    FirstSteps,
    /// Twenty shots
    Shots,
}

/// The output format.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrintFormat {
    /// One document with all pages
    Html,
    /// One drawing per page
    Svg,
}

fn level_parser() -> impl clap::builder::TypedValueParser<Value = Diploma> {
    PossibleValuesParser::new(Diploma::ALL.map(Diploma::code))
        .try_map(|code| Diploma::from_code(&code).ok_or("unknown level"))
}

fn shot_parser() -> impl clap::builder::TypedValueParser<Value = ShotEntry> {
    PossibleValuesParser::new(ShotEntry::all().map(ShotEntry::code))
        .try_map(|code| ShotEntry::from_code(&code).ok_or("unknown shot"))
}

fn words(text: &str) -> Result<Words, damier_paper::TooLong> {
    Words::new(text)
}
