//! The command line of `damier pdn`.

use std::path::PathBuf;

use clap::Subcommand;
use damier_rules::Variant;

use super::position::variant_parser;

#[derive(clap::Args, Debug)]
pub(crate) struct PdnArgs {
    #[command(subcommand)]
    pub(crate) command: PdnCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum PdnCommand {
    /// Read and replay every game, and report what is wrong, and where
    #[command(
        after_help = "Exit code 1 if something was lost: a game that breaks off, an illegal move."
    )]
    Check(JudgeArgs),
    /// Write every game in its canonical form to standard output
    #[command(
        after_help = "Exit code 1 if something was lost; what it was stands on standard error."
    )]
    Convert(ConvertArgs),
    /// Count games, moves, results and faults
    Stats(JudgeArgs),
}

#[derive(clap::Args, Debug)]
pub(crate) struct JudgeArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    /// The game where a file does not say it; found out from the moves otherwise
    #[arg(long, value_parser = variant_parser())]
    pub(crate) variant: Option<Variant>,
    /// One JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    /// The game where a file does not say it; found out from the moves otherwise
    #[arg(long, value_parser = variant_parser())]
    pub(crate) variant: Option<Variant>,
}

/// Files named on the command line.
#[derive(clap::Args, Debug)]
pub(crate) struct Files {
    /// PDN files; - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}
