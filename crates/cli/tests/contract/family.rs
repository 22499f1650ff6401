//! Every variant through the command: squares, rule sets, huffing and history.

use std::io::BufRead;

use damier_rules::Variant;
use serde_json::{Value, json};

use crate::{answer, complaint, damier, json as json_of, text};

fn texts(reply: &Value) -> Vec<&str> {
    let moves = reply["moves"].as_array().expect("moves");
    moves.iter().filter_map(|it| it["text"].as_str()).collect()
}

#[test]
fn every_fact_of_every_game_and_reading_is_listed() {
    let reply = json_of(&["variants", "--json"], 0);
    let listed = reply["variants"].as_array().expect("games");
    let ids: Vec<&str> = listed.iter().filter_map(|it| it["id"].as_str()).collect();
    let all: Vec<&str> = Variant::READINGS.iter().map(|it| it.id()).collect();
    assert_eq!(ids, all);
    for facts in listed {
        for fact in [
            "family",
            "board",
            "start",
            "pieces_per_side",
            "first",
            "goal",
            "obligation",
            "man",
            "king",
            "removal",
            "half_turn",
            "passing",
            "precedence",
            "draws",
            "naming",
            "capture_sign",
            "results",
            "sources",
        ] {
            assert!(!facts[fact].is_null(), "{} has no {fact}", facts["id"]);
        }
        for language in ["fr", "en"] {
            let name = facts[language]["name"].as_str().unwrap_or_default();
            assert!(!name.is_empty(), "{} in {language}", facts["id"]);
        }
    }
    let table = |id| &listed[all.iter().position(|it| *it == id).expect("a game")];
    assert_eq!(table("frisian")["king_run"], 3);
    assert_eq!(table("thai")["game_type"]["long"], "31,B,8,8,N2,0");
    assert_eq!(table("killer")["game_type"], Value::Null);
    assert_eq!(table("pool:unified")["game_type"]["tag"], "23,W,8,8,A0,0");
    assert_eq!(
        table("polish-1754")["obligation"],
        json!({ "huffing": { "shorter_route": "safe" } })
    );
    assert_eq!(table("spanish")["start"]["white"][0], "1");
}

#[test]
fn every_game_has_moves_a_rule_sheet_a_picture_and_a_count() {
    for variant in Variant::READINGS.iter().map(|it| it.id()) {
        let reply = json_of(&["moves", "--json", "--variant", variant], 0);
        assert_eq!(reply["variant"], variant);
        let count = texts(&reply).len();
        assert!(count > 0, "{variant}");
        let perft = text(&["perft", "--variant", variant, "--depth", "1"]);
        assert!(
            perft.starts_with(&format!("perft(1) = {count} ")),
            "{perft}"
        );
        for lang in ["fr", "en"] {
            let rules = text(&["explain", "--variant", variant, "--lang", lang]);
            assert!(rules.lines().count() > 10, "{variant}: {rules}");
        }
        for format in ["svg", "text"] {
            assert!(!text(&["render", "--variant", variant, "--format", format]).is_empty());
        }
    }
}

#[test]
fn a_huff_is_explained_played_and_counted() {
    let position = ["--variant", "polish-1754", "--moves", "32-28 19-23 33-29"];
    let reply = json_of(&[&["moves", "--json"], &position[..]].concat(), 0);
    let huffs: Vec<&Value> = reply["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|it| &it["huff"])
        .collect();
    assert!(huffs.contains(&&json!("28")) && huffs.contains(&&Value::Null));
    assert!(texts(&reply).contains(&"s28 23-28"), "{reply}");
    assert!(reply["position"].as_str().expect("text").ends_with(":S28"));

    let after = [
        "--variant",
        "polish-1754",
        "--moves",
        "32-28 19-23 33-29 s28 23-28",
    ];
    let reply = json_of(&[&["moves", "--json"], &after[..]].concat(), 0);
    assert!(
        reply["position"]
            .as_str()
            .expect("text")
            .starts_with("W:W29,31,")
    );

    let divided = [&["perft", "--depth", "1", "--divide"], &position[..]].concat();
    assert!(text(&divided).contains("s28 23-28  1\n"));
    let legal = [&["explain", "--move", "s28 23-28"], &position[..]].concat();
    assert_eq!(text(&legal), "legal: s28 23-28\n");
    let refused = [&["explain", "--json", "--move", "s29 23-28"], &position[..]].concat();
    assert_eq!(json_of(&refused, 1)["refusal"]["code"], "not-huffable");
}

#[test]
fn a_batch_uses_the_history_of_a_position() {
    let output = damier(&["moves", "--batch", "--variant", "frisian"])
        .write_stdin("W:WK1,50:BK45:H0:F1:+0+301\nW:WK1,50:BK45:+0+9\nW:WK1,50:BK45:+0+150\n")
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<Value> = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str(&line.expect("text")).expect("JSON"))
        .collect();
    assert_eq!(
        texts(&lines[0]),
        ["50-44"],
        "the king has moved three times"
    );
    assert_eq!(lines[1]["error"]["code"], "unexpected");
    assert_eq!(lines[1]["error"]["column"], 18);
    assert_eq!(lines[2]["error"]["code"], "no-king-run");
}

#[test]
fn squares_are_named_in_each_game_s_own_way() {
    let first = |variant| text(&["moves", "--variant", variant]);
    assert!(first("russian").contains("c3-d4\n"));
    assert!(first("spanish").contains("12-16\n"));
    assert!(first("thai").contains("8-12\n"), "Black begins, on 1 to 8");
    let numbers = ["moves", "--variant", "russian", "--fen", "W:W29:B1"];
    assert_eq!(text(&numbers), "a1-b2\n", "a number is an index there");
    let capture = ["moves", "--variant", "russian", "--fen", "W:Wc3:Bd4,f6"];
    assert_eq!(text(&capture), "c3:g7\n");
}

#[test]
fn a_misspelt_name_gets_a_suggestion() {
    assert!(complaint(&["moves", "--variant", "turkisch"]).contains("'turkish'"));
    let message = complaint(&["moves", "--variant", "alquerque:huffin"]);
    assert!(message.contains("'alquerque:huffing'"), "{message}");
}

#[test]
fn rules_are_available_as_json() {
    let rules = json_of(
        &["explain", "--variant", "italian", "--lang", "fr", "--json"],
        0,
    );
    assert_eq!(
        (&rules["lang"], &rules["title"]),
        (&json!("fr"), &json!("Dames italiennes"))
    );
    assert!(rules["sections"].as_array().expect("sections").len() > 5);
    answer(&["explain", "--variant", "italian"], 0);
}
