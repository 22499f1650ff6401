//! Pauses agreed by the players, and clocks stopped by the server: who ends them and when, and
//! their effect on time and record.

use damier_rules::Side;
use damier_session::record::MAX_ACTS;
use damier_session::{Act, Actor, GameSettings, Request, Session, Want};

use super::{BLACK, Table, WHITE, apart, ask};

#[test]
fn an_agreed_pause_costs_no_time_and_ends() {
    let mut table = Table::new(apart());
    table.play("32-28", 10_000);
    table.refuses(BLACK, ask(Request::Resume), 11_000, "game-not-paused");
    for at_most_ms in [0, 30 * 24 * 3_600_000 + 1] {
        let pause = ask(Request::Pause { at_most_ms });
        table.refuses(BLACK, pause, 11_000, "pause-out-of-range");
    }
    table.refuses(BLACK, Want::Resume, 12_000, "needs-consent");
    let pause = ask(Request::Pause { at_most_ms: 60_000 });
    table.does(WHITE, pause.clone(), 15_000);
    table.does(BLACK, Want::Agree { request: None }, 20_000);
    assert_eq!(table.session.paused_until_ms(), Some(80_000));
    let clock = table.session.clock().expect("a clock");
    assert_eq!(
        (clock.running(), clock.left_ms(Side::Black, 70_000)),
        (None, 290_000)
    );

    let text = "19-23".into();
    table.refuses(BLACK, Want::Move { text, ply: None }, 21_000, "game-paused");
    table.refuses(BLACK, Want::OfferDraw, 21_000, "game-paused");
    table.refuses(BLACK, pause.clone(), 21_000, "game-paused");
    table.refuses(BLACK, Want::Resume, 79_999, "needs-consent");
    table.refuses(
        WHITE,
        Want::Flag { side: Side::Black },
        999_999_999,
        "time-left",
    );

    // Both agree to resume early; after the pause either side resumes alone.
    table.does(BLACK, ask(Request::Resume), 30_000);
    table.does(WHITE, Want::Agree { request: None }, 40_000);
    let clock = table.session.clock().expect("a clock");
    assert_eq!(clock.left_ms(Side::Black, 41_000), 289_000);
    table.play("19-23", 41_000);
    table.does(BLACK, pause, 42_000);
    table.does(WHITE, Want::Agree { request: None }, 43_000);
    table.does(BLACK, Want::Resume, 103_000);
    table.play("28x19", 104_000);
}

#[test]
fn the_server_stops_the_clocks_and_no_player_resumes_them() {
    let mut table = Table::new(apart());
    table.play("32-28", 10_000);
    let hold = Want::Pause { at_most_ms: 60_000 };
    for player in [WHITE, BLACK] {
        table.refuses(player, hold.clone(), 11_000, "not-entitled");
    }
    for at_most_ms in [0, 30 * 24 * 3_600_000 + 1] {
        let hold = Want::Pause { at_most_ms };
        table.refuses(Actor::Server, hold, 11_000, "pause-out-of-range");
    }
    // Open requests are void when the clocks are stopped.
    table.does(WHITE, ask(Request::Pause { at_most_ms: 5_000 }), 12_000);
    table.does(Actor::Server, hold.clone(), 20_000);
    assert!(table.session.is_held());
    assert_eq!(table.session.paused_until_ms(), Some(80_000));
    assert_eq!(table.session.deadline_ms(), Some(80_000));
    table.refuses(BLACK, Want::Agree { request: None }, 21_000, "no-request");
    let text = "19-23".into();
    table.refuses(BLACK, Want::Move { text, ply: None }, 21_000, "game-paused");
    for player in [WHITE, BLACK] {
        table.refuses(player, ask(Request::Resume), 22_000, "game-paused");
        table.refuses(player, Want::Resume, 79_999, "needs-consent");
    }
    // Repeating the hold restarts its time.
    table.does(Actor::Server, hold.clone(), 70_000);
    assert_eq!(table.session.paused_until_ms(), Some(130_000));
    assert_eq!(
        Session::replay(&table.session.record()),
        Ok(table.session.clone())
    );
    table.does(Actor::Server, Want::Resume, 100_000);
    assert!(!table.session.is_held());
    let clock = table.session.clock().expect("a clock");
    assert_eq!(clock.left_ms(Side::Black, 101_000), 289_000);
    table.play("19-23", 101_000);

    // A pause agreed by the players.
    table.does(WHITE, ask(Request::Pause { at_most_ms: 9_000 }), 102_000);
    table.does(BLACK, Want::Agree { request: None }, 102_000);
    let shorter = Want::Pause { at_most_ms: 8_000 };
    table.refuses(Actor::Server, shorter, 103_000, "game-paused");
    table.does(WHITE, Want::Resume, 111_000);
    // A time that is up stays up, and a finished game cannot be held.
    table.refuses(Actor::Server, hold.clone(), 999_999_999, "time-is-up");
    table.does(Actor::Server, hold.clone(), 112_000);
    table.does(WHITE, Want::Resign, 113_000);
    assert!(!table.session.is_held());
    table.refuses(Actor::Server, hold.clone(), 114_000, "game-over");
    let mut table = Table::new(GameSettings {
        clock: None,
        ..apart()
    });
    table.refuses(Actor::Server, hold, 1_000, "no-clock");
}

#[test]
fn a_pause_of_the_players_continues_after_a_longer_hold_by_the_server() {
    let hold = Want::Pause { at_most_ms: 60_000 };
    let paused = || {
        let mut table = Table::new(apart());
        table.play("32-28", 10_000);
        table.does(WHITE, ask(Request::Pause { at_most_ms: 9_000 }), 12_000);
        table.does(BLACK, Want::Agree { request: None }, 12_000);
        table.does(Actor::Server, hold.clone(), 13_000);
        assert!(table.session.is_held());
        assert_eq!(table.session.paused_until_ms(), Some(73_000));
        table.refuses(BLACK, ask(Request::Resume), 14_000, "game-paused");
        table.refuses(BLACK, Want::Resume, 22_000, "needs-consent");
        table
    };
    let running = |table: &Table| table.session.clock().expect("a clock").running();
    // Released before the players' pause is over: the rest of it remains.
    let mut table = paused();
    table.does(Actor::Server, hold.clone(), 14_000);
    table.does(Actor::Server, Want::EndPause { until_ms: 74_000 }, 15_000);
    assert!(!table.session.is_held());
    assert_eq!(table.session.paused_until_ms(), Some(21_000));
    assert_eq!(running(&table), None);
    assert_eq!(
        Session::replay(&table.session.record()),
        Ok(table.session.clone())
    );
    table.does(BLACK, Want::Resume, 21_000);
    assert_eq!(table.session.paused_until_ms(), None);
    let clock = table.session.clock().expect("a clock");
    assert_eq!(clock.left_ms(Side::Black, 22_000), 297_000);
    // The server ends its pause after the players' pause has ended.
    let mut table = paused();
    table.does(Actor::Server, Want::EndPause { until_ms: 73_000 }, 30_000);
    assert_eq!(table.session.paused_until_ms(), None);
    assert_eq!(running(&table), Some(Side::Black));
    // A game that ends meanwhile is not paused.
    let mut table = paused();
    table.does(WHITE, Want::Resign, 15_000);
    assert_eq!(table.session.paused_until_ms(), None);
}

#[test]
fn end_pause_names_its_pause() {
    let mut table = Table::new(apart());
    table.play("32-28", 10_000);
    let end = |until_ms| Want::EndPause { until_ms };
    table.refuses(Actor::Server, end(11_000), 11_000, "game-not-paused");
    table.does(WHITE, ask(Request::Pause { at_most_ms: 9_000 }), 12_000);
    table.does(BLACK, Want::Agree { request: None }, 12_000);
    for other in [0, 20_999, 21_001] {
        table.refuses(Actor::Server, end(other), 30_000, "game-not-paused");
    }
    table.refuses(WHITE, end(21_000), 30_000, "not-entitled");
    table.does(Actor::Server, end(21_000), 30_000);
    // It does not return the time of a turn played since.
    table.refuses(Actor::Server, end(21_000), 400_000, "game-not-paused");
    table.does(Actor::Server, Want::Flag { side: Side::Black }, 400_000);
}

/// A game with this many places left in its record, filled with declined requests.
fn nearly_full(left: usize) -> Table {
    let mut table = Table::new(apart());
    let mut asked = 0;
    while table.session.acts().len() + left < MAX_ACTS {
        let at_ms = 1_000;
        let act = if table.session.request(Side::White).is_some() {
            let side = Side::Black;
            Act::Decline { side, at_ms }
        } else {
            asked += 1;
            Act::Ask {
                side: Side::White,
                request: Request::MoreTime { ms: asked },
                at_ms,
            }
        };
        table.session.perform(&act).expect("it can be done");
    }
    table
}

#[test]
fn a_pause_reserves_two_events_of_the_record() {
    let pause = ask(Request::Pause { at_most_ms: 1 });
    let agree = Want::Agree { request: None };
    let hold = Want::Pause { at_most_ms: 1 };
    for left in [1, 2] {
        let mut table = nearly_full(left);
        table.refuses(BLACK, pause.clone(), 2_000, "too-many-acts");
        table.refuses(Actor::Server, hold.clone(), 2_000, "too-many-acts");
    }
    // There was room when the request was made.
    let mut table = nearly_full(3);
    table.does(BLACK, pause.clone(), 2_000);
    table.refuses(WHITE, agree.clone(), 2_000, "too-many-acts");
    // Acts during the pause take neither of the two places.
    let held = {
        let mut table = nearly_full(3);
        table.does(Actor::Server, hold.clone(), 2_000);
        table
    };
    let agreed = {
        let mut table = nearly_full(4);
        table.does(BLACK, pause, 2_000);
        table.does(WHITE, agree, 2_000);
        table.refuses(BLACK, ask(Request::Resume), 2_000, "too-many-acts");
        table
    };
    for mut table in [held, agreed] {
        table.refuses(Actor::Server, hold.clone(), 2_001, "too-many-acts");
        table.does(Actor::Server, Want::EndPause { until_ms: 2_001 }, 2_500);
        table.does(Actor::Server, Want::Flag { side: Side::White }, 999_999);
    }
}
