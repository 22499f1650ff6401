//! `damier train`: the engine against itself, the fitting of its evaluation to those games, and the growing of
//! an opening book.

mod book;
mod fit;
mod long_run;
mod selfplay;
mod weights;

use crate::answer::Answer;
use crate::args::{TrainArgs, TrainCommand};

pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<Answer> {
    match &args.command {
        TrainCommand::Selfplay(args) => selfplay::run(args),
        TrainCommand::Fit(args) => fit::run(args),
        TrainCommand::Book(args) => book::run(args),
    }
}
