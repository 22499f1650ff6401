//! Quirks of real files that the standard does not define. Each test is one quirk found in files or
//! named by the standard; the texts are our own.

mod comments;
mod damage;
mod moves;
mod other_games;
mod results;
mod variations;
mod where_games_begin_and_end;

use damier_notation::fen;
use damier_notation::pdn::{
    Encoding, Fault, FaultCode, Game, GameResult, Item, Parsed, Reader, ReadingLimits, Replay,
    Severity, Summary, find_game, normalised, replay, write,
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

/// The moves as written, with the other parts of the text in a short form.
fn items(game: &Game) -> String {
    let words = game.items.iter().map(|item| match item {
        Item::Move(written) => written.to_string(),
        Item::Unknown => "--".to_owned(),
        Item::Sign(sign) => sign.clone(),
        Item::Nag(number) => format!("${number}"),
        Item::Comment(text) => format!("{{{text}}}"),
        Item::Before(text) => format!("before:{{{text}}}"),
        Item::Setup(text) => format!("/{text}/"),
        Item::Open => "(".to_owned(),
        Item::Close => ")".to_owned(),
        other => format!("{other:?}"),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Checks that a game has no faults and has these moves.
#[track_caller]
fn reads(text: &str, expected: &str) {
    let parsed = only(text);
    assert_eq!(parsed.faults, [], "{text}");
    assert_eq!(items(&parsed.game), expected, "{text}");
}

/// The faults in the text, as they are shown.
fn faults(parsed: &Parsed) -> Vec<String> {
    parsed.faults.iter().map(ToString::to_string).collect()
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

/// The text that a game is converted to, which must not change when it is converted again.
#[track_caller]
fn converted(parsed: &Parsed) -> String {
    let variant = find_game(&parsed.game, GAME).variant;
    let text = write(&normalised(parsed, variant).0);
    let again = only(&text);
    assert_eq!(write(&normalised(&again, variant).0), text);
    text
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
    fn an_unknown_side_to_move_is_found_from_the_first_move() {
        let parsed = only("[FEN \"?:W31:B9\"]\n1... 9-13 2. 31-26 *");
        assert_eq!(played(&parsed).moves.len(), 2);
        let problem = only("[FEN \"?:W31:B9\"] *");
        assert_eq!(fen::write(&played(&problem).start), "W:W31:B9");
    }

    #[test]
    fn an_invalid_position_is_reported_at_its_tag() {
        let parsed = only("[Event \"x\"]\n[FEN \"W:W31,99:B9\"]\n1. 31-26 *");
        let fault = replay(&parsed, GAME).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "2:1: found 'W:W31,99:B9', expected a position to start from \
             (column 7: found square 99, expected one of the board's 50 squares)"
        );
        let crowned = only("[FEN \"W:W4:B49\"] *");
        let fault = replay(&crowned, GAME).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "1:1: found 'W:W4:B49', expected a position to start from \
             (The white man on 4 is on its last row: it should be a king. \
             The black man on 49 is on its last row: it should be a king.)"
        );
        let within = only("1. 32-28 /FEN \"W:W:B\"/ 19-23 *");
        assert_eq!(
            played(&within).faults[0].expected,
            "a position to go on from (There is no piece on the board.)"
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

    /// A slash that begins no setup takes nothing from the text behind it.
    #[test]
    fn text_between_two_slashes_is_a_setup_only_if_it_looks_like_one() {
        for setup in ["FEN \"B:W28:B19\"", "B:W28:B19", " b : W28:B19"] {
            let parsed = only(format!("1. 32-28 /{setup}/ 19-23 *"));
            assert_eq!(played(&parsed).setups.len(), 1, "{setup}");
        }
        let games = read(
            "1. 32-28 19-23 w/ 2. 28x19 14x23 2-0 \n\n[Event \"b\"]\n1. 33-28 1/2-1/2 B/W: ?/",
        );
        assert_eq!(games.len(), 2);
        assert_eq!(items(&games[0].game), "32-28 19-23 {w/} 28x19 14x23");
        assert_eq!(games[0].game.result(), GameResult::WhiteWin);
        assert_eq!(games[1].game.result(), GameResult::Draw);
        let games = read("1. 32-28 /FEN \"W:W31:B1\n\n[Event \"b/c\"]\n1. 33-28 *");
        assert_eq!(games.len(), 2, "not over an empty line");
    }
}

mod the_asterisk {
    use super::*;

    #[test]
    fn an_asterisk_touching_a_move_before_more_moves_marks_a_forced_one() {
        reads("1. 32-28* 19-23* 2. 28x19 *", "32-28 $7 19-23 $7 28x19");
        reads("1. 32-28 (1. 33-28*) 19-23 *", "32-28 ( 33-28 $7 ) 19-23");
    }

    #[test]
    fn an_asterisk_touching_the_last_move_ends_the_game() {
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
            "1. 32-28 1. .. 19-23 2. 28x19 *",
            "1. 32-28 1\u{2026} 19-23 2. 28x19 *",
            "1. 32-28 1\u{2026}19-23 2 \u{2026} 28x19 *",
            "1.\u{a0}32-28 19-23 2\u{a0}.\u{202f}28x19 *",
            "1. 32-28 19-23 17. 28x19 *",
        ] {
            reads(text, "32-28 19-23 28x19");
        }
    }

    #[test]
    fn black_begins_with_an_ellipsis() {
        for text in [
            "1. ... 7-12",
            "1... 7-12",
            "1.... 7-12",
            "... 7-12",
            "1\u{2026} 7-12",
            "\u{2026}7-12",
        ] {
            let parsed = only(format!("[FEN \"B:W31:B7\"]\n{text} *"));
            assert_eq!(played(&parsed).moves.len(), 1, "{text}");
        }
    }

    /// Other signs than a dot behind the number, and a dash that touches the dot.
    #[test]
    fn signs_behind_a_number() {
        for (text, notes) in [
            ("1.- 32-28 19-23 2.- 28x19 *", 0),
            ("1.-32-28 19-23 2.\u{2013} 28x19 *", 0),
            ("1) 32-28 19-23 2) 28x19 *", 1),
            ("1, 32-28 19-23 2, 28x19 *", 1),
            ("1: 32-28 19-23 2: 28x19 *", 1),
        ] {
            let parsed = only(text);
            assert_eq!(items(&parsed.game), "32-28 19-23 28x19", "{text}");
            assert_eq!(parsed.faults.len(), notes, "{text}");
            let is_note = |fault: &Fault| fault.severity() == Severity::Note;
            assert!(parsed.faults.iter().all(is_note), "{text}");
        }
        // A capture, a missing move, and a parenthesis that closes a variation.
        reads("1. 28:19 14: 23 *", "28:19 14:23");
        reads("1. - 2.- - *", "-- -- --");
        let parsed = only("1. 32-28 (1. 33-28 18-23 2) 19-23 *");
        assert_eq!(items(&parsed.game), "32-28 ( 33-28 18-23 {2} -- ) 19-23");
    }

    /// The dash stands in the place of White, who is not to move.
    #[test]
    fn a_dash_in_the_place_of_the_side_that_is_not_to_move() {
        for (tags, moves) in [
            ("[FEN \"B:W28,32:B19\"]", "19-23 28x19"),
            (
                "[GameType \"21\"]\n[FEN \"W:W23,24:B11,15\"]",
                "23-18 15x22",
            ),
        ] {
            let parsed = only(format!("{tags}\n1. - {moves} *"));
            assert_eq!(items(&parsed.game), moves);
            assert_eq!(played(&parsed).moves.len(), 2, "{moves}");
            assert!(converted(&parsed).contains("1... "), "{moves}");
        }
        let parsed = only("[FEN \"B:W28,32:B19\"]\n1. - - 2. 28-22 *");
        assert_eq!(items(&parsed.game), "-- 28-22");
        let parsed = only("[FEN \"W:W28,32:B19\"]\n1. - 19-23 *");
        assert_eq!(items(&parsed.game), "-- 19-23");
    }

    /// The dots say that White's move is missing. Where a file writes them before White's own
    /// moves, they mean nothing.
    #[test]
    fn dots_for_a_missing_move_are_kept() {
        for dots in ["3...", "3. ...", "3 . . .", "3\u{2026}"] {
            let parsed = only(format!("1. 32-28 19-23 2. 28x19 14x23 {dots} 10-14 *"));
            assert_eq!(played(&parsed).moves.len(), 4, "{dots}");
            let text = converted(&parsed);
            assert!(text.ends_with("14x23 3. -- 10-14 *\n"), "{text}");
        }
        let parsed = only("1. 32-28 19-23 2... 28x19 2... 14x23 *");
        assert_eq!(played(&parsed).moves.len(), 4);
    }

    #[test]
    fn a_comment_between_number_and_move_and_numbers_in_variations() {
        reads(
            "1. {the usual} 32-28 1... {also usual} 19-23 (1... 18-23) 2. 28x19 *",
            "before:{the usual} 32-28 before:{also usual} 19-23 ( 18-23 ) 28x19",
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

    /// Word processors and web pages change the signs of a tag.
    #[test]
    fn quotation_marks_and_spaces_of_word_processors() {
        for text in [
            "[Event \u{201c}A match\u{201d}]\n[White\u{a0}\"Ж\u{93}\"]\n1. 32-28 *",
            "[Event \u{ab}A match\u{bb}]\n[White \"Ж\u{93}\u{201d}]\n1. 32-28 *",
        ] {
            let parsed = only(text.replace('\u{93}', "и"));
            assert_eq!(parsed.game.tag("Event"), Some("A match"));
            assert_eq!(parsed.game.tag("White"), Some("Жи"));
            assert_eq!(parsed.faults, []);
        }
        let windows = only(b"[Event \x93A match\x94]\n[White\xa0\"W\"]\n1. 32-28 *");
        assert_eq!(windows.game.tag("Event"), Some("A match"));
        assert_eq!(windows.game.tag("White"), Some("W"));
        let within = only("[Event \"the \u{201c}big\u{201d} one, \u{201c}A\u{201d}\"]\n*");
        let expected = "the \u{201c}big\u{201d} one, \u{201c}A\u{201d}";
        assert_eq!(within.game.tag("Event"), Some(expected));
    }

    #[test]
    fn escaped_apostrophes() {
        let parsed = only("[Black \"D\\'Almeida, Jean\"]\n1. 32-28 *");
        assert_eq!(parsed.game.tag("Black"), Some("D'Almeida, Jean"));
    }

    #[test]
    fn broken_tags_are_reported_and_the_rest_is_read() {
        let parsed = only("[Event \"open\n[Site]\n[Round \"1\"\n[White \"W\"]\n1. 32-28 *");
        let messages: Vec<String> = parsed.faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            messages,
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
    fn marks_within_a_file_and_line_ends_written_as_letters() {
        let games = read("\u{feff}\u{feff}1. 32-28 *\n\u{feff}[Event \"B\"]\n1. 33-28 *\u{feff}\n");
        assert_eq!(games.len(), 2);
        assert!(games.iter().all(|parsed| parsed.faults.is_empty()));
        let games = read(
            "[Event \"A\"]\\r\n\\r\n1. 32-28 19-23\\r\n2. 28x19\\n 14x23 *\\r\n\\r\n[Event \"B\"]\\r\n1. 33-28 *\\r\\n",
        );
        let texts: Vec<String> = games.iter().map(|parsed| items(&parsed.game)).collect();
        assert_eq!(texts, ["32-28 19-23 28x19 {\\n} 14x23", "33-28"]);
        assert_eq!(
            faults(&games[0])[0],
            "1:12: found '\\r' or '\\n' as letters, expected a line end"
        );
        assert_eq!(games[0].faults[0].severity(), Severity::Note);
        assert_eq!(games[1].faults, [], "reported once for a file");
    }

    #[test]
    fn utf_8_or_else_latin_1() {
        let utf_8 = only("[White \"Шварцман, 陈\"]\n1. 32-28 {é} *");
        assert_eq!(utf_8.game.tag("White"), Some("Шварцман, 陈"));
        let latin_1 = only(b"[White \"R\xf3zsa\"]\n1. 32-28 {\xe9} 19-23 2. 28\xd719 \xbd-\xbd");
        assert_eq!(latin_1.game.tag("White"), Some("Rózsa"));
        assert_eq!(items(&latin_1.game), "32-28 {é} 19-23 28x19");
        assert_eq!(latin_1.game.result(), GameResult::Draw);
        let windows = only(b"[White \"\x93\x8ei\x9eka\x94 \x96 \xe9\"]\n1. 32-28 *");
        assert_eq!(windows.game.tag("White"), Some("“Žižka” – é"));
    }

    /// F2: Cyrillic is recognised, reported once, and may be overruled.
    #[test]
    fn windows_1251_is_recognised_in_tags_and_moves() {
        let file = b"[White \"\xd8\xe2\xe0\xf0\xf6\xec\xe0\xed\"]\n[GameType \"25\"]\n1. \xf13-d4 b6-\xe05 {\xff} 1-0";
        let parsed = only(file);
        assert_eq!(parsed.game.tag("White"), Some("Шварцман"));
        assert_eq!(items(&parsed.game), "c3-d4 b6-a5 {я}");
        assert_eq!(
            faults(&parsed),
            ["1:1: found text in windows-1251, expected utf-8"]
        );
        let limits = ReadingLimits::default();
        let asked = Some(Encoding::Windows1252);
        let mut games = Reader::with_encoding(&file[..], limits, asked);
        let parsed = games.next().expect("a game").expect("memory");
        assert_eq!(parsed.game.tag("White"), Some("Øâàðöìàí"));
        assert_eq!(parsed.faults, []);
    }

    /// F11: UTF-16, with and without a mark, from any source.
    #[test]
    fn utf_16_is_read() {
        let text = "[White \"Шварцман\"]\n\n1. 32-28 {é} 19-23 *";
        for (mark, high_first) in [
            ("\u{feff}", false),
            ("\u{feff}", true),
            ("", false),
            ("", true),
        ] {
            let units = mark.encode_utf16().chain(text.encode_utf16());
            let bytes: Vec<u8> = units
                .flat_map(|unit| {
                    if high_first {
                        unit.to_be_bytes()
                    } else {
                        unit.to_le_bytes()
                    }
                })
                .collect();
            for chunk in [1, 3, 4096] {
                let stream = std::io::BufReader::with_capacity(chunk, &bytes[..]);
                let games: Vec<_> = Reader::new(stream)
                    .map(|game| game.expect("memory"))
                    .collect();
                assert_eq!(games.len(), 1);
                assert_eq!(games[0].game.tag("White"), Some("Шварцман"));
                assert_eq!(items(&games[0].game), "32-28 {é} 19-23");
                assert_eq!(games[0].item_place(0).line, 3);
            }
        }
    }

    /// F6: letters of the Cyrillic keyboard that look like those of a move.
    #[test]
    fn letters_that_look_alike_are_read() {
        reads("1. с3-d4 d6-с5 2. b2хd4 *", "c3-d4 d6-c5 b2xd4");
        reads("1. 32-28 19-23 2. 28Х19 *", "32-28 19-23 28x19");
    }

    /// Characters of word processors and web pages, which cannot be seen.
    #[test]
    fn spaces_and_invisible_characters_beside_a_move() {
        for blank in [
            "\u{200b}", "\u{feff}", "\u{200e}", "\u{ad}", "\u{202f}", "\u{2009}", "\u{2060}",
            "\u{3000}", "\u{2028}", "\u{1a}",
        ] {
            for text in [
                format!("1. 32-28{blank} 19-23 {blank}2.{blank} 28x19 14x23{blank}"),
                format!("1. 32-28{blank} 19-23 2. 28x19 14x23 {blank}2-0{blank}\n"),
                format!("{blank}1. 32-28 {{a}}{blank}19-23 2. 28x19 14x23 *{blank}\n{blank}"),
            ] {
                let parsed = only(&text);
                assert_eq!(parsed.faults, [], "{text:?}");
                assert_eq!(played(&parsed).moves.len(), 4, "{text:?}");
            }
        }
        reads(
            "1. 32\u{a0}\u{2010}\u{202f}28 19\u{2010}23 *",
            "32-28 19-23",
        );
        for blank in ["\u{a0}", "\u{202f}", "\u{2009}", "\u{3000}"] {
            let parsed = only(format!("1{blank}32-28 19-23 2{blank}28x19 *").as_str());
            assert_eq!(parsed.faults, [], "{blank:?}");
            assert_eq!(played(&parsed).moves.len(), 3, "{blank:?}");
        }
        // An invisible character separates nothing: this may be the move 1-9 or 19-23.
        let parsed = only("1. 32-28 1\u{200b}9-23 *");
        assert_eq!(played(&parsed).moves.len(), 1);
        let windows = only(b"1. 32-28 1\x85 19-23 *");
        assert_eq!(items(&windows.game), "32-28 19-23");
    }

    #[test]
    fn columns_count_characters() {
        let parsed = only("{éé} 1. 32-99");
        assert_eq!(played(&parsed).faults[0].place.column, 9);
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
