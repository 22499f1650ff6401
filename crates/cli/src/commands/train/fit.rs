//! `damier train fit`: weights from games, and a report of how it went.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use damier_rules::Variant;
use damier_workshop::fit::{Aim, Asked, Before, Choice, FewPieces, Fit, FitError, Step, report};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::Answer;
use crate::args::{or_each_core, threads, variant_parser};
use crate::output::Output;
use crate::output_file::OutputFile;
use crate::tables::endings_of;

/// The most positions that searches may be asked to judge, or tables to tell: days of work for most machines, and a few
/// gigabytes.
const MOST_JUDGED: u64 = 20_000_000;

/// The most positions that one such search may visit.
const MOST_NODES: u64 = 100_000_000;

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
    /// The most steps towards the best weights
    #[arg(long, default_value_t = 30)]
    rounds: u32,
    /// How often the network that corrects the shapes goes through all positions; 0 leaves it out
    #[arg(long, default_value_t = 8)]
    epochs: u32,
    /// Leave the tall shapes out: a small file of weights
    #[arg(long)]
    small: bool,
    /// How far from nothing the weight of a shape is expected to lie, in hundredths of a man
    #[arg(long, default_value_t = Aim::default().spread, value_parser = spread)]
    spread: f32,
    /// The same for the tall shapes
    #[arg(long, default_value_t = Aim::default().tall_spread, value_parser = spread)]
    tall_spread: f32,
    /// What a draw counts, compared with a won game
    #[arg(long, default_value_t = Aim::default().draws, value_parser = times)]
    draws: f32,
    /// How much of the target is the result of the game; the rest is what the engine thought of
    /// the position. Games by strong weights teach best with 0, and --draws 1
    #[arg(long, default_value_t = Aim::default().result, value_parser = part)]
    result: f32,
    /// Hundredths of a man that multiply the odds by e in the engine's scores; a fit tells its own
    #[arg(long, default_value_t = Aim::default().scale, value_parser = scale)]
    scale: f32,
    /// Begin with these weights and stay near them: what other games taught is kept
    #[arg(long, value_name = "WEIGHTS")]
    from: Option<PathBuf>,
    /// Hundredths of a man that multiply the odds by e in those weights, as their fit told
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = 100.0, requires = "from", value_parser = scale)]
    from_scale: f32,
    /// What those weights count: as much as so many times the positions at hand
    #[arg(long, value_name = "TIMES", default_value_t = 2.0, requires = "from", value_parser = times)]
    from_counts: f32,
    /// Teach the positions of the games as those weights judge them, so that only --tables and --asked
    /// change anything; weights with a network need --rounds 0 besides
    #[arg(long, requires = "from")]
    keep: bool,
    /// Positions with more hundredths of a man between the sides are left out
    #[arg(long, default_value_t = Choice::default().decided_at, value_parser = clap::value_parser!(i16).range(1..))]
    decided_at: i16,
    /// Learn from positions of few pieces too, as the endgame tables of this folder know them
    #[arg(long, value_name = "FOLDER")]
    tables: Option<String>,
    /// How many of them, at most: of two pieces there are a few thousand
    #[arg(long, value_name = "POSITIONS", default_value_t = 200_000, requires = "tables", value_parser = clap::value_parser!(u64).range(..=MOST_JUDGED))]
    from_tables: u64,
    /// How many positions of a few pieces more, as searches that ask those tables see them
    #[arg(long, value_name = "POSITIONS", requires_all = ["tables", "from"], value_parser = clap::value_parser!(u64).range(1..=MOST_JUDGED))]
    beyond_tables: Option<u64>,
    /// The most pieces of these
    #[arg(long, value_name = "PIECES", default_value_t = 8, requires = "beyond_tables", value_parser = clap::value_parser!(u8).range(3..=12))]
    up_to: u8,
    /// About how many positions more that searches ask about, beginning at positions of the games: they teach what
    /// lies beside the way of good moves
    #[arg(long, value_name = "POSITIONS", requires = "from", value_parser = clap::value_parser!(u64).range(1..=MOST_JUDGED))]
    asked: Option<u64>,
    /// Positions visited by each search that asks
    #[arg(long, value_name = "NODES", default_value_t = 2_000, requires = "asked", value_parser = clap::value_parser!(u64).range(1..=MOST_NODES))]
    asked_by: u64,
    /// Positions visited by each search that judges positions beyond tables, or asked about
    #[arg(long, default_value_t = 1_000, requires = "from", value_parser = clap::value_parser!(u64).range(1..=MOST_NODES))]
    nodes: u64,
    /// Threads to work on [default: one for each core]
    #[arg(long, value_parser = threads)]
    threads: Option<NonZeroUsize>,
}

/// How far weights are expected to lie from nothing.
fn spread(text: &str) -> Result<f32, &'static str> {
    let spread = text.parse().ok();
    spread
        .filter(|spread| (0.01..=10_000.0).contains(spread))
        .ok_or("expected a number from 0.01 to 10000")
}

/// A part of the whole.
fn part(text: &str) -> Result<f32, &'static str> {
    let part = text.parse().ok();
    part.filter(|part| (0.0..=1.0).contains(part))
        .ok_or("expected a number from 0 to 1")
}

/// A number of times, not negative.
fn times(text: &str) -> Result<f32, &'static str> {
    let times = text.parse().ok();
    times
        .filter(|times| (0.0..=1e6).contains(times))
        .ok_or("expected a number from 0 to 1000000")
}

/// A scale of scores.
fn scale(text: &str) -> Result<f32, &'static str> {
    let scale = text.parse().ok();
    scale
        .filter(|scale| (1.0..=10_000.0).contains(scale))
        .ok_or("expected a number from 1 to 10000")
}

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
        asked: args.asked.map(|positions| Asked {
            positions,
            nodes: args.asked_by,
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
                let weights = super::weights(path)?;
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
    bar.enable_steady_tick(Duration::from_millis(250)); // searches may take minutes
    let fitted = fit.run(|step| match step {
        Step::Read(games) => bar.set_message(format!("{games} games read")),
        Step::Judging { done, of } => {
            bar.set_message(format!("searches judge positions: {done} of {of}"));
        }
        Step::Round(round) => bar.println(format!(
            "round {:2}   loss {:.5}   held out {:.5}",
            round.number, round.learned, round.held_out
        )),
        Step::Epoch(epoch) => bar.println(format!(
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
            "{}: {bytes} bytes belong to no game and were left out",
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
