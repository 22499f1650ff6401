//! Results in the tag, after the moves, and in both places.

use damier_notation::GameTree;

use super::*;

#[test]
fn every_form_and_class() {
    for (end, expected) in [
        ("2-0", GameResult::WhiteWin),
        ("1-0", GameResult::WhiteWin),
        ("0-1", GameResult::BlackWin),
        ("1-1", GameResult::Draw),
        ("1/2-1/2", GameResult::Draw),
        ("1/2-\n1/2", GameResult::Draw),
        ("½-½", GameResult::Draw),
        ("0.5-0.5", GameResult::Draw),
        ("0-0", GameResult::DoubleLoss),
        ("0:2", GameResult::BlackWin),
        ("1 : 1", GameResult::Draw),
        ("1/2", GameResult::Draw),
        ("1/2:1/2", GameResult::Draw),
        ("*", GameResult::Unknown),
        ("1 1/2 - 1/2", GameResult::Other("1 1/2-1/2".to_owned())),
        ("1+ - 1-", GameResult::Other("1+-1-".to_owned())),
        ("1-1+", GameResult::Other("1-1+".to_owned())),
        ("1+-1", GameResult::Other("1+-1".to_owned())),
        ("1.01-0.99", GameResult::Other("1.01-0.99".to_owned())),
    ] {
        let parsed = only(format!("[GameType \"20\"]\n1. 32-28 19-23 {end}\n"));
        assert_eq!(parsed.game.result(), expected, "{end}");
        assert_eq!(
            (played(&parsed).moves.len(), parsed.faults.len()),
            (2, 0),
            "{end}"
        );
    }
}

#[test]
fn a_result_touching_the_last_move() {
    for (text, end) in [
        ("1. 32-28 19-230-1", "0-1"),
        ("1. 32-28 19-231-1", "1-1"),
        ("1. 32-28 19-231/2-1/2", "1/2-1/2"),
        ("1. 32-28 19-23!2-0", "2-0"),
    ] {
        let parsed = only(text);
        assert_eq!(parsed.game.end.as_deref(), Some(end), "{text}");
        assert_eq!(played(&parsed).moves.len(), 2, "{text}");
    }
}

#[test]
fn a_result_in_the_tag_only_or_in_the_text_only() {
    let tag = only("[Result \"0-2\"]\n1. 32-28");
    let text = only("[Result \"?\"]\n1. 32-28 0-2");
    assert_eq!(tag.game.result(), GameResult::BlackWin);
    assert_eq!(text.game.result(), GameResult::BlackWin);
    assert_eq!(played(&tag).faults.len() + played(&text).faults.len(), 0);
}

#[test]
fn different_results_are_reported_and_the_tag_counts() {
    let parsed = only("[Result \"2-0\"]\n1. 32-28 0-2");
    let replay = played(&parsed);
    assert_eq!(replay.faults[0].code, FaultCode::TwoResults);
    assert_eq!(replay.faults[0].severity(), Severity::Note);
    assert_eq!(parsed.game.result(), GameResult::WhiteWin);
    let (both, _) = normalised(&parsed, GAME);
    assert_eq!(
        write(&both),
        "[Result \"2-0\"]\n[GameType \"20\"]\n\n1. 32-28 0-2\n"
    );
    assert_eq!(played(&only(write(&both))).faults.len(), 1);
    let same = only("[Result \"2-0\"]\n1. 32-28 1-0");
    assert_eq!(played(&same).faults, []);
}

/// F1: a dash for a move that was not written down, and the result behind it.
#[test]
fn a_dash_before_the_result_is_a_missing_move() {
    for (text, moves) in [
        ("1. 32-28 - 2-0", "32-28 --"),
        ("1. 32-28 19-23 2. 28x19 - 2-0", "32-28 19-23 28x19 --"),
        ("1. 32-28 - 1/2-1/2", "32-28 --"),
    ] {
        let parsed = only(text);
        assert_eq!(items(&parsed.game), moves, "{text}");
        assert!(parsed.is_ended, "{text}");
        assert_eq!(played(&parsed).faults[0].code, FaultCode::UnknownMove);
        assert_eq!(only(write(&parsed.game)).game, parsed.game, "{text}");
    }
}

/// F10: spaces in a result make no difference.
#[test]
fn results_of_the_tag_and_of_the_text_may_differ_in_spaces() {
    for result in ["1+ - 1-", "1 1/2 - 1/2", "1/2 - 1/2", "0 : 2"] {
        let parsed = only(format!("[Result \"{result}\"]\n1. 32-28 {result}"));
        assert_eq!(played(&parsed).faults, [], "{result}");
        let (game, _) = normalised(&parsed, GAME);
        assert_eq!(played(&only(write(&game))).faults, [], "{result}");
    }
}

/// Where Black begins, `1-0` is a win of Black, in all places that read or write it.
#[test]
fn the_side_that_begins_comes_first() {
    for (tags, text, expected) in [
        (
            "[GameType \"21\"]",
            "1. 11-15 22-18 1-0",
            GameResult::BlackWin,
        ),
        (
            "[GameType \"23\"]",
            "1. 11-15 22-18 0-1",
            GameResult::WhiteWin,
        ),
        (
            "[GameType \"21\"]",
            "1. 11-15 22-18 1/2-1/2",
            GameResult::Draw,
        ),
        (
            "[GameType \"21\"]",
            "1. 11-15 22-18 2-0",
            GameResult::WhiteWin,
        ),
        (
            "[GameType \"23,W,8,8,A0,0\"]",
            "1. c3-d4 1-0",
            GameResult::WhiteWin,
        ),
        ("[GameType \"25\"]", "1. c3-d4 1-0", GameResult::WhiteWin),
    ] {
        let parsed = only(format!("{tags}\n{text}"));
        assert_eq!(parsed.game.result(), expected, "{tags} {text}");
        let (game, _) = normalised(&parsed, GAME);
        assert_eq!(game.result(), expected, "{tags} {text}");
        let tree = GameTree::from_pdn(&parsed, GAME).expect("a game").tree;
        assert_eq!(tree.result(), expected, "{tags} {text}");
    }
    // A game without a tag.
    let parsed = only("1. 11-15 22-18 1-0");
    assert_eq!(
        parsed.game.result_in(Variant::ENGLISH),
        GameResult::BlackWin
    );
    let mut summary = Summary::default();
    summary.add(&parsed, &replay(&parsed, Variant::ENGLISH));
    assert_eq!((summary.white_wins, summary.black_wins), (0, 1));
    let (game, _) = normalised(&parsed, Variant::ENGLISH);
    assert_eq!(game.tag("Result"), Some("1-0"));
}

#[test]
fn points_of_a_match() {
    let parsed = only("[Result \"4-6\"]\n1. 32-28 19-23 4-6");
    assert_eq!(parsed.game.result(), GameResult::Other("4-6".to_owned()));
    assert_eq!(items(&parsed.game), "32-28 19-23");
    let by_tag = only("[Result \"1-9\"]\n1. 32-28 19-23 *");
    assert_eq!(by_tag.game.result(), GameResult::Other("1-9".to_owned()));
}

#[test]
fn results_within_a_variation_do_not_end_the_game() {
    reads(
        "1. 32-28 (1. 33-28 18-23 0-2) 19-23 *",
        "32-28 ( 33-28 18-23 ) 19-23",
    );
    reads("1. 32-28 (1. 33-28 *) 19-23 *", "32-28 ( 33-28 ) 19-23");
}

/// A remark behind the result makes no game of its own.
#[test]
fn signs_and_brackets_behind_a_result() {
    for (end, comment) in [
        ("2-0 (forfait)", "{(forfait)}"),
        ("1-0 (time) {a}", "{(time)} {a}"),
        ("2-0!", "{!}"),
        ("2-0 $1 (a (b) c)", "{$1} {(a (b) c)}"),
        ("2-0 (1. 33-28)", "{(1. 33-28)}"),
    ] {
        let games = read(format!("1. 32-28 19-23 {end}\n\n[Event \"b\"]\n1. 33-28 *"));
        assert_eq!(games.len(), 2, "{end}");
        assert_eq!(items(&games[0].game), format!("32-28 19-23 {comment}"));
        assert_eq!(games[0].game.result(), GameResult::WhiteWin, "{end}");
        let mut faults = games[0].faults.iter();
        assert!(
            faults.all(|fault| fault.severity() == Severity::Note),
            "{end}"
        );
        converted(&games[0]);
    }
    let games = read("1. 32-28 19-23 2-0\n(1. 33-28) *");
    assert_eq!(games.len(), 2, "on another line");
}

#[test]
fn a_result_in_brackets() {
    for end in [
        "(2-0)",
        "( 2-0 )",
        "(2-0) {time}",
        "(2-0) *",
        "(2-0) 2-0",
        "(1-0)\n\n",
    ] {
        let games = read(format!("1. 32-28 19-23 {end} [Event \"b\"]\n1. 33-28 *"));
        assert_eq!(games.len(), 2, "{end}");
        assert_eq!(games[0].game.result(), GameResult::WhiteWin, "{end}");
        assert_eq!(games[0].faults, [], "{end}");
        assert!(!items(&games[0].game).contains(')'), "{end}");
    }
    // Among the moves it is kept as a comment.
    reads("1. 32-28 (2-0) 19-23 *", "32-28 {(2-0)} 19-23");
    reads(
        "1. 32-28 (1. 33-28 (2-0)) 19-23 *",
        "32-28 ( 33-28 {(2-0)} ) 19-23",
    );
}

#[test]
fn remarks_and_words_in_the_tag() {
    let parsed = only("[Result \"2-0 (time)\"]\n1. 32-28 19-23 2-0");
    assert_eq!(parsed.game.result(), GameResult::WhiteWin);
    let replayed = played(&parsed);
    let messages: Vec<String> = replayed.faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        ["1:1: found '(time)' behind the result, expected the result alone"]
    );
    assert_eq!(replayed.faults[0].severity(), Severity::Note);
    let text = converted(&parsed);
    assert!(text.starts_with("[Result \"2-0\"]\n"), "{text}");
    assert!(text.ends_with("19-23 {(time)} 2-0\n"), "{text}");
    // The digits of a remark are no points.
    let english = only("[GameType \"21\"]\n[Result \"1-0 (2 min)\"]\n1. 11-15 *");
    assert_eq!(english.game.result(), GameResult::BlackWin);
    let draw = only("[Result \"draw\"]\n1. 32-28 1-1");
    assert_eq!(played(&draw).faults, []);
    // One in no known form keeps its remark, and gets no comment, however often it is converted.
    let once = converted(&only("[Result \"1.5-0.5 (time)\"]\n1. 32-28 19-23 *"));
    assert!(once.starts_with("[Result \"1.5-0.5 (time)\"]\n"), "{once}");
    assert_eq!(converted(&only(&once)), once);
}
