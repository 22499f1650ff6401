//! `damier train fit`: weights from games, and a report of how it went.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use damier_rules::Variant;
use damier_workshop::fit::{Choice, Fit, Rates, Step, report};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::Answer;
use crate::args::variant_parser;
use crate::output::Output;

/// Logistic regression on the results of the games and what the engine thought in them. One game in
/// twenty is held out: the loss there tells whether something was learned or only remembered.
#[derive(clap::Args, Debug)]
pub(crate) struct FitArgs {
    /// Files of games, as `damier train selfplay` writes them
    #[arg(value_name = "GAMES", required = true)]
    files: Vec<PathBuf>,
    /// Where the weights go
    #[arg(long, value_name = "WEIGHTS")]
    out: PathBuf,
    /// Where a report with its plots goes, as HTML
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The game of the family
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    variant: Variant,
    /// How often every position is seen
    #[arg(long, default_value_t = 8)]
    epochs: u32,
    /// Leave the tall shapes out: a small file of weights
    #[arg(long)]
    small: bool,
    /// The rate of learning
    #[arg(long, default_value_t = Rates::default().rate)]
    rate: f32,
    /// How much a rare configuration is held back
    #[arg(long, default_value_t = Rates::default().caution)]
    caution: f32,
    /// The same for the tall shapes
    #[arg(long, default_value_t = Rates::default().tall_caution)]
    tall_caution: f32,
    /// What a draw counts, compared with a won game
    #[arg(long, default_value_t = Rates::default().draws)]
    draws: f32,
    /// How much of the target is the result of the game; the rest is what the engine thought
    #[arg(long, default_value_t = Rates::default().result)]
    result: f32,
    /// Hundredths of a man that multiply the odds by e in the engine's scores; a fit tells its own
    #[arg(long, default_value_t = Rates::default().scale)]
    scale: f32,
    /// How strongly weights are drawn towards nothing
    #[arg(long, default_value_t = Rates::default().shrink)]
    shrink: f32,
    /// Positions with more hundredths of a man between the sides are left out
    #[arg(long, default_value_t = Choice::default().decided_at)]
    decided_at: i16,
    /// What decides the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &FitArgs) -> anyhow::Result<Answer> {
    let fit = Fit {
        variant: args.variant,
        files: args.files.clone(),
        choice: Choice {
            decided_at: args.decided_at,
            ..Choice::default()
        },
        rates: Rates {
            rate: args.rate,
            caution: args.caution,
            tall_caution: args.tall_caution,
            draws: args.draws,
            result: args.result,
            scale: args.scale,
            shrink: args.shrink,
        },
        epochs: args.epochs,
        tall: !args.small,
        seed: args.seed,
    };
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(4));
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}  {msg}") {
        bar.set_style(style);
    }
    let fitted = fit.run(|step| match step {
        Step::Read(games) => bar.set_message(format!("{games} games read")),
        Step::Epoch(epoch) => bar.println(format!(
            "round {:2}   loss {:.5}   of games held out {:.5}",
            epoch.number, epoch.learned, epoch.held_out
        )),
    })?;
    bar.finish_and_clear();
    std::fs::write(&args.out, fitted.weights.to_bytes())
        .with_context(|| format!("{}", args.out.display()))?;
    if let Some(path) = &args.report {
        std::fs::write(path, report::html(&fit, &fitted))
            .with_context(|| format!("{}", path.display()))?;
    }
    let mut output = Output::new();
    write!(output, "{}", report::card(&fit, &fitted))?;
    output.finish()?;
    Ok(Answer::Done)
}
