//! `damier play`: a game typed line by line.

use crate::{complaint, damier};

fn played(arguments: &[&str], lines: &str) -> String {
    let mut all = vec!["play", "--tables", "none"];
    all.extend_from_slice(arguments);
    let output = damier(&all)
        .write_stdin(lines)
        .output()
        .expect("the command runs");
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_game_in_english() {
    let output = played(
        &["--level", "1"],
        "32-27\n32-28\nback\nhint\nresign\nquit\n",
    );
    assert!(
        output.contains("You are White, the computer plays at level 1."),
        "{output}"
    );
    assert!(output.contains("Black plays "), "{output}");
    assert!(output.contains("The computer would play "), "{output}");
    assert!(output.contains("Black wins: White resigned."), "{output}");
    assert!(output.ends_with("See you soon!\n"), "{output}");
}

#[test]
fn a_game_in_french_refuses_with_a_reason() {
    let output = played(
        &["--level", "1", "--lang", "fr"],
        "32-37\nbonjour\nquitter\n",
    );
    assert!(output.contains("Vous avez les Blancs"), "{output}");
    assert!(
        output.contains("«\u{a0}bonjour\u{a0}» n’est ni un coup ni une commande."),
        "{output}"
    );
}

#[test]
fn the_computer_begins_when_the_person_is_black() {
    let output = played(&["--level", "1", "--black"], "quit\n");
    assert!(output.contains("White plays "), "{output}");
    assert!(output.contains(" (opening book)"), "{output}");
    assert!(!output.contains("thinking"), "{output}");
    let output = played(&["--level", "1", "--black", "--no-book"], "quit\n");
    assert!(output.contains("The computer is thinking…"), "{output}");
    assert!(!output.contains("opening book"), "{output}");
}

#[test]
fn the_last_capture_wins() {
    let output = played(&["--fen", "W:W28:B23"], "28x19\nquit\n");
    assert!(
        output.contains("White wins: Black has no pieces left."),
        "{output}"
    );
}

#[test]
fn the_end_of_input_ends_the_program() {
    assert!(played(&[], "").contains("White> "));
}

#[test]
fn saving_never_overwrites_and_never_ends_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pdn");
    let save = format!("save {}\n", path.display());
    let output = played(
        &["--level", "1"],
        &format!("{save}{save}save no/such/folder/x\nfen\n"),
    );
    assert_eq!(
        output.matches("The game is saved in").count(),
        1,
        "{output}"
    );
    assert_eq!(
        output.matches("The game could not be saved").count(),
        2,
        "{output}"
    );
    assert!(output.contains("W:W31,32"), "{output}");
    assert!(
        std::fs::read_to_string(path)
            .expect("saved")
            .contains("[GameType \"20\"]")
    );
}

/// A table for these tests.
const BALLOTS: &str = "1. c3-d4 b6-a5 *\n[FEN \"W:Wc1,e3:Bb8,d6\"] *\n1. a1-e5 *\n";

fn ballots() -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), BALLOTS).expect("written");
    file
}

#[test]
fn moves_of_the_ballot_cannot_be_taken_back() {
    let file = ballots();
    let path = file.path().to_str().expect("a name");
    for variant in ["russian", "brazilian"] {
        let output = played(
            &[
                "--variant",
                variant,
                "--level",
                "1",
                "--ballots",
                path,
                "--ballot",
                "1",
            ],
            "back\nfen\nquit\n",
        );
        assert!(output.contains("Ballot 1 of 3: c3-d4 b6-a5."), "{output}");
        assert!(
            output.contains("There are no moves to take back."),
            "{output}"
        );
        assert!(output.contains("d4,") && output.contains("a5"), "{output}");
    }
    let output = played(
        &[
            "--variant",
            "russian",
            "--lang",
            "fr",
            "--ballots",
            path,
            "--ballot",
            "2",
        ],
        "quitter\n",
    );
    assert!(
        output.contains("Début n°\u{a0}2 sur 3\u{a0}: une position."),
        "{output}"
    );
}

#[test]
fn a_ballot_is_drawn_at_random() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), "1. 32-28 19-23 *\n1. 33-29 19-23 *\n").expect("written");
    let path = file.path().to_str().expect("a name");
    let output = played(&["--level", "1", "--ballots", path], "quit\n");
    let first = output.contains("Ballot 1 of 2: 32-28 19-23.");
    let second = output.contains("Ballot 2 of 2: 33-29 19-23.");
    assert!(first != second, "{output}");
}

#[test]
fn an_invalid_ballot_is_reported_with_its_place() {
    let file = ballots();
    let path = file.path().to_str().expect("a name");
    let message = |number| {
        complaint(&[
            "play",
            "--variant",
            "russian",
            "--ballots",
            path,
            "--ballot",
            number,
        ])
    };
    assert!(
        message("3").contains("ballot 3: 3:4: found 'a1-e5'"),
        "{}",
        message("3")
    );
    assert!(message("4").contains("its ballots are numbered 1 to 3, found 4"));
    let missing = complaint(&["play", "--ballots", "/no/such/table.pdn"]);
    assert!(
        missing.contains("--ballots /no/such/table.pdn"),
        "{missing}"
    );
    assert!(complaint(&["play", "--ballot", "1"]).contains("--ballots"));
}
