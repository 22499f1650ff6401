//! `damier play`: a game typed line by line.

use crate::damier;

fn played(arguments: &[&str], lines: &str) -> String {
    let mut all = vec!["play"];
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
fn the_end_of_input_ends_the_table() {
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
