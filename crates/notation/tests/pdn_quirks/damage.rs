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
fn a_text_that_is_no_games_at_all() {
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
fn a_file_cut_off_anywhere_gives_what_it_holds() {
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
