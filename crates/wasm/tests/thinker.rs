//! The engine through the door, in slices as the page's worker runs it.

mod common;

use damier_wasm::Thinker;
use serde_json::{Value, json};

use common::finish;

const START: &str = "W:W31-50:B1-20";

fn thinker() -> Thinker {
    Thinker::new(4)
}

fn ask(thinker: &mut Thinker, fen: &str, moves: &Value, limits: &Value) {
    thinker
        .start(
            "international",
            fen,
            &moves.to_string(),
            &limits.to_string(),
        )
        .expect("a good question");
}

#[test]
fn thinks_to_its_limit_and_tells_what_it_sees() {
    let mut thinker = thinker();
    ask(
        &mut thinker,
        START,
        &json!(["32-28", "19-23"]),
        &json!({ "depth": 4 }),
    );
    let thought = finish(&mut thinker);
    assert_eq!(thought["depth"], 4);
    assert_eq!(thought["best"]["text"], "28x19", "the only legal move");
    assert_eq!(thought["lines"][0]["pv"][0], "28x19");
    assert!(thought["score"]["hundredths"].is_i64(), "{thought}");
    assert!(thought["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
}

#[test]
fn shows_as_many_lines_as_are_asked_for() {
    let mut thinker = thinker();
    ask(
        &mut thinker,
        START,
        &json!([]),
        &json!({ "depth": 3, "lines": 3 }),
    );
    let thought = finish(&mut thinker);
    assert_eq!(thought["lines"].as_array().map(Vec::len), Some(3));
}

#[test]
fn sees_a_win() {
    let mut thinker = thinker();
    ask(
        &mut thinker,
        "W:W28:B23",
        &json!([]),
        &json!({ "depth": 3 }),
    );
    assert_eq!(finish(&mut thinker)["score"], json!({ "win": 1 }));
}

#[test]
fn stops_at_once_with_a_move() {
    let mut thinker = thinker();
    ask(&mut thinker, START, &json!([]), &json!({}));
    thinker.step(1.0).expect("an answer");
    thinker.stop();
    let thought: Value =
        serde_json::from_str(&thinker.step(1_000.0).expect("an answer")).expect("JSON");
    assert_eq!(thought["done"], true);
    assert!(thought["best"]["text"].is_string(), "{thought}");
}

#[test]
fn every_level_finds_a_legal_move() {
    for level in 1..=9 {
        let mut thinker = thinker();
        ask(
            &mut thinker,
            START,
            &json!([]),
            &json!({ "level": level, "seed": 7 }),
        );
        assert_eq!(
            finish(&mut thinker)["best"]["captured"],
            json!([]),
            "level {level}"
        );
    }
}

#[test]
fn a_lost_position_has_no_move() {
    let mut thinker = thinker();
    ask(
        &mut thinker,
        "W:W28:B23",
        &json!(["28x19"]),
        &json!({ "depth": 3 }),
    );
    let thought = finish(&mut thinker);
    assert_eq!(thought["best"], Value::Null);
}

/// The weights that the page fetches.
const WEIGHTS: &[u8] = include_bytes!("../../engine/weights/international.dw");

#[test]
fn learns_a_game_and_says_so() {
    let limits = json!({ "nodes": 20_000 });
    let mut thinker = thinker();
    thinker.learn(WEIGHTS).expect("good weights");
    ask(&mut thinker, START, &json!([]), &limits);
    let thought = finish(&mut thinker);
    assert_eq!(thought["judgement"], "learned");

    let mut late = self::thinker();
    ask(&mut late, START, &json!([]), &limits);
    finish(&mut late);
    late.learn(WEIGHTS).expect("good weights");
    ask(&mut late, START, &json!([]), &limits);
    let same = finish(&mut late);
    assert_eq!(
        (&same["lines"], &same["nodes"]),
        (&thought["lines"], &thought["nodes"]),
        "nothing is left of what was thought before"
    );

    thinker
        .start("antidraughts", START, "[]", &limits.to_string())
        .expect("a good question");
    assert_eq!(finish(&mut thinker)["judgement"], "by-hand");
}

#[test]
fn damaged_weights_are_refused() {
    let mut damaged = WEIGHTS.to_vec();
    damaged[1_000] ^= 1;
    let russian = damier_engine::trained::Weights::new("russian", vec![[0; 2]; 3]).to_bytes();
    for bytes in [
        &damaged[..],
        &WEIGHTS[..1_000],
        b"<!doctype html>",
        b"",
        &russian,
    ] {
        let mut thinker = thinker();
        let error = thinker.learn(bytes).expect_err("no good weights");
        assert_eq!(error.code, "bad-weights");
        ask(&mut thinker, START, &json!([]), &json!({ "depth": 2 }));
        finish(&mut thinker);
    }
}

#[test]
fn bad_questions_have_codes() {
    let mut thinker = thinker();
    let nothing = thinker.step(1.0).expect_err("nothing was asked");
    assert_eq!(nothing.code, "nothing-asked");
    let cases = [
        ("go", START, "[]", "{}", "unknown-variant"),
        ("international", "W", "[]", "{}", "bad-fen"),
        ("international", "W:W1:B50", "[]", "{}", "bad-fen"),
        ("international", START, "[", "{}", "bad-json"),
        ("international", START, "[]", "7", "bad-json"),
        (
            "international",
            START,
            r#"["32-28","32-28"]"#,
            "{}",
            "not-legal",
        ),
        (
            "international",
            START,
            "[]",
            r#"{"level":11}"#,
            "no-such-level",
        ),
    ];
    for (variant, fen, moves, limits, code) in cases {
        let error = thinker.start(variant, fen, moves, limits).expect_err(code);
        assert_eq!(error.code, code, "{variant} {fen} {moves} {limits}");
    }
}
