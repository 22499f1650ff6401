//! Single positions through the exports: the start, and the checking of a FEN.

use damier_wasm::{check_fen, start_view};
use serde_json::{Value, json};

fn check(fen: &str) -> Value {
    let answer = check_fen("international", fen, "en").expect("an answer");
    serde_json::from_str(&answer).expect("JSON")
}

#[test]
fn the_start_of_a_game() {
    let view: Value =
        serde_json::from_str(&start_view("international").expect("an answer")).expect("JSON");
    assert_eq!(view["side"], "white");
    assert_eq!(view["pieces"].as_array().map(Vec::len), Some(40));
    assert_eq!(
        start_view("chess").expect_err("unknown").code,
        "unknown-variant"
    );
}

#[test]
fn a_good_fen_is_a_position() {
    let found = check("B:B19,23:WK28.");
    assert_eq!(found["ok"]["side"], "black");
    assert_eq!(found["ok"]["fen"], "B:WK28:B19,23");
    assert_eq!(
        found["ok"]["pieces"][2],
        json!({ "square": 28, "side": "white", "kind": "king" })
    );
    assert_eq!(found["ok"]["moves"][0]["from"], 23);
}

#[test]
fn every_fault_is_reported_with_its_squares() {
    let found = check("?:W3,31:B48");
    let codes: Vec<&Value> = found["faults"]
        .as_array()
        .expect("faults")
        .iter()
        .map(|fault| &fault["code"])
        .collect();
    assert_eq!(codes, ["no-side-to-move", "uncrowned-men", "uncrowned-men"]);
    assert_eq!(found["faults"][1]["squares"], json!([3]));
    assert!(
        found["faults"][0]["sentence"]
            .as_str()
            .is_some_and(|text| !text.is_empty())
    );
}

#[test]
fn an_unreadable_fen_is_one_fault() {
    for text in ["", "W", "W:W51:B1", "hello", "W:W1-", "\u{0}"] {
        let found = check(text);
        assert_eq!(
            found["faults"].as_array().map(Vec::len),
            Some(1),
            "{text:?}: {found}"
        );
    }
}

#[test]
fn every_language_has_its_own_sentences() {
    for text in [
        "W:W51:B1",
        "W:W31,31:B1",
        "W:W40-31:B1",
        "W:WG31:B1",
        "W;W31:B1",
        "?:W31:B1",
    ] {
        let sentence = |lang| {
            let answer = check_fen("international", text, lang).expect("an answer");
            let found: Value = serde_json::from_str(&answer).expect("JSON");
            found["faults"][0]["sentence"]
                .as_str()
                .map(str::to_owned)
                .unwrap_or_default()
        };
        let (english, french) = (sentence("en"), sentence("fr"));
        assert!(
            english.ends_with('.') && french.ends_with('.'),
            "{text}: {english} {french}"
        );
        assert_ne!(english, french, "{text}");
    }
}
