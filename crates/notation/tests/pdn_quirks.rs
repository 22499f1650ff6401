//! What real files hold and the standard does not foresee. Each test is one quirk that was found in
//! files or named by the standard; the texts are our own.

use damier_notation::fen;
use damier_notation::pdn::{
    FaultCode, Game, GameResult, Item, Limits, Parsed, Reader, Replay, Severity, Summary,
    normalised, replay, write,
};
use damier_rules::Variant;

const GAME: Variant = Variant::INTERNATIONAL;

fn read(text: impl AsRef<[u8]>) -> Vec<Parsed> {
    Reader::new(text.as_ref())
        .collect::<Result<_, _>>()
        .expect("bytes in memory do not fail")
}

fn only(text: impl AsRef<[u8]>) -> Parsed {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{games:#?}");
    games.remove(0)
}

fn played(parsed: &Parsed) -> Replay {
    replay(parsed, GAME).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The moves as written, with everything else of the text in a short form.
fn items(game: &Game) -> String {
    let words = game.items.iter().map(|item| match item {
        Item::Move(written) => written.to_string(),
        Item::Unknown => "--".to_owned(),
        Item::Sign(sign) => sign.clone(),
        Item::Nag(number) => format!("${number}"),
        Item::Comment(text) => format!("{{{text}}}"),
        Item::Setup(text) => format!("/{text}/"),
        Item::Open => "(".to_owned(),
        Item::Close => ")".to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Nothing is wrong with a game, and these are its moves.
#[track_caller]
fn reads(text: &str, expected: &str) {
    let parsed = only(text);
    assert_eq!(parsed.faults, [], "{text}");
    assert_eq!(items(&parsed.game), expected, "{text}");
}

#[track_caller]
fn fault(text: &str, code: FaultCode, expected: &str) -> Parsed {
    let parsed = only(text);
    let faults: Vec<_> = parsed
        .faults
        .iter()
        .map(|f| (f.code, f.to_string()))
        .collect();
    assert_eq!(faults, [(code, expected.to_owned())], "{text}");
    parsed
}

mod positions {
    use super::*;

    #[test]
    fn a_final_dot_any_order_either_colour_first() {
        for value in ["W:W40,31:B9,1.", "W:B1,9:W31,40", "W:W31,40.:B1,9."] {
            let parsed = only(format!("[FEN \"{value}\"]\n1. 31-26 *"));
            let start = played(&parsed).start;
            assert_eq!(fen::write(&start), "W:W31,40:B1,9", "{value}");
        }
    }

    #[test]
    fn an_unknown_side_to_move_is_told_by_the_first_move() {
        let parsed = only("[FEN \"?:W31:B9\"]\n1... 9-13 2. 31-26 *");
        assert_eq!(played(&parsed).moves.len(), 2);
        let problem = only("[FEN \"?:W31:B9\"] *");
        assert_eq!(fen::write(&played(&problem).start), "W:W31:B9");
    }

    #[test]
    fn a_position_that_is_none_is_reported_at_its_tag() {
        let parsed = only("[Event \"x\"]\n[FEN \"W:W31,99:B9\"]\n1. 31-26 *");
        let fault = replay(&parsed, GAME).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "2:1: found 'W:W31,99:B9', expected a position to start from \
             (column 7: found square 99, expected one of the board's 50 squares)"
        );
        let crowned = only("[FEN \"W:W1:B9\"] *");
        assert_eq!(
            replay(&crowned, GAME).unwrap_err().code,
            FaultCode::BadPosition
        );
    }

    #[test]
    fn a_setup_in_the_text_replaces_the_position() {
        let parsed = only("1. 32-28 /FEN \"B:W28:B19\"/ 19-23 2. 28x19 *");
        let replay = played(&parsed);
        assert_eq!((replay.moves.len(), replay.setups.len()), (3, 1));
        assert!(replay.complete && replay.faults.is_empty());
    }

    #[test]
    fn a_setup_before_the_first_move_is_the_start() {
        let parsed = only("/FEN \"W:W32:B1\"/ 1. 32-28 *");
        assert_eq!(fen::write(&played(&parsed).start), "W:W32:B1");
    }
}

mod where_games_begin_and_end {
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
    fn a_second_end_is_no_game() {
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
    fn a_tag_behind_the_moves_and_the_wrapping_of_a_forum() {
        let games = read(
            "[pdn]\n[Event \"x\"]\n1. 32-28 2-0\n[FILENAME \"\"]\n\n[Event \"y\"]\n1. 33-28 *[/pdn]",
        );
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].game.tag("FILENAME"), Some(""));
        assert!(games.iter().all(|parsed| parsed.faults.is_empty()));
    }

    #[test]
    fn tags_among_the_moves_belong_to_the_game_going_on() {
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
    fn tags_that_begin_a_game_are_told_from_those() {
        for block in [
            // One of the roster, somewhere in the block.
            "[Remark \"y\"]\n[event \"b\"]\n19-23",
            // The moves begin anew.
            "[Dati \"\"]\n01. 33-28",
            // No moves behind it.
            "[Remark \"y\"]\n*",
            // More of them than are looked at.
            &("[Remark \"y\"]\n".repeat(9) + "19-23"),
        ] {
            assert_eq!(read(format!("1. 32-28\n{block}")).len(), 2, "{block}");
        }
        // An asterisk has ended the game.
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
        assert_eq!(
            read("").len() + read(" \r\n\t\u{feff}").len().min(1),
            1,
            "a mark is no blank"
        );
        assert_eq!(read("\u{feff}\n% only an escaped line\n *"), []);
    }
}

mod results {
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
            ("*", GameResult::Unknown),
            ("1 1/2 - 1/2", GameResult::Other("1 1/2-1/2".to_owned())),
            ("1+ - 1-", GameResult::Other("1+-1-".to_owned())),
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
    fn glued_to_the_last_move() {
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
    fn in_the_tag_only_or_in_the_text_only() {
        let tag = only("[Result \"0-2\"]\n1. 32-28");
        let text = only("[Result \"?\"]\n1. 32-28 0-2");
        assert_eq!(tag.game.result(), GameResult::BlackWin);
        assert_eq!(text.game.result(), GameResult::BlackWin);
        assert_eq!(played(&tag).faults.len() + played(&text).faults.len(), 0);
    }

    #[test]
    fn two_that_differ_are_reported_and_the_tag_counts() {
        let parsed = only("[Result \"2-0\"]\n1. 32-28 0-2");
        let replay = played(&parsed);
        assert_eq!(replay.faults[0].code, FaultCode::TwoResults);
        assert_eq!(replay.faults[0].severity(), Severity::Note);
        assert_eq!(parsed.game.result(), GameResult::WhiteWin);
        let same = only("[Result \"2-0\"]\n1. 32-28 1-0");
        assert_eq!(played(&same).faults, []);
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
    fn within_a_variation_they_end_nothing() {
        reads(
            "1. 32-28 (1. 33-28 18-23 0-2) 19-23 *",
            "32-28 ( 33-28 18-23 ) 19-23",
        );
        reads("1. 32-28 (1. 33-28 *) 19-23 *", "32-28 ( 33-28 ) 19-23");
    }
}

mod the_asterisk {
    use super::*;

    #[test]
    fn touching_a_move_before_more_moves_it_marks_a_forced_one() {
        reads("1. 32-28* 19-23* 2. 28x19 *", "32-28 $7 19-23 $7 28x19");
        reads("1. 32-28 (1. 33-28*) 19-23 *", "32-28 ( 33-28 $7 ) 19-23");
    }

    #[test]
    fn touching_the_last_move_it_ends_the_game() {
        let games = read("[Event \"x\"]\n1. 32-28 19-23*\n[Event \"y\"]\n1. 33-28* {note}");
        assert_eq!(items(&games[0].game), "32-28 19-23");
        assert_eq!(items(&games[1].game), "33-28 {note}");
        assert!(
            games
                .iter()
                .all(|parsed| parsed.game.end.as_deref() == Some("*"))
        );
    }
}

mod numbers_of_moves {
    use super::*;

    #[test]
    fn every_form() {
        for text in [
            "1. 32-28 19-23 2. 28x19 *",
            "1.32-28 19-23 2.28x19 *",
            "01. 32-28 19-23 02. 28x19 *",
            "1.\n32-28 19-23\n2.\n28x19\n*",
            "1 . 32-28 19-23 2 . 28x19 *",
            "32-28 19-23 28x19 *",
            "1. 32-28 1... 19-23 2. 28x19 *",
            "1. 32-28 1. ... 19-23 2. 28x19 *",
            "1 32-28 19-23 2 28x19 *",
            "1. 32-28 19-23 17. 28x19 *",
        ] {
            reads(text, "32-28 19-23 28x19");
        }
    }

    #[test]
    fn black_begins_with_an_ellipsis() {
        for text in ["1. ... 7-12", "1... 7-12", "1.... 7-12", "... 7-12"] {
            let parsed = only(format!("[FEN \"B:W31:B7\"]\n{text} *"));
            assert_eq!(played(&parsed).moves.len(), 1, "{text}");
        }
    }

    #[test]
    fn a_comment_between_number_and_move_and_numbers_in_variations() {
        reads(
            "1. {the usual} 32-28 1... {also usual} 19-23 (1... 18-23) 2. 28x19 *",
            "{the usual} 32-28 {also usual} 19-23 ( 18-23 ) 28x19",
        );
    }
}

mod moves {
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
    fn part_of_the_way_of_a_capture() {
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
        let told = replay.faults[0].to_string();
        assert!(told.starts_with("1:19: found '28-22', expected a legal move of White in W:W28,"));
        assert_eq!(replay.faults.len(), 1, "what follows it is not blamed");
        assert!(played(&games[1]).complete);
    }

    #[test]
    fn signs_of_praise_and_blame() {
        reads(
            "1. 32-28! 19-23?! 2. 28x19 (!!) 14x23(?) *",
            "32-28 ! 19-23 ?! 28x19 (!!) 14x23 (?)",
        );
        reads("1. 32-28 $1 $902 19-23 $0 *", "32-28 $1 $902 19-23 $0");
    }
}

mod variations {
    use super::*;

    #[test]
    fn each_replaces_the_move_before_it() {
        let parsed = only(
            "1. 32-28 (1. 33-28 18-23 (1... 19-23 2. 28x19) 2. 39-33) (1. 34-30) 19-23 2. 28x19 *",
        );
        let replay = played(&parsed);
        assert_eq!((replay.moves.len(), replay.plies_in_variations), (3, 6));
        assert_eq!(replay.faults, []);
    }

    #[test]
    fn an_illegal_move_in_one_harms_no_other_line() {
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
    fn a_move_left_out_leaves_a_dash_before_its_variation() {
        let parsed = only("1. 32-28 1-2! (1... 19-23 2. 28x19) 2. 37-32 18-22 *");
        let (canonical, replayed) = normalised(&parsed, GAME);
        assert_eq!(items(&canonical), "32-28 -- ( 19-23 28x19 )");
        let again = only(write(&canonical));
        assert_eq!(
            played(&again).plies_in_variations,
            replayed.expect("a game to play").plies_in_variations
        );
    }

    #[test]
    fn a_hundred_thousand_deep() {
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
    fn what_is_cut_is_closed_within_the_limit() {
        let limits = Limits {
            items: 10,
            ..Limits::default()
        };
        for text in ["((((((((((((", "32-28 (33-28 (34-30 (1-2 3-4 5-6 7-8"] {
            let mut games = Reader::with_limits(text.as_bytes(), limits);
            let parsed = games.next().expect("a game").expect("bytes");
            assert_eq!(parsed.game.items.len(), 10, "{text}");
            assert_eq!(parsed.faults[0].code, FaultCode::TooLong, "{text}");
            assert_eq!(only(write(&parsed.game)).faults, [], "{text}");
        }
        let cut = only("1. 32-28 (33-28 and so on");
        assert_eq!(items(&cut.game), "32-28 ( 33-28 )");
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
}

mod comments {
    use super::*;

    #[test]
    fn of_three_kinds() {
        reads(
            "% not part of the game\n1. 32-28 {opening} ; to the end { of the line\n19-23 {50% [x] \"y\"} *",
            "32-28 {opening} { to the end { of the line} 19-23 {50% [x] \"y\"}",
        );
    }

    #[test]
    fn one_within_another_goes_on_to_its_own_brace() {
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
    fn a_brace_within_one_closes_nothing_later() {
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
    fn one_without_an_end_does_not_swallow_the_next_game() {
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
}

mod tags {
    use super::*;

    #[test]
    fn names_in_other_languages_empty_values_and_odd_dates() {
        let parsed = only(
            "[Dati \"\"]\n[Anno \"1994\"]\n[Bianco \"?\"]\n[SetUp \"1\"]\n[Round \"-\"]\n\
             [Date \"2000\"]\n[gameType \"20\"]\n1. 32-28 *",
        );
        assert_eq!(
            (parsed.game.tag("Dati"), parsed.game.tag("Setup")),
            (Some(""), Some("1"))
        );
        assert_eq!(parsed.game.tags.len(), 7);
        assert!(played(&parsed).complete);
    }

    #[test]
    fn escapes_and_quotes_within_values() {
        let parsed = only(
            "[Event \"the \\\"big\\\" one\"]\n[Site \"C:\\games\\\\x\"]\n[White \"a \"quoted\" name\"]\n*",
        );
        assert_eq!(parsed.game.tag("Event"), Some("the \"big\" one"));
        assert_eq!(parsed.game.tag("Site"), Some("C:\\games\\x"));
        assert_eq!(parsed.game.tag("White"), Some("a \"quoted\" name"));
        assert_eq!(parsed.faults, []);
    }

    #[test]
    fn broken_ones_are_reported_and_the_rest_is_read() {
        let parsed = only("[Event \"open\n[Site]\n[Round \"1\"\n[White \"W\"]\n1. 32-28 *");
        let told: Vec<String> = parsed.faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "1:13: found the end of the line, expected '\"]' to close the tag on its line",
                "2:1: found '[Site]', expected a tag such as [Event \"...\"]",
                "3:11: found the end of the line, expected ']' to close the tag",
            ]
        );
        assert_eq!(parsed.game.tag("White"), Some("W"));
        assert_eq!(played(&parsed).moves.len(), 1);
    }
}

mod encodings {
    use super::*;

    #[test]
    fn a_mark_at_the_beginning_and_every_line_end() {
        for text in [
            "\u{feff}[Event \"x\"]\r\n\r\n1. 32-28\r\n19-23\r\n*\r\n",
            "[Event \"x\"]\r\r1. 32-28\r19-23\r*\r",
        ] {
            let parsed = only(text);
            assert_eq!(items(&parsed.game), "32-28 19-23");
            assert_eq!(parsed.item_place(1).line, 4, "lines are counted");
        }
    }

    #[test]
    fn utf_8_or_else_latin_1() {
        let utf_8 = only("[White \"Шварцман, 陈\"]\n1. 32-28 {é} *");
        assert_eq!(utf_8.game.tag("White"), Some("Шварцман, 陈"));
        let latin_1 = only(b"[White \"R\xf3zsa\"]\n1. 32-28 {\xe9} 19-23 2. 28\xd719 \xbd-\xbd");
        assert_eq!(latin_1.game.tag("White"), Some("Rózsa"));
        assert_eq!(items(&latin_1.game), "32-28 {é} 19-23 28x19");
        assert_eq!(latin_1.game.result(), GameResult::Draw);
    }

    #[test]
    fn columns_count_characters() {
        let parsed = only("{éé} 1. 32-99");
        assert_eq!(played(&parsed).faults[0].place.column, 9);
    }
}

mod damage {
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
}

mod other_games {
    use damier_notation::pdn::ResultStyle;
    use damier_rules::Variant;

    use super::*;

    #[test]
    fn signs_of_every_kind_are_read_and_one_is_written() {
        for (variant, text, written) in [
            (
                "russian",
                "1. c3d4 d6-c5 2. B2-C3 f6-g5 3. c3-b4 h8xg7",
                "1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 *",
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
    fn what_is_no_move_is_not_taken_for_a_result() {
        let parsed = only("[GameType \"50\"]\n1. 01-01 02-03 *");
        let text = write(&parsed.game);
        assert_eq!(text.lines().last(), Some("1. 01-01 2-3 *"));
        assert_eq!(only(text).game, parsed.game);
    }

    #[test]
    fn are_read_and_not_played() {
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
            let replayed = replay(&only(text), GAME).unwrap();
            assert_eq!((replayed.variant, replayed.moves.len()), (variant, 2));
        }
    }
}

#[test]
fn the_layout_of_another_program_s_games() {
    let parsed = only(
        "[Site \"x\"]\n[Date \"2026.11.20\"]\n[Round \"1\"]\n[White \"a\"]\n[Black \"b\"]\n\
         [Result \"0-2\"]\n[TimeControl \"?\"]\n[GameType \"20\"]\n[FEN \"W:W31-50:B1-20\"]\n\
         [Event \"late\"]\n1. 32-28 19-23 \n2. 28x19 14x23 \n0-2\n\n",
    );
    assert_eq!(played(&parsed).moves.len(), 4);
    let text = write(&parsed.game);
    assert!(text.starts_with("[Event \"late\"]\n[Site \"x\"]\n[Date \"2026.11.20\"]\n"));
}
