//! Reads, plays and counts small files of our own, like `damier pdn check` and `stats`.

use damier_notation::pdn::{ClockReading, Item, Reader, Summary, replay};
use damier_rules::{Side, Variant};

/// Reads a file and plays its games. Returns the counts and all faults.
fn read(bytes: &[u8]) -> (Summary, Vec<String>) {
    let mut summary = Summary::default();
    let mut faults = Vec::new();
    for parsed in Reader::new(bytes) {
        let parsed = parsed.expect("bytes in memory do not fail");
        let replayed = replay(&parsed, Variant::INTERNATIONAL);
        faults.extend(parsed.faults.iter().map(ToString::to_string));
        match &replayed {
            Ok(replayed) => faults.extend(replayed.faults.iter().map(ToString::to_string)),
            Err(fault) => faults.push(fault.to_string()),
        }
        summary.add(&parsed, &replayed);
    }
    (summary, faults)
}

#[test]
fn an_annotated_game() {
    let bytes = include_bytes!("corpus/annotated.pdn");
    let (summary, faults) = read(bytes);
    // The tag has an international result, the text one of the other style; both mean the same.
    assert_eq!(faults, [] as [&str; 0]);
    assert_eq!((summary.games, summary.complete, summary.draws), (1, 1, 1));
    assert_eq!((summary.plies, summary.plies_in_variations), (9, 4));

    let parsed = Reader::new(bytes.as_slice())
        .next()
        .expect("a game")
        .expect("bytes");
    let clocks = parsed.game.items.iter().filter_map(|item| match item {
        Item::Comment(text) => ClockReading::in_comment(text, Side::White),
        _ => None,
    });
    assert_eq!(clocks.count(), 2);
    assert_eq!(parsed.game.tag("White"), Some("Première, Camille"));
}

#[test]
fn an_old_encoding() {
    let (summary, faults) = read(include_bytes!("corpus/latin1_crlf.pdn"));
    assert_eq!(faults, ["2:1: found text in windows-1252, expected utf-8"]);
    assert_eq!((summary.games, summary.complete, summary.plies), (2, 2, 8));
    assert_eq!((summary.white_wins, summary.unknown_results), (1, 1));
}

#[test]
fn problems() {
    let (summary, faults) = read(include_bytes!("corpus/problems.pdn"));
    assert_eq!(faults, [] as [&str; 0]);
    assert_eq!((summary.games, summary.complete), (5, 5));
    assert_eq!((summary.plies, summary.plies_in_variations), (4, 2));
}

#[test]
fn damage() {
    let (summary, faults) = read(include_bytes!("corpus/damaged.pdn"));
    assert_eq!(faults.len(), 3, "{faults:#?}");
    assert_eq!(
        faults[0],
        "2:19: found '28-22', expected a legal move of White"
    );
    assert_eq!(
        faults[1],
        "5:19: found 'and so on', expected a move, a comment or a result"
    );
    assert_eq!(
        faults[2],
        "10:1: found a tag, expected '}' to close the comment of 8:16"
    );
    assert_eq!((summary.games, summary.complete, summary.errors), (4, 2, 3));
    assert_eq!(summary.damaged, 2, "words lose no move");
    assert_eq!(
        summary.plies,
        2 + 3 + 2 + 4,
        "the moves before the faults are kept"
    );
}

#[test]
fn another_game_of_the_family() {
    let (summary, faults) = read(include_bytes!("corpus/russian.pdn"));
    assert_eq!(faults, [""; 0]);
    assert_eq!((summary.games, summary.complete, summary.plies), (1, 1, 5));
}

#[test]
fn a_game_outside_the_family() {
    let (summary, faults) = read(b"[GameType \"50\"]\n1. c3-d4 d6-c5 *");
    assert_eq!(
        faults,
        ["1:1: not a game this program knows yet: Othello (GameType 50)"]
    );
    assert_eq!((summary.games, summary.errors, summary.plies), (1, 0, 0));
    assert_eq!(summary.not_played.get("Othello (GameType 50)"), Some(&1));
}
