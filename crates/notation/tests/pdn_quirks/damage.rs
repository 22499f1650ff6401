//! What the reader keeps of a damaged file.

use damier_notation::GameTree;

use super::*;

#[test]
fn the_good_prefix_is_kept_and_the_next_game_is_read() {
    let games = read(
        "[Event \"a\"]\n1. 32-28 19-23 2. spoiled text 28x19 14x23 3. 1-0\nmore of it\n\n\
         [Event \"b\"]\n1. 33-28 18-23 2-0\n",
    );
    assert_eq!(games.len(), 2);
    assert_eq!(items(&games[0].game), "32-28 19-23");
    let told: Vec<String> = games[0].faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["2:19: found 'spoiled', expected a move, a comment or a result"]
    );
    assert_eq!(
        (items(&games[1].game).as_str(), games[1].faults.len()),
        ("33-28 18-23", 0)
    );
}

#[test]
fn a_text_without_games() {
    let parsed = only("Dear friends,\nhere are no games.\n");
    assert_eq!(parsed.faults.len(), 1);
    assert!(parsed.game.is_empty());
    let mut summary = Summary::default();
    summary.add(&parsed, &replay(&parsed, GAME));
    assert_eq!((summary.games, summary.errors), (0, 1));
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
fn words_before_the_first_game() {
    let games = read("Games of our club\n\n[Event \"a\"]\n1. 32-28 *");
    assert_eq!(games.len(), 2);
    assert_eq!(items(&games[1].game), "32-28");
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
fn text_behind_damage_is_kept_in_the_tree() {
    for (text, unread) in [
        (
            "1. 32-28 <<what {x} 19-23 2. 28x19 2-0\n\n[Event \"b\"]\n1. 33-28 *",
            "<<what {x} 19-23 2. 28x19",
        ),
        (
            "1. 32-28 ~~ 19-23\n; said\n\n[Event \"b\"]\n1. 33-28 *",
            "~~ 19-23\n; said",
        ),
        ("1. 32-28 19-23 2-0\n\n[Event \"b\"]\n1. 33-28 *", ""),
    ] {
        let games = read(text);
        assert_eq!(games.len(), 2, "{text}");
        assert_eq!(games[0].unread, unread, "{text}");
        assert_eq!(games[1].unread, "", "{text}");
        let tree = GameTree::from_pdn(&games[0], GAME).expect("a game").tree;
        let written = tree.write_pdn();
        let words = |text: &str| {
            text.replace(['{', '}', '(', ')'], " ")
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert!(words(&written).contains(&words(unread)), "{written}");
        let again = only(&written);
        let again = GameTree::from_pdn(&again, GAME).expect("a game").tree;
        assert_eq!(again, tree, "{written}");
    }
}

#[test]
fn lines_of_tags_that_cannot_be_read_are_kept_in_the_tree() {
    let text = "[Event \"a\"]\n[Site Hall 2\"]\n[Ro und 3\n[White \"b\"]\n\n1. 32-28 ~~ 19-23 *\n\n[Event \"c\"]\n1. 33-28 *";
    let games = read(text);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].unread, "[Site Hall 2\"]\n[Ro und 3\n~~ 19-23");
    assert_eq!(games[0].game.tag("White"), Some("b"));
    assert_eq!(games[1].unread, "");
    let tree = GameTree::from_pdn(&games[0], GAME).expect("a game").tree;
    let written = tree.write_pdn();
    for line in ["[Site Hall 2\"]", "[Ro und 3", "~~ 19-23"] {
        assert!(written.contains(line), "{line}: {written}");
    }
    let again = only(&written);
    let again = GameTree::from_pdn(&again, GAME).expect("a game").tree;
    assert_eq!(again, tree, "{written}");
    // A file of such lines alone is kept too.
    let very_long = format!("[a {}\n", "b".repeat(1_000)).repeat(1_000);
    let kept = read(&very_long).pop().expect("a game").unread;
    assert!((100_000..140_000).contains(&kept.len()), "{}", kept.len());
}

#[test]
fn names_of_tags_with_other_characters() {
    let text = "[X-Dash \"d7\"]\n[white.elo \"1500\"]\n[a:b/c#1+ \"x\"]\n\n1. 32-28 *";
    let parsed = only(text);
    assert_eq!(
        (parsed.game.tag("X-Dash"), &*parsed.unread),
        (Some("d7"), "")
    );
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
    assert!(
        parsed.unread.ends_with("\u{FFFD}\u{FFFD}x"),
        "{:?}",
        parsed.unread
    );
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
