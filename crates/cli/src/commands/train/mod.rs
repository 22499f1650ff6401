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

#[derive(clap::Args, Debug)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    work: Work,
}

#[derive(Subcommand, Debug)]
enum Work {
    /// Play the engine against itself and keep the games; a run that was stopped goes on where it was
    ///
    /// Every game begins with moves drawn by lot. Number and seed decide a game, so the same command
    /// gives the same games on any number of threads, and goes on after it was stopped. A file holds games
    /// that were played in one way; what is played otherwise goes to another file, and a fit reads many.
    Selfplay(selfplay::SelfPlayArgs),
    /// Fit an evaluation to such games
    ///
    /// Logistic regression on the results of the games and what the engine thought in them. One game in
    /// twenty is held out: the loss there tells whether something was learned or only remembered.
    Fit(fit::FitArgs),
    /// Grow an opening book from searches; a run that was stopped goes on where it was
    ///
    /// Expanded next is always the position to which good play of both sides most likely leads; each of its moves
    /// is searched. One thread grows the same book always; the same command goes on after it was stopped, as long as the
    /// engine is the same.
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
