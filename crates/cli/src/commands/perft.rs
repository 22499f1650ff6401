//! `damier perft`: counts all lines of moves to a depth.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use damier_notation::move_text;
use damier_rules::perft::{Counting, Perft, PerftProgress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::answer::Answer;
use crate::args::PerftArgs;
use crate::clock::Stopwatch;
use crate::input;
use crate::output::Output;

pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<Answer> {
    let game = input::game(&args.position)?;
    let position = game.position();
    let perft = Perft {
        depth: args.depth,
        counting: if args.sequences {
            Counting::Sequences
        } else {
            Counting::Sets
        },
        threads: args.threads.get(),
    };
    let bar = progress_bar();
    let stopwatch = Stopwatch::start();
    let rows = perft.watched(position, |progress| {
        show(&bar, progress);
        ControlFlow::Continue(())
    })?;
    let elapsed = stopwatch.elapsed();
    bar.finish_and_clear();

    let sum = rows
        .iter()
        .fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes));
    let total = if args.depth == 0 { 1 } else { sum };
    let mut output = Output::new();
    if args.divide {
        for (played, nodes) in &rows {
            writeln!(output, "{}  {nodes}", move_text::text(position, played))?;
        }
    }
    writeln!(output, "{}", last_line(args.depth, total, elapsed))?;
    output.finish()?;
    Ok(Answer::Done)
}

/// `perft(9) = 41022423   0.12 s   340.1 Mn/s`
fn last_line(depth: u8, nodes: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let speed = if seconds > 0.0 {
        nodes as f64 / seconds / 1e6
    } else {
        0.0
    };
    format!("perft({depth}) = {nodes}   {seconds:.2} s   {speed:.1} Mn/s")
}

/// A bar that is hidden if standard error is not a terminal.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent:>3} %  {elapsed}  {msg}") {
        bar.set_style(style);
    }
    bar
}

fn show(bar: &ProgressBar, progress: PerftProgress) {
    bar.set_length(progress.parts as u64);
    bar.set_position(progress.done as u64);
    if !bar.is_hidden() {
        bar.set_message(format!("{} so far", progress.nodes));
    }
}
