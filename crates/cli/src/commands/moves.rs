//! `damier moves`: the legal moves of a position, as text, as JSON, or for a batch of positions
//! line by line.

use std::io::{self, BufRead, BufReader, Read, Write};

use damier_notation::wording::{self, Language};
use damier_notation::{fen, move_text};
use damier_rules::{Game, Variant};
use serde::Serialize;

use crate::answer::Answer;
use crate::args::MovesArgs;
use crate::input;
use crate::json::{ErrorJson, MoveJson, OutcomeJson, SCHEMA};
use crate::output::Output;

/// The longest line of a batch, in bytes. No position of any board needs more.
const LONGEST_LINE: u64 = 64 * 1024;

#[derive(Serialize)]
struct MovesJson<'a> {
    schema: u32,
    variant: &'static str,
    /// The start position that was given.
    fen: &'a str,
    /// The position after the moves that were given.
    position: String,
    moves: Vec<MoveJson>,
    outcome: Option<OutcomeJson>,
}

#[derive(Serialize)]
struct UnreadableJson<'a> {
    schema: u32,
    fen: &'a str,
    error: ErrorJson,
}

pub(crate) fn run(args: &MovesArgs) -> anyhow::Result<Answer> {
    if args.batch {
        return batch(args.position.variant);
    }
    let game = input::game(&args.position)?;
    let mut output = Output::new();
    if args.json {
        let start = fen::write(game.start());
        output.json(&answer(
            &game,
            args.position.fen.as_deref().unwrap_or(&start),
        ))?;
    } else {
        for_people(&game, &mut output)?;
    }
    output.finish()?;
    Ok(Answer::Done)
}

/// The legal moves of the game's current position; none if the game is over.
fn answer<'a>(game: &Game, given: &'a str) -> MovesJson<'a> {
    let position = game.position();
    let moves = if game.outcome().is_some() {
        Vec::new()
    } else {
        MoveJson::list(position)
    };
    MovesJson {
        schema: SCHEMA,
        variant: position.variant().id(),
        fen: given,
        position: fen::write(position),
        moves,
        outcome: game.outcome().map(OutcomeJson::from),
    }
}

fn for_people(game: &Game, output: &mut Output) -> anyhow::Result<()> {
    let position = game.position();
    if let Some(outcome) = game.outcome() {
        let sentence = wording::outcome(Language::English, position.variant(), &outcome);
        anstream::eprintln!("{sentence}");
        return Ok(());
    }
    for listed in move_text::list(position) {
        writeln!(output, "{}", listed.text)?;
    }
    Ok(())
}

/// Reads a position from each line and writes a line of JSON for it, in the same order. For a line
/// that cannot be read the answer is its error, and the batch goes on.
fn batch(variant: Variant) -> anyhow::Result<Answer> {
    let mut output = Output::new();
    let mut input = BufReader::new(io::stdin());
    let mut answer = Answer::Done;
    let mut line = Vec::new();
    loop {
        line.clear();
        if (&mut input)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)?
            == 0
        {
            break;
        }
        let too_long = line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n');
        if too_long {
            input.skip_until(b'\n')?;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches(['\n', '\r']);
        let read = if too_long {
            Err(too_long_error())
        } else {
            one(variant, text, &mut output)?
        };
        if let Err(error) = read {
            answer = Answer::Unreadable;
            let shown: String = text.chars().take(200).collect();
            output.json_line(&UnreadableJson {
                schema: SCHEMA,
                fen: &shown,
                error,
            })?;
        }
        // A program may be waiting for each answer, so the output is flushed unless more input is
        // already available.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    output.finish()?;
    Ok(answer)
}

fn one(variant: Variant, text: &str, output: &mut Output) -> anyhow::Result<Result<(), ErrorJson>> {
    match input::start(variant, text, Language::English) {
        Ok(position) => {
            let game = Game::new(position, damier_rules::DrawSettings::default());
            output.json_line(&self::answer(&game, text))?;
            Ok(Ok(()))
        }
        Err(error) => Ok(Err(error.to_json())),
    }
}

fn too_long_error() -> ErrorJson {
    ErrorJson {
        code: "line-too-long".into(),
        column: Some(LONGEST_LINE as usize + 1),
        message: format!("the line is longer than {LONGEST_LINE} bytes"),
    }
}
