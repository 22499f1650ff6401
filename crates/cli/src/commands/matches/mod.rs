//! `damier match`: plays many games between two players, and measures what the results prove.

mod progress;
mod report;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use damier_notation::fen;
use damier_rules::{Position, Variant};
use damier_workshop::matches::{
    Adjudication, Builtin, Earlier, Entrant, Entry, Finished, Journal, Match, Now, RandomOpenings,
    Referee, Spec, SprtDecision, Tally, Test, read_ballots,
};
use progress::MatchProgress;
use report::Report;

use crate::answer::Answer;
use crate::args::{MatchArgs, Openings, or_each_core};
use crate::clock::Stopwatch;
use crate::commands::analyse::stop_on_ctrl_c;
use crate::output::Output;
use crate::tables::endings_of;

pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<Answer> {
    let paces = args.paces();
    for (name, spec, pace) in [("A", &args.a, &paces[0]), ("B", &args.b, &paces[1])] {
        anyhow::ensure!(
            !spec.is_endless(pace),
            "{name} has no limit: use --nodes, --time, --depth or --clock"
        );
    }
    let think_ahead = args.think_ahead();
    for (name, spec, asked) in [
        ("A", &args.a, think_ahead[0]),
        ("B", &args.b, think_ahead[1]),
    ] {
        anyhow::ensure!(
            !asked || spec.can_think_ahead(),
            "--ponder: {name} cannot ponder; only Hub programs can, this \
             one as hub:\"damier hub\""
        );
    }
    let adjudicating = args
        .tables
        .as_deref()
        .map(|folder| endings_of(folder, args.variant).context("--tables"))
        .transpose()?;
    let players = [
        with_tables(&args.a, args.variant)?,
        with_tables(&args.b, args.variant)?,
    ];
    // No more games begin.
    let stop = stop_on_ctrl_c(Some(
        "stopping after the games in progress; press Ctrl-C again to exit at once",
    ))?;
    let ballots = ballots(args, &stop)?;
    let conditions = conditions(args);
    let (mut journal, earlier) = journal(args, &conditions)?;
    let mut tally = Tally::default();
    let mut test = args.sprt.map(Test::new);
    let mut done = HashSet::new();
    for (place, end) in earlier.iter().flat_map(|earlier| &earlier.games) {
        if done.insert(*place) {
            tally.add(*place, end);
            add_result(&mut test, &tally);
        }
    }
    if let Some(earlier) = &earlier {
        same_ballots(args, earlier, &ballots)?;
    }
    let stopwatch = Stopwatch::start();
    let now: Now = Arc::new(move || stopwatch.elapsed());
    let entrants = [0, 1].map(|who| {
        let (spec, now) = (&players[who], Arc::clone(&now));
        Entrant {
            start: Box::new(move |slot| spec.start(args.variant, slot, Arc::clone(&now))),
            pace: paces[who],
            thinks_ahead: think_ahead[who],
        }
    });
    let the_match = Match {
        entrants,
        referee: Referee {
            now,
            adjudication: Adjudication {
                win: args.adjudicate_win,
                draw: args.adjudicate_draw,
            },
            endings: adjudicating,
            margin: args.margin,
            longest: args.longest,
        },
        ballots: &ballots,
        games: args.games as usize,
        slots: slots(args),
    };
    let progress = MatchProgress::new(args, &tally, earlier.as_ref());
    let mut names = [args.a.to_string(), args.b.to_string()];
    let limits = paces.map(|pace| pace.to_string());
    let mut failure = None;
    if !is_decided(test.as_ref()) {
        let on_game = |finished: Finished| {
            if failure.is_some() {
                // If a game was written only in part, nothing after it could be read again.
                return ControlFlow::Break(());
            }
            let entry = Entry {
                place: finished.place,
                names: finished.names.each_ref().map(String::as_str),
                limits: limits.clone(),
                played: &finished.played,
            };
            if let Some(Err(error)) = journal.as_mut().map(|journal| journal.add(&entry)) {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            tally.add(finished.place, &finished.played.end);
            tally.add_effort(finished.place, &finished.played);
            progress.game(&finished, &tally);
            names = finished.names;
            add_result(&mut test, &tally);
            if is_decided(test.as_ref()) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let result = the_match.run(&done, &stop, on_game);
        progress.finish();
        if let Err(error) = result {
            if tally.games() > 0 {
                report_finished_games(args, &tally, test.as_ref(), &names, stopwatch)?;
            }
            return Err(error.into());
        }
    }
    if let Some(error) = failure {
        let path = args.pdn.as_deref().unwrap_or("--pdn".as_ref());
        return Err(error).with_context(|| path.display().to_string());
    }
    report_finished_games(args, &tally, test.as_ref(), &names, stopwatch)?;
    let refuted = test.is_some_and(|test| test.verdict() == SprtDecision::Refuted);
    Ok(if refuted { Answer::No } else { Answer::Done })
}

/// Adds the result of the match so far to the test.
fn add_result(test: &mut Option<Test>, tally: &Tally) {
    if let Some(test) = test {
        test.hear(&tally.pairs);
    }
}

fn is_decided(test: Option<&Test>) -> bool {
    test.is_some_and(|test| test.verdict() != SprtDecision::Open)
}

fn report_finished_games(
    args: &MatchArgs,
    tally: &Tally,
    test: Option<&Test>,
    names: &[String; 2],
    stopwatch: Stopwatch,
) -> anyhow::Result<()> {
    let report = Report::new(args, tally, test, names, stopwatch.elapsed());
    let mut output = Output::new();
    if args.json {
        output.json(&report)?;
    } else {
        report.table(&mut output)?;
    }
    output.finish()
}

/// The player with the endgame tables in the folder that it names.
pub(crate) fn with_tables(spec: &Spec, variant: Variant) -> anyhow::Result<Spec> {
    Ok(match spec {
        Spec::Builtin(builtin) => {
            let folder = builtin.tables.as_deref();
            let endings = folder
                .map(|folder| endings_of(folder, variant).context(spec.to_string()))
                .transpose()?;
            Spec::Builtin(Builtin {
                endings,
                ..builtin.clone()
            })
        }
        other => other.clone(),
    })
}

/// How many games to play at once: one for each core, or for every two cores if players ponder, but
/// not more than there are games. Programs that connect over DXP share one port, so there is one
/// game at a time unless the user says otherwise.
fn slots(args: &MatchArgs) -> usize {
    let listens = |spec: &Spec| matches!(spec, Spec::Dxp(_));
    let usual = || {
        if listens(&args.a) || listens(&args.b) {
            1
        } else if args.ponder.is_some() {
            or_each_core(None).div_ceil(2)
        } else {
            or_each_core(None)
        }
    };
    let wanted = args.concurrency.map_or_else(usual, usize::from);
    wanted.min(args.games as usize)
}

/// The start position of each pair of games.
fn ballots(args: &MatchArgs, stop: &AtomicBool) -> anyhow::Result<Vec<Position>> {
    let wanted = args.games.div_ceil(2) as usize;
    match &args.openings {
        Openings::File(path) => {
            anyhow::ensure!(
                args.screen.is_none(),
                "--screen chooses among random openings; those of a file are all played"
            );
            let name = path.display();
            let text =
                std::fs::read_to_string(path).with_context(|| format!("--openings {name}"))?;
            let ballots =
                read_ballots(args.variant, &text).with_context(|| format!("--openings {name}"))?;
            anyhow::ensure!(
                ballots.len() >= wanted || args.repeat,
                "--openings {name}: {} positions are enough for {} games; --repeat begins with \
                 the first again",
                ballots.len(),
                2 * ballots.len()
            );
            Ok(ballots)
        }
        Openings::Random(plies) => {
            let random = RandomOpenings {
                plies: *plies,
                seed: args.seed,
                screen: args.screen,
            };
            let bar = progress::openings(wanted);
            let made = random.make(args.variant, wanted, stop, || bar.inc(1));
            bar.finish_and_clear();
            Ok(made?)
        }
    }
}

/// What all games of a match have in common. It is written to the file, and compared when the match
/// is continued.
fn conditions(args: &MatchArgs) -> String {
    let [a, b] = args.paces();
    let openings = match &args.openings {
        Openings::File(path) => path.file_name().unwrap_or_default().display().to_string(),
        Openings::Random(plies) => format!("random:{plies} seed {}", args.seed),
    };
    let optional = |name: &str, value: Option<String>| {
        value
            .map(|value| format!("; {name} {value}"))
            .unwrap_or_default()
    };
    format!(
        "A {} {a}; B {} {b}; {}; {openings}{}{}{}{}{}; longest {}",
        args.a,
        args.b,
        args.variant,
        optional("screen", args.screen.map(|screen| screen.to_string())),
        optional(
            "ponder",
            args.ponder.map(|who| format!("{who:?}").to_lowercase())
        ),
        optional("win", args.adjudicate_win.map(|rule| rule.to_string())),
        optional("draw", args.adjudicate_draw.map(|rule| rule.to_string())),
        optional("tables", args.tables.clone()),
        args.longest,
    )
}

fn journal(
    args: &MatchArgs,
    conditions: &str,
) -> anyhow::Result<(Option<Journal>, Option<Earlier>)> {
    let Some(path) = &args.pdn else {
        return Ok((None, None));
    };
    let named = || format!("--pdn {}", path.display());
    if args.resume {
        let (journal, earlier) = Journal::resume(path, conditions).with_context(named)?;
        return Ok((Some(journal), Some(earlier)));
    }
    match Journal::create(path, conditions) {
        Ok(journal) => Ok((Some(journal), None)),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            anyhow::bail!("{}: the file exists; --resume continues its match", named())
        }
        Err(error) => Err(error).with_context(named),
    }
}

/// A match must continue with the same start positions. Otherwise its pairs would not be pairs.
fn same_ballots(args: &MatchArgs, earlier: &Earlier, ballots: &[Position]) -> anyhow::Result<()> {
    for (pair, there) in &earlier.ballots {
        let again = if args.repeat {
            ballots.len()
        } else {
            usize::MAX
        };
        let Some(ballot) = ballots.get(pair % again) else {
            continue; // an earlier run had more games
        };
        let start = Position::start(ballot.variant());
        let here = (*ballot != start).then(|| fen::write(ballot));
        anyhow::ensure!(
            *there == here,
            "pair {} of the PDN file begins with {}, here it would be {}: the openings have \
             changed",
            pair + 1,
            there.as_deref().unwrap_or("the start"),
            here.as_deref().unwrap_or("the start"),
        );
    }
    Ok(())
}
