//! `damier train selfplay`: lets the engine play against itself, and appends the games to a file.

use std::io::Write;

use anyhow::Context;
use damier_engine::trained::{Model, WeightsError};
use damier_engine::{Engine, Knowledge};
use damier_workshop::selfplay::{SelfPlay, SelfplayProgress};

use super::long_run::LongRun;
use super::weights;
use crate::answer::Answer;
use crate::args::{SelfPlayArgs, or_each_core};
use crate::clock::Stopwatch;
use crate::output::Output;
use crate::tables::endings_of;

/// The size of each engine's transposition table, in megabytes. A move searches only few positions.
const HASH_MB: usize = 4;

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
    let weights = weights::read_for(args.weights.as_deref(), args.variant)?;
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
    engine()?; // reports errors in the weights before the work begins
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
    let tell = |progress: &SelfplayProgress| {
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
            "{} games were not stored: more than 256 legal moves in a position",
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
