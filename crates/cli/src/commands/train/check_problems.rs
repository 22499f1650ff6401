//! `damier train check-problems`: checks a sample of packed problems, and can remove what is
//! unsound.

use std::collections::HashSet;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use anyhow::Context;
use damier_coach::problem::Problem;
use damier_engine::Engine;
use damier_notation::move_text;
use damier_protocols::player::{Limits, Player};
use damier_rules::{Move, Variant};
use damier_workshop::matches::Now;
use damier_workshop::problems::{Bounds, Doubt, LEAST, check, check_by, pack_again, sample};

use super::long_run::LongRun;
use super::packed::{read, write_packed};
use crate::answer::Answer;
use crate::args::{CheckProblemsArgs, or_each_core};
use crate::clock::Stopwatch;
use crate::output::Output;
use crate::tables::{self, TablesChoice};

/// The size of the engine's transposition table, in megabytes.
const HASH_MB: usize = 64;

/// The judge of the problems.
enum Judge {
    Ours(Engine, Bounds),
    Other(Box<dyn Player>, Limits),
}

pub(crate) fn run(args: &CheckProblemsArgs) -> anyhow::Result<Answer> {
    let (variant, all) = read(&args.folder)?;
    let problems = sample(all.clone(), args.sample as usize, args.seed);
    let long_run = LongRun::begin(problems.len() as u64)?;
    let mut output = Output::new();
    let (mut looked_at, mut unsound) = (0, HashSet::new());
    checked(
        args,
        variant,
        &problems,
        long_run.stop(),
        |problem, doubt| {
            looked_at += 1;
            if let Some(doubt) = doubt {
                unsound.insert(problem.id());
                writeln!(output, "{}\n  {problem}", said(problem, &doubt))?;
                output.flush()?;
            }
            long_run.show(looked_at, format!("{} false", unsound.len()));
            Ok(())
        },
    )?;
    long_run.end();
    writeln!(
        output,
        "{} of {looked_at} problems are unsound",
        unsound.len()
    )?;
    if args.remove && !unsound.is_empty() {
        let sound = |problem: &Problem| !unsound.contains(&problem.id());
        let kept = all.into_iter().filter(sound).collect();
        write_packed(&args.folder, &pack_again(variant, kept))?;
    }
    output.finish()?;
    Ok(if unsound.is_empty() {
        Answer::Done
    } else {
        Answer::No
    })
}

/// Checks the problems on several threads, until all are checked or the run should stop, and hands
/// each result over as it comes.
fn checked(
    args: &CheckProblemsArgs,
    variant: Variant,
    problems: &[Problem],
    stop: &AtomicBool,
    mut each: impl FnMut(&Problem, Option<Doubt>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let work = |results: &Sender<_>| -> anyhow::Result<()> {
        let mut judge = judge(args, variant)?;
        while !stop.load(Ordering::Relaxed) {
            let Some(problem) = problems.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let doubt = match &mut judge {
                Judge::Ours(engine, bounds) => check(engine, problem, *bounds),
                Judge::Other(player, limits) => check_by(player.as_mut(), problem, limits, LEAST)?,
            };
            if results.send(Ok((problem, doubt))).is_err() {
                break; // the receiver has failed
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..or_each_core(args.threads) {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || {
                if let Err(error) = work(&sender) {
                    sender.send(Err(error)).ok();
                }
            });
        }
        drop(sender);
        for result in receiver {
            let (problem, doubt) = result?;
            each(problem, doubt)?;
        }
        Ok(())
    })
}

fn judge(args: &CheckProblemsArgs, variant: Variant) -> anyhow::Result<Judge> {
    let Some(spec) = &args.engine else {
        let bounds = Bounds {
            nodes: args.nodes,
            ..LEAST
        };
        let endings = tables::endings(&TablesChoice::Auto, variant);
        let engine = Engine::new(HASH_MB).with_endings(endings);
        return Ok(Judge::Ours(engine, bounds));
    };
    let stopwatch = Stopwatch::start();
    let now: Now = Arc::new(move || stopwatch.elapsed());
    let player = spec
        .start(variant, 0, now)
        .with_context(|| spec.to_string())?;
    Ok(Judge::Other(player, Limits::move_time(args.time)))
}

fn said(problem: &Problem, doubt: &Doubt) -> String {
    let place = |line: usize, ply: usize| {
        let number = ply / 2 + 1;
        match line {
            0 => format!("{}, move {number}", problem.id()),
            _ => format!("{}, line {}, move {number}", problem.id(), line + 1),
        }
    };
    match doubt {
        Doubt::NotWon { line, ply, worth } => {
            format!("{}: the solution is worth {worth}", place(*line, *ply))
        }
        Doubt::Another {
            line,
            ply,
            played,
            worth,
        } => {
            let other = text_at(problem, *line, *ply, played);
            format!("{}: {other} is worth {worth}", place(*line, *ply))
        }
        other => format!("{}: {other:?}", problem.id()),
    }
}

/// A move that could be played at a ply of a line of the solution.
fn text_at(problem: &Problem, line: usize, ply: usize, other: &Move) -> String {
    let mut at = problem.position;
    let moves = problem.solution.lines().get(line).map(|line| &line.moves);
    for played in moves.into_iter().flatten().take(ply) {
        at = at.play(played).unwrap_or(at);
    }
    move_text::text(&at, other)
}
