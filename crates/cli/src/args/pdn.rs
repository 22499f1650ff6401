//! The command line of `damier pdn`.

use std::path::PathBuf;

use clap::Subcommand;
use damier_notation::pdn::Encoding;
use damier_rules::Variant;

use super::position::variant_parser;

#[derive(clap::Args, Debug)]
pub(crate) struct PdnArgs {
    #[command(subcommand)]
    pub(crate) command: PdnCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum PdnCommand {
    /// Read and replay every game and report errors with line and column
    #[command(after_help = "Exit code 1 if a game is incomplete or has an illegal move.")]
    Check(JudgeArgs),
    /// Write every game in canonical form to standard output
    #[command(after_help = "Exit code 1 if something was lost; standard error lists it.")]
    Convert(PdnFiles),
    /// Count games, moves, results and errors
    Stats(JudgeArgs),
}

#[derive(clap::Args, Debug)]
pub(crate) struct JudgeArgs {
    #[command(flatten)]
    pub(crate) files: PdnFiles,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Input files, and how to read them.
#[derive(clap::Args, Debug)]
pub(crate) struct PdnFiles {
    /// PDN files; - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) paths: Vec<PathBuf>,
    /// Variant of games without a GameType tag, or whose tag does not fit [default: found from the
    /// moves]
    #[arg(long, value_parser = variant_parser())]
    pub(crate) variant: Option<Variant>,
    /// Encoding: utf-8, utf-16le, utf-16be, windows-1252, windows-1251, windows-1250 or
    /// windows-1257 [default: recognised from the bytes]
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<Encoding>,
}
