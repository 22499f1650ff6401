//! `damier train selfplay`: games of the engine against itself, appended to a file.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;
use damier_engine::trained::{Model, WeightsError};
use damier_engine::{Engine, Knowledge};
use damier_rules::Variant;
use damier_workshop::selfplay::{Progress, SelfPlay};

use super::long_run::LongRun;
use crate::Answer;
use crate::args::{or_each_core, threads, variant_parser};
use crate::clock::Stopwatch;
use crate::output::Output;
use crate::tables::endings_of;

/// Megabytes of each engine's memory: its games are searched with few positions a move.
const HASH_MB: usize = 4;

#[derive(clap::Args, Debug)]
pub(crate) struct SelfPlayArgs {
    /// The file that the games are appended to
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game of the family
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    variant: Variant,
    /// How many games the file shall hold in the end
    #[arg(long, default_value_t = 100_000)]
    games: u64,
    /// Positions visited for each move
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Judge by these weights instead of counting pieces and rows
    #[arg(long, value_name = "WEIGHTS")]
    weights: Option<PathBuf>,
    /// The fewest moves drawn by lot
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=60))]
    opening_from: u32,
    /// The most moves drawn by lot
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=60))]
    opening_to: u32,
    /// What decides the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A game is won when both sides see so many hundredths of a man between them
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(i16).range(1..))]
    won_at: i16,
    /// A game is drawn when both sides see at most so many hundredths of a man between them for 16 plies in
    /// a row, from ply 70 on [default: play on]
    #[arg(long, value_parser = clap::value_parser!(i16).range(0..))]
    level_at: Option<i16>,
    /// A game that lasts longer, in plies, is a draw
    #[arg(long, default_value_t = 220, value_parser = 10..=2_000)]
    longest: i64,
    /// End games by the endgame tables of this folder, and let the engine ask them
    #[arg(long, value_name = "FOLDER")]
    tables: Option<String>,
    /// Games at a time [default: one for each core]
    #[arg(long, value_parser = threads)]
    threads: Option<NonZeroUsize>,
}

pub(crate) fn run(args: &SelfPlayArgs) -> anyhow::Result<Answer> {
    anyhow::ensure!(
        args.opening_from <= args.opening_to,
        "--opening-from {} is more than --opening-to {}",
        args.opening_from,
        args.opening_to
    );
    anyhow::ensure!(
        i64::from(args.opening_to) < args.longest,
        "--longest {} leaves nothing to play after --opening-to {}",
        args.longest,
        args.opening_to
    );
    if Model::new(args.variant).is_none() {
        anstream::eprintln!(
            "to be known: no weights can be fitted to games of {}, whose board has no shapes",
            args.variant
        );
    }
    let weights = super::weights_of(args.weights.as_deref(), args.variant)?;
    let tables = args.tables.as_deref();
    let endings = tables
        .map(|folder| endings_of(folder, args.variant).context("--tables"))
        .transpose()?;
    let engine = || {
        let engine = match &weights {
            Some(weights) => Engine::with_weights(HASH_MB, weights)?,
            None => Engine::with_knowledge(HASH_MB, Knowledge::Material),
        };
        Ok::<_, WeightsError>(engine.with_endings(endings.clone()))
    };
    engine()?; // says now what would be wrong with the weights
    let play = SelfPlay {
        variant: args.variant,
        games: args.games,
        nodes: args.nodes,
        opening: (args.opening_from, args.opening_to),
        seed: args.seed,
        threads: or_each_core(args.threads),
        won_at: args.won_at,
        level_at: args.level_at,
        longest: args.longest as usize,
        endings: endings.clone(),
        judges_by: weights.as_ref().map_or_else(
            || "pieces and rows".to_owned(),
            |weights| format!("weights {:08x}", weights.checksum()),
        ),
    };
    let long_run = LongRun::begin(args.games)?;
    let stopwatch = Stopwatch::start();
    let tell = |progress: &Progress| {
        let message = format!(
            "{:.0} % won, {} plies a game",
            percent(progress.won, progress.played),
            progress.plies / progress.played.max(1)
        );
        long_run.show(progress.games, message);
    };
    let engine = || engine().unwrap_or_else(|_| Engine::new(HASH_MB));
    let done = play
        .run(&args.file, engine, long_run.stop(), tell)
        .with_context(|| format!("{}", args.file.display()))?;
    long_run.end();
    if done.not_kept > 0 {
        anstream::eprintln!(
            "{} games were not kept: with more than 256 moves to choose from",
            done.not_kept
        );
    }
    let mut output = Output::new();
    writeln!(
        output,
        "{} games in {}, {} of them new: {:.1} % won, {} plies a game, {:.0} games a minute",
        done.games,
        args.file.display(),
        done.played,
        percent(done.won, done.played),
        done.plies / done.played.max(1),
        done.played as f64 * 60.0 / stopwatch.elapsed().as_secs_f64().max(1e-3)
    )?;
    output.finish()?;
    Ok(Answer::Done)
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
