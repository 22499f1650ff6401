//! A command becomes one event, applied once and in order, at a time that does not run backward and
//! in the position for which it was meant.

use damier_rules::Side;
use damier_session::{
    Act, Actor, ApplyError, Command, CommandId, Event, GameSettings, Session, Want,
};

use super::{BLACK, Table, WHITE, apart, open, take_back};

#[test]
fn a_repeated_command_returns_its_event_and_has_no_effect() {
    let mut session = open(apart());
    let command = Command {
        id: CommandId::from_bits(7),
        actor: WHITE,
        want: Want::Move {
            text: "32x28".into(),
            ply: None,
        },
    };
    let event = session.decide(&command, 1_000).expect("a legal move");
    assert!(
        matches!(&event.act, Act::Move { text, .. } if text == "32-28"),
        "kept in one spelling"
    );
    assert_eq!(session.version(), 0, "deciding changes nothing");
    assert_eq!(session.apply(&event), Ok(true));
    assert_eq!(session.apply(&event), Ok(false), "applied twice");
    for now_ms in [0, 1_000, 400_000] {
        assert_eq!(session.decide(&command, now_ms).as_ref(), Ok(&event));
    }
    assert_eq!(session.version(), 1);
}

#[test]
fn events_follow_without_a_gap_and_time_does_not_run_backward() {
    let mut table = Table::new(apart());
    let first = table
        .try_to(
            WHITE,
            Want::Move {
                text: "32-28".into(),
                ply: None,
            },
            5_000,
        )
        .expect("a legal move");
    let other = Event {
        act: Act::Resign {
            side: Side::White,
            at_ms: 5_000,
        },
        ..first.clone()
    };
    assert_eq!(
        table.session.apply(&other),
        Err(ApplyError::Other { number: 1 })
    );
    let later = Event {
        number: 3,
        ..first.clone()
    };
    let gap = ApplyError::Gap { last: 1, found: 3 };
    assert_eq!(table.session.apply(&later), Err(gap));
    assert_eq!(
        table.session.apply(&Event { number: 0, ..first }),
        Err(ApplyError::Gap { last: 1, found: 0 })
    );

    let early = Want::Move {
        text: "19-23".into(),
        ply: None,
    };
    table.refuses(BLACK, early.clone(), 4_999, "time-runs-backward");
    let early = Event {
        number: 2,
        command: None,
        act: Act::Resign {
            side: Side::Black,
            at_ms: 4_999,
        },
    };
    assert!(matches!(
        table.session.apply(&early),
        Err(ApplyError::Act { number: 2, reason }) if reason.code() == "time-runs-backward"
    ));
    let last_ms = table.session.last_ms();
    table.play("19-23", last_ms);
}

#[test]
fn times_do_not_decrease_in_records_of_rated_or_remote_games() {
    let rated = GameSettings {
        rated: true,
        ..GameSettings::friendly("", "")
    };
    let together = GameSettings::friendly("", "");
    for (settings, refused) in [(apart(), true), (rated, true), (together, false)] {
        let mut session = open(settings);
        for now_ms in [5_000, 6_000] {
            let first = session.position().legal_moves()[0];
            session.play(&first, now_ms).expect("time goes on");
        }
        let mut record = session.record();
        let Some(Act::Move { at_ms, .. }) = record.acts.last_mut() else {
            panic!("a move");
        };
        *at_ms = 4_999;
        let replayed = Session::replay(&record);
        if refused {
            let error = replayed.expect_err("time runs backward");
            assert_eq!(error.code(), "time-runs-backward");
            assert_eq!(error.act_index(), Some(1));
        } else {
            assert_eq!(replayed.expect("somebody set the clock").record(), record);
        }
    }
}

#[test]
fn commands_and_events_are_json() {
    let command = Command {
        id: CommandId::from_bits(0x0190_a6e0_7d2c_7c3e_8f5a_0123_4567_89ab),
        actor: Actor::Arbiter,
        want: take_back(2),
    };
    let json = serde_json::json!({
        "id": "0190a6e0-7d2c-7c3e-8f5a-0123456789ab",
        "actor": "arbiter",
        "want": { "act": "ask", "for": { "kind": "take-back", "plies": 2 } },
    });
    assert_eq!(serde_json::to_value(&command).expect("JSON"), json);
    assert_eq!(
        serde_json::from_value::<Command>(json).expect("a command"),
        command
    );
    let event = Event {
        number: 3,
        command: None,
        act: Act::Arbiter {
            winner: None,
            at_ms: 5,
        },
    };
    let json = serde_json::json!({
        "number": 3, "act": { "act": "arbiter", "winner": null, "at_ms": 5 },
    });
    assert_eq!(serde_json::to_value(&event).expect("JSON"), json);
    assert_eq!(
        serde_json::from_value::<Event>(json).expect("an event"),
        event
    );
}

#[test]
fn a_late_move_is_not_played_in_another_position() {
    let mut table = Table::new(apart());
    let meant = |ply| Want::Move {
        text: "32-28".into(),
        ply: Some(ply),
    };
    // Another move was played on the player's other device; without its ply, the delayed move would
    // be legal again.
    table.play("33-29", 1_000);
    table.refuses(WHITE, meant(0), 1_500, "not-your-turn");
    table.play("19-23", 2_000);
    table.refuses(WHITE, meant(0), 3_000, "another-position");
    table.does(WHITE, meant(2), 3_000);

    // Moves are taken back while the next one is being sent.
    let mut table = Table::new(apart());
    for (text, now_ms) in [("33-29", 1_000), ("19-23", 2_000)] {
        table.play(text, now_ms);
    }
    table.does(WHITE, take_back(2), 3_000);
    table.does(BLACK, Want::Agree { request: None }, 3_100);
    table.refuses(WHITE, meant(2), 3_200, "another-position");
    let whenever = Want::Move {
        text: "32-28".into(),
        ply: None,
    };
    table.does(WHITE, whenever, 3_300);
    table.does(BLACK, Want::Resign, 3_400);
    table.refuses(WHITE, meant(7), 3_500, "game-over");
}
