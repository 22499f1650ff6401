//! `damier pdn` and `damier render`.

use std::fs;

use crate::{answer, complaint, damier, json, text};

const GAMES: &str = "\
[White \"Awa\"]
[Black \"Piet\"]
[Result \"1-0\"]

1. 32-28 19-23 2. 28x19 14x23 1-0

[White \"Nadia\"]
[Result \"*\"]

1. 32-28 19-23 2. 33-29 *

[Event \"Problem\"]
[FEN \"W:W28:B12,13,22,23.\"]
*
";

fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, content).expect("written");
    let path = path.to_string_lossy().into_owned();
    (folder, path)
}

#[test]
fn a_check_reports_the_place_of_each_error() {
    let (_folder, path) = file("games.pdn", GAMES.as_bytes());
    let output = answer(&["pdn", "check", &path], 1);
    let stdout = String::from_utf8(output.stdout).expect("text");
    assert!(
        stdout.contains("games.pdn:10:19: found '33-29', expected a legal move"),
        "{stdout}"
    );
    assert!(
        stdout.ends_with("3 games, 2 complete, 6 plies, 1 error, 0 notes\n"),
        "{stdout}"
    );
    let reply = json(&["pdn", "check", "--json", &path], 1);
    assert_eq!(reply["faults"][0]["line"], 10);
    assert_eq!(reply["faults"][0]["code"], "not-legal");
}

#[test]
fn a_conversion_is_canonical_and_idempotent() {
    let (_folder, path) = file("games.pdn", GAMES.as_bytes());
    let output = answer(&["pdn", "convert", &path], 1);
    let once = String::from_utf8(output.stdout).expect("text");
    assert!(once.contains("[Result \"2-0\"]"), "{once}");
    assert!(once.contains("[FEN \"W:W28:B12,13,22,23\"]"), "{once}");
    let (_folder, path) = file("again.pdn", once.as_bytes());
    // The illegal move is still there, and is reported again.
    let again = answer(&["pdn", "convert", &path], 1);
    assert_eq!(String::from_utf8(again.stdout).expect("text"), once);
    assert!(once.contains("33-29"), "{once}");
    let statistics = json(&["pdn", "stats", "--json", &path], 0);
    assert_eq!(statistics["summary"]["games"], 3);
    assert_eq!(statistics["summary"]["results"]["2-0"], 1);
}

#[test]
fn a_file_without_a_game_is_named_with_the_reason() {
    let bytes: Vec<u8> = (0..4_000_u32)
        .map(|at| (at * at / 7) as u8 ^ 0x9E)
        .collect();
    for (content, reason) in [
        (&bytes[..], "1:1: found binary data, expected a text in PDN"),
        (b"", ""),
    ] {
        let (_folder, path) = file("holiday.jpg", content);
        for command in [["pdn", "check"], ["pdn", "convert"]] {
            let output = answer(&[command[0], command[1], &path], 1);
            let printed = [output.stdout, output.stderr].concat();
            let printed = String::from_utf8(printed).expect("text");
            assert!(
                printed.contains("holiday.jpg: contains no games"),
                "{printed}"
            );
            assert!(printed.contains(reason), "{printed}");
        }
        let output = answer(&["report", &path], 2);
        let stderr = String::from_utf8(output.stderr).expect("text");
        assert!(stderr.contains("contains no games"), "{stderr}");
        assert!(stderr.contains(reason), "{stderr}");
    }
}

#[test]
fn text_without_a_game_is_converted_to_nothing() {
    for (content, code) in [
        ("hello\n", 1),
        ("1. 2. 3.\n", 1),
        ("{Preface.}\n", 1),
        ("", 1),
    ] {
        let (_folder, path) = file("words.txt", content.as_bytes());
        let output = answer(&["pdn", "convert", &path], code);
        assert_eq!(output.stdout, b"", "{content}");
    }
}

/// A game that could not be played, and a move that several pieces can make, lose something.
#[test]
fn an_incomplete_game_is_an_error() {
    for content in [
        "[Variant \"bagh chal\"]\n1. c3-h8 *\n",
        "[GameType \"25\"]\n[FEN \"W:WKc1,Kc3:Bh8\"]\n1. cd2 hg7 *\n",
    ] {
        let (_folder, path) = file("games.pdn", content.as_bytes());
        for command in ["check", "convert"] {
            let output = answer(&["pdn", command, &path], 1);
            let printed = [output.stdout, output.stderr].concat();
            let printed = String::from_utf8(printed).expect("text");
            assert!(!printed.contains("nothing was lost"), "{printed}");
        }
    }
}

#[test]
fn the_variant_of_a_game_without_a_tag_is_inferred() {
    let games = b"1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n\n[Event \"x\"]\n1. c3-d4 *\n";
    let (_folder, path) = file("games.pdn", games);
    let output = answer(&["pdn", "check", &path], 0);
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert_eq!(stderr.matches("Russian draughts").count(), 1, "{stderr}");
    let reply = json(&["pdn", "check", "--json", &path], 0);
    assert_eq!(reply["games_found"][0]["variant"], "russian");
    assert_eq!(reply["games_found"][0]["reason"], "most-played");
    assert_eq!(reply["games_found"][0]["games"], 2);
    let asked = json(
        &["pdn", "check", "--json", "--variant", "turkish", &path],
        1,
    );
    assert_eq!(asked["games_found"], serde_json::json!([]));
}

/// A tag that is replaced is named; it is not said that there is none.
#[test]
fn a_replaced_tag_is_named() {
    let (_folder, path) = file(
        "tagged.pdn",
        b"[GameType \"20\"]\n1. c3-d4 f6-g5 2. b2-c3 *",
    );
    let stderr = String::from_utf8(answer(&["pdn", "check", &path], 0).stderr).expect("text");
    assert!(
        stderr.contains("tagged.pdn:1:1: The tag GameType \"20\" does not fit: read as Russian"),
        "{stderr}"
    );
    assert!(!stderr.contains("No tag"), "{stderr}");
}

#[test]
fn any_bytes_are_handled_without_a_panic() {
    let mut noise: Vec<u8> = (0..40_000_u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    noise.extend_from_slice(&b"(".repeat(100_000));
    noise.extend_from_slice(GAMES.as_bytes());
    let output = damier(&["pdn", "check", "-"])
        .write_stdin(noise)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let stdout = String::from_utf8(output.stdout).expect("text");
    assert!(stdout.contains("standard input:1:"), "{stdout}");
    assert!(complaint(&["pdn", "check", "no/such/file.pdn"]).contains("no/such/file.pdn"));
}

#[test]
fn a_board_is_drawn_as_text_and_as_svg() {
    let drawn = text(&["render", "--fen", "W:WK46,31:B5,K1"]);
    assert!(drawn.contains(" 46  W   ."), "{drawn}");
    let flipped = text(&["render", "--flip", "--fen", "W:WK46,31:B5,K1"]);
    assert_ne!(drawn, flipped);
    for numbers in ["none", "outside", "inside"] {
        let svg = text(&["render", "--format", "svg", "--numbers", numbers]);
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    }
}

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(text(&["completions", shell]).contains("damier"), "{shell}");
    }
}

#[test]
fn one_unreadable_file_does_not_stop_the_others() {
    let (_folder, path) = file("games.pdn", b"1. 32-28 19-23 *");
    let output = answer(&["pdn", "check", "no/such/file.pdn", &path], 2);
    let stdout = String::from_utf8(output.stdout).expect("text");
    assert!(
        stdout.ends_with("1 game, 1 complete, 2 plies, 0 errors, 0 notes\n"),
        "{stdout}"
    );
}

#[test]
fn every_command_gets_its_manual_page() -> std::io::Result<()> {
    assert!(text(&["man"]).starts_with(".ie"));
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path().to_string_lossy();
    assert_eq!(text(&["man", "--folder", &folder]), "");
    for page in ["damier.1", "damier-hub.1", "damier-endgame-build.1"] {
        let page = std::fs::read_to_string(scratch.path().join(page))?;
        assert!(page.contains(".SH NAME"), "{page}");
    }
    Ok(())
}
