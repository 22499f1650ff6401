//! `damier report`: its content, its formats, and invalid input.

use std::fs;

use crate::{answer, complaint, damier, json, text};

/// White first overlooks the *coup royal*, and plays it a move later.
const GAME: &str = r#"[White "Anna <b>"]
[Black "Bert"]
[FEN "W:W33,38,39,40,45,50:B1,6,12,13,14,23,24"]
[GameType "20"]
1. 50-44 6-11 2. 33-28 23x34 3. 40x16 *
"#;

/// A file with this text, in a folder that is deleted when dropped.
fn file(content: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pdn");
    fs::write(&path, content).expect("a file");
    let path = path.to_str().expect("a plain path").to_owned();
    (folder, path)
}

const QUICK: [&str; 6] = ["--nodes", "3000", "--hash", "4", "--lang", "en"];

fn quick<'a>(path: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["report", path], &QUICK[..], more].concat()
}

#[test]
fn the_shot_is_reported_in_every_format() {
    let (_folder, path) = file(GAME);
    let report = text(&quick(&path, &[]));
    assert!(report.contains("Anna <b> – Bert"), "{report}");
    assert!(report.contains("coup royal: give 3, take 5."), "{report}");
    let page = text(&quick(&path, &["--html"]));
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg "));
    assert!(page.contains("Anna &lt;b&gt;") && !page.contains("Anna <b>"));
    let document = json(&quick(&path, &["--json"]), 0);
    let game = &document["games"][0];
    assert_eq!(game["variant"], "international");
    assert_eq!(game["complete"], true);
    assert_eq!(game["curve"].as_array().map(Vec::len), Some(6));
    let first = &game["moments"][0];
    assert_eq!(
        (&first["played"], &first["events"][0]["code"]),
        (&"50-44".into(), &"missed-shot".into())
    );
    assert_eq!(first["acceptable"], serde_json::json!(["33-28"]));
    assert_eq!(
        first["line"]["moves"],
        serde_json::json!(["33-28", "23x34", "40x7"])
    );
    assert_eq!(game["strengths"][0]["merit"], "shot");
}

#[test]
fn an_exchange_of_two_for_two_is_no_shot() {
    // The second half alone gives one and captures two.
    let exchange = r#"[Event "A club"]
[FEN "W:W27,28,33,38,39,47:B1,2,3,6,18,19"]
[GameType "20"]
1. 27-22 18x27 2. 28-23 19x28 3. 33x31 1-7 *
"#;
    let (_folder, path) = file(exchange);
    let document = json(&quick(&path, &["--json"]), 0);
    let strengths = &document["games"][0]["strengths"];
    let is_shot = |strength: &serde_json::Value| strength["merit"] == "shot";
    assert!(
        !strengths.as_array().expect("strengths").iter().any(is_shot),
        "{strengths}"
    );
    assert!(text(&quick(&path, &[])).contains("A club"), "the event");
    let moment_count = document["games"][0]["moments"].as_array().map(Vec::len);
    assert_eq!(
        document["games"][0]["silence"].is_null(),
        moment_count != Some(0)
    );
}

#[test]
fn the_same_game_gets_the_same_report() {
    let (_folder, path) = file(&format!("{GAME}\n{GAME}"));
    let document = json(&quick(&path, &["--json"]), 0);
    let (one, other) = (&document["games"][0], &document["games"][1]);
    assert_eq!(one["moments"], other["moments"]);
    assert_eq!(one["curve"], other["curve"]);
    let second = json(&quick(&path, &["--json", "--game", "2"]), 0);
    assert_eq!(second["games"][0]["number"], 2);
    assert_eq!(second["games"][0]["moments"], other["moments"]);
}

#[test]
fn a_report_for_children_has_three_moments_and_french_has_its_spaces() {
    let (_folder, path) = file(GAME);
    let arguments = [
        "report", &path, "--nodes", "3000", "--hash", "4", "--lang", "fr", "--for", "children",
        "--json",
    ];
    let document = json(&arguments, 0);
    let moments = document["games"][0]["moments"].as_array().expect("moments");
    assert!((1..=3).contains(&moments.len()));
    assert_eq!(
        moments[0]["sentences"][0],
        "Il y avait un coup royal\u{a0}: 3 pour 5."
    );
}

/// The first game is fast, the second one takes minutes.
#[test]
#[cfg(unix)]
fn ctrl_c_prints_a_partial_report() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let long = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 35-30 14-19 5. 30-25 5-10 6. \
        40-35 10-14 *";
    let (_folder, path) = file(&format!("1. 32-28 *\n\n{long}"));
    let mut running = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args([
            "report", &path, "--time", "0.4", "--hash", "4", "--lang", "en",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdout = BufReader::new(running.stdout.take().expect("a pipe"));
    let mut text = String::new();
    stdout.read_line(&mut text).expect("the first game");
    let number = running.id().to_string();
    let sent = Command::new("kill").args(["-INT", &number]).status();
    assert!(sent.expect("a signal").success());
    stdout.read_to_string(&mut text).expect("text");
    let output = running.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(text.starts_with("1. ") && text.contains("\n2. "), "{text}");
    assert!(text.contains("The report was interrupted"), "{text}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"));
}

#[test]
fn invalid_games_are_reported_and_valid_ones_kept() {
    let (_folder, path) = file("1. 32-28 19-23 2. 99-1 *");
    let output = answer(&quick(&path, &[]), 1);
    assert!(String::from_utf8_lossy(&output.stderr).contains("99"));
    assert!(!output.stdout.is_empty());
    assert!(complaint(&quick("/no/such/file.pdn", &[])).contains("/no/such/file.pdn"));
    // An incomplete text: the game is reported, and the end says that it is incomplete.
    let (_folder, broken) = file("1. 32-28 19-23 2. 28x19 14x23 { never closed");
    let output = answer(&quick(&broken, &[]), 1);
    assert!(String::from_utf8_lossy(&output.stderr).contains("'}'"));
    assert!(!output.stdout.is_empty());
    let (_folder, empty) = file("");
    assert!(complaint(&quick(&empty, &[])).contains("no game"));
    let (_folder, path) = file(GAME);
    assert!(complaint(&quick(&path, &["--game", "7"])).contains("no game 7"));
    damier(&["report", &path, "--json", "--html"])
        .assert()
        .code(2);
    damier(&["report", &path, "--nodes", "5", "--time", "1"])
        .assert()
        .code(2);
}
