//! The command line of `damier endgame`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Subcommand;
use damier_rules::Variant;

use super::position::{PositionArgs, variant_parser};
use super::value::{positions, threads, within};

/// Largest number of pieces of a table that this program builds.
pub(crate) const MAX_BUILD_PIECES: u8 = 5;

#[derive(clap::Args, Debug)]
pub(crate) struct EndgameArgs {
    #[command(subcommand)]
    pub(crate) command: EndgameCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum EndgameCommand {
    /// Build missing tables
    ///
    /// Tables of up to four pieces take a minute, 4 MB of disk and 300 MB of memory; five pieces
    /// take half an hour on one core, 34 MB of disk and 0.9 GB of memory, or 1.5 GB with distances.
    /// Each table is written when it is complete, so an interrupted build continues with the next
    /// one. Tables exist for variants on up to fifty squares in which captures are compulsory, a
    /// side without moves loses, and kings are not limited in their moves.
    Build(EndgameBuildArgs),
    /// Verify that the value of each position follows from those of its moves
    #[command(after_help = "Exit code 1 if a value is wrong or a file is damaged.")]
    Verify(EndgameVerifyArgs),
    /// Look up the value of a position and of each of its moves
    #[command(
        after_help = "Exit code 1 if no table has the position. The value is that of the position alone: repetition and the draw rules \
                      that count moves are not part of it."
    )]
    Probe(EndgameProbeArgs),
    /// Show the number and size of the tables
    Stats(EndgameStatsArgs),
}

/// The folder of the tables.
#[derive(clap::Args, Debug)]
pub(crate) struct FolderArgs {
    /// Variant
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// Folder of the tables [default: endgame, beside the database]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct EndgameBuildArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Largest number of pieces, of both sides together
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = table_pieces)]
    pub(crate) pieces: u8,
    /// Largest number of pieces with distances (plies to the end); tables of kings only always have
    /// them
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = table_pieces)]
    pub(crate) distances: u8,
    /// Print one JSON document at the end
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct EndgameVerifyArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Check only every N-th position's value: seconds instead of minutes
    #[arg(long, value_name = "N", value_parser = positions)]
    pub(crate) every: Option<u64>,
    /// Largest number of pieces, of both sides together
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = table_pieces)]
    pub(crate) pieces: u8,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct EndgameProbeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Folder of the tables [default: the bundled tables, and endgame beside the database]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct EndgameStatsArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

fn table_pieces(text: &str) -> Result<u8, String> {
    within(text, 2, MAX_BUILD_PIECES.into()).map(|pieces| pieces as u8)
}
