//! The page's types: the shapes of this door, written as TypeScript into `web/src/rules/types`, and
//! the proof that what is committed there is what these structs say. Tests only.
//!
//! After changing a shape: `UPDATE_TYPES=1 cargo test -p damier-wasm types`.

use std::fs;
use std::path::Path;

use damier_club::words::Word;
use damier_club::{Act, ClockSettings, Ending, GameRecord, GameSettings, Player};
use damier_rules::{EndReason, FewPieces, Kind, Side};
use ts_rs::{Config, TS};

use crate::*;

const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../web/src/rules/types/index.ts"
);

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

#[test]
fn the_page_has_the_types_of_this_door() {
    let made = types();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        fs::create_dir_all(Path::new(FILE).parent().expect("a folder")).expect("can be made");
        fs::write(FILE, &made).expect("can be written");
    }
    let committed = fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        committed == made,
        "web/src/rules/types is stale: UPDATE_TYPES=1 cargo test -p damier-wasm types"
    );
}
