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
    /// PDN file; - for standard input
    pub(crate) file: PathBuf,
    /// Only this game of the file, counted from 1
    #[arg(long, value_name = "NUMBER")]
    pub(crate) game: Option<NonZeroUsize>,
    /// Variant of a game without a GameType tag [default: found from the moves]
    #[arg(long, value_parser = variant_parser())]
    pub(crate) variant: Option<Variant>,
    /// Only the moments of this side
    #[arg(long, value_enum)]
    pub(crate) side: Option<SideChoice>,
    /// Audience: children get at most three moments, all with proof
    #[arg(long = "for", value_enum, default_value_t = Audience::Players)]
    pub(crate) audience: Audience,
    /// Print one JSON document
    #[arg(long, group = "format")]
    pub(crate) json: bool,
    /// Print one self-contained HTML page with diagrams
    #[arg(long, group = "format")]
    pub(crate) html: bool,
    /// Language [default: that of the terminal]
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
    /// Positions to visit for each position of the game; key moves get more [default: 150000]
    #[arg(long, value_name = "N", group = "limit", value_parser = positions)]
    pub(crate) nodes: Option<u64>,
    /// Seconds for each position of the game
    #[arg(long, value_name = "S", group = "limit", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    /// Depth in plies
    #[arg(long, value_name = "N", group = "limit", value_parser = depth)]
    pub(crate) depth: Option<u32>,
    /// Size of the transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = megabytes)]
    pub(crate) hash: usize,
    /// Endgame tables to use: a folder, none, or auto for the bundled tables and those built with
    /// damier endgame build
    #[arg(long, value_name = "FOLDER|none", default_value = "auto")]
    pub(crate) tables: TablesChoice,
}

/// The format of a report.
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
    /// The requested format.
    pub(crate) fn format(&self) -> ReportFormat {
        match (self.json, self.html) {
            (true, _) => ReportFormat::Json,
            (_, true) => ReportFormat::Html,
            _ => ReportFormat::Text,
        }
    }
}

/// The audience of a report.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Audience {
    /// At most eight moments
    Players,
    /// At most three moments, with proof
    Children,
}

/// The side to report on.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SideChoice {
    /// White
    White,
    /// Black
    Black,
}
