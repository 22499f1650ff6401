//! `damier completions`: a completion script for a shell.

use clap::CommandFactory;

use crate::answer::Answer;
use crate::args::{Args, CompletionsArgs};
use crate::output::Output;

pub(crate) fn run(args: &CompletionsArgs) -> anyhow::Result<Answer> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "damier", &mut script);
    let mut output = Output::new();
    std::io::Write::write_all(&mut output, &script)?;
    output.finish()?;
    Ok(Answer::Done)
}
