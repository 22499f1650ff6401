//! `damier explain`: legal, illegal or ambiguous, with the right exit code in both languages.

use crate::{answer, complaint, json};

const COUP_TURC: &str = "B:W23,29,30,38,39:BK35";

#[test]
fn a_legal_move_is_written_out() {
    let output = answer(&["explain", "--fen", COUP_TURC, "--move", "35x34"], 0);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "legal: 35x19x32x43x34\n"
    );
}

#[test]
fn a_refusal_gives_the_reason_in_both_languages_and_the_article() {
    for (lang, words) in [
        ("en", ["refused: ", "already captured on 23", "(art. 4.11)"]),
        (
            "fr",
            ["refused: ", "déjà prise sur la case 23", "(art. 4.11)"],
        ),
    ] {
        let arguments = [
            "explain",
            "--fen",
            COUP_TURC,
            "--move",
            "35x19x32x43x34x23",
            "--lang",
            lang,
        ];
        let output = answer(&arguments, 1);
        let stdout = String::from_utf8(output.stdout).expect("text");
        for word in words {
            assert!(stdout.contains(word), "{stdout}");
        }
    }
}

#[test]
fn the_json_contains_the_squares_concerned() {
    let reply = json(
        &[
            "explain",
            "--json",
            "--fen",
            "W:W32,33,48:B28,29",
            "--move",
            "48-43",
        ],
        1,
    );
    assert_eq!(reply["verdict"], "refused");
    assert_eq!(reply["refusal"]["code"], "must-capture");
    assert_eq!(
        reply["refusal"]["squares"]["must_move"],
        serde_json::json!(["32"]),
        "33 takes one, 32 takes two"
    );
    assert_eq!(reply["move"], serde_json::Value::Null);
}

#[test]
fn an_ambiguous_input_lists_its_choices() {
    let fen = "W:WK47:B14,19,29,31,42";
    let reply = json(&["explain", "--json", "--fen", fen, "--move", "47x36"], 1);
    assert_eq!(reply["verdict"], "ambiguous");
    let choices: Vec<_> = reply["choices"]
        .as_array()
        .expect("choices")
        .iter()
        .map(|c| &c["text"])
        .collect();
    assert_eq!(choices, ["47x38x20x9x36", "47x38x24x13x36"]);
}

#[test]
fn a_square_off_the_board_gets_a_reason_and_other_texts_an_error() {
    let reply = json(&["explain", "--json", "--move", "60-55"], 1);
    assert_eq!(reply["refusal"]["code"], "no-such-square");
    assert!(complaint(&["explain", "--move", "hello"]).contains("--move hello: column 1"));
}

/// A move in short notation names only the file of its piece.
#[test]
fn short_moves_are_explained() {
    let explained = |fen: &[&str], played: &str| {
        let arguments = [
            "explain",
            "--variant",
            "russian",
            "--lang",
            "en",
            "--move",
            played,
        ];
        let output = answer(&[&arguments, fen].concat(), 1);
        String::from_utf8([output.stdout, output.stderr].concat()).expect("text")
    };
    let printed = explained(&[], "ce5");
    assert!(
        printed.contains("No piece on the c file can go to e5."),
        "{printed}"
    );
    let printed = explained(&["--fen", "W:Wc3:Bh8"], "ce5");
    assert!(printed.starts_with("refused: "), "{printed}");
    let printed = explained(&["--fen", "W:WKc1,Kc3:Bh8"], "cd2");
    let expected = "ambiguous: The pieces on c3 and c1 can all go to d2: choose one.\n  ";
    assert!(printed.starts_with(expected), "{printed}");
    for played in ["c1-d2", "c3-d2"] {
        assert!(printed.contains(played), "{printed}");
    }
    let arguments = ["moves", "--variant", "russian", "--fen", "W:WKc1,Kc3:Bh8"];
    let output = answer(&[&arguments[..], &["--moves", "cd2"]].concat(), 1);
    let error = String::from_utf8(output.stderr).expect("text");
    assert!(
        error.contains("The pieces on c3 and c1 can all go to d2"),
        "{error}"
    );
}
