//! `damier analyse`: the engine's opinion of a position.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use damier_engine::{Answer as Thought, Engine, Level, Limits, Line, Progress, Score};
use damier_notation::wording::{self, Language};
use damier_notation::{fen, move_text};
use damier_rules::{Game, Move, Position};
use serde::Serialize;

use crate::answer::Answer;
use crate::args::AnalyseArgs;
use crate::clock::Stopwatch;
use crate::json::{OutcomeJson, SCHEMA, ScoreJson};
use crate::output::Output;
use crate::{input, tables};

#[derive(Serialize)]
struct AnalysisJson {
    schema: u32,
    variant: &'static str,
    fen: String,
    best: Option<String>,
    score: Option<ScoreJson>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    lines: Vec<LineJson>,
    outcome: Option<OutcomeJson>,
}

#[derive(Serialize)]
struct LineJson {
    score: ScoreJson,
    moves: Vec<String>,
}

pub(crate) fn run(args: &AnalyseArgs) -> anyhow::Result<Answer> {
    let game = input::game(&args.position)?;
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        time_ms: args.time.map(|seconds| (seconds * 1000.0) as u64),
        lines: args.lines,
        ..Limits::default()
    };
    let endings = tables::endings(&args.tables, args.position.variant);
    let engine = Engine::new(args.hash).with_endings(endings);
    let mut output = Output::new();
    if let Some(outcome) = game.outcome() {
        if args.json {
            output.json(&analysis(&game, &Thought::default()))?;
        } else {
            let variant = game.position().variant();
            let sentence = wording::outcome(Language::English, variant, &outcome);
            anstream::eprintln!("{sentence}");
        }
        output.finish()?;
        return Ok(Answer::Done);
    }
    let stop = stop_on_ctrl_c(None)?;
    let stopwatch = Stopwatch::start();
    let clock = || stopwatch.elapsed().as_millis() as u64;
    let mut failure = None;
    let mut shown = 0;
    let thought = think(
        &engine,
        &game,
        &limits,
        args.threads.get(),
        &clock,
        &stop,
        |progress| {
            // Prints each depth as soon as it is finished.
            if !args.json && progress.depth > shown && failure.is_none() {
                shown = progress.depth;
                failure = show(&mut output, game.position(), progress).err();
            }
        },
    );
    if let Some(error) = failure {
        return Err(error);
    }
    if args.json {
        output.json(&analysis(&game, &thought))?;
    } else if let Some(best) = thought.best {
        writeln!(output, "best {}", move_text::text(game.position(), &best))?;
    }
    output.finish()?;
    Ok(Answer::Done)
}

/// Searches with this many threads, which share one transposition table. The answer is that of the
/// first thread; the node count is that of all. Levels below the strongest have a node budget of
/// their own and use only one thread.
pub(crate) fn think(
    engine: &Engine,
    game: &Game,
    limits: &Limits,
    threads: usize,
    clock: &impl Fn() -> u64,
    stop: &AtomicBool,
    mut on_progress: impl FnMut(&Progress),
) -> Thought {
    let (helped, done) = (AtomicU64::new(0), AtomicBool::new(false));
    let with_helpers = |progress: &Progress| {
        let mut all = progress.clone();
        all.nodes += helped.load(Ordering::Relaxed);
        all
    };
    let at_full_strength = limits.level.is_none_or(|level| level == Level::STRONGEST);
    let helpers = if at_full_strength {
        threads.saturating_sub(1)
    } else {
        0
    };
    std::thread::scope(|scope| {
        for number in 0..helpers {
            let (helped, done) = (&helped, &done);
            let help = move || engine.help(game, limits, number, helped, done);
            // If the system refuses a thread, there are fewer helpers.
            let _ = std::thread::Builder::new().spawn_scoped(scope, help);
        }
        let mut thought = engine.analyse(game, limits, clock, stop, |progress| {
            on_progress(&with_helpers(progress));
        });
        done.store(true, Ordering::Relaxed);
        thought.progress = with_helpers(&thought.progress);
        thought
    })
}

/// A flag that Ctrl-C sets: the work ends and its result is printed. A second Ctrl-C ends the
/// program at once.
pub(crate) fn stop_on_ctrl_c(message: Option<&'static str>) -> anyhow::Result<Arc<AtomicBool>> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let stop = STOP.get_or_init(Arc::default);
    let flag = Arc::clone(stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        if let Some(message) = message {
            anstream::eprintln!("{message}");
        }
    })?;
    Ok(Arc::clone(stop))
}

/// One output line for each variation: depth, score, time, nodes, and the moves.
fn show(output: &mut Output, position: &Position, progress: &Progress) -> anyhow::Result<()> {
    for line in &progress.lines {
        writeln!(
            output,
            "depth {:>2}  {:>8}  {:>6.2} s  {:>6.1} Mn  {:>5.1} Mn/s  {}",
            progress.depth,
            score(line.score),
            progress.elapsed_ms as f64 / 1000.0,
            progress.nodes as f64 / 1e6,
            progress.nodes_per_second() as f64 / 1e6,
            line_text(position, &line.moves).join(" "),
        )?;
    }
    output.flush()?;
    Ok(())
}

/// A score in men, or the plies to a win, a loss or an ending that the endgame tables know.
pub(crate) fn score(score: Score) -> String {
    match score {
        Score::Hundredths(hundredths) => format!("{:+.2}", f64::from(hundredths) / 100.0),
        Score::Win(plies) => format!("win {plies}"),
        Score::Loss(plies) => format!("loss {plies}"),
        Score::KnownWin(plies) => format!("won, endgame tables reached in {plies}"),
        Score::KnownLoss(plies) => format!("lost, endgame tables reached in {plies}"),
    }
}

/// The moves of a variation as text.
fn line_text(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = *position;
    let mut texts = Vec::new();
    for played in moves {
        let Ok(next) = position.play(played) else {
            break;
        };
        texts.push(move_text::text(&position, played));
        position = next;
    }
    texts
}

fn analysis(game: &Game, thought: &Thought) -> AnalysisJson {
    let position = game.position();
    let progress = &thought.progress;
    let line = |line: &Line| LineJson {
        score: line.score.into(),
        moves: line_text(position, &line.moves),
    };
    AnalysisJson {
        schema: SCHEMA,
        variant: position.variant().id(),
        fen: fen::write(position),
        best: thought.best.map(|best| move_text::text(position, &best)),
        score: progress.score().map(ScoreJson::from),
        depth: progress.depth,
        nodes: progress.nodes,
        seconds: progress.elapsed_ms as f64 / 1000.0,
        nodes_per_second: progress.nodes_per_second(),
        lines: progress.lines.iter().map(line).collect(),
        outcome: game.outcome().map(OutcomeJson::from),
    }
}
