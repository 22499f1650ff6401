//! `damier train check-problems`: checks a sample of packed problems.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context;
use damier_coach::problem::Problem;
use damier_engine::Engine;
use damier_notation::move_text;
use damier_protocols::player::{Limits, Player};
use damier_rules::{Move, Variant};
use damier_workshop::matches::Now;
use damier_workshop::problems::{Bounds, Doubt, LEAST, check, check_by, sample};

use super::long_run::LongRun;
use super::packed::read;
use crate::answer::Answer;
use crate::args::CheckProblemsArgs;
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
    let (variant, problems) = read(&args.folder)?;
    let problems = sample(problems, args.sample as usize, args.seed);
    let mut judge = judge(args, variant)?;
    let long_run = LongRun::begin(problems.len() as u64)?;
    let mut output = Output::new();
    let (mut looked_at, mut doubted) = (0, 0);
    for problem in &problems {
        if long_run.stop().load(Ordering::Relaxed) {
            break;
        }
        let doubt = match &mut judge {
            Judge::Ours(engine, bounds) => check(engine, problem, *bounds),
            Judge::Other(player, limits) => check_by(player.as_mut(), problem, limits, LEAST)?,
        };
        looked_at += 1;
        if let Some(doubt) = doubt {
            doubted += 1;
            writeln!(output, "{}\n  {problem}", said(problem, &doubt))?;
        }
        long_run.show(looked_at, format!("{doubted} false"));
    }
    long_run.end();
    writeln!(output, "{doubted} of {looked_at} problems are unsound")?;
    output.finish()?;
    Ok(if doubted == 0 {
        Answer::Done
    } else {
        Answer::No
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
