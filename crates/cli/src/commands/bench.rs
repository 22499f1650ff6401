//! `damier bench`: runs fixed searches. The number of nodes is the signature of the engine's
//! behaviour; the speed is that of the machine.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use damier_engine::{Engine, Limits, bench};
use indicatif::ProgressBar;

use crate::answer::Answer;
use crate::args::BenchArgs;
use crate::clock::Stopwatch;
use crate::output::Output;

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<Answer> {
    let games: Vec<_> = bench::games().collect();
    let never = AtomicBool::new(false);
    let depth = args.depth.unwrap_or(bench::DEPTH);
    let bar = ProgressBar::new(games.len() as u64);
    let mut output = Output::new();
    let stopwatch = Stopwatch::start();
    let clock = || stopwatch.elapsed().as_millis() as u64;
    let mut nodes = 0;
    for (index, game) in games.iter().enumerate() {
        let engine = Engine::new(bench::HASH_MB);
        let thought = engine.analyse(game, &Limits::depth(depth), &clock, &never, |_| {});
        nodes += thought.progress.nodes;
        writeln!(
            output,
            "{:>2}  {:>10} nodes",
            index + 1,
            thought.progress.nodes
        )?;
        bar.inc(1);
    }
    let seconds = stopwatch.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    writeln!(
        output,
        "bench  {nodes} nodes  {seconds:.2} s  {speed:.2} Mn/s"
    )?;
    output.finish()?;
    Ok(Answer::Done)
}
