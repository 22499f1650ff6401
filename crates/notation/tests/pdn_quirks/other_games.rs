//! Games of the family that tags name, with their own signs and with huffs, and games outside the
//! family.

use damier_notation::pdn::ResultStyle;
use damier_rules::Variant;

use super::*;

#[test]
fn signs_of_every_kind_are_read_and_one_is_written() {
    // The last Russian move is not legal, so it stays as it is written.
    for (variant, text, written) in [
        (
            "russian",
            "1. c3d4 d6-c5 2. B2-C3 f6-g5 3. c3-b4 h8xg7",
            "1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 h8xg7 *",
        ),
        ("thai", "1. 5-9 28x24 2. 9:13", "1. 5-9 28-24 2. 9-13 *"),
    ] {
        let tags = format!("[Variant \"{variant}\"]\n");
        let (game, _) = normalised(&only(tags + text), GAME);
        let told = write(&game);
        assert_eq!(told.lines().last(), Some(written), "{told}");
    }
}

#[test]
fn huffs_stand_before_the_move() {
    let text = "[Variant \"polish-1754\"]\n\n1. 32-28 19-23 2. 33-29 s29 s23";
    let parsed = only(format!("{text} 20-24"));
    assert_eq!(
        parsed.faults.len(),
        1,
        "one huff a move: {:?}",
        parsed.faults
    );
    let parsed = only("[Variant \"polish-1754\"]\n1. 32-28 19-23 2. 33-29 s28\n23-28 1-0");
    let replayed = replay(&parsed, GAME).unwrap();
    assert_eq!(replayed.faults, []);
    assert_eq!(replayed.moves.len(), 4);
    let (game, _) = normalised(&parsed, GAME);
    assert_eq!(ResultStyle::of(replayed.variant), ResultStyle::Default);
    assert_eq!(
        write(&game).lines().last(),
        Some("1. 32-28 19-23 2. 33-29 s28 23-28 1-0")
    );
}

#[test]
fn numbers_follow_the_side_that_begins() {
    for (tags, written) in [
        ("[GameType \"21\"]", "1. 11-15 23-19 2. 8-11 *"),
        ("[GameType \"23,B,8,8,N1,0\"]", "1. 11-15 23-19 2. 8-11 *"),
        (
            "[GameType \"21\"]\n[FEN \"W:W23,24:B11,15\"]",
            "1... 23-18 2. 15x22 *",
        ),
    ] {
        let moves = written.trim_start_matches("1...");
        let (game, replayed) = normalised(&only(format!("{tags}\n{moves}")), GAME);
        assert_eq!(replayed.unwrap().faults, []);
        assert_eq!(write(&game).lines().last(), Some(written));
    }
}

#[test]
fn a_move_that_looks_like_a_result_is_written_with_zeros() {
    let parsed = only("[GameType \"50\"]\n1. 01-01 02-03 *");
    let text = write(&parsed.game);
    assert_eq!(text.lines().last(), Some("1. 01-01 2-3 *"));
    assert_eq!(only(text).game, parsed.game);
}

#[test]
fn games_outside_the_family_are_read_and_not_played() {
    let parsed = only("[GameType \"50\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3:e5 d8:f6 1-1");
    assert_eq!(parsed.faults, []);
    assert_eq!(items(&parsed.game), "c3-d4 d6-c5 b2-c3 f6-g5 c3:e5 d8:f6");
    let fault = replay(&parsed, GAME).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "1:1: not a game this program knows yet: Othello (GameType 50)"
    );
    assert_eq!(fault.severity(), Severity::NotPlayed);
    let (same, _) = normalised(&parsed, GAME);
    assert_eq!(same, parsed.game);
    assert_eq!(only(write(&same)).game, same);
}

#[test]
fn capitals_and_no_tag() {
    for (text, variant) in [
        ("1. C3-D4 D6-C5 *", Variant::RUSSIAN),
        ("1. 11-15 23-19 *", Variant::ENGLISH),
    ] {
        let parsed = only(text);
        let replayed = replay(&parsed, find_game(&parsed.game, GAME).variant).unwrap();
        assert_eq!((replayed.variant, replayed.moves.len()), (variant, 2));
    }
}
