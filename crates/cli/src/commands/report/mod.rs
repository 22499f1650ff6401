//! `damier report`: reads games, answers the coach's questions with the engine, and prints the
//! report. `damier-coach` decides the content; the files beside this one print it.

mod html;
mod json;
mod reported;
mod text;
mod words;

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use damier_coach::report::{Choice, EngineAnswer, Question, Report, Seen};
use damier_engine::{Endings, Engine, Limits};
use damier_notation::pdn::{Games, Parsed, Reader, Severity, replay};
use damier_notation::wording::Language;
use damier_rules::{DrawSettings, Game, Side, Variant};
use indicatif::{ProgressBar, ProgressStyle};
use reported::{Heading, Reported};

use crate::answer::Answer;
use crate::args::{Audience, ReportArgs, ReportFormat, SideChoice};
use crate::clock::Stopwatch;
use crate::commands::analyse::stop_on_ctrl_c;
use crate::commands::pdn;
use crate::output::Output;
use crate::{language, tables};

/// Nodes per position without a limit: about ten seconds for a game of eighty plies.
const LOOK_NODES: u64 = 150_000;

pub(crate) fn run(args: &ReportArgs) -> anyhow::Result<Answer> {
    let language = language::chosen(args.lang);
    let stop = stop_on_ctrl_c(None)?;
    let name = if args.file.as_os_str() == "-" {
        "standard input".to_owned()
    } else {
        args.file.to_string_lossy().into_owned()
    };
    let (stream, _) = match pdn::open(&args.file) {
        Ok(opened) => opened,
        Err(error) => {
            pdn::unread(&name, &error);
            return Ok(Answer::Unreadable);
        }
    };
    let mut output = Output::new();
    let mut writer = Writer::new(args.format(), language, &name);
    writer.begin(&mut output)?;
    let (mut number, mut found, mut faulty, mut unreadable) = (0, 0, false, false);
    let (mut interrupted, mut no_game) = (false, None);
    let mut answerer = QuestionAnswerer::new(args);
    for game in Games::new(Reader::new(stream), args.variant) {
        let (parsed, variant) = match game {
            Ok((parsed, found)) => (parsed, found.variant),
            Err(error) => {
                pdn::unread(&name, &error);
                unreadable = true;
                continue;
            }
        };
        if parsed.game.is_empty() {
            no_game = no_game.or_else(|| parsed.faults.first().cloned());
            continue;
        }
        number += 1;
        if args.game.is_some_and(|wanted| wanted.get() != number) {
            continue;
        }
        let Some((game, whole)) = played(&name, &parsed, variant) else {
            faulty = true;
            continue;
        };
        faulty |= !whole;
        found += 1;
        let reported = answerer.report(number, heading(&parsed), game, &stop);
        writer.game(&mut output, &reported)?;
        output.flush()?;
        // Not `stop`: Ctrl-C between two games must show in the report, as in the middle of one.
        interrupted = !reported.complete;
        if interrupted {
            break;
        }
    }
    writer.end(&mut output)?;
    output.finish()?;
    if interrupted {
        anstream::eprintln!("{name}: interrupted; the report is partial");
        return Ok(Answer::Interrupted);
    }
    if found == 0 && !unreadable {
        match args.game {
            Some(wanted) if number < wanted.get() => {
                let games = if number == 1 { "game" } else { "games" };
                anstream::eprintln!("{name}: has {number} {games}, and no game {wanted}");
            }
            _ if faulty => {}
            _ => match no_game {
                Some(fault) => anstream::eprintln!("{name}:{fault}; it contains no games"),
                None => anstream::eprintln!("{name}: contains no games"),
            },
        }
        return Ok(Answer::Unreadable);
    }
    Ok(match (unreadable, faulty) {
        (true, _) => Answer::Unreadable,
        (false, true) => Answer::No,
        (false, false) => Answer::Done,
    })
}

/// The playable part of a game, and whether it is complete. Faults are reported on standard error.
fn played(name: &str, parsed: &Parsed, variant: Variant) -> Option<(Game, bool)> {
    let replayed = match replay(parsed, variant) {
        Ok(replayed) => replayed,
        Err(fault) => {
            anstream::eprintln!("{name}:{fault}");
            return None;
        }
    };
    let mut whole = replayed.complete;
    for fault in parsed.faults.iter().chain(&replayed.faults) {
        anstream::eprintln!("{name}:{fault}");
        whole &= fault.severity() != Severity::Error;
    }
    let mut game = Game::new(replayed.start, DrawSettings::default());
    // A setup tag in the middle starts another position; the report ends there.
    let until = replayed
        .setups
        .first()
        .map_or(replayed.moves.len(), |(moves, _)| *moves);
    whole &= until == replayed.moves.len();
    if until < replayed.moves.len() {
        anstream::eprintln!(
            "{name}:{}: the report ends where a new position is set up",
            parsed.place
        );
    }
    for played in &replayed.moves[..until] {
        // Players may continue after an unclaimed draw by rule.
        if game.play(played).is_err() {
            anstream::eprintln!(
                "{name}:{}: the report ends where the rules end the game",
                parsed.place
            );
            break;
        }
    }
    Some((game, whole))
}

fn heading(parsed: &Parsed) -> Heading {
    let tag = |name| {
        let value = parsed.game.tag(name).map(str::trim);
        value
            .filter(|value| !value.is_empty() && !value.starts_with('?'))
            .map(str::to_owned)
    };
    Heading {
        event: tag("Event"),
        date: tag("Date").filter(|date| !date.contains("????")),
        white: tag("White"),
        black: tag("Black"),
        result: tag("Result").filter(|result| result != "*"),
    }
}

/// Answers the coach's questions with the engine.
struct QuestionAnswerer<'a> {
    args: &'a ReportArgs,
    engine: Option<(Variant, Engine, Option<Endings>)>,
}

impl QuestionAnswerer<'_> {
    fn new(args: &ReportArgs) -> QuestionAnswerer<'_> {
        QuestionAnswerer { args, engine: None }
    }

    fn report(
        &mut self,
        number: usize,
        heading: Heading,
        game: Game,
        stop: &AtomicBool,
    ) -> Reported {
        let args = self.args;
        let variant = game.position().variant();
        if self.engine.as_ref().is_none_or(|(of, ..)| *of != variant) {
            let endings = tables::endings(&args.tables, variant);
            let engine = Engine::new(args.hash).with_endings(endings.clone());
            self.engine = Some((variant, engine, endings));
        }
        let mut report = Report::new(&game);
        let stopwatch = Stopwatch::start();
        if let Some((_, engine, endings)) = &self.engine {
            // So that a game's report does not depend on earlier games.
            engine.forget();
            let bar = bar(number);
            while let Some(question) = report.next_question() {
                let progress = report.progress();
                bar.set_length(progress.of as u64);
                bar.set_position(progress.done as u64);
                let Some(answered) = answer(args, engine, endings.as_ref(), &game, &question, stop)
                else {
                    break;
                };
                report.answer(answered);
            }
            bar.finish_and_clear();
        }
        let choice = Choice {
            side: args.side.map(|side| match side {
                SideChoice::White => Side::White,
                SideChoice::Black => Side::Black,
            }),
            ..match args.audience {
                Audience::Children => Choice::FOR_CHILDREN,
                Audience::Players => Choice::default(),
            }
        };
        Reported {
            number,
            heading,
            report: report.finish(&choice),
            complete: report.next_question().is_none(),
            game,
            seconds: stopwatch.elapsed().as_secs_f64(),
        }
    }
}

/// Answers one question; `None` after Ctrl-C, because an interrupted search would give another
/// answer.
fn answer(
    args: &ReportArgs,
    engine: &Engine,
    endings: Option<&Endings>,
    whole: &Game,
    question: &Question,
    stop: &AtomicBool,
) -> Option<EngineAnswer> {
    let Ok(game) = question.game(whole) else {
        return Some(EngineAnswer::default());
    };
    let limits = Limits {
        lines: question.line_count(),
        ..limits(args, question)
    };
    let stopwatch = Stopwatch::start();
    let clock = || stopwatch.elapsed().as_millis() as u64;
    let thought = engine.analyse(&game, &limits, &clock, stop, |_| {});
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    Some(EngineAnswer {
        lines: thought.progress.lines.iter().map(Seen::from).collect(),
        verdict: endings.and_then(|endings| endings.verdict(game.position())),
    })
}

fn limits(args: &ReportArgs, question: &Question) -> Limits {
    if let Some(depth) = args.depth {
        Limits::depth(depth)
    } else if let Some(seconds) = args.time {
        Limits::time_ms(question.effort.measure((seconds * 1000.0) as u64))
    } else {
        Limits::nodes(question.effort.measure(args.nodes.unwrap_or(LOOK_NODES)))
    }
}

/// The progress of a report, if standard error is a terminal.
fn bar(number: usize) -> ProgressBar {
    let bar = ProgressBar::new(1);
    if let Ok(style) = ProgressStyle::with_template("game {msg}  {bar:30} {pos}/{len}  {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message(number.to_string());
    bar
}

/// Writes the reports in the requested format, game by game.
enum Writer {
    Text(Language),
    Html(Language),
    /// One document, so the games are collected.
    Json(Language, String, Vec<json::GameJson>),
}

impl Writer {
    fn new(format: ReportFormat, language: Language, file: &str) -> Writer {
        match format {
            ReportFormat::Text => Writer::Text(language),
            ReportFormat::Html => Writer::Html(language),
            ReportFormat::Json => Writer::Json(language, file.to_owned(), Vec::new()),
        }
    }

    fn begin(&self, output: &mut Output) -> anyhow::Result<()> {
        if let Writer::Html(language) = self {
            html::begin(output, *language)?;
        }
        Ok(())
    }

    fn game(&mut self, output: &mut Output, reported: &Reported) -> anyhow::Result<()> {
        match self {
            Writer::Text(language) => text::write(output, *language, reported)?,
            Writer::Html(language) => html::game(output, *language, reported)?,
            Writer::Json(language, _, games) => {
                games.push(json::GameJson::new(*language, reported));
            }
        }
        Ok(())
    }

    fn end(self, output: &mut Output) -> anyhow::Result<()> {
        match self {
            Writer::Text(_) => Ok(()),
            Writer::Html(_) => html::end(output),
            Writer::Json(language, file, games) => {
                output.json(&json::ReportJson::new(language, file, games))
            }
        }
    }
}
