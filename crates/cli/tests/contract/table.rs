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
    let told = played(
        &["--level", "1"],
        "32-27\n32-28\nback\nhint\nresign\nquit\n",
    );
    assert!(
        told.contains("You are White, the computer plays at level 1."),
        "{told}"
    );
    assert!(told.contains("Black plays "), "{told}");
    assert!(told.contains("The computer would play "), "{told}");
    assert!(told.contains("Black wins: White resigned."), "{told}");
    assert!(told.ends_with("See you soon!\n"), "{told}");
}

#[test]
fn a_game_in_french_refuses_with_a_reason() {
    let told = played(
        &["--level", "1", "--lang", "fr"],
        "32-37\nbonjour\nquitter\n",
    );
    assert!(told.contains("Vous avez les Blancs"), "{told}");
    assert!(
        told.contains("« bonjour » n’est ni un coup ni une commande."),
        "{told}"
    );
}

#[test]
fn the_computer_begins_when_the_person_is_black() {
    let told = played(&["--level", "1", "--black"], "quit\n");
    assert!(told.contains("White plays "), "{told}");
    assert!(told.contains(" (opening book)"), "{told}");
    assert!(!told.contains("thinking"), "{told}");
    let told = played(&["--level", "1", "--black", "--no-book"], "quit\n");
    assert!(told.contains("The computer is thinking…"), "{told}");
    assert!(!told.contains("opening book"), "{told}");
}

#[test]
fn the_last_capture_wins() {
    let told = played(&["--fen", "W:W28:B23"], "28x19\nquit\n");
    assert!(
        told.contains("White wins: Black has no piece left."),
        "{told}"
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
    let told = played(
        &["--level", "1"],
        &format!("{save}{save}save no/such/folder/x\nfen\n"),
    );
    assert_eq!(told.matches("The game is saved in").count(), 1, "{told}");
    assert_eq!(
        told.matches("The game could not be saved").count(),
        2,
        "{told}"
    );
    assert!(told.contains("W:W31,32"), "{told}");
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
        let told = played(
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
        assert!(told.contains("Ballot 1 of 3: c3-d4 b6-a5."), "{told}");
        assert!(told.contains("There are no moves to take back."), "{told}");
        assert!(told.contains("d4,") && told.contains("a5"), "{told}");
    }
    let told = played(
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
    assert!(told.contains("Début n° 2 sur 3 : une position."), "{told}");
}

#[test]
fn a_ballot_is_drawn_at_random() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), "1. 32-28 19-23 *\n1. 33-29 19-23 *\n").expect("written");
    let path = file.path().to_str().expect("a name");
    let told = played(&["--level", "1", "--ballots", path], "quit\n");
    let first = told.contains("Ballot 1 of 2: 32-28 19-23.");
    let second = told.contains("Ballot 2 of 2: 33-29 19-23.");
    assert!(first != second, "{told}");
}

#[test]
fn an_invalid_ballot_is_reported_with_its_place() {
    let file = ballots();
    let path = file.path().to_str().expect("a name");
    let told = |number| {
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
        told("3").contains("ballot 3: 3:4: found 'a1-e5'"),
        "{}",
        told("3")
    );
    assert!(told("4").contains("its ballots are numbered 1 to 3, found 4"));
    let missing = complaint(&["play", "--ballots", "/no/such/table.pdn"]);
    assert!(
        missing.contains("--ballots /no/such/table.pdn"),
        "{missing}"
    );
    assert!(complaint(&["play", "--ballot", "1"]).contains("--ballots"));
}
