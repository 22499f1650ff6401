//! Moves as files write them.

use damier_notation::GameTree;

use super::*;

#[test]
fn leading_zeros_and_blanks() {
    let text = "1. 32 - 28  19-23  2. 28 x 19   14  x\n23  3.  37-32 09-14 *";
    let parsed = only(text);
    assert_eq!(played(&parsed).faults, []);
    assert_eq!(played(&parsed).moves.len(), 6);
}

#[test]
fn any_sign_or_none() {
    for text in [
        "1. 3228 1923 2. 2819 1423 *",
        "1. 32x28 19x23 2. 28-19 14-23 *",
        "1. 32\u{2013}28 19\u{2011}23 2. 28\u{d7}19 14X23 *",
        "1. 32-28 19-23 2. 28:19 14:23 *",
    ] {
        let parsed = only(text);
        assert_eq!(played(&parsed).moves.len(), 4, "{text}");
        assert_eq!(played(&parsed).faults, [], "{text}");
    }
}

#[test]
fn unknown_moves_end_what_can_be_played() {
    let parsed = only("[Result \"2-0\"]\n1. - - 2. - - 2-0");
    assert_eq!(items(&parsed.game), "-- -- -- --");
    let replay = played(&parsed);
    assert!(!replay.complete && replay.moves.is_empty());
    assert_eq!(
        replay.faults[0].to_string(),
        "2:4: found a dash for a move, expected a move of White"
    );
    let later = only("1. 32-28 - 2. 37-32 *");
    assert_eq!(items(&later.game), "32-28 -- 37-32");
    assert_eq!(played(&later).moves.len(), 1);
}

#[test]
fn a_part_of_the_path_of_a_capture() {
    let parsed = only("[FEN \"B:W22,24,27,31,34,40,45,48:B7,15,25,K2\"]\n1... 2x30x17 *");
    assert_eq!(
        (played(&parsed).moves.len(), played(&parsed).faults.len()),
        (1, 0)
    );
}

#[test]
fn an_ambiguous_capture_is_reported_and_the_first_is_taken() {
    let parsed = only("[FEN \"W:WK47:B14,19,29,31,42\"]\n1. 47x36 *");
    let replay = played(&parsed);
    assert_eq!((replay.moves.len(), replay.complete), (1, true));
    assert_eq!(
        replay.faults[0].to_string(),
        "2:4: found '47x36', expected one of 47x38x20x9x36, 47x38x24x13x36"
    );
    assert_eq!(replay.faults[0].severity(), Severity::Note);
}

#[test]
fn a_square_that_is_none() {
    let parsed = only("1. 32-99 *");
    let fault = &played(&parsed).faults[0];
    assert_eq!(
        (fault.code.code(), fault.found.as_str()),
        ("no-such-square", "'99'")
    );
    assert_eq!(
        fault.to_string(),
        "1:4: found '99', expected one of the board's 50 squares"
    );
}

#[test]
fn an_illegal_move_keeps_what_came_before() {
    let games = read("1. 32-28 19-23 2. 28-22 18x27 *\n[Event \"next\"]\n1. 33-28 *");
    let replay = played(&games[0]);
    assert_eq!((replay.moves.len(), replay.complete), (2, false));
    let message = replay.faults[0].to_string();
    // Finding S11: the fault must not quote a position of forty pieces.
    assert_eq!(
        message,
        "1:19: found '28-22', expected a legal move of White"
    );
    assert_eq!(replay.faults.len(), 1, "the moves after it cause no fault");
    assert!(played(&games[1]).complete);
}

#[test]
fn signs_that_judge_a_move() {
    reads(
        "1. 32-28! 19-23?! 2. 28x19 (!!) 14x23(?) *",
        "32-28 ! 19-23 ?! 28x19 (!!) 14x23 (?)",
    );
    reads("1. 32-28 $1 $902 19-23 $0 *", "32-28 $1 $902 19-23 $0");
}

/// Found by the fuzzer: the NUL was written as it stood, and the file was then read as UTF-16.
#[test]
fn control_characters_are_replaced() {
    for text in [
        "/FEN \0~\u{0}7\u{13}/",
        "[Event \"\0~\0\"] *",
        "1. 32-28 {\0~\0} *",
        "32-28 ;\0~\0\n *",
    ] {
        let parsed = only(text);
        assert_eq!(parsed.faults, [], "{text:?}");
        let written = write(&parsed.game);
        assert!(
            !written.contains(|c: char| c.is_control() && c != '\n'),
            "{written:?}"
        );
        assert_eq!(only(&written).game.items, parsed.game.items, "{text:?}");
    }
}

/// The first route captures the man on 28, which makes the next move.
#[test]
fn the_moves_behind_an_ambiguous_capture_choose_its_route() {
    let tags = "[GameType \"20\"]\n[FEN \"W:WK4,20,39,44:B12,18,28,29,37\"]\n";
    let parsed = only(format!("{tags}1. 4x24 28-32 2. 20-15 *"));
    let (game, replayed) = normalised(&parsed, GAME);
    let replayed = replayed.expect("a game to play");
    assert_eq!((replayed.moves.len(), replayed.complete), (3, true));
    assert_eq!(replayed.faults[0].code, FaultCode::Ambiguous);
    assert_eq!(items(&game), "4x31x42x24 28-32 20-15");
    let tree = GameTree::from_pdn(&parsed, GAME).expect("a game");
    assert_eq!(tree.faults, replayed.faults);
    assert!(tree.tree.write_pdn().contains("1. 4x31x42x24 28-32"));
    // The same in a variation, over comments and other variations.
    let parsed = only(format!("{tags}1. 4x15 (1. 4x24 {{a}} (1. 4x13) 28-32) *"));
    let (game, _) = normalised(&parsed, GAME);
    assert!(items(&game).contains("4x31x42x24 {a}"), "{}", items(&game));
}

#[test]
fn an_ambiguous_capture_stays_as_it_is_written_if_nothing_shows_its_route() {
    for (moves, code) in [
        ("47x36", FaultCode::Ambiguous),
        ("47x36 1-6", FaultCode::Undecided),
    ] {
        let parsed = only(format!("[FEN \"W:WK47:B14,19,29,31,42\"]\n1. {moves} *"));
        let (game, replayed) = normalised(&parsed, GAME);
        assert_eq!(items(&game), moves);
        let replayed = replayed.expect("a game to play");
        assert_eq!((replayed.moves.len(), replayed.faults[0].code), (1, code));
        assert_eq!(code.severity() == Severity::Note, moves == "47x36");
    }
}

/// The signs of FMJD Annex 1, article 9, and those of other books.
#[test]
fn signs_that_judge_the_position() {
    let text = "1. 32-28+ 19-23= 2. 28x19 +1 14x23 +- 3. 37-32 +/- 10-14 \u{b1}";
    let kept = "32-28 + 19-23 = 28x19 +1 14x23 +- 37-32 +/- 10-14 \u{b1}";
    reads(text, kept);
    let parsed = only(text);
    assert!(played(&parsed).complete);
    assert_eq!(items(&only(write(&parsed.game)).game), kept);
    let tree = GameTree::from_pdn(&parsed, GAME).expect("a game").tree;
    assert_eq!(items(&only(tree.write_pdn()).game), kept);
}

/// Signs of other books, with the hyphens and minus signs of word processors.
#[test]
fn signs_of_other_books() {
    let text =
        "1. 32-28 =/+ 19-23 +/= 2. 28x19 \u{2213} 14x23 \u{221e} 3. 37-32\u{2a72} 10-14\u{2a71}";
    let kept = "32-28 =/+ 19-23 +/= 28x19 \u{2213} 14x23 \u{221e} 37-32 \u{2a72} 10-14 \u{2a71}";
    reads(text, kept);
    let parsed = only(text);
    assert_eq!(items(&only(converted(&parsed)).game), kept);
    let tree = GameTree::from_pdn(&parsed, GAME).expect("a game").tree;
    assert_eq!(items(&only(tree.write_pdn()).game), kept);
    reads(
        "1. 32-28 +\u{2212} 19-23 \u{2013}+ *",
        "32-28 +\u{2212} 19-23 \u{2013}+",
    );
}

/// PlayStrategy writes each hop as a move, and so did an early draft of PDN.
#[test]
fn hops_of_a_capture_are_joined() {
    let text = "[GameType \"21\"]\n[FEN \"B:B9:W14,22,30\"]\n1. 9x18 18x25 30x21 *";
    let parsed = only(text);
    let replayed = played(&parsed);
    assert_eq!((replayed.moves.len(), replayed.complete), (2, true));
    let messages: Vec<String> = replayed.faults.iter().map(ToString::to_string).collect();
    assert_eq!(messages, ["3:4: found '9x18 18x25', expected 9x25"]);
    assert_eq!(replayed.faults[0].code, FaultCode::SplitCapture);
    assert_eq!(replayed.faults[0].severity(), Severity::Note);
    assert!(converted(&parsed).ends_with("1. 9x25 30x21 *\n"));
    let tree = GameTree::from_pdn(&parsed, GAME).expect("a game");
    assert_eq!(tree.faults, replayed.faults);
    assert!(tree.tree.write_pdn().ends_with("1. 9x25 30x21 *\n"));
    // With signs, comments and numbers between them, and in a variation.
    let text = text.replace(
        "9x18 18x25 30x21",
        "9x18! {a} 1... {b} 18x25 (1. 9x18 {c} 18x25) 30x21",
    );
    let parsed = only(text);
    assert!(played(&parsed).complete);
    assert_eq!(played(&parsed).plies_in_variations, 1);
    let text = converted(&parsed);
    assert!(
        text.ends_with("1. 9x25! {a} {b} ( 1. 9x25 {c} ) 1... 30x21 *\n"),
        "{text}"
    );
    let tree = GameTree::from_pdn(&parsed, GAME).expect("a game").tree;
    assert_eq!(tree.main_line().len(), 2);
}

/// Only what is a legal capture together is joined.
#[test]
fn moves_that_are_no_hops_stay_apart() {
    for (text, legal) in [
        ("1. 32-28 28-23 *", 1),
        ("1. 32-28 19-23 2. 28x19 19x10 *", 3),
        ("[FEN \"W:W28:B23,14\"]\n1. 28x19 19x12 *", 0),
        ("[FEN \"W:W28:B23,14\"]\n1. 28x19 {a} -- 19x10 *", 0),
        ("[FEN \"W:W28:B23,14\"]\n1. 28x19 (1. 28x19) 19x10 *", 0),
    ] {
        let parsed = only(text);
        assert_eq!(played(&parsed).moves.len(), legal, "{text}");
        converted(&parsed);
    }
}

/// The French federation and the Hub protocol name the captured squares behind the last one.
#[test]
fn the_captured_squares_behind_the_last_one() {
    let parsed = only("1. 32-28 19-23 2. 28x19x23 14x23x19 *");
    assert_eq!(played(&parsed).faults, []);
    assert!(converted(&parsed).ends_with("1. 32-28 19-23 2. 28x19 14x23 *\n"));
    let fen = "[FEN \"W:WK47:B14,19,29,31,42\"]\n";
    for (captured, route) in [
        ("31x14x29x42", "47x38x20x9x36"),
        ("42x19x29x31", "47x38x24x13x36"),
    ] {
        let parsed = only(format!("{fen}1. 47x36x{captured} *"));
        assert_eq!(played(&parsed).faults, [], "{captured}");
        assert!(converted(&parsed).contains(route), "{captured}");
    }
    for wrong in ["31x14x29", "31x14x29x42x42", "31x14x29x43"] {
        let parsed = only(format!("{fen}1. 47x36x{wrong} *"));
        assert_eq!(played(&parsed).moves, [], "{wrong}");
    }
}

/// A comma between moves means nothing, and is reported once.
#[test]
fn commas_and_every_dash() {
    for text in [
        "1. 32-28,19-23, 2. 28x19, 14x23 *",
        "32-28, 19-23, 28x19, 14x23 2-0",
    ] {
        let parsed = only(text);
        assert_eq!(items(&parsed.game), "32-28 19-23 28x19 14x23", "{text}");
        assert_eq!(parsed.faults.len(), 1, "{text}");
        assert_eq!(parsed.faults[0].severity(), Severity::Note, "{text}");
    }
    reads("1. 32\u{2014}28 19 \u{2014} 23 2\u{2014}0", "32-28 19-23");
    let parsed = only(b"1. 32\x9728 19\x9623 2\x970");
    assert_eq!(items(&parsed.game), "32-28 19-23");
    assert_eq!(parsed.game.result(), GameResult::WhiteWin);
}

#[test]
fn a_sentence_touching_a_move() {
    let parsed = only("[GameType \"21\"]\n1. 11-15 23-19 2. 8-11Red overlooked it 22-17 *");
    assert_eq!(
        items(&parsed.game),
        "11-15 23-19 8-11 {Red overlooked it} 22-17"
    );
    assert!(played(&parsed).complete);
}
