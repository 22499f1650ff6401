//! Where one game ends and the next begins.

use super::*;

#[test]
fn problems_that_are_only_tags() {
    let games = read(
        "[Event \"1\"]\n[FEN \"W:W31:B9\"]\n[Result \"2-0\"]\n2-0\n\n\
         [Event \"2\"]\n[FEN \"W:W32:B9\"]\n*\n[FEN \"W:W33:B9\"] *\n[FEN \"W:W34:B9\"] *",
    );
    let starts: Vec<String> = games.iter().map(|g| fen::write(&played(g).start)).collect();
    assert_eq!(starts, ["W:W31:B9", "W:W32:B9", "W:W33:B9", "W:W34:B9"]);
    assert!(games.iter().all(|parsed| parsed.faults.is_empty()));
}

#[test]
fn blocks_of_tags_without_any_text_between() {
    let games = read(
        "[Event \"a\"]\n[FEN \"W:W31:B9\"]\n\n[Event \"b\"]\n[FEN \"W:W32:B9\"]\n\n\n\
         [Event \"c\"]\n1. 32-28\n[Event \"d\"]\n[FEN \"W:W33:B9\"]\n[FEN \"W:W34:B9\"]",
    );
    let events: Vec<_> = games.iter().map(|g| g.game.tag("Event")).collect();
    assert_eq!(events, [Some("a"), Some("b"), Some("c"), Some("d"), None]);
}

#[test]
fn a_tag_twice_in_one_block_is_one_game() {
    let parsed = only("[Event \"first\"]\n[Event \"second\"]\n\n\n\n1. 32-28 *");
    assert_eq!(
        (parsed.game.tags.len(), parsed.game.tag("Event")),
        (2, Some("first"))
    );
}

#[test]
fn no_blank_line_between_tags_and_moves() {
    reads("[Event \"x\"]\n1. 32-28 19-23 *", "32-28 19-23");
    reads("[Event \"x\"] 1. 32-28 19-23 *", "32-28 19-23");
}

#[test]
fn blank_lines_among_moves() {
    reads("1. 32-28\n\n\n19-23\n\n2. 28x19 *", "32-28 19-23 28x19");
}

#[test]
fn games_without_tags() {
    let games = read("1. 32-28 * 1. 33-28 2-0 1. 34-30");
    let texts: Vec<String> = games.iter().map(|parsed| items(&parsed.game)).collect();
    assert_eq!(texts, ["32-28", "33-28", "34-30"]);
    assert_eq!(games[2].game.end, None);
}

#[test]
fn a_second_end_is_not_a_game() {
    let games = read("[Event \"x\"]\n1. 32-28 2-0 *\n* [Event \"y\"] 1. 33-28 *");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].game.result(), GameResult::WhiteWin);
}

#[test]
fn a_game_that_is_only_a_number_and_a_result() {
    let parsed = only("1. 2-0");
    assert_eq!(parsed.game.result(), GameResult::WhiteWin);
    assert!(parsed.game.is_empty());
}

#[test]
fn a_tag_after_the_moves_and_the_tags_of_a_forum() {
    let games = read(
        "[pdn]\n[Event \"x\"]\n1. 32-28 2-0\n[FILENAME \"\"]\n\n[Event \"y\"]\n1. 33-28 *[/pdn]",
    );
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].game.tag("FILENAME"), Some(""));
    assert!(games.iter().all(|parsed| parsed.faults.is_empty()));
}

#[test]
fn tags_among_the_moves_belong_to_the_current_game() {
    for behind in ["19-23", "1... 19-23", "... 19-23"] {
        let parsed = only(format!(
            "[Event \"x\"] 1. 32-28 [FILENAME \"\"] [Remark \"y\"] {behind} 2. 28x19"
        ));
        assert_eq!(items(&parsed.game), "32-28 19-23 28x19", "{behind}");
        assert_eq!(parsed.game.tag("FILENAME"), Some(""));
        assert_eq!((parsed.game.tags.len(), parsed.faults.len()), (3, 0));
        assert_eq!(parsed.tag_place("Remark").column, 36);
    }
}

#[test]
fn tags_that_begin_a_game_are_distinguished_from_late_tags() {
    for block in [
        // One of the tags at the beginning of a game, anywhere in the block.
        "[Remark \"y\"]\n[event \"b\"]\n19-23",
        // The moves begin again at 1.
        "[Dati \"\"]\n01. 33-28",
        // No moves after the block.
        "[Remark \"y\"]\n*",
        // A block longer than the lookahead of the reader.
        &("[Remark \"y\"]\n".repeat(9) + "19-23"),
    ] {
        assert_eq!(read(format!("1. 32-28\n{block}")).len(), 2, "{block}");
    }
    // An asterisk has already ended the game.
    assert_eq!(read("1. 32-28*\n[Remark \"y\"]\n33-28").len(), 2);
}

#[test]
fn the_name_of_a_file_before_the_next_game() {
    let games = read("1. 32-28 *\n\n[FILENAME \"b\"]\n[GameType \"20\"]\n\n1. 33-28 *");
    assert_eq!(games[1].game.tag("FILENAME"), Some("b"));
    let games = read("1. 32-28 *\n\n[FILENAME \"a\"]\n\n[Event \"b\"]\n1. 33-28 *");
    assert_eq!(games[0].game.tag("FILENAME"), Some("a"));
}

#[test]
fn nothing_at_all() {
    assert_eq!(read(""), []);
    assert_eq!(read(" \r\n\t\u{feff}"), []);
    assert_eq!(read("\u{feff}\n% only an escaped line\n *"), []);
}
