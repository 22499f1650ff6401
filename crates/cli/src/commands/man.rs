//! `damier man`: the manual pages, made from the definition of the command line.

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::answer::Answer;
use crate::args::{Args, ManArgs};
use crate::output::Output;

pub(crate) fn run(args: &ManArgs) -> anyhow::Result<Answer> {
    let command = Args::command();
    if let Some(folder) = &args.folder {
        clap_mangen::generate_to(command, folder)
            .with_context(|| format!("{}", folder.display()))?;
        return Ok(Answer::Done);
    }
    let mut output = Output::new();
    clap_mangen::Man::new(command).render(&mut output)?;
    output.finish()?;
    Ok(Answer::Done)
}
