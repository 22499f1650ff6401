//! The game of the npm package: what it plays, what it refuses in both languages, and PDN.

use damier_wasm::{Board, variants};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn board(variant: &str, fen: Option<&str>) -> Board {
    Board::new(variant, fen.map(str::to_owned)).expect("a position")
}

#[test]
fn moves_are_played_and_taken_back_without_limit() {
    let mut board = board("international", None);
    for _ in 0..20_000 {
        assert!(json(&board.play("32-28").unwrap())["played"].is_object());
        assert_eq!(json(&board.undo().unwrap().unwrap())["text"], "32-28");
    }
    assert_eq!(board.undo().unwrap(), None);
}

#[test]
fn a_refusal_has_both_languages_and_leaves_the_game() {
    let mut board = board("international", Some("B:W23,29,30,38,39:BK35"));
    let before = board.fen();
    let refused = json(&board.play("35x24").unwrap())["refused"].clone();
    assert_eq!(refused["code"], "captures-too-few");
    assert_eq!(refused["article"], "4.13");
    assert_eq!(refused["moves"][0]["long"], "35x19x32x43x34");
    assert_ne!(refused["en"], refused["fr"]);
    assert_eq!(json(&board.explain("35x24").unwrap())["refused"], refused);
    assert_eq!(board.fen(), before);
    for text in ["", "x", "32-", "99-1", "35-35", "é€😀", "35x19x99x34"] {
        assert!(
            json(&board.play(text).unwrap())["refused"].is_object(),
            "{text}"
        );
    }
}

#[test]
fn squares_and_texts_mean_the_same() {
    let mut board = board("russian", None);
    let by_text = json(&board.explain("c3-d4").unwrap());
    let (from, to) = (&by_text["played"]["from"], &by_text["played"]["to"]);
    let input = format!(r#"{{"from":{from},"to":{to}}}"#);
    assert_eq!(json(&board.explain_squares(&input).unwrap()), by_text);
    assert!(board.explain_squares(r#"{"from":0,"to":1}"#).is_err());
    assert!(board.play_squares("{").is_err());
    assert_eq!(board.history_texts(), "");
}

#[test]
fn a_game_that_is_over_has_no_moves_and_says_why() {
    let mut board = board("international", Some("W:W6:B1"));
    assert!(board.is_over() && board.move_texts().is_empty());
    assert_eq!(board.moves(0).unwrap(), "[]");
    let outcome = json(&board.outcome().unwrap().unwrap());
    assert_eq!(
        (&outcome["winner"], &outcome["result"]),
        (&"black".into(), &"0-2".into())
    );
    assert_eq!(
        json(&board.play("6-1").unwrap())["refused"]["code"],
        "game-over"
    );
}

#[test]
fn every_game_is_written_and_loaded_as_itself() {
    for variant in json(&variants().unwrap()).as_array().expect("games") {
        let id = variant["id"].as_str().expect("an id");
        let mut played = board(id, None);
        for ply in 0..40 {
            let texts = played.move_texts();
            let moves: Vec<&str> = texts.lines().collect();
            let Some(text) = moves.get(ply * 7 % moves.len().max(1)) else {
                break;
            };
            assert!(
                json(&played.play(text).unwrap())["played"].is_object(),
                "{id} {text}"
            );
        }
        let pdn = played.pdn(r#"{"White":"Ada"}"#).unwrap();
        let mut loaded = board("international", None);
        let reply = json(&loaded.load_pdn(&pdn).unwrap());
        assert!(reply["loaded"].is_array(), "{id}: {reply} {pdn}");
        assert_eq!(
            (loaded.fen(), loaded.variant()),
            (played.fen(), played.variant()),
            "{pdn}"
        );
        assert_eq!(loaded.history_texts(), played.history_texts());
    }
}

#[test]
fn a_damaged_pdn_changes_nothing() {
    let mut board = board("international", None);
    board.play("32-28").unwrap();
    let reply = json(&board.load_pdn("1. 32-28 19-23 2. 28-27 *").unwrap());
    assert_eq!(
        (&reply["fault"]["line"], &reply["fault"]["column"]),
        (&1.into(), &19.into())
    );
    assert!(board.load_pdn("").is_err());
    assert_eq!(board.history_texts(), "32-28");
}
