//! `damier train`: lets the engine play against itself, fits its evaluation to these games, grows
//! an opening book, and finds problems.

mod book;
mod check_problems;
mod fit;
mod long_run;
mod packed;
mod problems;
mod selfplay;
mod weights;

use crate::answer::Answer;
use crate::args::{TrainArgs, TrainCommand};

pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<Answer> {
    match &args.command {
        TrainCommand::Selfplay(args) => selfplay::run(args),
        TrainCommand::Fit(args) => fit::run(args),
        TrainCommand::Book(args) => book::run(args),
        TrainCommand::Problems(args) => problems::run(args),
        TrainCommand::CheckProblems(args) => check_problems::run(args),
    }
}
