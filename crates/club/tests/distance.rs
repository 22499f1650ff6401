//! Two players apart: commands of both sides, an arbiter and the house, decided into events and applied
//! on several nodes; consent, pauses, rated games, and time that cannot run backward.

use damier_club::ending::ByPeople;
use damier_club::record::MAX_ACTS;
use damier_club::{
    Act, Actor, ApplyError, ClockSettings, Command, CommandId, Conduct, Ending, Event,
    GameSettings, Request, Seating, Session, Want,
};
use damier_rules::{Side, Variant};
use proptest::prelude::*;

const WHITE: Actor = Actor::Player(Side::White);
const BLACK: Actor = Actor::Player(Side::Black);

fn apart() -> GameSettings {
    GameSettings {
        seating: Seating::Apart,
        clock: Some(ClockSettings::fischer(300_000, 3_000)),
        ..GameSettings::friendly("Awa", "Piet")
    }
}

fn open(settings: GameSettings) -> Session {
    Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("good settings")
}

/// A game and the number of the next command.
struct Table {
    session: Session,
    next: u128,
}

impl Table {
    fn new(settings: GameSettings) -> Table {
        Table {
            session: open(settings),
            next: 1,
        }
    }

    fn try_to(&mut self, actor: Actor, want: Want, now_ms: u64) -> Result<Event, &'static str> {
        let id = CommandId::from_bits(self.next);
        self.next += 1;
        let command = Command { id, actor, want };
        let event = self
            .session
            .decide(&command, now_ms)
            .map_err(|error| error.code())?;
        assert_eq!(self.session.apply(&event), Ok(true));
        Ok(event)
    }

    #[track_caller]
    fn does(&mut self, actor: Actor, want: Want, now_ms: u64) {
        let told = format!("{want:?}");
        self.try_to(actor, want, now_ms)
            .unwrap_or_else(|code| panic!("{told}: {code}"));
    }

    #[track_caller]
    fn refuses(&mut self, actor: Actor, want: Want, now_ms: u64, code: &str) {
        let before = self.session.clone();
        assert_eq!(self.try_to(actor, want, now_ms).unwrap_err(), code);
        assert_eq!(self.session, before, "a refused command changes nothing");
    }

    fn play(&mut self, text: &str, now_ms: u64) {
        let actor = Actor::Player(self.session.position().side());
        self.does(
            actor,
            Want::Move {
                text: text.into(),
                ply: None,
            },
            now_ms,
        );
    }
}

fn ask(request: Request) -> Want {
    Want::Ask { request }
}

fn take_back(plies: u32) -> Want {
    ask(Request::TakeBack { plies })
}

#[test]
fn a_command_repeated_gives_the_same_event_and_does_nothing_twice() {
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
    assert_eq!(session.apply(&event), Ok(false), "told twice");
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
fn a_record_of_players_apart_or_of_a_rated_game_holds_no_time_that_goes_back() {
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
fn taking_back_needs_both() {
    let mut table = Table::new(apart());
    table.play("32-28", 10_000);
    table.refuses(WHITE, Want::TakeBack { plies: 1 }, 11_000, "needs-consent");
    table.refuses(BLACK, Want::Agree { request: None }, 11_000, "no-request");
    table.refuses(WHITE, take_back(2), 11_000, "nothing-to-take-back");
    table.does(WHITE, take_back(1), 11_000);
    assert_eq!(
        table.session.request(Side::White),
        Some(Request::TakeBack { plies: 1 })
    );
    table.refuses(WHITE, Want::Agree { request: None }, 11_000, "no-request");
    table.refuses(WHITE, take_back(1), 11_000, "request-stands");
    table.does(BLACK, Want::Decline, 12_000);
    table.refuses(WHITE, take_back(1), 12_000, "already-asked");

    table.play("19-23", 13_000);
    table.does(WHITE, take_back(2), 14_000);
    table.does(BLACK, Want::Agree { request: None }, 15_000);
    assert!(table.session.game().is_empty());
    let clock = table.session.clock().expect("a clock");
    assert_eq!(clock.left_ms(Side::White, 15_000), 300_000, "as it was");

    table.play("33-28", 16_000);
    table.does(WHITE, take_back(1), 17_000);
    table.play("18-23", 18_000);
    table.refuses(BLACK, Want::Agree { request: None }, 18_000, "no-request");
}

#[test]
fn together_nothing_is_asked() {
    let mut table = Table::new(GameSettings::friendly("Awa", "Piet"));
    table.play("32-28", 1);
    table.refuses(WHITE, take_back(1), 2, "no-consent-needed");
    table.does(WHITE, Want::TakeBack { plies: 1 }, 3);
    assert!(table.session.game().is_empty());
}

#[test]
fn a_rated_game_stays_finished_and_a_friendly_one_is_reopened_by_both() {
    for rated in [false, true] {
        let mut table = Table::new(GameSettings { rated, ..apart() });
        table.play("32-28", 1_000);
        table.does(BLACK, Want::Resign, 2_000);
        table.refuses(
            BLACK,
            ask(Request::Pause { at_most_ms: 1 }),
            3_000,
            "game-over",
        );
        if rated {
            table.refuses(BLACK, take_back(1), 3_000, "game-over");
            continue;
        }
        table.does(BLACK, take_back(1), 3_000);
        table.does(WHITE, Want::Agree { request: None }, 4_000);
        assert_eq!(table.session.ending(), None);
        table.play("33-28", 5_000);
    }
    let mut session = open(GameSettings {
        rated: true,
        ..GameSettings::friendly("Awa", "Piet")
    });
    let first = session.position().legal_moves()[0];
    session.play(&first, 1).expect("a legal move");
    session.take_back(1, 2).expect("it goes on");
    session.resign(Side::White, 3).expect("may resign");
    let refused = session.take_back(1, 4).expect_err("it is finished");
    assert_eq!(refused.code(), "game-over");
}

#[test]
fn a_pause_is_agreed_costs_nobody_time_and_holds_nobody() {
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

    // Both agree to go on before it is over; later either goes on alone.
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
fn the_house_stops_the_clocks_and_no_player_ends_that() {
    let mut table = Table::new(apart());
    table.play("32-28", 10_000);
    let hold = Want::Pause { at_most_ms: 60_000 };
    for player in [WHITE, BLACK] {
        table.refuses(player, hold.clone(), 11_000, "not-entitled");
    }
    for at_most_ms in [0, 30 * 24 * 3_600_000 + 1] {
        let hold = Want::Pause { at_most_ms };
        table.refuses(Actor::House, hold, 11_000, "pause-out-of-range");
    }
    // What stands when the clocks are stopped is asked for no more.
    table.does(WHITE, ask(Request::Pause { at_most_ms: 5_000 }), 12_000);
    table.does(Actor::House, hold.clone(), 20_000);
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
    // Held again, it lasts from then on.
    table.does(Actor::House, hold.clone(), 70_000);
    assert_eq!(table.session.paused_until_ms(), Some(130_000));
    assert_eq!(
        Session::replay(&table.session.record()),
        Ok(table.session.clone())
    );
    table.does(Actor::House, Want::Resume, 100_000);
    assert!(!table.session.is_held());
    let clock = table.session.clock().expect("a clock");
    assert_eq!(clock.left_ms(Side::Black, 101_000), 289_000);
    table.play("19-23", 101_000);

    // A pause that the players have agreed on is theirs.
    table.does(WHITE, ask(Request::Pause { at_most_ms: 9_000 }), 102_000);
    table.does(BLACK, Want::Agree { request: None }, 102_000);
    let shorter = Want::Pause { at_most_ms: 8_000 };
    table.refuses(Actor::House, shorter, 103_000, "game-paused");
    table.does(WHITE, Want::Resume, 111_000);
    // A time that is up stays up, and a game that is over cannot be held.
    table.refuses(Actor::House, hold.clone(), 999_999_999, "time-is-up");
    table.does(Actor::House, hold.clone(), 112_000);
    table.does(WHITE, Want::Resign, 113_000);
    assert!(!table.session.is_held());
    table.refuses(Actor::House, hold.clone(), 114_000, "game-over");
    let mut table = Table::new(GameSettings {
        clock: None,
        ..apart()
    });
    table.refuses(Actor::House, hold, 1_000, "no-clock");
}

#[test]
fn a_longer_hold_is_laid_over_a_pause_of_the_players_which_goes_on_after_it() {
    let hold = Want::Pause { at_most_ms: 60_000 };
    let paused = || {
        let mut table = Table::new(apart());
        table.play("32-28", 10_000);
        table.does(WHITE, ask(Request::Pause { at_most_ms: 9_000 }), 12_000);
        table.does(BLACK, Want::Agree { request: None }, 12_000);
        table.does(Actor::House, hold.clone(), 13_000);
        assert!(table.session.is_held());
        assert_eq!(table.session.paused_until_ms(), Some(73_000));
        table.refuses(BLACK, ask(Request::Resume), 14_000, "game-paused");
        table.refuses(BLACK, Want::Resume, 22_000, "needs-consent");
        table
    };
    let running = |table: &Table| table.session.clock().expect("a clock").running();
    // Freed before the time of the players is over: they still have the rest.
    let mut table = paused();
    table.does(Actor::House, hold.clone(), 14_000);
    table.does(Actor::House, Want::EndPause { until_ms: 74_000 }, 15_000);
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
    // Freed after it.
    let mut table = paused();
    table.does(Actor::House, Want::EndPause { until_ms: 73_000 }, 30_000);
    assert_eq!(table.session.paused_until_ms(), None);
    assert_eq!(running(&table), Some(Side::Black));
    // A game that ends meanwhile is paused no more.
    let mut table = paused();
    table.does(WHITE, Want::Resign, 15_000);
    assert_eq!(table.session.paused_until_ms(), None);
}

#[test]
fn a_pause_is_ended_by_its_name() {
    let mut table = Table::new(apart());
    table.play("32-28", 10_000);
    let end = |until_ms| Want::EndPause { until_ms };
    table.refuses(Actor::House, end(11_000), 11_000, "game-not-paused");
    table.does(WHITE, ask(Request::Pause { at_most_ms: 9_000 }), 12_000);
    table.does(BLACK, Want::Agree { request: None }, 12_000);
    for other in [0, 20_999, 21_001] {
        table.refuses(Actor::House, end(other), 30_000, "game-not-paused");
    }
    table.refuses(WHITE, end(21_000), 30_000, "not-entitled");
    table.does(Actor::House, end(21_000), 30_000);
    // Nor does it give a turn back that has been played since.
    table.refuses(Actor::House, end(21_000), 400_000, "game-not-paused");
    table.does(Actor::House, Want::Flag { side: Side::Black }, 400_000);
}

/// A game with so many places left in its record, full of requests that were declined.
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
fn a_pause_leaves_a_place_for_going_on_and_one_for_the_end() {
    let pause = ask(Request::Pause { at_most_ms: 1 });
    let agree = Want::Agree { request: None };
    let hold = Want::Pause { at_most_ms: 1 };
    for left in [1, 2] {
        let mut table = nearly_full(left);
        table.refuses(BLACK, pause.clone(), 2_000, "too-many-acts");
        table.refuses(Actor::House, hold.clone(), 2_000, "too-many-acts");
    }
    // There was place when it was asked.
    let mut table = nearly_full(3);
    table.does(BLACK, pause.clone(), 2_000);
    table.refuses(WHITE, agree.clone(), 2_000, "too-many-acts");
    // What is done in the pause takes neither of the two.
    let held = {
        let mut table = nearly_full(3);
        table.does(Actor::House, hold.clone(), 2_000);
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
        table.refuses(Actor::House, hold.clone(), 2_001, "too-many-acts");
        table.does(Actor::House, Want::EndPause { until_ms: 2_001 }, 2_500);
        table.does(Actor::House, Want::Flag { side: Side::White }, 999_999);
    }
}

#[test]
fn until_each_side_has_moved_either_gives_the_game_up_without_a_result() {
    for (moves, by) in [(0, WHITE), (0, BLACK), (1, WHITE), (1, BLACK)] {
        let mut table = Table::new(GameSettings {
            rated: true,
            ..apart()
        });
        for (text, now_ms) in [("32-28", 1_000)].into_iter().take(moves) {
            table.play(text, now_ms);
        }
        for official in [Actor::Arbiter, Actor::House] {
            table.refuses(official, Want::Abort, 2_000, "not-entitled");
        }
        table.does(by, Want::Abort, 2_000);
        let ending = table.session.ending().expect("it is over");
        assert_eq!(ending, Ending::aborted());
        assert_eq!((ending.points(), ending.winner), (None, None));
        assert_eq!(table.session.deadline_ms(), None);
        table.refuses(by, Want::Abort, 3_000, "game-over");
        assert_eq!(Session::replay(&table.session.record()), Ok(table.session));
    }
    let mut table = Table::new(apart());
    table.play("32-28", 1_000);
    table.play("19-23", 2_000);
    for by in [WHITE, BLACK] {
        table.refuses(by, Want::Abort, 3_000, "too-late-to-abort");
    }
    // What was taken back was played all the same.
    table.does(WHITE, take_back(2), 4_000);
    table.does(BLACK, Want::Agree { request: None }, 5_000);
    table.refuses(WHITE, Want::Abort, 6_000, "too-late-to-abort");
    table.does(WHITE, Want::Resign, 6_000);
}

#[test]
fn who_never_moves_loses_by_the_clock_and_cannot_get_out_of_it() {
    let mut table = Table::new(apart());
    table.refuses(WHITE, Want::Abort, 300_000, "time-is-up");
    table.does(Actor::House, Want::Flag { side: Side::White }, 300_000);
    let lost = Ending::win(Side::Black, ByPeople::Time);
    assert_eq!(table.session.ending(), Some(lost));
}

#[test]
fn a_move_that_was_corrected_is_no_first_move_of_the_other_side() {
    let mut table = Table::new(GameSettings {
        conduct: Conduct {
            irregular_moves: true,
            ..Conduct::default()
        },
        ..apart()
    });
    let irregular = Want::Irregular {
        from: "32".into(),
        to: "23".into(),
        removed: Vec::new(),
    };
    table.does(WHITE, irregular, 1_000);
    table.does(BLACK, Want::Correct, 2_000);
    table.play("32-28", 3_000);
    assert!(table.session.may_be_aborted(), "Black has not moved");
    table.does(BLACK, Want::Abort, 4_000);
}

#[test]
fn officials_end_games_and_players_do_not_do_it_for_them() {
    let forfeit = Want::Forfeit { side: Side::White };
    let abandon = Want::Abandon { side: Side::Black };
    let decision = Want::Arbiter { winner: None };
    for (actor, want, ending) in [
        (
            Actor::House,
            forfeit.clone(),
            Ending::win(Side::Black, ByPeople::Forfeit),
        ),
        (
            Actor::Arbiter,
            forfeit.clone(),
            Ending::win(Side::Black, ByPeople::Forfeit),
        ),
        (
            Actor::House,
            abandon.clone(),
            Ending::win(Side::White, ByPeople::Abandonment),
        ),
        (
            Actor::Arbiter,
            decision.clone(),
            Ending::draw(ByPeople::Arbiter),
        ),
    ] {
        let mut table = Table::new(apart());
        table.play("32-28", 1_000);
        table.refuses(WHITE, want.clone(), 2_000, "not-entitled");
        table.does(actor, want, 2_000);
        assert_eq!(table.session.ending(), Some(ending));
        assert_eq!(Session::replay(&table.session.record()), Ok(table.session));
    }
    let mut table = Table::new(apart());
    table.refuses(Actor::House, decision, 0, "not-entitled");
    for official in [Actor::House, Actor::Arbiter] {
        for want in [
            Want::Resign,
            Want::Move {
                text: "32-28".into(),
                ply: None,
            },
            take_back(1),
        ] {
            table.refuses(official, want, 0, "not-entitled");
        }
    }
    // An outage of the house costs nobody time.
    table.play("32-28", 10_000);
    table.does(Actor::House, Want::Resume, 500_000);
    table.does(Actor::House, Want::Flag { side: Side::Black }, 800_000);
    let lost = Ending::win(Side::White, ByPeople::Time);
    assert_eq!(table.session.ending(), Some(lost));
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

/// What somebody tries. Moves are chosen by number from the legal ones.
#[derive(Clone, Debug)]
enum Try {
    Play(usize),
    Want(Want),
}

fn request() -> impl Strategy<Value = Request> {
    prop_oneof![
        (0_u32..5).prop_map(|plies| Request::TakeBack { plies }),
        (0_u64..50_000).prop_map(|at_most_ms| Request::Pause { at_most_ms }),
        Just(Request::Resume),
    ]
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::White), Just(Side::Black)]
}

fn attempt() -> impl Strategy<Value = Try> {
    let square = || prop::sample::select(vec!["28", "32", "33", "19", "23", "99", ""]);
    prop_oneof![
        30 => any::<usize>().prop_map(Try::Play),
        1 => "[0-9x-]{0,7}".prop_map(|text| Try::Want(Want::Move { text, ply: None })),
        3 => Just(Try::Want(Want::OfferDraw)),
        1 => Just(Try::Want(Want::AcceptDraw)),
        2 => Just(Try::Want(Want::DeclineDraw)),
        2 => (0_u32..4).prop_map(|plies| Try::Want(Want::TakeBack { plies })),
        6 => request().prop_map(|request| Try::Want(Want::Ask { request })),
        6 => Just(Try::Want(Want::Agree { request: None })),
        2 => Just(Try::Want(Want::Decline)),
        2 => Just(Try::Want(Want::Resume)),
        1 => Just(Try::Want(Want::Resign)),
        1 => side().prop_map(|side| Try::Want(Want::Flag { side })),
        1 => side().prop_map(|side| Try::Want(Want::Forfeit { side })),
        1 => side().prop_map(|side| Try::Want(Want::Abandon { side })),
        1 => prop::option::of(side()).prop_map(|winner| Try::Want(Want::Arbiter { winner })),
        2 => square().prop_map(|square| Try::Want(Want::Touch { square: square.into() })),
        1 => Just(Try::Want(Want::Adoube)),
        2 => (square(), square()).prop_map(|(from, to)| Try::Want(Want::Irregular {
            from: from.into(),
            to: to.into(),
            removed: vec![],
        })),
        2 => Just(Try::Want(Want::Correct)),
        1 => Just(Try::Want(Want::LetStand)),
    ]
}

fn actor() -> impl Strategy<Value = Actor> {
    prop_oneof![10 => Just(WHITE), 10 => Just(BLACK), 1 => Just(Actor::House), 1 => Just(Actor::Arbiter)]
}

fn settings() -> impl Strategy<Value = GameSettings> {
    (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(together, rated, clock, customs)| {
            let usual = apart();
            GameSettings {
                seating: if together {
                    Seating::Together
                } else {
                    Seating::Apart
                },
                rated,
                clock: usual.clock.filter(|_| clock),
                conduct: Conduct {
                    touched_is_played: customs,
                    irregular_moves: customs,
                    ..Conduct::default()
                },
                ..usual
            }
        },
    )
}

/// What holds of a session at any time.
fn consistent(session: &Session, now_ms: u64) -> Result<(), TestCaseError> {
    let over = session.ending().is_some();
    let requests = Side::ALL.map(|side| session.request(side));
    if session.settings().seating == Seating::Together {
        prop_assert_eq!(requests, [None; 2]);
        prop_assert_eq!(session.paused_until_ms(), None);
    }
    prop_assert_eq!(session.played_ms().len(), session.game().len());
    if let Some(clock) = session.clock() {
        let stands = over || session.paused_until_ms().is_some();
        prop_assert_eq!(clock.running().is_none(), stands);
        if !stands && session.fault().is_none() {
            prop_assert_eq!(clock.running(), Some(session.position().side()));
        }
        for side in Side::ALL {
            prop_assert!(clock.left_ms(side, now_ms) <= 300_000 + 3_000 * 200);
        }
    } else {
        prop_assert_eq!(session.paused_until_ms(), None);
    }
    if over {
        prop_assert_eq!(session.offer(), None);
        prop_assert_eq!(session.paused_until_ms(), None);
        let mut asked = requests.iter().flatten();
        let only_to_reopen = asked.all(|request| matches!(request, Request::TakeBack { .. }));
        prop_assert!(only_to_reopen);
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_commands_leave_a_game_that_every_node_agrees_on(
        settings in settings(),
        tries in prop::collection::vec((actor(), attempt(), 0_u64..9_000, any::<bool>()), 0..120),
    ) {
        let beginning = open(settings);
        let mut session = beginning.clone();
        let mut journal: Vec<(Command, Event)> = Vec::new();
        let mut now_ms = 0;
        let mut finished_rated = None;
        for (index, (actor, attempt, pause, twice)) in tries.into_iter().enumerate() {
            now_ms += pause;
            let (actor, want) = match attempt {
                Try::Want(want) => (actor, want),
                Try::Play(number) => {
                    let position = session.position();
                    let moves = position.legal_moves();
                    let Some(chosen) = moves.get(number % moves.len().max(1)) else { continue };
                    let text = damier_notation::move_text::long(position, chosen);
                    (Actor::Player(position.side()), Want::Move { text, ply: None })
                }
            };
            let id = CommandId::from_bits(index as u128);
            let command = Command { id, actor, want };
            let before = session.clone();
            let decided = session.decide(&command, now_ms);
            prop_assert_eq!(&session, &before, "deciding changes nothing");
            prop_assert_eq!(&session.decide(&command, now_ms), &decided, "the same answer");
            if let Ok(event) = decided {
                prop_assert_eq!(session.apply(&event), Ok(true));
                prop_assert_eq!(session.acts().last(), Some(&event.act), "applied as decided");
                prop_assert_eq!(session.version(), event.number);
                if twice {
                    prop_assert_eq!(session.apply(&event), Ok(false));
                    prop_assert_eq!(session.decide(&command, now_ms + 99), Ok(event.clone()));
                }
                journal.push((command, event));
            }
            consistent(&session, now_ms)?;
            if session.settings().rated {
                if let Some(ending) = finished_rated {
                    prop_assert_eq!(session.ending(), Some(ending), "it stays finished");
                }
                finished_rated = finished_rated.or(session.ending());
            }
        }
        // Another node that reads the journal, and whoever reads the record, come to the same.
        let mut node = beginning;
        for (_, event) in &journal {
            prop_assert_eq!(node.apply(event), Ok(true));
        }
        prop_assert_eq!(&node, &session);
        for (command, event) in &journal {
            let answer = node.decide(command, 0);
            prop_assert_eq!(answer.as_ref(), Ok(event), "any node gives the answer");
        }
        let json = serde_json::to_string(&session.record()).expect("a record is JSON");
        let record = serde_json::from_str(&json).expect("the JSON is a record");
        prop_assert_eq!(Session::replay(&record), Ok(session));
    }
}

#[test]
fn a_move_that_comes_too_late_is_not_played_elsewhere() {
    let mut table = Table::new(apart());
    let meant = |ply| Want::Move {
        text: "32-28".into(),
        ply: Some(ply),
    };
    // On another device of the same player another move was played; then the move that hung in the network would be legal again.
    table.play("33-29", 1_000);
    table.refuses(WHITE, meant(0), 1_500, "not-your-turn");
    table.play("19-23", 2_000);
    table.refuses(WHITE, meant(0), 3_000, "another-position");
    table.does(WHITE, meant(2), 3_000);

    // Moves are taken back at the moment in which the next one is on its way.
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

#[test]
fn nobody_agrees_to_what_he_was_not_asked() {
    let mut table = Table::new(apart());
    table.play("32-28", 1_000);
    let more_time = Request::MoreTime { ms: 60_000 };
    table.does(WHITE, ask(more_time), 1_100);
    // The request falls with a move, and another one stands before the answer to it has arrived.
    table.play("19-23", 1_200);
    table.does(WHITE, take_back(2), 1_300);
    let agree = |request| Want::Agree { request };
    table.refuses(BLACK, agree(Some(more_time)), 1_400, "another-request");
    table.does(BLACK, agree(Some(Request::TakeBack { plies: 2 })), 1_500);
    table.refuses(BLACK, agree(Some(more_time)), 1_600, "no-request");
    // Programs that say nothing of it agree to whatever stands.
    table.does(WHITE, ask(more_time), 1_700);
    table.does(BLACK, agree(None), 1_800);
}

#[test]
fn nobody_fills_the_record_until_the_other_cannot_move() {
    let touched_is_played = Conduct {
        touched_is_played: true,
        ..Conduct::default()
    };
    let mut table = Table::new(GameSettings {
        conduct: touched_is_played,
        ..apart()
    });
    table.play("32-28", 1_000);
    let mut said = 0;
    while table.try_to(WHITE, Want::Adoube, 1_000).is_ok() {
        said += 1;
    }
    assert_eq!(said, damier_club::record::MAX_BESIDE_MOVES);
    table.refuses(WHITE, Want::Adoube, 1_000, "enough");
    // Whoever has done so can go on playing, and the other one has all that he had.
    for (text, now_ms) in [("19-23", 2_000), ("28x19", 3_000), ("14x23", 4_000)] {
        table.play(text, now_ms);
    }
    table.refuses(WHITE, take_back(1), 5_000, "enough");
    table.does(BLACK, take_back(1), 5_000);
    table.does(WHITE, Want::Agree { request: None }, 6_000);
}
