//! What the reader keeps of a damaged file.

use damier_notation::GameTree;

use super::*;

#[test]
fn reading_goes_on_behind_words_among_the_moves() {
    let games = read(
        "[Event \"a\"]\n1. 32-28 19-23 2. spoiled text 28x19 14x23 3. 1-0\nmore of it\n\n\
         [Event \"b\"]\n1. 33-28 18-23 2-0\n",
    );
    assert_eq!(games.len(), 2);
    assert_eq!(
        items(&games[0].game),
        "32-28 19-23 before:{spoiled text} 28x19 14x23 before:{more of it}"
    );
    assert_eq!(
        faults(&games[0]),
        [
            "2:19: found 'spoiled text', expected a move, a comment or a result",
            "3:1: found 'more of it', expected a move, a comment or a result",
        ]
    );
    assert_eq!(games[0].game.end, None, "words follow the result");
    assert!(played(&games[0]).complete);
    assert_eq!(
        (items(&games[1].game).as_str(), games[1].faults.len()),
        ("33-28 18-23", 0)
    );
}

/// F16: a token is never cut, and a move that may be damaged ends the line.
#[test]
fn a_move_with_a_digit_too_many_is_no_move() {
    for (text, kept, found) in [
        (
            "1. 32-289 19-23 *",
            "before:{32-289} -- 19-23",
            "1:4: found '32-289'",
        ),
        (
            "1. 32-28 19-23 2. 28x199 14x23 *",
            "32-28 19-23 before:{28x199} -- 14x23",
            "1:19: found '28x199'",
        ),
        (
            "1. 32-28 1q-23 *",
            "32-28 {1q-23} --",
            "1:10: found '1q-23'",
        ),
    ] {
        let parsed = only(text);
        assert_eq!(items(&parsed.game), kept, "{text}");
        let expected = format!("{found}, expected a move, a comment or a result");
        assert_eq!(faults(&parsed), [expected], "{text}");
        let replay = played(&parsed);
        assert!(!replay.complete);
        assert_eq!(replay.faults, [], "it is reported once: {text}");
    }
}

/// Moves that are mentioned in a sentence are not played, and a number that is too large shows that
/// moves are missing.
#[test]
fn sentences_among_the_moves() {
    let parsed =
        only("1. 32-28 This is better than 33-28 because of the left wing. 19-23 2. 28x19 *");
    assert_eq!(
        items(&parsed.game),
        "32-28 {This is better than 33-28 because of the left wing.} 19-23 28x19"
    );
    assert_eq!(parsed.faults.len(), 1);
    let parsed = only("1. 32-28 19-23 and so on 40. 37-32 18-22 *");
    assert_eq!(
        items(&parsed.game),
        "32-28 19-23 {and so on} -- 37-32 18-22"
    );
    assert_eq!(
        faults(&parsed),
        [
            "1:16: found 'and so on', expected a move, a comment or a result",
            "1:26: found the number 40, expected the moves before it",
        ]
    );
    assert_eq!(played(&parsed).moves.len(), 2);
}

/// F3: words before the first move never lose the moves, and never make a game.
#[test]
fn words_before_the_first_move() {
    for text in [
        "Ronde 3\n1. 32-28 19-23 *",
        "A - B (20-06-2025)\n1. 32-28 19-23 *",
        "A - B (20-06-2025) 1. 32-28 19-23 *",
        "12 mei 2020\n\n1. 32-28 19-23 *",
        "[White \"A\"] de Nantes\n[Black \"B\"]\n1. 32-28 19-23 *",
        "[White \"A\"],\n[Black \"B\"]\n1. 32-28 19-23 *",
        "[White \"A\"]\\r\n[Black \"B\"]\\r\n\\r\n1. 32-28 19-23 *",
        "Games of our club\n\n[White \"A\"]\n1. 32-28 19-23 *",
    ] {
        let parsed = only(text);
        let replay = played(&parsed);
        assert_eq!((replay.moves.len(), replay.complete), (2, true), "{text}");
        assert!(!parsed.faults.is_empty(), "{text}");
        let words = text
            .split('\n')
            .find(|line| line.contains(['A', 'R', '1', 'G']));
        assert!(words.is_some(), "{text}");
    }
    let parsed = only("Ronde 3\nA - B\n1. 32-28 *");
    assert_eq!(items(&parsed.game), "{Ronde 3\nA - B} 32-28");
    assert_eq!(
        faults(&parsed),
        [
            "1:1: found 'Ronde 3', expected a tag or the first move",
            "2:1: found 'A - B', expected a tag or the first move",
        ]
    );
}

/// F9: comments and words that belong to no game are no game.
#[test]
fn comments_outside_of_games() {
    let games = read(
        "{Preface.}\n\n[Event \"a\"]\n[Site \"b\"]\n1. 32-28 * {Of a.}\n\n{Of b.}\n[Event \"b\"]\n1. 33-28 *\n\n{The end.}",
    );
    let texts: Vec<String> = games.iter().map(|parsed| items(&parsed.game)).collect();
    assert_eq!(
        texts,
        ["{Preface.} 32-28 {Of a.}", "{Of b.} 33-28 {The end.}"]
    );
    assert_eq!(read("{Preface.}"), []);
    let parsed = only("hello");
    assert!(parsed.game.is_empty());
    assert_eq!(parsed.faults.len(), 1);
}

#[test]
fn a_text_without_games() {
    let parsed = only("Dear friends,\nhere are no games.\n");
    assert_eq!(parsed.faults.len(), 2);
    assert!(parsed.game.is_empty());
    let mut summary = Summary::default();
    summary.add(&parsed, &replay(&parsed, GAME));
    assert_eq!((summary.games, summary.errors), (0, 2));
}

#[test]
fn files_that_are_no_text_of_games() {
    for (file, found) in [
        (
            &b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x01\x02 1. 32-28 *"[..],
            "a gzip file",
        ),
        (
            b"PK\x03\x04\x14\x00\x00\x00\x08\x00 [Event \"x\"]",
            "a zip file",
        ),
        (b"{\"pdn\":\"1. 32-28 *\"}\n", "JSON"),
        (
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0\x08\x06\0\0\0\x02\x03 1. 32-28 1-1",
            "binary data",
        ),
        (&[0; 5000], "binary data"),
        (b"%PDF-1.7\n1 0 obj 1-0", "binary data"),
        (b"SQLite format 3\0\x10\0 1-0", "binary data"),
    ] {
        let parsed = only(file);
        assert!(parsed.game.is_empty());
        let expected = format!("1:1: found {found}, expected a text in PDN");
        assert_eq!(faults(&parsed), [expected]);
    }
    assert_eq!(read("{\"Quoted\": a preface}"), []);
}

#[test]
fn a_result_among_text_that_is_not_pdn_is_no_game() {
    let parsed = only("Dear friends,\n{all is well}\n1-1\n");
    assert!(parsed.game.is_empty() && parsed.game.end.is_none());
    assert_eq!(parsed.faults.len(), 1);
}

#[test]
fn a_few_damaged_bytes_are_no_binary_data() {
    let parsed = only(b"[White \"A\0\0\0\0\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *");
    assert_eq!(parsed.game.items.len(), 5);
}

/// Random bytes, as of an image or a compressed file.
#[test]
fn random_bytes_hold_no_game() {
    let mut state = 7_u64;
    for length in [300, 1_000, 4_000, 100_000] {
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 56) as u8
        })
        .take(length)
        .collect();
        let parsed = only(&bytes);
        assert!(parsed.game.is_empty(), "{length}");
        assert_eq!(
            faults(&parsed),
            ["1:1: found binary data, expected a text in PDN"]
        );
    }
}

#[test]
fn numbers_without_a_move() {
    fault(
        "1. 2. 3.",
        FaultCode::Unreadable,
        "1:1: found numbers alone, expected a move",
    );
}

#[test]
fn a_truncated_file_causes_no_panic() {
    let text = "[Event \"a\"]\n\n1. 32-28! {x} 19-23 (1... 18-23) 2. 28x19 14x23 2-0\n";
    for length in 0..text.len() {
        let games = read(&text[..length]);
        assert!(games.len() <= 1);
        for parsed in &games {
            let _ = replay(parsed, GAME);
        }
    }
}

#[test]
fn unreadable_text_is_kept_in_the_tree() {
    for (text, kept) in [
        (
            "1. 32-28 <<what {x} 19-23 2. 28x19 2-0\n\n[Event \"b\"]\n1. 33-28 *",
            "32-28 {<<what} {x} 19-23 28x19",
        ),
        (
            "1. 32-28 ~~ 19-23\n; said\n\n[Event \"b\"]\n1. 33-28 *",
            "32-28 {~~} 19-23 { said}",
        ),
    ] {
        let games = read(text);
        assert_eq!(games.len(), 2, "{text}");
        assert_eq!(items(&games[0].game), kept, "{text}");
        let tree = GameTree::from_pdn(&games[0], GAME).expect("a game").tree;
        let again = only(tree.write_pdn());
        assert_eq!(again.faults, [], "{text}");
        let again = GameTree::from_pdn(&again, GAME).expect("a game").tree;
        assert_eq!(again, tree, "{text}");
    }
}

#[test]
fn lines_of_tags_that_cannot_be_read_are_kept_in_the_tree() {
    let text = "[Event \"a\"]\n[Site Hall 2\"]\n[Ro und 3\n[White \"b\"]\n\n1. 32-28 ~~ 19-23 *\n\n[Event \"c\"]\n1. 33-28 *";
    let games = read(text);
    assert_eq!(games.len(), 2);
    assert_eq!(
        items(&games[0].game),
        "{[Site Hall 2\"]\n[Ro und 3} 32-28 {~~} 19-23"
    );
    assert_eq!(games[0].game.tag("White"), Some("b"));
    let tree = GameTree::from_pdn(&games[0], GAME).expect("a game").tree;
    let written = tree.write_pdn();
    for line in ["[Site Hall 2\"]", "[Ro und 3", "~~"] {
        assert!(written.contains(line), "{line}: {written}");
    }
    let again = only(&written);
    let again = GameTree::from_pdn(&again, GAME).expect("a game").tree;
    assert_eq!(again, tree, "{written}");
}

/// What is kept must fit into the size that a library stores with a game.
#[test]
fn unreadable_text_is_kept_up_to_a_limit() {
    let tags = format!("[a {}\n", "b".repeat(1_000)).repeat(1_000) + "1. 32-28 *";
    let words = format!("1. 32-28 {} *", "~~ ".repeat(100_000));
    for text in [tags, words] {
        let tree = GameTree::from_pdn(&only(&text), GAME).expect("a game").tree;
        let length = tree.write_pdn().len();
        assert!((100_000..200_000).contains(&length), "{length}");
    }
}

#[test]
fn names_of_tags_with_other_characters() {
    let text = "[X-Dash \"d7\"]\n[white.elo \"1500\"]\n[a:b/c#1+ \"x\"]\n\n1. 32-28 *";
    let parsed = only(text);
    assert_eq!(parsed.game.tag("X-Dash"), Some("d7"));
    assert_eq!(parsed.faults, []);
    assert_eq!(parsed.game.tag("white.elo"), Some("1500"));
    let tree = GameTree::from_pdn(&parsed, GAME).expect("a game").tree;
    let again = only(tree.write_pdn());
    assert_eq!(again.game.tag("X-Dash"), Some("d7"));
    assert_eq!(again.game.tag("a:b/c#1+"), Some("x"));
}

#[test]
fn control_characters_are_replaced_in_all_text_that_is_kept() {
    let binary: String = (0..32_u8).map(char::from).collect();
    let text =
        format!("[Event \"a\u{1}\u{7}b\"]\n\n1. 32-28 {{c\u{2}d\te}} \u{0}{binary}\u{7f}\u{9b}x *");
    let parsed = only(&text);
    assert_eq!(parsed.game.tag("Event"), Some("a\u{FFFD}\u{FFFD}b"));
    let kept = items(&parsed.game);
    assert!(kept.contains("\u{FFFD}\u{FFFD}x"), "{kept:?}");
    let tree = GameTree::from_pdn(&parsed, GAME).expect("a game").tree;
    let foreign = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
    assert!(!tree.write_pdn().contains(foreign));
    // Unreadable text is truncated to the size that a library stores with a game.
    let long = format!("1. 32-28 \u{0}{}", "\u{1} ".repeat(300_000));
    let tree = GameTree::from_pdn(&only(&long), GAME).expect("a game").tree;
    assert!(tree.write_pdn().len() <= 256 * 1024);
}

#[test]
fn faults_quote_the_text_unchanged() {
    let found = |text: &str| {
        let parsed = read(text).remove(0);
        parsed.faults[0].found.clone()
    };
    assert_eq!(found("[X Own \"v1\"]\n1. 32-28 *"), "'[X Own \"v1\"]'");
    assert_eq!(
        found("1. 32-28 \0\u{1}\u{ff}\u{fe} *"),
        "'\u{FFFD}\u{FFFD}\u{ff}\u{fe}'"
    );
    assert_eq!(
        "\u{1}"
            .parse::<damier_notation::move_text::Written>()
            .unwrap_err()
            .found,
        "'\u{FFFD}'"
    );
}

/// Text in brackets ends at its bracket, and before a tag or a move with its number.
#[test]
fn brackets_that_are_no_tag_lose_neither_tags_nor_moves() {
    for text in [
        "[Event \"A\"]\n[Empty] 1. 32-28 19-23 *",
        "[Event \"A\"]\n[Empty 1. 32-28 19-23 *",
        "[[Event \"A\"] [White \"W\"] 1. 32-28 19-23 *",
        "[Diagram [Event \"A\"]\n1. 32-28 19-23 *",
        "[Event \"A\"]\n1. 32-28\n[board] 19-23 *",
        "[Event \"A\"]\n1. 32-28\n[board] {a comment} 1... 19-23 *",
    ] {
        let parsed = only(text);
        assert_eq!(parsed.game.tag("Event"), Some("A"), "{text}");
        assert_eq!(played(&parsed).moves.len(), 2, "{text}");
        assert_eq!(parsed.faults.len(), 1, "{text}");
    }
    let parsed = only("1. 32-28 19-23\n[board] 2. 28x19 14x23 *");
    assert_eq!(items(&parsed.game), "32-28 19-23 {[board]} 28x19 14x23");
    assert_eq!(
        faults(&parsed),
        ["2:1: found '[board]', expected a move, a comment or a result"]
    );
    for next in [
        "[Empty]\n1. 33-28 *",
        "\n[Empty]\n33-28 *",
        "[Site]\n33-28 *",
    ] {
        assert_eq!(read(format!("1. 32-28 19-23\n{next}")).len(), 2, "{next}");
    }
}

#[test]
fn numbers_without_a_move_are_reported_and_kept() {
    for (text, kept, found) in [
        (
            "1. 32-28 19-23 2. 28x19 14 23 3. 37-32 *",
            "32-28 19-23 28x19 {14 23} -- 37-32",
            "1:25: found '14 23'",
        ),
        (
            "1. 32-28 19-23 2. 28x19 (0.12) 14x23 *",
            "32-28 19-23 28x19 ( {0.12} ) 14x23",
            "1:26: found '0.12'",
        ),
        (
            "1. 32 28 19 23 2-0",
            "before:{32 28 19 23} --",
            "1:4: found '32 28 19 23'",
        ),
    ] {
        let parsed = only(text);
        assert_eq!(items(&parsed.game), kept, "{text}");
        let expected = format!("{found}, expected a move, a comment or a result");
        assert_eq!(faults(&parsed), [expected], "{text}");
    }
    let parsed = only("32.28 19.23 *");
    assert_eq!(parsed.faults[0].severity(), Severity::Error);
    // A number in a sentence is part of it.
    let parsed = only("1. 32-28 as played on 12 boards 19-23 *");
    assert_eq!(items(&parsed.game), "32-28 {as played on 12 boards} 19-23");
}

/// A clock, an evaluation and the like are no moves, and the numbers show whether one is missing.
#[test]
fn text_with_digits_ends_a_line_only_where_a_move_may_be_missing() {
    for other in [
        "0:12",
        "+0.25",
        "-0.25",
        "$99999999999",
        "10min",
        "q1",
        "<3>",
        "+100",
        "7",
    ] {
        let parsed = only(format!("1. 32-28 {other} 19-23 {other} 2. 28x19 14x23 *"));
        let expected = format!("32-28 {{{other}}} 19-23 {{{other}}} 28x19 14x23");
        assert_eq!(items(&parsed.game), expected);
        assert_eq!(played(&parsed).moves.len(), 4, "{other}");
        assert_eq!(parsed.item_place(4).column, 21 + 2 * other.len() as u32);
    }
    // Here the numbers say that a move is missing.
    let parsed = only("1. 32-28 q1 2. 28x19 14x23 *");
    assert_eq!(items(&parsed.game), "32-28 {q1} -- 28x19 14x23");
    let parsed = only("1. 32-28 10min 2. 28x19 14x23 *");
    assert_eq!(items(&parsed.game), "32-28 {10min} -- 28x19 14x23");
    // One of the two is a move, and it is not known which.
    let parsed = only("1. 32-28 q1 19-2 q2 2. 28x19 q3 q4 3. 37-32 *");
    assert_eq!(played(&parsed).moves.len(), 1);
}

#[test]
fn text_behind_a_result_on_its_line_belongs_to_its_game() {
    let games = read(
        "1. 32-28 19-23 2-0 {a} [White to move]\n\n[Event \"x\"]\n1. 33-28 * and so on\nof x\n1. 34-30 *",
    );
    let texts: Vec<String> = games.iter().map(|parsed| items(&parsed.game)).collect();
    assert_eq!(
        texts,
        [
            "32-28 19-23 {a} {[White to move]}",
            "33-28 {and so on}",
            "{of x} 34-30"
        ]
    );
    assert_eq!(games[0].game.result(), GameResult::WhiteWin);
    assert_eq!(games[0].faults.len(), 1);
}

/// Pages of the web: their tags and addresses take no move, and no tag of the next game.
#[test]
fn html_and_addresses_among_the_moves() {
    let parsed =
        only("1. 32-28<br/>19-23 2. 28x19<br />14x23<a href=\"x/12\">3. 37-32&nbsp;10-14 <3>");
    assert_eq!(
        items(&parsed.game),
        "32-28 {<br/>} 19-23 28x19 {<br />} 14x23 {<a href=\"x/12\">} 37-32 {&nbsp;} 10-14 {<3>} --"
    );
    assert_eq!(played(&parsed).moves.len(), 6);
    let games = read(
        "1. 32-28 19-23\nhttp://x.org/a/12;(b)\n\n[Event \"b\"]\n[Site \"http://x.org/b\"]\n1. 33-28 *",
    );
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].game.tag("Event"), Some("b"));
    let parsed = only("1. 32-28 https://x.org/32-27/5 19-23 2. 28x19 *");
    assert_eq!(
        items(&parsed.game),
        "32-28 {https://x.org/32-27/5} 19-23 28x19"
    );
}

/// A word in brackets has no value that could be lost.
#[test]
fn a_word_in_brackets_is_a_note() {
    for (text, severity) in [
        ("[Empty]\n1. 32-28 *", Severity::Note),
        ("1. 32-28\n[board] 19-23 *", Severity::Note),
        ("[Site Hall]\n1. 32-28 *", Severity::Error),
        ("[FEN W:W31:B1]\n1. 32-28 *", Severity::Error),
    ] {
        let parsed = only(text);
        assert_eq!(parsed.faults.len(), 1, "{text}");
        assert_eq!(parsed.faults[0].severity(), severity, "{text}");
    }
}
