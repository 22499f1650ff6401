//! The engine through the exports with endgame tables, as the page's worker passes them.

mod common;

use std::sync::OnceLock;

use common::finish;
use damier_endgame::{Builder, Material};
use damier_rules::International;
use damier_wasm::Thinker;
use serde_json::{Value, json};

/// Two kings against one on the main road: a draw.
const DRAWN: &str = "W:WK50,K49:BK46";
/// A man that must walk into the king's line.
const WON: &str = "W:WK50:B22";
/// The same with one more man, which the king still has to capture.
const NEAR: &str = "W:WK50,45:B22,9";

/// The bytes of all tables of two and three pieces, outcomes and distances.
fn tables() -> &'static [Vec<u8>; 2] {
    static TABLES: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut builder = Builder::new(&International, 3, 2).expect("a game with tables");
        let mut files = [Vec::new(), Vec::new()];
        for material in (2..=3).flat_map(Material::of_pieces) {
            if !builder.has(material) {
                for made in builder.solve(material).expect("solved") {
                    files[0].extend(made.outcomes);
                    files[1].extend(made.distances.expect("made with distances"));
                }
            }
        }
        files
    })
}

fn look(thinker: &mut Thinker, variant: &str, fen: &str, limits: &Value) -> Value {
    let mut search = thinker
        .start(variant, fen, "[]", &limits.to_string())
        .expect("a good question");
    finish(&mut search)
}

fn glance(thinker: &mut Thinker, fen: &str) -> Value {
    look(thinker, "international", fen, &json!({ "depth": 2 }))
}

#[test]
fn known_outcomes_are_reported() {
    let [outcomes, distances] = tables();
    let mut thinker = Thinker::new(1);
    assert_eq!(glance(&mut thinker, DRAWN)["verdict"], Value::Null);

    thinker
        .know("international", outcomes.clone())
        .expect("sound");
    for (fen, verdict) in [(DRAWN, "draw"), (WON, "white"), ("B:W29:BK1", "black")] {
        assert_eq!(glance(&mut thinker, fen)["verdict"], verdict, "{fen}");
    }
    let four = glance(&mut thinker, "W:WK1,K2:BK49,K50");
    assert_eq!(four["verdict"], Value::Null);

    thinker
        .know("international", distances.clone())
        .expect("sound");
    let won = glance(&mut thinker, "W:WK28,33:B4");
    assert_eq!(won["verdict"], "white");
    assert_eq!(won["score"], json!({ "win": 3 }));
    assert_eq!(won["nodes"], 0, "nothing is searched");
    assert_eq!(won["lines"][0]["pv"].as_array().map(Vec::len), Some(3));
    assert_eq!(glance(&mut thinker, DRAWN)["verdict"], "draw");
}

#[test]
fn a_search_meets_what_tables_know() {
    let mut thinker = Thinker::new(1);
    let full = json!({ "depth": 5 });
    let person = json!({ "depth": 5, "level": 9, "seed": 1 });
    let score = |thinker: &mut Thinker, limits| {
        thinker.forget();
        look(thinker, "international", NEAR, limits)["score"].clone()
    };
    let (before, level) = (score(&mut thinker, &full), score(&mut thinker, &person));
    thinker
        .know("international", tables()[0].clone())
        .expect("sound");
    let after = score(&mut thinker, &full);
    assert!(before["known_win"].is_null(), "{before}");
    assert!(after["known_win"].is_u64(), "{after}");
    assert_eq!(score(&mut thinker, &person), level, "people have no tables");
}

#[test]
fn tables_are_those_of_their_game() {
    let mut thinker = Thinker::new(1);
    thinker
        .know("international", tables()[0].clone())
        .expect("sound");
    let limits = json!({ "depth": 2 });
    let other = look(&mut thinker, "frisian", WON, &limits);
    assert_eq!(other["verdict"], Value::Null);
    assert_eq!(glance(&mut thinker, WON)["verdict"], "white");
}

#[test]
fn what_is_no_table_is_refused_and_changes_nothing() {
    let [outcomes, _] = tables();
    let mut thinker = Thinker::new(1);
    thinker
        .know("international", outcomes.clone())
        .expect("sound");
    let mut damaged = outcomes.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    let cut = outcomes[..outcomes.len() - 1].to_vec();
    for (variant, bytes, code) in [
        ("international", damaged, "bad-tables"),
        ("international", cut, "bad-tables"),
        ("international", b"<!doctype html>".to_vec(), "bad-tables"),
        ("international", Vec::new(), "bad-tables"),
        ("russian", outcomes.clone(), "bad-tables"),
        ("canadian", outcomes.clone(), "no-tables"),
        ("go", outcomes.clone(), "unknown-variant"),
    ] {
        let error = thinker.know(variant, bytes).expect_err(code);
        assert_eq!(error.code, code, "{variant}: {error}");
        assert_eq!(glance(&mut thinker, WON)["verdict"], "white");
    }
}
