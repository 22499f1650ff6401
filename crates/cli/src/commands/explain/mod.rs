//! `damier explain`: says why a move is legal, refused or ambiguous, in a sentence and with the
//! article. Without a move it prints the rules of the game.

mod rule_sheet;

use std::io::Write;

use anyhow::{Context, anyhow};
use damier_notation::fen;
use damier_notation::move_text::{self, ListedMove, Written};
use damier_notation::square_names::{Names, SquareName};
use damier_notation::wording::{self, Language};
use damier_rules::{
    Explanation, Game, Move, MoveInput, Position, Refusal, Square, SquareSet, Variant, explain,
};
use serde::Serialize;

use crate::answer::Answer;
use crate::args::ExplainArgs;
use crate::json::{MoveJson, SCHEMA};
use crate::output::Output;
use crate::{input, language};

#[derive(Serialize)]
struct ExplanationJson<'a> {
    schema: u32,
    variant: &'static str,
    /// The start position that was given.
    fen: String,
    /// The position after the moves that were given. The question is about this one.
    position: String,
    #[serde(rename = "wish")]
    input: &'a str,
    verdict: &'static str,
    /// The sentence for people.
    sentence: String,
    #[serde(rename = "move")]
    played: Option<MoveJson>,
    refusal: Option<RefusalJson>,
    /// The moves that an ambiguous text may mean.
    choices: Vec<MoveJson>,
}

#[derive(Serialize)]
struct RefusalJson {
    code: &'static str,
    /// The article of the official rules, if there is one.
    article: Option<&'static str>,
    squares: SquaresJson,
}

/// The squares concerned, by their role; see the crate `rules`.
#[derive(Serialize)]
struct SquaresJson {
    at: Vec<String>,
    must_move: Vec<String>,
    blocked_by: Vec<String>,
    captured: Vec<String>,
    targets: Vec<String>,
    landings: Vec<String>,
}

pub(crate) fn run(args: &ExplainArgs) -> anyhow::Result<Answer> {
    let language = language::chosen(args.lang);
    let Some(text) = &args.played else {
        return rule_sheet::run(args.position.variant, language, args.json);
    };
    let game = input::game_in(&args.position, language)?;
    let position = game.position();
    let explanation = if let Some(explanation) = input::explained(position, text) {
        explanation
    } else if let Some(sentence) = input::short_refusal(text, language) {
        return Err(input::Refused(sentence).into());
    } else {
        // The text names squares that the board does not have.
        let input = read_move_input(position.variant(), text);
        explain(position, &input.with_context(|| format!("--move {text}"))?)
    };
    let sentence = sentence(language, position, &explanation);
    let mut output = Output::new();
    if args.json {
        output.json(&to_json(args, &game, text, sentence, &explanation))?;
    } else {
        writeln!(output, "{}: {sentence}", verdict(&explanation))?;
        if let Explanation::Ambiguous(moves) = &explanation {
            for played in moves {
                writeln!(output, "  {}", move_text::long(position, played))?;
            }
        }
    }
    output.finish()?;
    Ok(if matches!(explanation, Explanation::Legal(_)) {
        Answer::Done
    } else {
        Answer::No
    })
}

/// Reads a move input. The text may name squares that the board does not have: then the move is
/// refused for this reason, and the text is not reported as unreadable.
fn read_move_input(variant: Variant, text: &str) -> anyhow::Result<MoveInput> {
    let written: Written = input::bare(text.trim()).parse()?;
    let names = Names::of(variant);
    let square = |&name: &SquareName| match (names.square(name), name) {
        (Some(square), _) => Ok(square),
        (None, SquareName::Number(number)) => {
            Square::new(number).ok_or_else(|| anyhow!("no board has a square {number}"))
        }
        (None, _) => Err(anyhow!("this board has no square {name}")),
    };
    Ok(MoveInput {
        huff: written.huff.as_ref().map(square).transpose()?,
        from: square(&written.from)?,
        to: square(&written.to)?,
        via: written
            .via
            .iter()
            .map(square)
            .collect::<anyhow::Result<_>>()?,
    })
}

fn verdict(explanation: &Explanation) -> &'static str {
    match explanation {
        Explanation::Legal(_) => "legal",
        Explanation::Refused(_) => "refused",
        Explanation::Ambiguous(_) => "ambiguous",
    }
}

/// The answer in one sentence, with the article on which it is based.
fn sentence(language: Language, position: &Position, explanation: &Explanation) -> String {
    let variant = position.variant();
    match explanation {
        Explanation::Legal(played) => move_text::long(position, played),
        Explanation::Ambiguous(moves) => wording::ambiguity(language, variant, moves),
        Explanation::Refused(refusal) => {
            let sentence = wording::refusal(language, variant, refusal);
            match refusal.article_in(variant) {
                None => sentence,
                Some(article) => format!("{sentence} (art. {article})"),
            }
        }
    }
}

fn to_json<'a>(
    args: &ExplainArgs,
    game: &Game,
    input: &'a str,
    sentence: String,
    explanation: &Explanation,
) -> ExplanationJson<'a> {
    let position = game.position();
    let one = |played: &Move| MoveJson::new(position, ListedMove::new(position, played));
    let (played, refusal, choices) = match explanation {
        Explanation::Legal(played) => (Some(one(played)), None, Vec::new()),
        Explanation::Refused(refusal) => (None, Some(refused(position, refusal)), Vec::new()),
        Explanation::Ambiguous(moves) => (None, None, moves.iter().map(one).collect()),
    };
    ExplanationJson {
        schema: SCHEMA,
        variant: position.variant().id(),
        fen: args
            .position
            .fen
            .clone()
            .unwrap_or_else(|| fen::write(game.start())),
        position: fen::write(position),
        input,
        verdict: verdict(explanation),
        sentence,
        played,
        refusal,
        choices,
    }
}

fn refused(position: &Position, refusal: &Refusal) -> RefusalJson {
    let names = Names::of(position.variant());
    let list = |set: SquareSet| {
        set.iter()
            .map(|square| names.name(square).to_string())
            .collect()
    };
    let shown = refusal.squares();
    RefusalJson {
        code: refusal.code(),
        article: refusal.article_in(position.variant()),
        squares: SquaresJson {
            at: list(shown.at),
            must_move: list(shown.must_move),
            blocked_by: list(shown.blocked_by),
            captured: list(shown.captured),
            targets: list(shown.targets),
            landings: list(shown.landings),
        },
    }
}
