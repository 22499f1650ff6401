//! Games of the family that tags name, with their own signs and with huffs, and games outside the
//! family.

use damier_notation::GameTree;
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
        let output = write(&game);
        assert_eq!(output.lines().last(), Some(written), "{output}");
    }
}

/// F5: short Russian notation is read where exactly one move fits.
#[test]
fn short_notation_is_read_where_one_move_fits() {
    let parsed = only("[GameType \"25\"]\n1. cd4 fg5 2. bc3 gh4 *");
    assert_eq!(items(&parsed.game), "cd4 fg5 bc3 gh4");
    let (game, replayed) = normalised(&parsed, GAME);
    let replayed = replayed.expect("a game to play");
    assert_eq!((replayed.moves.len(), replayed.faults), (4, Vec::new()));
    assert_eq!(
        write(&game).lines().last(),
        Some("1. c3-d4 f6-g5 2. b2-c3 g5-h4 *")
    );
    let capture = only("[GameType \"25\"]\n[FEN \"W:Wc3,g3:Bd4,h6\"]\n1. c:e5 *");
    assert_eq!(played(&capture).moves.len(), 1);
    let several = only("[GameType \"25\"]\n[FEN \"W:WKc1,Kc7:Bh2\"]\n1. cf4 *");
    let replay = played(&several);
    assert_eq!((replay.moves.len(), replay.complete), (0, false));
    assert_eq!(replay.faults[0].severity(), Severity::Error);
}

/// F15: a part of a game keeps its numbers.
#[test]
fn a_part_of_a_game_keeps_its_numbers() {
    for (tags, moves) in [
        ("[FEN \"W:W28:B14,19\"]", "55. 28-22 14-20 56. 22-17 *"),
        ("[FEN \"B:W28:B14,19\"]", "55... 14-20 56. 28-22 *"),
    ] {
        let text = format!("{tags}\n{moves}");
        let (game, _) = normalised(&only(&text), GAME);
        assert_eq!(write(&game).lines().last(), Some(moves));
        let tree = GameTree::from_pdn(&only(&text), GAME).expect("a game").tree;
        assert_eq!(tree.write_pdn().lines().last(), Some(moves));
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
