//! The command line of `damier report`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;
use damier_rules::Variant;

use super::position::variant_parser;
use super::value::{depth, megabytes, positions, seconds};
use super::{Lang, TablesChoice};

#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("limit").required(false).multiple(false)))]
#[command(group(clap::ArgGroup::new("format").required(false).multiple(false)))]
pub(crate) struct ReportArgs {
    /// A PDN file; - for standard input
    pub(crate) file: PathBuf,
    /// Only this game of the file, counted from 1
    #[arg(long, value_name = "NUMBER")]
    pub(crate) game: Option<NonZeroUsize>,
    /// The game where the file does not say it; found out from the moves otherwise
    #[arg(long, value_parser = variant_parser())]
    pub(crate) variant: Option<Variant>,
    /// Only the moments of this side
    #[arg(long, value_enum)]
    pub(crate) side: Option<SideChoice>,
    /// Whom it is for: children get three moments at most, and only what is proved
    #[arg(long = "for", value_enum, default_value_t = Audience::Players)]
    pub(crate) audience: Audience,
    /// One JSON document
    #[arg(long, group = "format")]
    pub(crate) json: bool,
    /// One HTML page that needs nothing else, with diagrams
    #[arg(long, group = "format")]
    pub(crate) html: bool,
    /// The language of the sentences [default: that of the terminal]
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
    /// Positions to visit for the look at each position; moves that matter get more [default: 150000]
    #[arg(long, value_name = "N", group = "limit", value_parser = positions)]
    pub(crate) nodes: Option<u64>,
    /// Seconds for the look at each position
    #[arg(long, value_name = "S", group = "limit", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    /// Plies to look ahead
    #[arg(long, value_name = "N", group = "limit", value_parser = depth)]
    pub(crate) depth: Option<u32>,
    /// Megabytes for what the engine remembers
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = megabytes)]
    pub(crate) hash: usize,
    /// Endgame tables to ask: a folder, none, or auto for those that come with the program and those that damier
    /// endgame build has made
    #[arg(long, value_name = "FOLDER|none", default_value = "auto")]
    pub(crate) tables: TablesChoice,
}

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReportFormat {
    /// Text for a terminal.
    Text,
    /// One JSON document.
    Json,
    /// One HTML page.
    Html,
}

impl ReportArgs {
    /// The form that was asked for.
    pub(crate) fn format(&self) -> ReportFormat {
        match (self.json, self.html) {
            (true, _) => ReportFormat::Json,
            (_, true) => ReportFormat::Html,
            _ => ReportFormat::Text,
        }
    }
}

/// For whom a report is.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Audience {
    /// Eight moments at most
    Players,
    /// Three at most, with proof
    Children,
}

/// A side to choose.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SideChoice {
    /// White
    White,
    /// Black
    Black,
}
