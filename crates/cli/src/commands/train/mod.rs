//! `damier train`: lets the engine play against itself, fits its evaluation to these games, and
//! grows an opening book.

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
