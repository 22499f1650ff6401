//! The engine through the exports, in slices as the page's worker runs it.

mod common;

use common::finish;
use damier_wasm::{Search, Thinker};
use serde_json::{Value, json};

const START: &str = "W:W31-50:B1-20";

fn thinker() -> Thinker {
    Thinker::new(4)
}

fn ask(thinker: &mut Thinker, fen: &str, moves: &Value, limits: &Value) -> Search {
    thinker
        .start(
            "international",
            fen,
            &moves.to_string(),
            &limits.to_string(),
        )
        .expect("a good question")
}

#[test]
fn thinks_to_its_limit_and_tells_what_it_sees() {
    let mut thinker = thinker();
    let mut search = ask(
        &mut thinker,
        START,
        &json!(["32-28", "19-23"]),
        &json!({ "depth": 4 }),
    );
    let thought = finish(&mut search);
    assert_eq!(thought["depth"], 4);
    assert_eq!(thought["best"]["text"], "28x19", "the only legal move");
    assert_eq!(thought["lines"][0]["pv"][0], "28x19");
    assert!(thought["score"]["hundredths"].is_i64(), "{thought}");
    assert!(thought["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
}

#[test]
fn shows_as_many_lines_as_are_asked_for() {
    let mut thinker = thinker();
    let mut search = ask(
        &mut thinker,
        START,
        &json!([]),
        &json!({ "depth": 3, "lines": 3 }),
    );
    let thought = finish(&mut search);
    assert_eq!(thought["lines"].as_array().map(Vec::len), Some(3));
}

#[test]
fn sees_a_win() {
    let mut thinker = thinker();
    let mut search = ask(
        &mut thinker,
        "W:W28:B23",
        &json!([]),
        &json!({ "depth": 3 }),
    );
    assert_eq!(finish(&mut search)["score"], json!({ "win": 1 }));
}

#[test]
fn stops_at_once_with_a_move() {
    let mut thinker = thinker();
    let mut search = ask(&mut thinker, START, &json!([]), &json!({}));
    search.step(1.0).expect("an answer");
    search.stop();
    let thought: Value =
        serde_json::from_str(&search.step(1_000.0).expect("an answer")).expect("JSON");
    assert_eq!(thought["done"], true);
    assert!(thought["best"]["text"].is_string(), "{thought}");
}

#[test]
fn every_level_finds_a_legal_move() {
    for level in 1..=9 {
        let mut thinker = thinker();
        let mut search = ask(
            &mut thinker,
            START,
            &json!([]),
            &json!({ "level": level, "seed": 7 }),
        );
        assert_eq!(
            finish(&mut search)["best"]["captured"],
            json!([]),
            "level {level}"
        );
    }
}

#[test]
fn a_lost_position_has_no_move() {
    let mut thinker = thinker();
    let mut search = ask(
        &mut thinker,
        "W:W28:B23",
        &json!(["28x19"]),
        &json!({ "depth": 3 }),
    );
    let thought = finish(&mut search);
    assert_eq!(thought["best"], Value::Null);
}

/// The weights that the page fetches.
const WEIGHTS: &[u8] = include_bytes!("../../engine/weights/international.dw");

#[test]
fn learns_a_game_and_says_so() {
    let limits = json!({ "nodes": 20_000 });
    let mut thinker = thinker();
    thinker.learn(WEIGHTS).expect("good weights");
    let mut search = ask(&mut thinker, START, &json!([]), &limits);
    let thought = finish(&mut search);
    assert_eq!(thought["judgement"], "learned");

    let mut late = self::thinker();
    let mut search = ask(&mut late, START, &json!([]), &limits);
    finish(&mut search);
    late.learn(WEIGHTS).expect("good weights");
    let mut search = ask(&mut late, START, &json!([]), &limits);
    let same = finish(&mut search);
    assert_eq!(
        (&same["lines"], &same["nodes"]),
        (&thought["lines"], &thought["nodes"]),
        "nothing is left of what was thought before"
    );

    let mut search = thinker
        .start("antidraughts", START, "[]", &limits.to_string())
        .expect("a good question");
    assert_eq!(finish(&mut search)["judgement"], "by-hand");
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
        let mut search = ask(&mut thinker, START, &json!([]), &json!({ "depth": 2 }));
        finish(&mut search);
    }
}

#[test]
fn bad_questions_have_codes() {
    let mut thinker = thinker();
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
        let answer = thinker.start(variant, fen, moves, limits);
        let error = answer.err().expect(code);
        assert_eq!(error.code, code, "{variant} {fen} {moves} {limits}");
    }
}

#[test]
fn one_search_pauses_for_another_and_finds_the_same() {
    let limits = json!({ "nodes": 60_000 });
    let mut alone = ask(&mut thinker(), START, &json!([]), &limits);
    let expected = finish(&mut alone);

    let mut thinker = thinker();
    let mut report = ask(&mut thinker, START, &json!([]), &limits);
    report.step(1.0).expect("an answer");
    report.pause();
    // A game of another variant, so that no entries of the transposition table are shared.
    let mut game = thinker
        .start("russian", "W:W21-32:B1-12", "[]", r#"{"depth":3}"#)
        .expect("a good question");
    assert_eq!(finish(&mut game)["depth"], 3);
    drop(game);
    assert_eq!(finish(&mut report)["depth"], expected["depth"]);
}

#[test]
fn the_time_of_a_search_does_not_run_while_it_pauses() {
    let mut thinker = thinker();
    let mut search = ask(&mut thinker, START, &json!([]), &json!({ "time_ms": 400 }));
    search.step(5.0).expect("an answer");
    search.pause();
    std::thread::sleep(std::time::Duration::from_millis(450));
    let thought: Value = serde_json::from_str(&search.step(5.0).expect("an answer")).expect("JSON");
    assert_eq!(thought["done"], false, "{thought}");
}
