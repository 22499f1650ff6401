//! `damier pdn`: checks files of games, converts them to one form, and counts what they contain.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use damier_notation::pdn::{
    Fault, FaultCode, GameFound, Games, Parsed, Reader, ReadingLimits, Replay, Severity, Summary,
    normalised, replay, write,
};
use damier_notation::wording::{self, Language};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::args::{PdnArgs, PdnCommand, PdnFiles};
use crate::json::SCHEMA;
use crate::output::Output;

pub(crate) fn run(args: &PdnArgs) -> anyhow::Result<Answer> {
    match &args.command {
        PdnCommand::Check(args) => check(&args.files, args.json),
        PdnCommand::Convert(files) => convert(files),
        PdnCommand::Stats(args) => stats(&args.files, args.json),
    }
}

/// Prints every fault with its place, and the totals at the end. The answer is no if something was
/// lost, or a game could not be played.
fn check(files: &PdnFiles, json: bool) -> anyhow::Result<Answer> {
    let mut output = Output::new();
    let mut total = Summary::default();
    let mut listed = Vec::new();
    let mut guesses = Guesses::default();
    let read = for_each_game(files, |file, parsed, found| {
        guesses.add(file, parsed, found, !json);
        let replayed = replay(parsed, found.variant);
        total.add(parsed, &replayed);
        for fault in faults(parsed, &replayed) {
            if json {
                listed.push(fault_json(file, fault));
            } else {
                writeln!(output, "{file}:{fault}{}", note_suffix(fault))?;
            }
        }
        Ok(())
    })?;
    if json {
        let summary = summary_json(&total);
        output.json(&json!({
            "schema": SCHEMA,
            "faults": listed,
            "games_found": guesses.json(),
            "summary": summary,
        }))?;
    } else {
        writeln!(
            output,
            "{}, {} complete, {} {}, {}, {}",
            counted(total.games, "game"),
            total.complete,
            total.plies,
            if total.plies == 1 { "ply" } else { "plies" },
            counted(total.errors, "error"),
            counted(total.notes, "note")
        )?;
    }
    output.finish()?;
    let incomplete = total.errors > 0 || !total.not_played.is_empty();
    Ok(verdict(read, incomplete))
}

/// Prints every game in its canonical form. Faults are reported on standard error.
fn convert(files: &PdnFiles) -> anyhow::Result<Answer> {
    let mut output = Output::new();
    let mut lost = false;
    let mut guesses = Guesses::default();
    let read = for_each_game(files, |file, parsed, found| {
        guesses.add(file, parsed, found, true);
        let (game, replayed) = normalised(parsed, found.variant);
        for fault in faults(parsed, &replayed) {
            lost |= fault.severity() != Severity::Note;
            anstream::eprintln!("{file}:{fault}{}", note_suffix(fault));
        }
        // The tags of the found game would make a game of text that has none.
        if !parsed.game.is_empty() {
            writeln!(output, "{}", write(&game))?;
        }
        Ok(())
    })?;
    output.finish()?;
    Ok(verdict(read, lost))
}

/// Prints what the files contain, in numbers.
fn stats(files: &PdnFiles, json: bool) -> anyhow::Result<Answer> {
    let mut total = Summary::default();
    let mut guesses = Guesses::default();
    let read = for_each_game(files, |file, parsed, found| {
        guesses.add(file, parsed, found, !json);
        total.add(parsed, &replay(parsed, found.variant));
        Ok(())
    })?;
    let mut output = Output::new();
    if json {
        output.json(&json!({
            "schema": SCHEMA,
            "games_found": guesses.json(),
            "summary": summary_json(&total),
        }))?;
    } else {
        for (name, count) in [
            ("games", total.games),
            ("played to the end", total.complete),
            ("with damaged text", total.damaged),
            ("plies", total.plies),
            ("plies in variations", total.plies_in_variations),
            ("2-0", total.white_wins),
            ("1-1", total.draws),
            ("0-2", total.black_wins),
            ("0-0", total.double_losses),
            ("other results", total.other_results),
            ("no result", total.unknown_results),
            ("errors", total.errors),
            ("notes", total.notes),
        ] {
            writeln!(output, "{name:<20} {count:>12}")?;
        }
        for (name, count) in &total.not_played {
            writeln!(output, "not played: {name}  {count}")?;
        }
    }
    output.finish()?;
    Ok(verdict(read, false))
}

/// Which games were assumed for written games without a tag. Each is reported once per file and
/// reason.
#[derive(Default)]
struct Guesses(Vec<Guess>);

struct Guess {
    file: String,
    found: GameFound,
    games: u64,
}

impl Guesses {
    /// Counts a game. If `tell` is set, the first game of its kind in a file is reported on
    /// standard error.
    fn add(&mut self, file: &str, parsed: &Parsed, found: GameFound, tell: bool) {
        if !found.reason.is_guess() || parsed.game.is_empty() {
            return;
        }
        let mut guesses = self.0.iter_mut();
        if let Some(guess) = guesses.find(|guess| guess.file == file && guess.found == found) {
            guess.games += 1;
            return;
        }
        if tell {
            let sentence = wording::game_found_in(Language::English, parsed, &found);
            anstream::eprintln!("{file}:{}: {sentence}", parsed.place);
        }
        self.0.push(Guess {
            file: file.to_owned(),
            found,
            games: 1,
        });
    }

    fn json(&self) -> Value {
        let guesses = self.0.iter().map(|guess| {
            json!({
                "file": guess.file,
                "variant": guess.found.variant.id(),
                "reason": guess.found.reason.code(),
                "games": guess.games,
            })
        });
        guesses.collect()
    }
}

/// Calls `take` for each game of all files, with the game of the family that it belongs to. A file
/// that cannot be read, or has no game, is reported. Returns what the exit code says of the files.
fn for_each_game(
    files: &PdnFiles,
    mut take: impl FnMut(&str, &Parsed, GameFound) -> anyhow::Result<()>,
) -> anyhow::Result<Answer> {
    let (mut all_read, mut all_have_games) = (true, true);
    for path in &files.paths {
        let name = if path == Path::new("-") {
            "standard input"
        } else {
            &path.to_string_lossy()
        };
        let (stream, bar) = match open(path) {
            Ok(opened) => opened,
            Err(error) => {
                all_read = unread(name, &error);
                continue;
            }
        };
        let reader = Reader::with_encoding(stream, ReadingLimits::default(), files.encoding);
        let (mut has_games, mut is_whole) = (false, true);
        for game in Games::new(reader, files.variant) {
            match game {
                Ok((parsed, found)) => {
                    has_games |= !parsed.game.is_empty();
                    take(name, &parsed, found)?;
                }
                Err(error) => is_whole = unread(name, &error),
            }
        }
        bar.finish_and_clear();
        all_read &= is_whole;
        if !has_games && is_whole {
            anstream::eprintln!("{name}: contains no games");
        }
        all_have_games &= has_games;
    }
    Ok(match (all_read, all_have_games) {
        (false, _) => Answer::Unreadable,
        (true, false) => Answer::No,
        (true, true) => Answer::Done,
    })
}

pub(crate) fn unread(name: &str, error: &io::Error) -> bool {
    anstream::eprintln!("{name}: cannot be read: {error}");
    false
}

/// The answer for the exit code. Unreadable files are worse than losses within a file.
fn verdict(read: Answer, lost: bool) -> Answer {
    if lost && read == Answer::Done {
        Answer::No
    } else {
        read
    }
}

/// Opens a file or standard input, with a bar that shows how much has been read.
pub(crate) fn open(path: &Path) -> io::Result<(Box<dyn BufRead>, ProgressBar)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin().lock()), ProgressBar::hidden()));
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let bar = ProgressBar::new(file.metadata()?.len());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {bytes} of {total_bytes}  {elapsed}")
    {
        bar.set_style(style);
    }
    let stream: Box<dyn Read> = Box::new(bar.wrap_read(file));
    Ok((Box::new(BufReader::with_capacity(64 * 1024, stream)), bar))
}

/// Faults in the text come first, then faults in the moves.
fn faults<'a>(
    parsed: &'a Parsed,
    replayed: &'a Result<Replay, Fault>,
) -> impl Iterator<Item = &'a Fault> {
    let (played, refused) = match replayed {
        Ok(replay) => (replay.faults.as_slice(), None),
        // Text without a game in it has nothing to play.
        Err(_) if parsed.game.is_empty() => (&[][..], None),
        Err(fault) => (&[][..], Some(fault)),
    };
    parsed.faults.iter().chain(played).chain(refused)
}

/// A note is marked as a note, so that the user does not look for something that was lost.
fn note_suffix(fault: &Fault) -> &'static str {
    match fault.severity() {
        Severity::Note if fault.code == FaultCode::Encoding => {
            " (a note: if names look wrong, name another with --encoding)"
        }
        Severity::Note => " (a note: nothing was lost)",
        Severity::Error | Severity::NotPlayed => "",
    }
}

fn fault_json(file: &str, fault: &Fault) -> Value {
    json!({
        "file": file,
        "line": fault.place.line,
        "column": fault.place.column,
        "code": fault.code.code(),
        "severity": match fault.severity() {
            Severity::Error => "error",
            Severity::Note => "note",
            Severity::NotPlayed => "not-played",
        },
        "found": fault.found,
        "expected": fault.expected,
    })
}

fn summary_json(summary: &Summary) -> Value {
    json!({
        "games": summary.games,
        "complete": summary.complete,
        "damaged": summary.damaged,
        "plies": summary.plies,
        "plies_in_variations": summary.plies_in_variations,
        "results": {
            "2-0": summary.white_wins,
            "1-1": summary.draws,
            "0-2": summary.black_wins,
            "0-0": summary.double_losses,
            "other": summary.other_results,
            "none": summary.unknown_results,
        },
        "not_played": summary.not_played,
        "errors": summary.errors,
        "notes": summary.notes,
    })
}

/// `1 game`, `2 games`.
fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
