//! `damier variants`: lists the games that this program plays, by branches of the family, and all
//! facts of their rule tables.

use std::io::Write;

use damier_notation::facts::Facts;
use damier_notation::wording::{self, Language};
use damier_rules::variant::rule_table::Family;
use damier_rules::{Kind, Position, Side, Variant};
use serde::Serialize;

use crate::answer::Answer;
use crate::args::VariantsArgs;
use crate::json::SCHEMA;
use crate::language;
use crate::output::Output;

#[derive(Serialize)]
struct VariantsJson {
    schema: u32,
    variants: Vec<Facts>,
}

pub(crate) fn run(args: &VariantsArgs) -> anyhow::Result<Answer> {
    let mut output = Output::new();
    if args.json {
        output.json(&VariantsJson {
            schema: SCHEMA,
            variants: Variant::READINGS.iter().copied().map(Facts::of).collect(),
        })?;
    } else {
        for_people(language::chosen(args.lang), &mut output)?;
    }
    output.finish()?;
    Ok(Answer::Done)
}

/// Lists each branch of the family with its games, and each game with its readings.
fn for_people(language: Language, output: &mut Output) -> anyhow::Result<()> {
    for (index, &family) in Family::ALL.iter().enumerate() {
        if index > 0 {
            writeln!(output)?;
        }
        writeln!(output, "{}", wording::family_name(language, family))?;
        let games = Variant::ALL.iter().copied();
        for game in games.filter(|game| game.table().family == family) {
            writeln!(output, "  {}", line(language, game))?;
            for reading in game.readings() {
                let name = wording::reading_name(language, reading);
                writeln!(output, "    {:<34} {name}", reading.id())?;
            }
        }
    }
    Ok(())
}

/// `international     10x10  20 men  20  International draughts`
fn line(language: Language, game: Variant) -> String {
    let table = game.table();
    let men = Position::start(game).squares(Side::White, Kind::Man).len();
    let board = format!("{}x{}", table.board.width, table.board.height);
    let number = table
        .game_type
        .map_or(String::new(), |own| own.number.to_string());
    let name = wording::game_title(language, game);
    format!(
        "{:<16} {board:>5}  2 x {men:<2}  {number:>2}  {name}",
        game.id()
    )
}
