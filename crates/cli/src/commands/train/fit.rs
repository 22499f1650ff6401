//! `damier train fit`: fits weights to games, and reports how it went.

use std::io::Write;
use std::time::Duration;

use damier_workshop::fit::{
    Aim, Before, Choice, FewPieces, Fit, FitError, FitStep, SearchLeaves, report,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::answer::Answer;
use crate::args::{FitArgs, or_each_core};
use crate::output::Output;
use crate::output_file::OutputFile;
use crate::tables::endings_of;

pub(crate) fn run(args: &FitArgs) -> anyhow::Result<Answer> {
    let fit = Fit {
        variant: args.variant,
        files: args.files.clone(),
        choice: Choice {
            decided_at: args.decided_at,
            ..Choice::default()
        },
        few_pieces: args
            .tables
            .as_deref()
            .map(|folder| {
                anyhow::Ok(FewPieces {
                    endings: endings_of(folder, args.variant)?,
                    positions: args.from_tables,
                    beyond: args.beyond_tables.unwrap_or(0),
                    up_to: args.up_to,
                    seed: 1,
                })
            })
            .transpose()?,
        leaves: args.leaves.map(|positions| SearchLeaves {
            positions,
            nodes: args.leaf_nodes,
            seed: 1,
        }),
        nodes: args.nodes,
        aim: Aim {
            spread: args.spread,
            tall_spread: args.tall_spread,
            draws: args.draws,
            result: args.result,
            scale: args.scale,
        },
        rounds: args.rounds,
        epochs: args.epochs,
        tall: !args.small,
        before: args
            .from
            .as_deref()
            .map(|path| {
                let weights = super::weights::read(path)?;
                anyhow::Ok(Before {
                    weights,
                    scale: args.from_scale,
                    counts: args.from_counts,
                })
            })
            .transpose()?,
        keep: args.keep,
        threads: or_each_core(args.threads),
    };
    let needed = || args.files.iter().chain(&args.from);
    let out = OutputFile::begin(&args.out, needed())?;
    let report = args
        .report
        .as_ref()
        .map(|path| OutputFile::begin(path, needed().chain([&args.out])))
        .transpose()?;
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(4));
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}  {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(250)); // the searches may take minutes
    let fitted = fit.run(|step| match step {
        FitStep::Read(games) => bar.set_message(format!("{games} games read")),
        FitStep::Judging { done, of } => {
            bar.set_message(format!("scoring positions: {done} of {of}"));
        }
        FitStep::Round(round) => bar.println(format!(
            "round {:2}   loss {:.5}   held out {:.5}",
            round.number, round.learned, round.held_out
        )),
        FitStep::Epoch(epoch) => bar.println(format!(
            "network, epoch {:2}   loss {:.5}   held out {:.5}",
            epoch.number, epoch.learned, epoch.held_out
        )),
    });
    let fitted = match fitted {
        Err(error @ FitError::OtherShapes { tall: true }) => {
            return Err(anyhow::Error::new(error).context("without --small"));
        }
        Err(error @ FitError::OtherShapes { tall: false }) => {
            return Err(anyhow::Error::new(error).context("with --small"));
        }
        fitted => fitted?,
    };
    bar.finish_and_clear();
    for (file, bytes) in &fitted.left_out {
        anstream::eprintln!(
            "{}: {bytes} bytes belong to no game and were skipped",
            file.display()
        );
    }
    out.finish(&fitted.weights.to_bytes())?;
    let mut output = Output::new();
    write!(output, "{}", report::card(&fit, &fitted))?;
    output.finish()?;
    if let Some(report) = report {
        report.finish(report::html(&fit, &fitted).as_bytes())?;
    }
    Ok(Answer::Done)
}
