//! The command line of `damier endgame`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Subcommand;
use damier_rules::Variant;

use super::position::{PositionArgs, variant_parser};
use super::value::{positions, threads, within};

/// Tables are made up to so many pieces.
pub(crate) const MOST_MADE: u8 = 5;

#[derive(clap::Args, Debug)]
pub(crate) struct EndgameArgs {
    #[command(subcommand)]
    pub(crate) command: EndgameCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum EndgameCommand {
    /// Make the tables that are not there yet
    ///
    /// Up to four pieces take a minute, four megabytes of disk and 300 megabytes of memory; five take half an hour
    /// of one core, 34 megabytes of disk and 0.9 gigabytes of memory, or 1.5 with their distances. Each table is
    /// written when it is done: an interrupted build goes on where it was. Tables are for games on up to fifty
    /// squares in which captures are compulsory, who cannot move has lost, and no king has to rest.
    Build(EndgameBuildArgs),
    /// Look at every position: is its value what its moves lead to?
    #[command(after_help = "Exit code 1 if a value is wrong or a file is damaged.")]
    Verify(EndgameVerifyArgs),
    /// Say who wins a position of few pieces, and what each move leads to
    #[command(
        after_help = "Exit code 1 if no table knows. The value is that of the position alone: repetition and the draw rules \
                      that count moves are not part of it."
    )]
    Probe(EndgameProbeArgs),
    /// Count the tables and what they take
    Stats(EndgameStatsArgs),
}

/// Where tables lie.
#[derive(clap::Args, Debug)]
pub(crate) struct FolderArgs {
    /// The game
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// The folder of the tables [default: endgame, beside the database of games]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct EndgameBuildArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// Work with this many threads [default: all that the machine has]
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Up to how many pieces, both sides together
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = table_pieces)]
    pub(crate) pieces: u8,
    /// Up to how many pieces with distances: not only who wins, but in how many plies. Endings of kings alone have
    /// them always
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = table_pieces)]
    pub(crate) distances: u8,
    /// One JSON document at the end
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct EndgameVerifyArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// Work with this many threads [default: all that the machine has]
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Look at every N-th position only, of who wins: seconds in place of minutes
    #[arg(long, value_name = "N", value_parser = positions)]
    pub(crate) every: Option<u64>,
    /// Up to how many pieces, both sides together
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = table_pieces)]
    pub(crate) pieces: u8,
    /// One JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct EndgameProbeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The folder of the tables [default: those that come with the program, and endgame beside the database of
    /// games]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// One JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct EndgameStatsArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// One JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

fn table_pieces(text: &str) -> Result<u8, String> {
    within(text, 2, MOST_MADE.into()).map(|pieces| pieces as u8)
}
