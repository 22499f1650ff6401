//! Helpers for several tests: running a search to its end, and viewing a game as the page assembles
//! it.

#![allow(dead_code, reason = "each test file uses a part")]

use damier_wasm::{Game, Search};
use serde_json::{Value, json};

/// Runs a search to its end and returns the last `Thought`.
pub(crate) fn finish(search: &mut Search) -> Value {
    for _ in 0..10_000 {
        let thought = parsed(search.step(5.0));
        if thought["done"] == true {
            return thought;
        }
    }
    panic!("the engine does not come to an end");
}

/// Everything that the page knows of a game at this time, in one object.
pub(crate) fn view(game: &Game, now_ms: f64, lang: &str) -> Value {
    let mut whole = parsed(game.head());
    let change = parsed(game.clone().change(0, now_ms, lang));
    assert_eq!(change["kept"], 0);
    for part in [&change, &change["now"]] {
        for (name, value) in part.as_object().expect("an object") {
            whole[name] = value.clone();
        }
    }
    whole["plies"] = change["now"]["ply"].clone();
    whole["pieces"] = pieces(&change["now"]).into();
    whole
}

/// The pieces of a position as the board shows them.
fn pieces(position: &Value) -> Vec<Value> {
    let letters = position["pieces"].as_str().expect("a text");
    let piece = |(index, letter): (usize, char)| {
        let side = if letter.eq_ignore_ascii_case(&'w') {
            "white"
        } else {
            "black"
        };
        let kind = if letter.is_ascii_uppercase() {
            "king"
        } else {
            "man"
        };
        (letter != '.').then(|| json!({ "square": index + 1, "side": side, "kind": kind }))
    };
    letters.chars().enumerate().filter_map(piece).collect()
}

fn parsed<E: std::fmt::Debug>(answer: Result<String, E>) -> Value {
    serde_json::from_str(&answer.expect("an answer")).expect("JSON")
}
