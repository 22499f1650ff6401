//! PDN through the exports: valid and invalid text that a user pastes.

use damier_wasm::{Game, read_pdn};
use serde_json::{Value, json};

fn read(text: &str, lang: &str) -> Value {
    serde_json::from_str(&read_pdn(text, "international", lang).expect("an answer")).expect("JSON")
}

#[test]
fn a_good_game_becomes_a_record_that_replays() {
    let text =
        "[White \"Sijbrands\"][Black \"Wiersma\"][Event \"a\"][Event \"b\"] 1. 32-28 19-23 1-1";
    let reply = read(text, "en");
    assert_eq!(reply["errors"], json!([]));
    let game = &reply["games"][0];
    assert_eq!(game["title"], "Sijbrands – Wiersma");
    assert_eq!(game["tags"]["Event"], "a");
    assert_eq!(
        (&game["moves"], &game["complete"]),
        (&json!(2), &json!(true))
    );
    let again = Game::from_record(&game["record"].to_string()).expect("the record replays");
    assert_eq!(again.ply_count(), 2);
    let written = again.pdn();
    assert!(written.contains("1. 32-28 19-23 1-1"), "{written}");
}

#[test]
fn damage_is_reported_with_its_place_and_the_rest_is_kept() {
    let text = "[Event \"one\"]\n1. 32-28 19-24 2. 28-99 *\n\n[Event \"two\"]\n1. 31-27 *\n";
    for lang in ["fr", "en"] {
        let reply = read(text, lang);
        let games = reply["games"].as_array().expect("games");
        assert_eq!(games.len(), 2, "{reply}");
        assert_eq!(
            (&games[0]["moves"], &games[0]["complete"]),
            (&json!(2), &json!(false))
        );
        assert_eq!(
            (&games[1]["moves"], &games[1]["complete"]),
            (&json!(1), &json!(true))
        );
        let error = &reply["errors"][0];
        assert_eq!(
            (&error["line"], &error["column"]),
            (&json!(2), &json!(19)),
            "{reply}"
        );
        assert!(
            error["sentence"]
                .as_str()
                .is_some_and(|sentence| sentence.ends_with('.'))
        );
    }
}

#[test]
fn every_game_of_the_family_is_read_and_another_is_reported() {
    let reply = read("[GameType \"25\"]\n1. c3-d4 d6-c5 *", "fr");
    assert_eq!(reply["games"][0]["record"]["variant"], "russian");
    assert_eq!(reply["games"][0]["moves"], 2);

    let reply = read("[GameType \"50\"]\n1. c3-d4 d6-c5 *", "fr");
    assert_eq!(reply["games"], json!([]));
    assert_eq!(
        reply["errors"][0]["sentence"],
        "Ce jeu n’est pas pris en charge."
    );
}

#[test]
fn the_chosen_game_is_read_where_the_text_does_not_tell() {
    let text = read_pdn("1. 32-28 19-23 *", "killer", "en").expect("an answer");
    let reply: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(reply["games"][0]["record"]["variant"], "killer");
}

#[test]
fn any_text_gets_an_answer_of_bounded_size() {
    assert_eq!(read("", "en"), json!({ "games": [], "errors": [] }));
    let many = "1. 32-28 *\n".repeat(1_500);
    let reply = read(&many, "en");
    assert_eq!(reply["games"].as_array().map(Vec::len), Some(1_000));
    assert_eq!(reply["errors"].as_array().map(Vec::len), Some(1));
    let rubbish = "1. 32-23 *\n".repeat(900);
    assert_eq!(
        read(&rubbish, "fr")["errors"].as_array().map(Vec::len),
        Some(200)
    );
    assert_eq!(
        read_pdn("", "international", "nl")
            .expect_err("unknown")
            .code,
        "unknown-language"
    );
}

#[test]
fn a_game_without_a_tag_is_inferred_and_reported() {
    let text = "1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n\n[Event \"b\"]\n1. c3-d4 *\n\n[GameType \"20\"]\n1. 32-28 *\n";
    let reply: Value =
        serde_json::from_str(&read_pdn(text, "international", "en").expect("an answer"))
            .expect("JSON");
    let games = reply["games"].as_array().expect("games");
    let variants: Vec<&Value> = games
        .iter()
        .map(|game| &game["record"]["variant"])
        .collect();
    assert_eq!(variants, ["russian", "russian", "international"]);
    let found = games[0]["found"].as_str().expect("a sentence");
    assert!(found.contains("Russian draughts"), "{found}");
    assert_eq!(games[2]["found"], Value::Null);
    // If it is the expected variant, the reply does not mention it.
    let reply: Value = serde_json::from_str(
        &read_pdn("1. 32-28 19-23 *", "international", "en").expect("an answer"),
    )
    .expect("JSON");
    assert_eq!(reply["games"][0]["found"], Value::Null);
}
