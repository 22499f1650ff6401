//! Comments of every kind.

use super::*;

#[test]
fn of_three_kinds() {
    reads(
        "% not part of the game\n1. 32-28 {opening} ; to the end { of the line\n19-23 {50% [x] \"y\"} *",
        "32-28 {opening} { to the end { of the line} 19-23 {50% [x] \"y\"}",
    );
}

#[test]
fn a_nested_comment_extends_to_its_own_brace() {
    let parsed = fault(
        "1. 32-28 { nested { comment } } 19-23 *",
        FaultCode::NotOpened,
        "1:31: found '}', expected a '{' before it: comments hold no comments",
    );
    assert_eq!(played(&parsed).moves.len(), 2, "nothing is lost");
    let words = only("1. 32-28 { nested { comment } more } 19-23 *");
    assert_eq!(words.faults[0].severity(), Severity::Note);
    assert_eq!(
        items(&words.game),
        "32-28 { nested { comment } more } 19-23"
    );
    let game = only("1. 32-28 {a {b} c} 19-23 2. 28x19 14x23 2-0");
    assert_eq!(items(&game.game), "32-28 {a {b} c} 19-23 28x19 14x23");
    assert_eq!(game.game.result(), GameResult::WhiteWin);
    let deeper = only("1. 32-28 {a {b {c} d} {e} f} 19-23 {g} *");
    assert_eq!(items(&deeper.game), "32-28 {a {b {c} d} {e} f} 19-23 {g}");
    assert_eq!(only(write(&deeper.game)).faults, []);
}

#[test]
fn an_open_brace_in_a_comment_does_not_affect_later_comments() {
    reads(
        "1. 32-28 {a { b} 19-23 {c} 2. 28x19 *",
        "32-28 {a { b} 19-23 {c} 28x19",
    );
    let far = format!("1. 32-28 {{a {{b}} {} }} *", "19-23 ".repeat(1000));
    assert_eq!(only(far).game.items.len(), 1002, "the brace is too far");
    let games = read("1. 32-28 {a { b}\n[Event \"}\"]\n1. 33-28 *");
    assert_eq!(games.len(), 2, "not beyond a tag");
}

#[test]
fn an_unclosed_comment_ends_before_the_next_game() {
    let games = read("[Event \"a\"]\n1. 32-28 {never closed\n\n[Event \"b\"]\n1. 33-28 *");
    assert_eq!(games.len(), 2);
    assert_eq!(
        games[0].faults[0].to_string(),
        "4:1: found a tag, expected '}' to close the comment of 2:10"
    );
    assert_eq!(items(&games[1].game), "33-28");
}

#[test]
fn line_ends_become_line_feeds() {
    let parsed = only("1. 32-28 {one\r\ntwo\rthree\nfour} *");
    assert_eq!(
        parsed.game.items[1],
        Item::Comment("one\ntwo\nthree\nfour".to_owned())
    );
}
