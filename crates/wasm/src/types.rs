//! Generates files in the page's sources: the shapes of this crate as TypeScript
//! (`web/src/rules/types`), the names and rule sheets of the games (`web/src/rules/worded`), which
//! the page reads before or without a call to wasm, and the facts of the games for the page's
//! tests. The tests here check that the committed files agree with the structs, tables and
//! sentences. Tests only.
//!
//! After changing a shape, a table or a sentence: `cargo xtask api`.

use std::fs;
use std::path::Path;

use damier_notation::facts::Facts;
use damier_notation::wording::{self, Language};
use damier_rules::variant::rule_table::Family;
use damier_rules::{FewPieces, Kind, Position, Side, Variant};
use damier_session::conduct::MAX_OFFERS_FROM;
use damier_session::strength::{Scored, Strength};
use damier_session::time_control::{Bonus, Period};
use damier_session::{
    Act, ClockSettings, Conduct, EndReason, Ending, GameRecord, GameSettings, Player, Request,
    Seating,
};
use serde_json::{Map, Value, json};
use ts_rs::{Config, TS};

use crate::family::GameFacts;
use crate::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/rules");

const HEAD: &str = "\
/**
 * The JSON shapes of the wasm bindings, with snake_case keys. Squares are numbers counted from 1, row by row from the top
 * left with White at the bottom. Generated from crates/wasm and crates/session
 * by `cargo xtask api`; never edit it by hand.
 */
";

/// The whole file.
fn types() -> String {
    let config = Config::new().with_large_int("number");
    let mut text = HEAD.to_owned();
    for (name, doc, words) in [
        (
            "Side",
            "The stable words of the two sides.",
            words(Side::ALL.map(Side::code)),
        ),
        (
            "Kind",
            "The stable words of the two kinds of pieces.",
            words(Kind::ALL.map(Kind::code)),
        ),
        (
            "FewPieces",
            "How the rules for few pieces are read.",
            words([FewPieces::Fresh, FewPieces::Continued].map(FewPieces::code)),
        ),
        (
            "EndReason",
            "The rule that ended a game, or what people did.",
            words(EndReason::known().into_iter().map(EndReason::code)),
        ),
        (
            "Cells",
            "How the cells of a board are joined: every other one by diagonals, all by rows and columns, points by lines.",
            "\"dark\" | \"all\" | \"lines\"".to_owned(),
        ),
        (
            "Language",
            "A language of sentences.",
            "\"fr\" | \"en\"".to_owned(),
        ),
    ] {
        text.extend([
            "\n/** ",
            doc,
            " */\nexport type ",
            name,
            " = ",
            &words,
            ";\n",
        ]);
    }
    macro_rules! add {
        ($($shape:ty),+ $(,)?) => {$(
            text += "\n";
            text += &<$shape as TS>::docs().unwrap_or_default();
            text += &format!("export {}\n", <$shape as TS>::decl(&config));
        )+};
    }
    add!(
        DoorError,
        Player,
        Bonus,
        Period,
        ClockSettings,
        Conduct,
        Seating,
        GameSettings,
        Request,
        Act,
        Ending,
        GameRecord,
        LayoutSquare,
        BoardLayout,
        PieceView,
        MoveView,
        PositionView,
        PlayedMove,
        Captured,
        ClockView,
        OutcomeView,
        Players,
        DrawCounters,
        IrregularMove,
        GameHead,
        PlyView,
        GameChange,
        RecordTail,
        MoveInputView,
        RefusalSquares,
        RefusalView,
        PlayReply,
        FaultView,
        FenReply,
        PdnGame,
        PdnError,
        PdnReply,
        ReadGame,
        ImportedGame,
        ImportBatch,
        MarkView,
        ClockReadingView,
        TagView,
        TreeNode,
        TreeChange,
        TreePosition,
        TreePlayReply,
        TreeLine,
        ThinkClock,
        ThinkLimits,
        VerdictView,
        ScoreView,
        LineView,
        Judgement,
        Thought,
        SideView,
        MomentView,
        ReportProgress,
        ReportQuestion,
        ReportView,
        StrengthView,
        WordView,
        ShotView,
        Strength,
        Scored,
        RatedResult,
        EntryView,
        SheetOrder,
        PrintedPage,
        Reached,
        GameFacts,
    );
    text
}

/// A union type of string literals.
fn words(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let words: Vec<String> = words
        .into_iter()
        .map(|word| format!("{:?}", word.as_ref()))
        .collect();
    words.join(" | ")
}

const FAMILY_HEAD: &str = "\
/**
 * The games of the family in the order in which they are offered, then the other readings of some of them: the facts that
 * the page needs before wasm is loaded. Generated from the tables of crates/rules by
 * `cargo xtask api`; never edit it by hand.
 */
import type { GameFacts } from './index';

";

/// The games of the family, one per line.
fn family() -> String {
    let line =
        |&variant: &Variant| serde_json::to_string(&GameFacts::of(variant)).expect("plain values");
    let lines: Vec<String> = Variant::READINGS.iter().map(line).collect();
    let lines = lines.join(",\n  ");
    format!("{FAMILY_HEAD}export const FAMILY: readonly GameFacts[] = [\n  {lines},\n];\n")
}

/// The names of the games, branches and readings of the rules in a language, each with a sentence.
fn names(language: Language) -> String {
    let named = |name: String, sentence: String| json!({ "name": name, "sentence": sentence });
    let games = Variant::ALL.iter().map(|&game| {
        let mut words = named(
            wording::game_title(language, game),
            wording::game_sentence(language, game),
        );
        words["search"] = wording::game_search_words(language, game).into();
        (game.id().to_owned(), words)
    });
    let readings = Variant::READINGS
        .iter()
        .filter(|variant| variant.game().readings().next().is_some())
        .map(|&variant| {
            let words = named(
                wording::reading_name(language, variant),
                wording::reading_sentence(language, variant),
            );
            (variant.id().to_owned(), words)
        });
    let families = Family::ALL.iter().map(|&family| {
        let name = wording::family_name(language, family);
        (family.code().to_owned(), Value::from(name))
    });
    pretty(&json!({
        "games": games.collect::<Map<_, _>>(),
        "readings": readings.collect::<Map<_, _>>(),
        "families": families.collect::<Map<_, _>>(),
    }))
}

/// The rule sheets of every game and reading in a language.
fn sheets(language: Language) -> String {
    let sheets = Variant::READINGS.iter().map(|&variant| {
        let sheet = wording::rules(language, variant);
        let sections = sheet.sections.iter().map(|section| {
            json!({
                "code": section.section.code(),
                "title": section.title,
                "sentences": section.sentences,
            })
        });
        let sheet = json!({ "sections": sections.collect::<Vec<_>>(), "sources": sheet.sources });
        (variant.id().to_owned(), sheet)
    });
    pretty(&Value::Object(sheets.collect()))
}

/// The table that compares the games and readings, in a language.
fn comparison(language: Language) -> String {
    let columns = wording::comparison(language).columns;
    let columns = columns
        .iter()
        .map(|it| json!({ "code": it.code, "title": it.title }));
    let rows = Variant::READINGS.iter().map(|&variant| {
        let row = wording::comparison_row(language, variant);
        json!({ "id": row.id, "cells": row.cells })
    });
    pretty(&json!({ "columns": columns.collect::<Vec<_>>(), "rows": rows.collect::<Vec<_>>() }))
}

/// The facts in the rule table of every game, one game per line. The page's tests derive from them
/// what a short course about a game has to teach.
fn facts() -> String {
    const NO_RULES: [&str; 10] = [
        "id",
        "game",
        "reading",
        "readings",
        "fr",
        "en",
        "family",
        "game_type",
        "hub",
        "sources",
    ];
    let line = |&game: &Variant| {
        let mut facts = serde_json::to_value(Facts::of(game)).expect("plain values");
        if let Some(fields) = facts.as_object_mut() {
            fields.retain(|name, _| !NO_RULES.contains(&name.as_str()));
        }
        format!("  {:?}: {facts}", game.id())
    };
    let lines: Vec<String> = Variant::ALL.iter().map(line).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("plain values") + "\n"
}

const CONDUCT_HEAD: &str = "\
/**
 * The usual conduct rules. Generated from crates/session by `cargo xtask api`; never
 * edit it by hand.
 */
import type { Conduct } from './index';

";

const START_HEAD: &str = "\
/**
 * The usual game before its first move, which the page shows and offers to play before wasm is
 * loaded. Generated from crates/wasm by `cargo xtask api`; never edit it by hand.
 */
import type { PositionView } from './index';

";

/// The starting position of the game that is offered first.
fn start() -> String {
    let view = PositionView::of(&Position::start(Variant::INTERNATIONAL));
    let json = serde_json::to_string(&view).expect("plain values");
    format!("{START_HEAD}export const USUAL_START: PositionView = {json};\n")
}

/// The conduct rules of a friendly game and of a tournament, and their limits.
fn conduct() -> String {
    let json = |conduct: &Conduct| serde_json::to_string(conduct).expect("plain values");
    let friendly = json(&Conduct::default());
    let tournament = json(&Conduct::TOURNAMENT);
    format!(
        "{CONDUCT_HEAD}export const FRIENDLY: Conduct = {friendly};\n\
         export const TOURNAMENT: Conduct = {tournament};\n\
         /** The most moves of each side before a draw is offered. */\n\
         export const MAX_OFFERS_FROM = {MAX_OFFERS_FROM};\n"
    )
}

#[test]
fn the_types_of_the_page_are_up_to_date() {
    let [french, english] = Language::ALL;
    for (name, made) in [
        ("types/index.ts", types()),
        ("types/family.ts", family()),
        ("worded/names.fr.json", names(french)),
        ("worded/names.en.json", names(english)),
        ("worded/comparison.fr.json", comparison(french)),
        ("worded/comparison.en.json", comparison(english)),
        ("worded/sheets.fr.json", sheets(french)),
        ("worded/sheets.en.json", sheets(english)),
        ("types/conduct.ts", conduct()),
        ("types/start.ts", start()),
        ("../../tests/unit/lessons/facts.json", facts()),
    ] {
        let file = Path::new(FOLDER).join(name);
        if std::env::var_os("UPDATE_TYPES").is_some() {
            fs::create_dir_all(file.parent().expect("a folder")).expect("can be made");
            fs::write(&file, &made).expect("can be written");
        }
        let committed = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            committed == made,
            "web/src/rules/{name} is stale: cargo xtask api"
        );
    }
}
