//! `damier train`: the engine against itself, the fitting of its evaluation to those games, and the growing of
//! an opening book.

mod book;
mod fit;
mod long_run;
mod selfplay;

use std::path::Path;

use anyhow::Context;
use clap::Subcommand;
use damier_engine::trained::Weights;
use damier_rules::Variant;

use crate::Answer;

/// From a start that counts pieces only, generation by generation: games of the engine against itself,
/// then an evaluation fitted to them, then better games.
#[derive(clap::Args, Debug)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    work: Work,
}

#[derive(Subcommand, Debug)]
enum Work {
    /// Play the engine against itself and keep the games; a run that was stopped goes on where it was
    Selfplay(selfplay::SelfPlayArgs),
    /// Fit an evaluation to such games
    Fit(fit::FitArgs),
    /// Grow an opening book from searches; a run that was stopped goes on where it was
    Book(book::BookArgs),
}

pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<Answer> {
    match &args.work {
        Work::Selfplay(args) => selfplay::run(args),
        Work::Fit(args) => fit::run(args),
        Work::Book(args) => book::run(args),
    }
}

/// Reads a file of weights, if one is given, which must be of this game.
fn weights_of(path: Option<&Path>, variant: Variant) -> anyhow::Result<Option<Weights>> {
    let weights = path.map(weights).transpose()?;
    if let Some(weights) = &weights {
        anyhow::ensure!(
            weights.variant() == variant.id(),
            "these are weights of {}, not of {variant}",
            weights.variant()
        );
    }
    Ok(weights)
}

/// Reads a file of weights.
fn weights(path: &Path) -> anyhow::Result<Weights> {
    let bytes = std::fs::read(path).with_context(|| format!("{}", path.display()))?;
    Weights::from_bytes(&bytes).with_context(|| format!("{}", path.display()))
}
