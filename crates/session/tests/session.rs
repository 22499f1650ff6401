//! A game in progress, act by act: turns, offers, the clock, takebacks, and every refusal.

use damier_rules::{EndReason, Move, RulesVersion, Side, Variant};
use damier_session::ending::ByPeople;
use damier_session::{
    Act, ActError, ClockSettings, Ending, GameSettings, Player, ReplayError, Seating, Session,
};

const FIVE_MINUTES: ClockSettings = ClockSettings::fischer(300_000, 3_000);

fn friendly() -> Session {
    open(GameSettings::friendly("Awa", "Piet"))
}

fn with_clock() -> Session {
    open(GameSettings {
        clock: Some(FIVE_MINUTES),
        ..GameSettings::friendly("Awa", "Piet")
    })
}

fn from(fen: &str) -> Session {
    open(GameSettings {
        start: Some(fen.into()),
        ..GameSettings::friendly("", "")
    })
}

fn open(settings: GameSettings) -> Session {
    Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("good settings")
}

fn first_move(session: &Session) -> Move {
    session.position().legal_moves()[0]
}

fn play(session: &mut Session, at_ms: u64) {
    let played = first_move(session);
    session.play(&played, at_ms).expect("a legal move");
}

fn code(result: Result<(), ActError>) -> &'static str {
    result.expect_err("must be refused").code()
}

#[test]
fn moves_alternate_and_are_stored_with_their_times() {
    let mut session = friendly();
    play(&mut session, 1_000);
    play(&mut session, 2_500);
    assert_eq!(session.position().side(), Side::White);
    assert_eq!(session.played_ms().collect::<Vec<_>>(), [1_000, 2_500]);
    assert!(matches!(
        &session.acts()[1],
        Act::Move {
            side: Side::Black,
            at_ms: 2_500,
            ..
        }
    ));
}

#[test]
fn moves_out_of_turn_or_against_the_rules_are_refused() {
    let mut session = friendly();
    let act = |side, text: &str| Act::Move {
        side,
        text: text.into(),
        at_ms: 0,
        lag_ms: 0,
    };
    assert_eq!(
        code(session.perform(&act(Side::Black, "19-23"))),
        "not-your-turn"
    );
    for bad in ["", "32-27x", "19-23", "32-23", "hello", &"9".repeat(5_000)] {
        assert_eq!(
            code(session.perform(&act(Side::White, bad))),
            "not-legal",
            "{bad}"
        );
    }
    assert!(session.acts().is_empty());
    session
        .perform(&act(Side::White, "32-28"))
        .expect("a legal move");
}

#[test]
fn an_offer_is_made_in_turn_and_is_open_until_answered() {
    let mut session = friendly();
    assert_eq!(code(session.offer_draw(Side::Black, 0)), "not-your-turn");
    assert_eq!(code(session.accept_draw(Side::Black, 0)), "no-offer");
    session.offer_draw(Side::White, 0).expect("may offer");
    assert_eq!(session.offer(), Some(Side::White));
    assert_eq!(code(session.offer_draw(Side::White, 0)), "offer-stands");
    assert_eq!(code(session.accept_draw(Side::White, 0)), "no-offer");

    play(&mut session, 1);
    assert_eq!(
        session.offer(),
        Some(Side::White),
        "one's own move does not withdraw it"
    );
    assert_eq!(code(session.offer_draw(Side::Black, 1)), "offer-stands");
    session.accept_draw(Side::Black, 2).expect("may accept");
    assert_eq!(session.ending(), Some(Ending::draw(ByPeople::Agreement)));
    assert_eq!(session.offer(), None);
}

#[test]
fn an_offer_is_declined_explicitly_or_by_moving() {
    let mut session = friendly();
    session.offer_draw(Side::White, 0).expect("may offer");
    session.decline_draw(Side::Black, 0).expect("may decline");
    assert_eq!(session.offer(), None);
    assert_eq!(code(session.offer_draw(Side::White, 0)), "already-offered");

    play(&mut session, 1);
    session.offer_draw(Side::Black, 1).expect("may offer");
    play(&mut session, 2);
    play(&mut session, 3);
    assert_eq!(session.offer(), None, "the opponent has moved");
    assert_eq!(code(session.accept_draw(Side::White, 3)), "no-offer");
}

#[test]
fn either_side_may_resign_at_any_time() {
    for side in Side::ALL {
        let mut session = friendly();
        session.resign(side, 5).expect("may resign");
        let expected = Ending::win(side.opponent(), ByPeople::Resignation);
        assert_eq!(session.ending(), Some(expected));
    }
}

#[test]
fn after_the_end_only_a_takeback_is_possible() {
    let mut session = with_clock();
    play(&mut session, 1_000);
    session.resign(Side::White, 2_000).expect("may resign");
    let played = first_move(&session);
    assert_eq!(code(session.play(&played, 3_000)), "game-over");
    assert_eq!(code(session.offer_draw(Side::Black, 3_000)), "game-over");
    assert_eq!(code(session.accept_draw(Side::Black, 3_000)), "game-over");
    assert_eq!(code(session.decline_draw(Side::Black, 3_000)), "game-over");
    assert_eq!(code(session.resign(Side::Black, 3_000)), "game-over");
    assert_eq!(code(session.resume(3_000)), "game-over");
    assert_eq!(session.tick(999_999_999), Ok(false));

    session.take_back(1, 4_000).expect("may take back");
    assert_eq!(session.ending(), None);
    assert_eq!(session.position().side(), Side::White);
    play(&mut session, 5_000);
}

#[test]
fn the_rules_end_a_game_at_once() {
    // Black's only man is captured.
    let mut session = from("W:W28:B23");
    play(&mut session, 0);
    assert_eq!(
        session.ending(),
        Some(Ending::win(Side::White, EndReason::NoPieces))
    );

    // Two kings move back and forth: the position occurs for the third time.
    let mut session = from("W:WK46,31:BK45,20");
    for text in [
        "46-41", "45-40", "41-46", "40-45", "46-41", "45-40", "41-46", "40-45",
    ] {
        let side = session.position().side();
        let act = Act::Move {
            side,
            text: text.into(),
            at_ms: 0,
            lag_ms: 0,
        };
        session
            .perform(&act)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert_eq!(
        session.ending(),
        Some(Ending::draw(EndReason::Occurrence(3)))
    );
}

#[test]
fn a_start_position_without_moves_is_lost() {
    let mut session = from("W:WK6:B1");
    assert!(session.ending().is_none());
    let lost = from("W:W:B1");
    assert_eq!(
        lost.ending(),
        Some(Ending::win(Side::Black, EndReason::NoPieces))
    );
    assert_eq!(code(session.take_back(1, 0)), "nothing-to-take-back");
}

#[test]
fn a_local_game_without_a_server_clock_can_be_lost_on_time() {
    let mut session = friendly();
    play(&mut session, 1_000);
    session
        .flag(Side::Black, 2_000)
        .expect("the people at the board say so");
    assert_eq!(
        session.ending(),
        Some(Ending::win(Side::White, ByPeople::Time))
    );
    assert_eq!(code(session.flag(Side::White, 3_000)), "game-over");
    let again = Session::replay(&session.record()).expect("it replays");
    assert_eq!(again.ending(), session.ending());
}

#[test]
fn a_remote_game_without_a_clock_is_not_lost_on_time() {
    let mut against_computer = open(GameSettings {
        black: Player::Computer { level: 1 },
        ..GameSettings::friendly("Awa", "")
    });
    assert_eq!(code(against_computer.flag(Side::White, 1)), "no-clock");
    let mut apart = open(GameSettings {
        seating: Seating::Apart,
        ..GameSettings::friendly("Awa", "Piet")
    });
    assert_eq!(code(apart.flag(Side::White, 1)), "no-clock");
}

#[test]
fn the_flag_falls_and_ends_the_game() {
    let mut session = with_clock();
    assert_eq!(session.tick(299_999), Ok(false));
    let too_early = Act::Flag {
        side: Side::White,
        at_ms: 299_999,
    };
    assert_eq!(code(session.perform(&too_early)), "time-left");
    let played = first_move(&session);
    assert_eq!(code(session.play(&played, 300_000)), "time-is-up");
    assert_eq!(code(session.resign(Side::White, 300_000)), "time-is-up");
    assert_eq!(session.tick(300_000), Ok(true));
    assert_eq!(
        session.ending(),
        Some(Ending::win(Side::Black, ByPeople::Time))
    );

    let mut session = friendly();
    assert_eq!(session.tick(u64::MAX), Ok(false));
    assert_eq!(code(session.resume(0)), "no-clock");
}

#[test]
fn the_clock_is_updated_with_each_move() {
    let mut session = with_clock();
    play(&mut session, 10_000);
    play(&mut session, 30_000);
    let left: Vec<_> = session.left_ms_after_plies().collect();
    assert_eq!(left, [[293_000, 300_000], [293_000, 283_000]]);
}

#[test]
fn a_takeback_restores_the_time() {
    let mut session = with_clock();
    play(&mut session, 10_000);
    play(&mut session, 30_000);
    play(&mut session, 90_000);
    session.take_back(2, 100_000).expect("may take back");
    let clock = session.clock().expect("a clock");
    assert_eq!(clock.running(), Some(Side::Black));
    assert_eq!(clock.left_ms(Side::White, 100_000), 293_000);
    assert_eq!(clock.left_ms(Side::Black, 101_000), 299_000);
    assert_eq!(code(session.take_back(0, 0)), "nothing-to-take-back");
    assert_eq!(code(session.take_back(2, 0)), "nothing-to-take-back");
    assert_eq!(code(session.take_back(u32::MAX, 0)), "nothing-to-take-back");
}

#[test]
fn an_interruption_costs_nothing_once_the_game_is_resumed() {
    let mut session = with_clock();
    play(&mut session, 10_000);
    session.resume(86_400_000).expect("may resume");
    assert_eq!(session.tick(86_410_000), Ok(false));
    let clock = session.clock().expect("a clock");
    assert_eq!(clock.left_ms(Side::Black, 86_410_000), 290_000);
    assert_eq!(Session::replay(&session.record()), Ok(session));
}

#[test]
fn an_impossible_time_is_rejected() {
    let mut session = friendly();
    let played = first_move(&session);
    assert_eq!(code(session.play(&played, u64::MAX)), "time-out-of-range");
    let mut session = with_clock();
    assert_eq!(
        session.tick(u64::MAX).map_err(|error| error.code()),
        Err("time-out-of-range")
    );
}

#[test]
fn a_full_record_still_accepts_the_end() {
    let mut session = friendly();
    let mut refused = None;
    for at_ms in 0.. {
        play(&mut session, at_ms);
        if let Err(error) = session.take_back(1, at_ms) {
            refused = Some(error);
            break;
        }
    }
    assert_eq!(refused, Some(ActError::TooManyActs));
    assert_eq!(session.acts().len(), damier_session::record::MAX_ACTS - 1);
    session.resign(Side::Black, 0).expect("may resign");
    assert_eq!(code(session.take_back(1, 0)), "too-many-acts");
    assert_eq!(Session::replay(&session.record()), Ok(session));
}

#[test]
fn a_record_is_accepted_only_if_it_replays() {
    let mut session = with_clock();
    play(&mut session, 1_000);
    session.resign(Side::Black, 2_000).expect("may resign");
    let good = session.record();
    let refusal = |change: &dyn Fn(&mut damier_session::GameRecord)| {
        let mut record = good.clone();
        change(&mut record);
        Session::replay(&record).expect_err("must be refused")
    };
    assert_eq!(
        refusal(&|record| record.schema = 2).code(),
        "unknown-schema"
    );
    assert_eq!(
        refusal(&|record| record.rules_version = RulesVersion::new(2)).code(),
        "unknown-rules-version"
    );
    assert_eq!(
        refusal(&|record| record.variant = "go".into()).code(),
        "unknown-variant"
    );
    assert_eq!(
        refusal(&|record| record.settings.start = Some("?".into())).code(),
        "bad-start"
    );
    assert_eq!(
        refusal(&|record| record.started_ms = Some(u64::MAX)).code(),
        "time-out-of-range"
    );
    assert_eq!(
        refusal(&|record| record.ending = None).code(),
        "other-ending"
    );

    let error = refusal(&|record| record.acts.swap(0, 1));
    assert_eq!((error.code(), error.act_index()), ("game-over", Some(1)));
    let error = refusal(&|record| record.acts = vec![record.acts[0].clone(); 6_000]);
    assert_eq!(error, ReplayError::TooManyActs { found: 6_000 });
}

#[test]
fn the_json_of_a_record_is_as_agreed() {
    let mut session = with_clock();
    session
        .perform(&Act::Move {
            side: Side::White,
            text: "32-28".into(),
            at_ms: 1_000,
            lag_ms: 0,
        })
        .expect("a legal move");
    session.offer_draw(Side::Black, 1_500).expect("may offer");
    session
        .decline_draw(Side::White, 1_600)
        .expect("may decline");
    session.take_back(1, 1_700).expect("may take back");
    session.resign(Side::White, 2_000).expect("may resign");
    let found = serde_json::to_value(session.record()).expect("a record is JSON");
    let expected = serde_json::json!({
        "schema": 1,
        "variant": "international",
        "rules_version": 1,
        "settings": {
            "start": null,
            "clock": { "initial_ms": 300_000, "increment_ms": 3_000 },
            "white": { "kind": "person", "name": "Awa" },
            "black": { "kind": "person", "name": "Piet" },
            "few_pieces": "fresh",
        },
        "started_ms": 0,
        "acts": [
            { "act": "move", "side": "white", "move": "32-28", "at_ms": 1_000 },
            { "act": "offer-draw", "side": "black", "at_ms": 1_500 },
            { "act": "decline-draw", "side": "white", "at_ms": 1_600 },
            { "act": "take-back", "plies": 1, "at_ms": 1_700 },
            { "act": "resign", "side": "white", "at_ms": 2_000 },
        ],
        "ending": { "winner": "black", "reason": "resignation" },
    });
    assert_eq!(found, expected);
    let record = serde_json::from_value(expected).expect("the JSON is a record");
    assert_eq!(Session::replay(&record), Ok(session));
}

#[test]
fn json_with_unknown_fields_is_rejected() {
    let good = serde_json::to_value(friendly().record()).expect("a record is JSON");
    let bad = |path: &str, value: serde_json::Value| {
        let mut json = good.clone();
        match path.rsplit_once('/') {
            Some((parent, name)) if !parent.is_empty() => {
                json.pointer_mut(parent).expect("a part")[name] = value;
            }
            _ => json[&path[1..]] = value,
        }
        serde_json::from_value::<damier_session::GameRecord>(json).is_err()
    };
    assert!(bad("/extra", 1.into()));
    assert!(bad("/settings/extra", 1.into()));
    assert!(bad("/settings/white/extra", 1.into()));
    assert!(bad("/settings/few_pieces", "sometimes".into()));
    assert!(bad("/settings/white/kind", "ghost".into()));
    assert!(bad(
        "/acts",
        serde_json::json!([{ "act": "dance", "at_ms": 1 }])
    ));
    assert!(bad(
        "/acts",
        serde_json::json!([{ "act": "resume", "at_ms": 1, "extra": 1 }])
    ));
    assert!(bad(
        "/acts",
        serde_json::json!([{ "act": "resume", "at_ms": -1 }])
    ));
    assert!(bad(
        "/ending",
        serde_json::json!({ "winner": "red", "reason": "time" })
    ));
    assert!(bad(
        "/ending",
        serde_json::json!({ "winner": null, "reason": "boredom" })
    ));
}
