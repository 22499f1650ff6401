//! Export to PDN and import.

use damier_notation::pdn::{Place, Reader};
use damier_rules::{EndReason, Side, Variant};
use damier_session::ending::ByPeople;
use damier_session::pdn::{Imported, LeftOut, from_pdn, to_pdn, write};
use damier_session::time_control::{Bonus, Period};
use damier_session::{Act, ClockSettings, Ending, GameSettings, Player, Session};
use proptest::prelude::*;

fn import(text: &str) -> Imported {
    let parsed = Reader::new(text.as_bytes())
        .next()
        .expect("a game")
        .expect("a readable stream");
    from_pdn(&parsed, Variant::INTERNATIONAL).expect("a game that is known")
}

fn moves(session: &Session) -> Vec<String> {
    let game = session.game();
    let text = |(position, played)| damier_notation::move_text::text(position, &played);
    game.positions().zip(game.moves()).map(text).collect()
}

#[test]
fn a_game_with_all_features_is_read() {
    let settings = GameSettings {
        clock: Some(ClockSettings::fischer(300_000, 3_500)),
        black: Player::Computer { level: 7 },
        ..GameSettings::friendly("Baba \"the lion\" Sy", "")
    };
    let mut session =
        Session::new(Variant::INTERNATIONAL, settings, Some(1_763_650_000_000)).expect("good");
    for (index, text) in ["32-28", "19-23", "28x19"].into_iter().enumerate() {
        let side = session.position().side();
        let at_ms = 1_763_650_010_000 + 10_000 * index as u64;
        let act = Act::Move {
            side,
            text: text.into(),
            at_ms,
            lag_ms: 0,
        };
        session.perform(&act).expect("a legal move");
    }
    session
        .resign(Side::Black, 1_763_650_090_000)
        .expect("may resign");
    let text = write(&session);
    assert_eq!(
        text,
        "\
[Event \"?\"]
[Site \"?\"]
[Date \"2025.11.20\"]
[Round \"?\"]
[White \"Baba \\\"the lion\\\" Sy\"]
[Black \"Damier level 7\"]
[Result \"2-0\"]
[GameType \"20\"]
[BlackType \"program\"]
[TimeControl \"300+3.500\"]
[Termination \"normal\"]
[TerminationCode \"resignation\"]

1. 32-28 {[%clock w0:04:53 B0:05:00]} 1... 19-23 {[%clock W0:04:53 b0:04:53]}
2. 28x19 {[%clock w0:04:47 B0:04:53]} 2-0
"
    );

    let Imported {
        session: again,
        complete,
        ..
    } = import(&text);
    assert!(complete);
    assert_eq!(moves(&again), moves(&session));
    assert_eq!(again.ending(), session.ending());
    assert_eq!(again.settings().white, session.settings().white);
    assert_eq!(again.settings().black, session.settings().black);
    assert_eq!(
        again.started_ms(),
        Some(1_763_596_800_000),
        "the day, not the hour"
    );
}

#[test]
fn a_result_ends_an_unfinished_game() {
    let ended = |text: &str| import(text).session.ending();
    assert_eq!(ended("1. 32-28 *"), None);
    assert_eq!(ended("1. 32-28 0-0"), None);
    let won = |side: Side| Some(Ending::win(side, ByPeople::Result));
    assert_eq!(ended("1. 32-28 2-0"), won(Side::White));
    assert_eq!(ended("1. 32-28 0-1"), won(Side::Black));
    assert_eq!(ended("1. 32-28 1-1"), Some(Ending::draw(ByPeople::Result)));
    for (by, result) in [
        (ByPeople::Resignation, "2-0"),
        (ByPeople::Forfeit, "2-0"),
        (ByPeople::Abandonment, "0-2"),
        (ByPeople::Arbiter, "1-1"),
        (ByPeople::Arbiter, "0-2"),
        (ByPeople::Agreement, "1-1"),
    ] {
        let text = format!("[TerminationCode \"{}\"] 1. 32-28 {result}", by.code());
        assert_eq!(ended(&text).map(|ending| ending.reason), Some(by.into()));
    }
    let aborted = "[TerminationCode \"aborted\"] 1. 32-28 *";
    assert_eq!(ended(aborted), Some(Ending::aborted()));
    let written = write(&import(aborted).session);
    assert!(written.contains("[Result \"*\"]"), "{written}");
    assert!(written.ends_with("1. 32-28 *\n"), "{written}");
    assert!(
        written.contains("[TerminationCode \"aborted\"]"),
        "{written}"
    );
    let too_late = "[TerminationCode \"aborted\"] 1. 32-28 19-23 *";
    assert_eq!(ended(too_late), None);
    let by_rule = ended("[FEN \"W:W28:B23\"] 1. 28x19 0-2");
    assert_eq!(by_rule, Some(Ending::win(Side::White, EndReason::NoPieces)));
}

#[test]
fn a_damaged_game_keeps_its_valid_part_without_a_result() {
    let damaged = import("1. 32-28 19-23 2. 28x20 14x23 2-0");
    assert!(!damaged.complete);
    assert_eq!(moves(&damaged.session), ["32-28", "19-23"]);
    assert_eq!(damaged.session.ending(), None);
    assert_eq!(damaged.faults.len(), 1);
}

#[test]
fn a_game_that_a_rule_has_ended_stops_there() {
    let text =
        "[FEN \"W:WK46,31:BK45,20\"] 46-41 45-40 41-46 40-45 46-41 45-40 41-46 40-45 46-41 *";
    let imported = import(text);
    let drawn = Ending::draw(EndReason::Occurrence(3));
    assert_eq!(
        imported.left_out,
        Some((
            LeftOut::Over(drawn),
            Place {
                line: 1,
                column: 75
            }
        ))
    );
    assert!(!imported.complete);
    assert_eq!(imported.session.game().len(), 8);
    assert_eq!(imported.session.ending(), Some(drawn));
}

#[test]
fn moves_after_a_setup_are_left_out() {
    let imported = import("1. 32-28 (1. 31-26) 19-23 /FEN \"W:W28:B1\"/ 2. 28-22 2-0");
    assert_eq!(moves(&imported.session), ["32-28", "19-23"]);
    assert_eq!(
        imported.left_out,
        Some((
            LeftOut::SetUp,
            Place {
                line: 1,
                column: 47
            }
        ))
    );
    assert_eq!(imported.session.ending(), None);
}

#[test]
fn long_tags_are_cut() {
    let text = format!(
        "[White \"{}\"][Black \"?\"][Date \"soon\"] 1. 32-28 *",
        "é".repeat(5_000)
    );
    let imported = import(&text);
    let settings = imported.session.settings();
    assert_eq!(
        settings.white,
        Player::Person {
            name: "é".repeat(100)
        }
    );
    assert_eq!(
        settings.black,
        Player::Person {
            name: String::new()
        }
    );
    assert_eq!(imported.session.started_ms(), None);
}

#[test]
fn an_imported_game_replays_from_its_record() {
    let imported = import("[FEN \"B:W40:B1\"] 1... 1-6 2. 40-34 1-1");
    assert_eq!(
        Session::replay(&imported.session.record()),
        Ok(imported.session)
    );
}

proptest! {
    #[test]
    fn moves_survive_a_round_trip(
        choices in prop::collection::vec(any::<usize>(), 0..150),
    ) {
        let mut session =
            Session::new(Variant::INTERNATIONAL, GameSettings::friendly("a", "b"), Some(0))
                .expect("good settings");
        for number in choices {
            let moves = session.position().legal_moves();
            if session.ending().is_none() && !moves.is_empty() {
                session.play(&moves[number % moves.len()], 0).expect("legal");
            }
        }
        let imported = import(&write(&session));
        prop_assert!(imported.complete);
        prop_assert_eq!(moves(&imported.session), moves(&session));
        prop_assert_eq!(imported.session.ending(), session.ending());
    }
}

/// A time control is written as PDN defines it, and omitted if PDN cannot express it.
#[test]
fn time_controls_are_written_as_in_the_standard() {
    let tags = |clock: ClockSettings, black_clock: Option<ClockSettings>| {
        let settings = GameSettings {
            clock: Some(clock),
            black_clock,
            ..GameSettings::friendly("a", "b")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
        let game = to_pdn(&session);
        let tags = ["TimeControl", "TimeControlWhite", "TimeControlBlack"];
        tags.map(|tag| game.tag(tag).map(str::to_owned))
    };
    let period = |minutes: u64, moves| Period {
        initial_ms: minutes * 60_000,
        increment_ms: 0,
        bonus: Bonus::Fischer,
        moves,
    };
    let classic = ClockSettings {
        moves: Some(50),
        then: vec![period(60, Some(25))],
        ..ClockSettings::fischer(7_200_000, 0)
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(tags(classic, None), [some("50/7200:25/3600"), None, None]);
    let fischer = ClockSettings::fischer;
    assert_eq!(
        tags(fischer(300_000, 3_000), Some(fischer(60_000, 0))),
        [None, some("300+3"), some("60+0")]
    );
    let each_move = ClockSettings::each_move(86_400_000, 0);
    assert_eq!(tags(each_move, None), [None, None, None]);
}
