//! The page's types: the shapes of this door, written as TypeScript into `web/src/rules/types`, and
//! the proof that what is committed there is what these structs say. Tests only.
//!
//! After changing a shape: `UPDATE_TYPES=1 cargo test -p damier-wasm types`.

use std::fs;
use std::path::Path;

use damier_club::words::Word;
use damier_club::{Act, ClockSettings, Ending, GameRecord, GameSettings, Player};
use damier_rules::{EndReason, FewPieces, Kind, Side, Variant};
use ts_rs::{Config, TS};

use crate::family::GameFacts;
use crate::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/rules/types");

const HEAD: &str = "\
/**
 * The shapes that come through the rules door, as JSON with snake_case keys. Squares are numbers counted from 1, row by
 * row from the top left with White at the bottom. Written from crates/wasm and crates/club by
 * `UPDATE_TYPES=1 cargo test -p damier-wasm types`; never edit it by hand.
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
            words(&Side::ALL),
        ),
        (
            "Kind",
            "The stable words of the two kinds of pieces.",
            words(&[Kind::Man, Kind::King]),
        ),
        (
            "FewPieces",
            "How the rules for few pieces are read.",
            words(&[FewPieces::Fresh, FewPieces::Continued]),
        ),
        (
            "EndReason",
            "The rule that ended a game.",
            words(EndReason::ALL),
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
        ClockSettings,
        GameSettings,
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
        GameView,
        WishView,
        RefusalSquares,
        RefusalView,
        PlayReply,
        FaultView,
        FenReply,
        PdnGame,
        PdnError,
        PdnReply,
        ThinkClock,
        ThinkLimits,
        ScoreView,
        LineView,
        Thought,
        GameFacts,
    );
    text
}

/// A union of words.
fn words<W: Word>(values: &[W]) -> String {
    let words: Vec<String> = values
        .iter()
        .map(|value| format!("{:?}", value.word()))
        .collect();
    words.join(" | ")
}

const FAMILY_HEAD: &str = "\
/**
 * The games of the family in the order in which they are offered, then the other readings of some of them: what the page
 * needs before it asks for a rule. Written from the tables of crates/rules by `UPDATE_TYPES=1 cargo test -p damier-wasm
 * types`; never edit it by hand.
 */
import type { GameFacts } from './index';

";

/// The games of the family, a line each.
fn family() -> String {
    let line =
        |&variant: &Variant| serde_json::to_string(&GameFacts::of(variant)).expect("plain values");
    let lines: Vec<String> = Variant::READINGS.iter().map(line).collect();
    let lines = lines.join(",\n  ");
    format!("{FAMILY_HEAD}export const FAMILY: readonly GameFacts[] = [\n  {lines},\n];\n")
}

#[test]
fn the_page_has_the_types_of_this_door() {
    for (name, made) in [("index.ts", types()), ("family.ts", family())] {
        let file = Path::new(FOLDER).join(name);
        if std::env::var_os("UPDATE_TYPES").is_some() {
            fs::create_dir_all(FOLDER).expect("can be made");
            fs::write(&file, &made).expect("can be written");
        }
        let committed = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            committed == made,
            "web/src/rules/types/{name} is stale: UPDATE_TYPES=1 cargo test -p damier-wasm types"
        );
    }
}
