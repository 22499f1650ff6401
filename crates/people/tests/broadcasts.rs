//! Broadcasts: reading a round's file, and what spectators see of a board with a delay.

use std::collections::BTreeMap;

use damier_notation::pdn;
use damier_people::broadcasts::{
    BoardGame, BoardLog, BoardRead, BoardResult, Clocks, Correction, MAX_CHANGES, MOST_PLIES,
    Taken, read_board, read_round,
};
use damier_rules::Variant;
use proptest::prelude::*;

const MINUTE_MS: u64 = 60_000;

fn read(text: &str) -> Vec<BoardRead> {
    read_round(text.as_bytes(), 1, Variant::INTERNATIONAL).boards
}

fn only(text: &str) -> BoardRead {
    let mut boards = read(text);
    assert_eq!(boards.len(), 1, "{text}");
    boards.remove(0)
}

fn code(board: &BoardRead) -> Option<&'static str> {
    board.fault.as_ref().map(|fault| fault.code)
}

fn game(moves: &[&str]) -> BoardGame {
    BoardGame {
        variant: "international".to_owned(),
        start: None,
        white: "A".to_owned(),
        black: "B".to_owned(),
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
        result: None,
        clocks: Clocks::default(),
    }
}

fn shown(log: &BoardLog, moment_ms: u64) -> Option<usize> {
    log.at(moment_ms).map(|shown| shown.game.moves.len())
}

#[test]
fn a_round_file_is_read_board_by_board() {
    let file = "[White \"Sijbrands, Ton\"]\n[Black \"Wiersma\"]\n[Board \"2\"]\n[Result \"2-0\"]\n\
        1. 32-28 {[%clock w1:20:00 b1:19:30]} 19-23 {[%clk 1:18:07]} (1... 18-22) 2. 28x19 14x23 2-0\n\n\
        [White \"?\"]\n[Round \"1.7\"]\n1. 33-28 *\n\n[Round \"2\"]\n1. 31-26 *\n\n[GameType \"25\"]\n1. c3-d4 *";
    let round = read_round(file.as_bytes(), 1, Variant::INTERNATIONAL);
    assert_eq!(round.of_other_rounds, 1);
    let numbers: Vec<u16> = round.boards.iter().map(|board| board.number).collect();
    assert_eq!(numbers, [2, 7, 3], "by the tag, by the round, by the place");
    let first = round.boards[0].game.as_ref().unwrap();
    assert_eq!(first.white, "Sijbrands, Ton");
    assert_eq!(first.moves, ["32-28", "19-23", "28x19", "14x23"]);
    assert_eq!(first.result, Some(BoardResult::White));
    let clocks = Clocks {
        white_s: Some(4_800),
        black_s: Some(4_687),
    };
    assert_eq!(first.clocks, clocks);
    assert!(
        round
            .boards
            .iter()
            .all(|board| board.is_whole && board.fault.is_none())
    );
    assert_eq!(round.boards[1].game.as_ref().unwrap().white, "");
    let russian = round.boards[2].game.as_ref().unwrap();
    assert_eq!(
        (russian.variant.as_str(), &russian.moves[..]),
        ("russian", &["c3-d4".to_owned()][..])
    );
}

#[test]
fn a_faulty_board_keeps_its_valid_moves_and_reports_the_place() {
    let file = "[White \"A\"]\n1. 32-28 19-23\n2. 99-1 *\n\n[White \"B\"]\n1. 32-28 *";
    let [wrong, good] = &read(file)[..] else {
        panic!()
    };
    assert_eq!(wrong.game.as_ref().unwrap().moves, ["32-28", "19-23"]);
    let fault = wrong.fault.as_ref().unwrap();
    assert_eq!(
        (fault.code, fault.line, fault.column, wrong.is_whole),
        ("no-such-square", 3, 4, false)
    );
    assert_eq!((good.is_whole, good.fault.as_ref()), (true, None));

    for (text, expected, plies) in [
        ("1. 32-27 19-23 2. 32-28 *", "not-legal", Some(2)),
        ("1. 32-28 - 2. 33-29 *", "unknown-move", Some(1)),
        ("[FEN \"W:W31:B99\"]\n1. 31-26 *", "bad-position", None),
        ("[GameType \"1\"]\n1. e4 *", "unknown-game", None),
        ("[Board \"201\"]\n1. 32-28 *", "bad-board", None),
        ("[Board \"0\"]\n1. 32-28 *", "bad-board", None),
        ("1. 32-28 /FEN \"W:W31:B1\"/ 31-26 *", "set-up", Some(1)),
    ] {
        let board = only(text);
        assert_eq!(code(&board), Some(expected), "{text}");
        assert_eq!(board.game.map(|game| game.moves.len()), plies, "{text}");
        assert!(!board.is_whole);
    }
    let twice = read("[Board \"3\"]\n1. 32-28 *\n\n[Board \"3\"]\n1. 33-28 *");
    assert_eq!(
        (code(&twice[0]), code(&twice[1])),
        (None, Some("same-board"))
    );
    let none = read_board(b" \n", 5, Variant::INTERNATIONAL);
    assert_eq!((none.number, code(&none)), (5, Some("unreadable")));
}

#[test]
fn input_is_bounded() {
    let many = "1. 32-28 *\n\n".repeat(10_000);
    let boards = read(&many);
    assert!(boards.len() <= 400);
    assert_eq!(
        boards.iter().filter(|board| board.game.is_some()).count(),
        200
    );
    // Two kings that move back and forth.
    let walk = "36-31 15-20 31-36 20-15 ".repeat(400);
    let board = only(&format!("[FEN \"W:WK36:BK15\"]\n{walk} *"));
    assert_eq!(
        (code(&board), board.game.unwrap().moves.len()),
        (Some("too-many-moves"), MOST_PLIES)
    );
    let name = "x".repeat(9_000);
    let board = only(&format!("[White \"{name}\u{202e}\"]\n1. 32-28 *"));
    assert_eq!(board.game.unwrap().white.chars().count(), 100);
    let deep = format!("1. 32-28 {} *", "(".repeat(5_000));
    assert_eq!(only(&deep).game.unwrap().moves.len(), 1);
}

#[test]
fn a_truncated_text_removes_no_moves() {
    let before = game(&["32-28", "19-23", "28x19"]);
    let broken = read_board(b"1. 32-28 19-2", 1, Variant::INTERNATIONAL);
    let after = broken.game.unwrap().after(Some(&before), broken.is_whole);
    assert_eq!(
        (after.moves, after.white.as_str()),
        (before.moves.clone(), "A")
    );
    // Another truncated line replaces it once it is longer.
    for (text, expected) in [
        ("1. 33-28 19-2", &before.moves[..]),
        ("1. 33-28 18-23 2. 39-33", &before.moves[..]),
        (
            "1. 33-28 18-23 2. 39-33 12-18 3. 99-1 *",
            &["33-28", "18-23", "39-33", "12-18"].map(str::to_owned)[..],
        ),
    ] {
        let other = read_board(text.as_bytes(), 1, Variant::INTERNATIONAL);
        let after = other.game.unwrap().after(Some(&before), other.is_whole);
        assert_eq!(after.moves, expected, "{text}");
    }
    // A truncated move that looks like a result removes no moves.
    for (text, is_whole) in [
        ("1. 32-28 1-1", false),
        ("[Result \"1-1\"]\n1. 32-28 1-1", true),
        ("1. 32-28 1-1\n\n{the end}", true),
        ("1. 32-28 *", true),
        ("1. 32-28*", false),
        ("1. 32-28", false),
        ("1. 32-28 {a *", false),
        ("1. 32-28 (33-28 *", false),
        ("[White \"A\"]\n[Black B]\n1. 32-28 *", false),
    ] {
        assert_eq!(only(text).is_whole, is_whole, "{text}");
    }
    // A complete text that is shorter removes moves.
    let shorter = read_board(b"1. 32-28 *", 1, Variant::INTERNATIONAL);
    let after = shorter.game.unwrap().after(Some(&before), shorter.is_whole);
    assert_eq!(after.moves, ["32-28"]);
    let none = read_board(b"[White \"A\"]\n*", 1, Variant::INTERNATIONAL);
    let after = none.game.unwrap().after(Some(&before), none.is_whole);
    assert!(after.moves.is_empty());
}

#[test]
fn what_is_no_game_is_for_no_board() {
    for (text, line) in [
        ("<html>404 Not Found</html>", 1),
        ("The file was moved", 1),
        ("{unclosed", 1),
        ("{\"a\":1}", 1),
        ("\n\u{1}\u{2}\u{fffd}", 2),
        ("*", 1),
    ] {
        let board = only(text);
        assert_eq!((board.number, board.game), (1, None), "{text}");
        let fault = board.fault.unwrap();
        assert!(
            fault.detail.starts_with("there is no game in the text") && fault.line <= line,
            "{fault:?}"
        );
    }
    // A game truncated in its tags may belong to any board.
    for (text, expected) in [
        ("[White \"A\"]\n[Bla", "broken-tag"),
        ("[White \"A\"]\n[Black \"B\"]\n", "not-ended"),
    ] {
        let board = only(text);
        assert_eq!((code(&board), board.game), (Some(expected), None), "{text}");
    }
    // A comment between two games belongs to neither.
    let boards = read("{by a program}\n[White \"A\"]\n1. 32-28 *\n{and}\n[White \"B\"]\n*");
    let names = boards.iter().map(|board| {
        let game = board.game.as_ref().unwrap();
        (board.number, game.white.as_str())
    });
    assert_eq!(names.collect::<Vec<_>>(), [(1, "A"), (2, "B")]);
}

#[test]
fn a_board_accepts_one_game_only() {
    let read = |text: &str| read_board(text.as_bytes(), 3, Variant::INTERNATIONAL);
    for (text, expected, line) in [
        (
            "[Board \"9\"]\n1. 32-28 *\n\n[Board \"8\"]\n1. 33-28 *",
            "several-games",
            4,
        ),
        ("1. 32-28 *\n\n1. 33-28 *", "several-games", 3),
        ("[White \"A\"]\n[Board \"9\"]\n1. 32-28 *", "other-board", 2),
    ] {
        let board = read(text);
        let fault = board.fault.unwrap();
        assert_eq!(
            (board.game, fault.code, fault.line),
            (None, expected, line),
            "{text}"
        );
    }
    let own = read("[Board \"3\"]\n[Round \"7.9\"]\n1. 32-28 * {that is all}");
    assert_eq!(own.game.unwrap().moves, ["32-28"]);
    assert_eq!((own.fault, own.is_whole), (None, true));
}

#[test]
fn a_board_is_shown_as_of_a_past_time() {
    let mut log = BoardLog::default();
    assert_eq!(log.take(game(&["32-28"]), 1_000), Taken::Changed);
    assert_eq!(log.take(game(&["32-28"]), 2_000), Taken::Same);
    assert_eq!(log.take(game(&["32-28", "19-23"]), 3_000), Taken::Changed);
    let corrected = game(&["32-28", "18-23", "33-29"]);
    assert_eq!(log.take(corrected.clone(), 4_000), Taken::Corrected(2));
    let moments = [999, 1_000, 2_999, 3_000, 3_999, 4_000].map(|moment_ms| shown(&log, moment_ms));
    assert_eq!(moments, [None, Some(1), Some(1), Some(2), Some(2), Some(3)]);
    let now = log.now().unwrap();
    assert_eq!((now.game, now.changed_ms), (corrected, 4_000));
    assert_eq!(
        now.corrected,
        Some(Correction {
            ply: 2,
            at_ms: 4_000
        })
    );
    assert_eq!(log.at(3_500).unwrap().corrected, None);
    // A clock that was set back shows nothing before it was due.
    log.take(game(&["32-28"]), 500);
    assert_eq!(shown(&log, 3_999), Some(2));
    assert_eq!(shown(&log, 4_000), Some(1));
}

#[test]
fn changes_are_visible_after_the_delay_and_never_earlier() {
    let mut log = BoardLog::default();
    for second in 0..2_000_u64 {
        // A clock value sent every second.
        let mut other = game(if second % 2 == 0 {
            &["32-28"]
        } else {
            &["33-28"]
        });
        other.clocks.white_s = Some(second as u32);
        log.take(other, second * 1_000);
    }
    for moment in 0..2_000_u64 {
        let seen = log
            .at(moment * 1_000)
            .map(|shown| u64::from(shown.game.clocks.white_s.unwrap()));
        let behind = moment - seen.unwrap_or(0);
        assert!(behind <= 60, "{behind} s late at {moment}");
    }
    assert!(log.bytes() < 200 * MAX_CHANGES as u64, "{}", log.bytes());
    let last = log.now().unwrap();
    assert_eq!(
        (last.game.moves[0].as_str(), last.changed_ms),
        ("33-28", 1_999_000)
    );
}

#[test]
fn a_board_is_written_as_it_was_read() {
    let text = "[White \"A\"]\n[Black \"B\"]\n[FEN \"W:W31,K50:B20\"]\n1. 31-26 {[%clock w0:10:00 b0:09:00]} 20-24 1-1";
    let game = only(text).game.unwrap();
    let tags = [("Event", "Open".to_owned()), ("Site", String::new())];
    let written = pdn::write(&game.to_pdn(&tags).unwrap());
    assert!(
        written.starts_with("[Event \"Open\"]") && !written.contains("Site"),
        "{written}"
    );
    assert_eq!(only(&written).game.unwrap(), game);
    assert_eq!(game.fen().unwrap(), "W:W26,K50:B24");
}

proptest! {
    /// For any input at any times: spectators see the state after the last change at or before the
    /// visible time, and reading text never fails.
    #[test]
    fn visibility_depends_on_the_times_only(
        steps in prop::collection::vec((0_u64..4 * MINUTE_MS, 0_usize..6, 0_usize..3), 1..60),
        delay_min in 0_u64..=60,
    ) {
        let lines = [
            ["32-28", "19-23", "28x19", "14x23", "37-32"],
            ["32-28", "18-23", "33-29", "23x32", "37x28"],
            ["31-26", "19-23", "36-31", "14-19", "41-36"],
        ];
        let mut log = BoardLog::default();
        let mut sent: Vec<(u64, BoardGame)> = Vec::new();
        let mut now_ms = 10_000_000;
        for (wait_ms, plies, line) in steps {
            now_ms += wait_ms;
            let next = game(&lines[line][..plies.min(5)]);
            log.take(next.clone(), now_ms);
            sent.push((now_ms, next));
            let moment_ms = now_ms - delay_min * MINUTE_MS;
            let expected = sent.iter().rev().find(|(at_ms, _)| *at_ms <= moment_ms);
            let seen = log.at(moment_ms).map(|shown| shown.game);
            prop_assert_eq!(seen.as_ref(), expected.map(|(_, game)| game));
        }
    }

    #[test]
    fn no_text_stops_the_reader(text in prop::collection::vec(any::<u8>(), 0..400)) {
        let round = read_round(&text, 1, Variant::INTERNATIONAL);
        prop_assert!(round.boards.len() <= 400);
    }
}

/// A file of some games, with or without results, complete or truncated.
fn files() -> impl Strategy<Value = String> {
    const LINES: [[&str; 5]; 3] = [
        [
            "32-28",
            "19-23 {[%clk 1:18:07]}",
            "28x19",
            "14x23 (14x24)",
            "37-32",
        ],
        [
            "32-28",
            "18-23",
            "33-29 {[%clock w1:20:00 b1:19:30]}",
            "23x32",
            "37x28",
        ],
        ["31-26", "19-23", "36-31", "14-19 $1", "41-36"],
    ];
    let ends = prop::sample::select(vec!["*", "1-1", "1/2-1/2", ""]);
    let board = prop::option::of(1_u16..40);
    let game = (0_usize..6, 0_usize..3, ends, board, any::<bool>());
    let game = game.prop_map(|(plies, line, end, board, has_result)| {
        let board = board.map_or_else(String::new, |board| format!("[Board \"{board}\"]\n"));
        let result = if has_result {
            format!("[Result \"{end}\"]\n")
        } else {
            String::new()
        };
        let moves = LINES[line][..plies.min(5)].join(" ");
        format!("[White \"Ann\"]\n[Black \"Bob\"]\n{board}{result}\n{moves} {end}\n\n")
    });
    prop::collection::vec(game, 1..4).prop_map(|games| games.concat())
}

/// The boards after a file was sent.
fn boards_after(file: &[u8]) -> BTreeMap<u16, BoardGame> {
    let boards = read_round(file, 1, Variant::INTERNATIONAL).boards;
    let games = boards.into_iter();
    games
        .filter_map(|board| Some((board.number, board.game?)))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A complete file that is sent again truncated changes no board, wherever it is cut.
    #[test]
    fn a_partial_file_does_not_change_a_board(file in files()) {
        let before = boards_after(file.as_bytes());
        for cut in 0..=file.len() {
            for board in read_round(&file.as_bytes()[..cut], 1, Variant::INTERNATIONAL).boards {
                let Some(game) = board.game else { continue };
                let before = before.get(&board.number);
                let after = game.after(before, board.is_whole);
                prop_assert_eq!(Some(&after), before, "board {}, cut at {}", board.number, cut);
            }
        }
    }

    /// Text that is not a file of games removes no move from any board.
    #[test]
    fn no_input_removes_a_move_from_a_board(
        file in files(),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let before = boards_after(file.as_bytes());
        for board in read_round(&bytes, 1, Variant::INTERNATIONAL).boards {
            let (Some(game), Some(before)) = (board.game, before.get(&board.number)) else {
                continue;
            };
            let after = game.after(Some(before), board.is_whole);
            prop_assert!(after.moves.len() >= before.moves.len());
        }
    }
}
