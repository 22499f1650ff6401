//! Variations, closed or not.

use super::*;

#[test]
fn each_variation_replaces_the_move_before_it() {
    let parsed = only(
        "1. 32-28 (1. 33-28 18-23 (1... 19-23 2. 28x19) 2. 39-33) (1. 34-30) 19-23 2. 28x19 *",
    );
    let replay = played(&parsed);
    assert_eq!((replay.moves.len(), replay.plies_in_variations), (3, 6));
    assert_eq!(replay.faults, []);
}

#[test]
fn an_illegal_move_in_a_variation_does_not_affect_other_lines() {
    let parsed = only("1. 32-28 (1. 32-22 18x27) (1. 33-28) 19-23 (1... 1-2) 2. 28x19 *");
    let replay = played(&parsed);
    assert_eq!((replay.moves.len(), replay.plies_in_variations), (3, 1));
    assert_eq!((replay.faults.len(), replay.complete), (2, true));
}

#[test]
fn a_variation_on_a_move_that_cannot_be_played() {
    let parsed = only("1. 32-22 (1. 32-28 19-23) 17x28 (1... 18-23) *");
    let replay = played(&parsed);
    assert_eq!((replay.moves.len(), replay.plies_in_variations), (0, 2));
    assert_eq!(replay.faults.len(), 1);
}

#[test]
fn converting_keeps_a_move_that_cannot_be_played() {
    let parsed = only("1. 32-28 1-2! (1... 19-23 2. 28x19) 2. 37-32 18-22 *");
    let (canonical, replayed) = normalised(&parsed, GAME);
    assert_eq!(items(&canonical), "32-28 1-2 ! ( 19-23 28x19 ) 37-32 18-22");
    let again = only(write(&canonical));
    assert_eq!(
        played(&again).plies_in_variations,
        replayed.expect("a game to play").plies_in_variations
    );
}

#[test]
fn variations_nested_a_hundred_thousand_deep() {
    let deep = 90_000;
    let text = format!(
        "1. 32-28 {}1. 33-28{} *",
        "(".repeat(deep),
        ")".repeat(deep)
    );
    let parsed = only(&text);
    assert_eq!(played(&parsed).plies_in_variations, 1);
    assert_eq!(only(write(&parsed.game)).game, parsed.game);
}

#[test]
fn truncated_variations_are_closed_within_the_limit() {
    let limits = ReadingLimits {
        items: 10,
        ..ReadingLimits::default()
    };
    for text in ["((((((((((((", "32-28 (33-28 (34-30 (1-2 3-4 5-6 7-8"] {
        let mut games = Reader::with_limits(text.as_bytes(), limits);
        let parsed = games.next().expect("a game").expect("bytes");
        assert_eq!(parsed.game.items.len(), 10, "{text}");
        assert_eq!(parsed.faults[0].code, FaultCode::TooLong, "{text}");
        assert_eq!(only(write(&parsed.game)).faults, [], "{text}");
    }
    let cut = only("1. 32-28 (33-28 and so on");
    assert_eq!(items(&cut.game), "32-28 ( 33-28 {and so on} )");
}

#[test]
fn brackets_that_do_not_match() {
    let parsed = fault(
        "1. 32-28 (1. 33-28 *",
        FaultCode::NotClosed,
        "1:20: found *, expected ')' to close the variation",
    );
    assert_eq!(played(&parsed).moves.len(), 1);
    let parsed = fault(
        "1. 32-28 (32-27 19-23 (18-22",
        FaultCode::NotClosed,
        "1:24: found the end of the game, expected ')' to close the variation",
    );
    assert_eq!(items(&parsed.game), "32-28 ( 32-27 19-23 ( 18-22 ) )");
    assert_eq!(only(write(&parsed.game)).faults, []);
    let parsed = fault(
        "1. 32-28 ) 19-23 *",
        FaultCode::NotOpened,
        "1:10: found ')', expected a '(' before it",
    );
    assert_eq!(played(&parsed).moves.len(), 2);
}

/// A variation with the number of the next move replaces that move.
#[test]
fn a_variation_before_the_move_that_it_replaces() {
    for (text, expected) in [
        (
            "1. 34-30 (1... 18-23) 1... 20-25! 2. 30-24 *",
            "34-30 20-25 ! ( 18-23 ) 30-24",
        ),
        (
            "1. 34-30 (1... 18-23 2. 30-24) (1... 19-23) 20-25 {a} *",
            "34-30 20-25 ( 18-23 30-24 ) ( 19-23 ) {a}",
        ),
        (
            "1. 34-30 1... {a} (1... 18-23) {b} 20-25 *",
            "34-30 before:{a} before:{b} 20-25 ( 18-23 )",
        ),
        ("1. 34-30 (1... 18-23) *", "34-30 ( 18-23 )"),
        ("1. 34-30 20-25 (1... 18-23) *", "34-30 20-25 ( 18-23 )"),
        ("1. 34-30 (1. 33-28) 20-25 *", "34-30 ( 33-28 ) 20-25"),
    ] {
        reads(text, expected);
    }
}

/// The same with spaces between the dots, and before a move of White.
#[test]
fn numbers_of_a_variation_before_its_move() {
    for dots in ["1. ...", "1. ..", "1 ...", "1\u{2026}", "1\u{2026} "] {
        reads(
            &format!("1. 32-28 ({dots} 18-23) 19-23 *"),
            "32-28 19-23 ( 18-23 )",
        );
    }
    for text in [
        "1. 32-28 19-23 (2. 37-32 23x32) 2. 28x19 14x23 *",
        "1. 32-28 19-23 2. (2. 37-32 23x32) 28x19 14x23 *",
        "1. 32-28 19-23 2. 28x19 (2. 37-32 23x32) 14x23 *",
    ] {
        reads(text, "32-28 19-23 28x19 ( 37-32 23x32 ) 14x23");
        let text = converted(&only(text));
        assert!(
            text.contains("2. 28x19 ( 2. 37-32 23x32 ) 2... 14x23"),
            "{text}"
        );
    }
    // The number of the last move: the variation stays behind it.
    reads("1. 32-28 19-23 (1... 18-23) *", "32-28 19-23 ( 18-23 )");
}

/// Books write the replies of Black in brackets. The next number shows that there must be one.
#[test]
fn replies_in_brackets() {
    reads(
        "1. 32-28 (19-23!) 2. 28x19 ( {forced} 14x23) 3. 37-32 (10-14) *",
        "32-28 19-23 ! 28x19 {forced} 14x23 37-32 10-14",
    );
    for variations in [
        "1. 32-28 (33-28) 19-23 2. 28x19 (14x23) *",
        "1. 32-28 (33-28) *",
        "1. 32-28 (1. 33-28) 2. 28x19 *",
        "1. 32-28 (33-28 19-23) 2. 28x19 *",
        "1. 32-28 (33-28) (34-30) 2. 28x19 *",
    ] {
        let parsed = only(variations);
        assert!(items(&parsed.game).contains('('), "{variations}");
    }
}
