//! Every variant through the exports: started, played by move inputs, stored, searched by the
//! engine; and the games with huffing as the page plays them.

mod common;

use damier_rules::Variant;
use damier_wasm::{Game, Thinker, check_fen, start_view};
use serde_json::{Value, json};

fn game(variant: &str, start: Option<&str>) -> Game {
    let settings = json!({
        "start": start, "clock": null, "few_pieces": "fresh",
        "white": { "kind": "person", "name": "" }, "black": { "kind": "computer", "level": 3 },
    });
    Game::new(variant, &settings.to_string(), 0.0).expect("good settings")
}

fn json<E: std::fmt::Debug>(answer: Result<String, E>) -> Value {
    serde_json::from_str(&answer.expect("an answer")).expect("JSON")
}

fn view(game: &Game) -> Value {
    common::view(game, 0.0, "fr")
}

/// Plays a move of the view as the board does: with its ends, its turning squares, and the piece
/// that it huffs.
fn play(game: &mut Game, played: &Value) -> Value {
    let path = played["path"].as_array().expect("a path");
    let input = json!({
        "from": played["from"], "to": played["to"], "huff": played["huff"],
        "via": path[1..path.len() - 1],
    });
    json(game.play(&input.to_string(), 0.0, "fr"))
}

#[test]
fn every_game_is_played_by_its_listed_moves_and_replays_from_its_record() {
    for &variant in Variant::READINGS {
        let mut game = game(variant.id(), None);
        let mut seed = 20_251_120_u64;
        for _ in 0..60 {
            let now = view(&game);
            let moves = now["moves"].as_array().expect("a list");
            if moves.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let wanted = &moves[(seed >> 33) as usize % moves.len()];
            let reply = play(&mut game, wanted);
            // If a captured set can be taken on two paths, the reply may list both; the move is
            // among them.
            let played = reply["played"].clone();
            if played.is_null() {
                let asked = reply["ambiguous"].as_array().expect("a question");
                assert!(asked.contains(wanted), "{variant}: {wanted} -> {reply}");
                break;
            }
            assert_eq!(played["text"], wanted["text"], "{variant}");
        }
        let record = game.record().expect("a record");
        assert_eq!(json(game.record())["variant"], variant.id());
        let again = Game::from_record(&record).expect("the record replays");
        assert_eq!(again.fen(), game.fen(), "{variant}");
        assert!(!game.pdn().is_empty());
    }
}

#[test]
fn every_game_has_a_start_a_fen_and_a_computer() {
    let mut thinker = Thinker::new(1);
    for &variant in Variant::READINGS {
        let start = json(start_view(variant.id()));
        assert_eq!(start["variant"], variant.id());
        let fen = start["fen"].as_str().expect("a text");
        assert_eq!(json(check_fen(variant.id(), fen, "en"))["ok"], start);
        let mut search = thinker
            .start(
                variant.id(),
                fen,
                "[]",
                r#"{"level":2,"seed":1,"nodes":500}"#,
            )
            .expect("a good question");
        let thought = loop {
            let thought = json(search.step(50.0));
            if thought["done"] == true {
                break thought;
            }
        };
        let moves = start["moves"].as_array().expect("a list");
        assert!(moves.contains(&thought["best"]), "{variant}: {thought}");
    }
}

#[test]
fn boards_say_how_they_are_drawn_and_named() {
    let board = |id: &str| json(start_view(id))["board"].clone();
    assert_eq!(board("international")["cells"], "dark");
    assert_eq!(board("turkish")["cells"], "all");
    assert_eq!(board("alquerque")["cells"], "lines");
    assert_eq!(board("alquerque")["letters"], true);
    assert_eq!(board("spantsiretti")["width"], 10);
    assert_eq!(board("canadian")["squares"][71]["name"], "72");
    // Spanish numbering begins at White's right hand.
    assert_eq!(board("spanish")["squares"][0]["name"], "32");
}

#[test]
fn black_begins_where_the_game_says_so() {
    let mut game = game("english", None);
    let now = view(&game);
    assert_eq!(
        (&now["first"], &now["side"]),
        (&json!("black"), &json!("black"))
    );
    let first = now["moves"][0].clone();
    play(&mut game, &first);
    assert_eq!(view(&game)["history"][0]["number"], 1);
}

/// White can omit the capture 32x23; then the man on 32 may be huffed.
const LEFT_UNDONE: &str = "W:W32,38:B28,9";

#[test]
fn what_was_not_captured_may_be_huffed_before_the_answer() {
    let mut game = game("polish-1754", Some(LEFT_UNDONE));
    assert_eq!(view(&game)["huffable"], json!([]));
    json(game.play(r#"{"from":38,"to":33}"#, 0.0, "en"));
    let now = view(&game);
    assert_eq!(now["huffable"], json!([32]));

    let huffing = json(game.play(r#"{"from":9,"to":14,"huff":32}"#, 0.0, "en"));
    assert_eq!(huffing["played"]["text"], "s32 9-14");
    let after = view(&game);
    assert_eq!(after["history"][1]["huff"], 32);
    assert!(
        !after["pieces"]
            .as_array()
            .expect("a list")
            .iter()
            .any(|it| it["square"] == 32)
    );
    assert!(game.pdn().contains("s32 9-14"));
}

#[test]
fn a_move_without_the_huff_leaves_the_piece_alone() {
    let mut game = game("polish-1754", Some(LEFT_UNDONE));
    json(game.play(r#"{"from":38,"to":33}"#, 0.0, "en"));
    let plain = json(game.play(r#"{"from":9,"to":14}"#, 0.0, "en"));
    assert_eq!(plain["played"]["text"], "9-14");
}

#[test]
fn only_what_may_be_huffed_is_huffed() {
    let mut game = game("polish-1754", Some(LEFT_UNDONE));
    json(game.play(r#"{"from":38,"to":33}"#, 0.0, "en"));
    for square in [33, 28, 1] {
        let input = format!(r#"{{"from":9,"to":14,"huff":{square}}}"#);
        let refused = json(game.play(&input, 0.0, "en"));
        assert!(
            refused["refused"]["code"].is_string(),
            "{square}: {refused}"
        );
    }
    // A move input that is not possible without the huffed piece is refused like any other.
    let refused = json(game.play(r#"{"from":9,"to":33,"huff":32}"#, 0.0, "en"));
    assert!(refused["refused"]["sentence"].is_string());
}

#[test]
fn a_capture_may_stop_and_is_answered_for() {
    let mut game = game("polish-1754", Some("W:W37,48:B32,23,14,3"));
    let stopped = json(game.play(r#"{"from":37,"to":28}"#, 0.0, "en"));
    assert_eq!(stopped["played"]["captured"], json!([32]));
    assert_eq!(view(&game)["huffable"], json!([28]));
}
