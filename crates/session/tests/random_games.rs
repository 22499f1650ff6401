//! Games of random acts: nothing panics, a refused act changes nothing, and every game replays
//! exactly from its record.

use damier_rules::{FewPieces, Side, Variant};
use damier_session::{Act, ClockSettings, Ending, GameRecord, GameSettings, Session};
use proptest::prelude::*;

/// An act to try. Moves are chosen by number from the legal ones, or are arbitrary text.
#[derive(Clone, Debug)]
enum Try {
    Play(usize),
    Say(String),
    Offer(Side),
    Accept(Side),
    Decline(Side),
    TakeBack(u32),
    Resign(Side),
    Tick,
    Resume,
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::White), Just(Side::Black)]
}

fn attempt() -> impl Strategy<Value = Try> {
    prop_oneof![
        40 => any::<usize>().prop_map(Try::Play),
        2 => "[0-9x:-]{0,9}".prop_map(Try::Say),
        1 => ".{0,12}".prop_map(Try::Say),
        4 => side().prop_map(Try::Offer),
        1 => side().prop_map(Try::Accept),
        3 => side().prop_map(Try::Decline),
        4 => (0_u32..6).prop_map(Try::TakeBack),
        1 => side().prop_map(Try::Resign),
        2 => Just(Try::Tick),
        1 => Just(Try::Resume),
    ]
}

/// The time between two tries, sometimes negative.
fn pause() -> impl Strategy<Value = i64> {
    prop_oneof![20 => 0_i64..3_000, 1 => 0_i64..400_000, 1 => -50_000_i64..0]
}

fn settings() -> impl Strategy<Value = GameSettings> {
    let clock =
        prop::option::of((1_000_u64..400_000, 0_u64..5_000).prop_map(
            |(initial_ms, increment_ms)| ClockSettings::fischer(initial_ms, increment_ms),
        ));
    let start = prop_oneof![
        3 => Just(None),
        1 => Just(Some("W:WK46,K41:BK5,20".to_owned())),
        1 => Just(Some("B:W48,K33:BK12,3".to_owned())),
    ];
    let few_pieces = prop_oneof![Just(FewPieces::Fresh), Just(FewPieces::Continued)];
    (start, clock, few_pieces).prop_map(|(start, clock, few_pieces)| GameSettings {
        start,
        clock,
        few_pieces,
        ..GameSettings::friendly("a", "b")
    })
}

fn act(session: &Session, attempt: &Try, at_ms: u64) -> Option<Act> {
    Some(match attempt {
        Try::Play(number) => {
            let moves = session.position().legal_moves();
            let chosen = moves.get(number % moves.len().max(1))?;
            let text = damier_notation::move_text::long(session.position(), chosen);
            Act::Move {
                side: session.position().side(),
                text,
                at_ms,
                lag_ms: 0,
            }
        }
        Try::Say(text) => Act::Move {
            side: session.position().side(),
            text: text.clone(),
            at_ms,
            lag_ms: 0,
        },
        Try::Offer(side) => Act::OfferDraw { side: *side, at_ms },
        Try::Accept(side) => Act::AcceptDraw { side: *side, at_ms },
        Try::Decline(side) => Act::DeclineDraw { side: *side, at_ms },
        Try::TakeBack(plies) => Act::TakeBack {
            plies: *plies,
            at_ms,
        },
        Try::Resign(side) => Act::Resign { side: *side, at_ms },
        Try::Tick => Act::Flag {
            side: session.position().side(),
            at_ms,
        },
        Try::Resume => Act::Resume {
            at_ms,
            lost_ms: None,
        },
    })
}

proptest! {
    #[test]
    fn every_game_is_rebuilt_from_its_record(
        settings in settings(),
        started_ms in prop::option::of(0_u64..100_000),
        tries in prop::collection::vec((attempt(), pause()), 0..120),
    ) {
        let mut session = Session::new(Variant::INTERNATIONAL, settings, started_ms)
            .expect("good settings");
        let mut now_ms: u64 = 100_000;
        for (attempt, pause) in &tries {
            now_ms = now_ms.saturating_add_signed(*pause);
            let Some(act) = act(&session, attempt, now_ms) else { continue };
            let before = session.clone();
            if session.perform(&act).is_err() {
                prop_assert_eq!(&session, &before, "a refused act changes nothing");
            } else {
                prop_assert_eq!(session.acts().len(), before.acts().len() + 1);
            }
            prop_assert_eq!(session.played_ms().len(), session.game().len());
        }
        let json = serde_json::to_string(&session.record()).expect("a record is JSON");
        let record: GameRecord = serde_json::from_str(&json).expect("the JSON is a record");
        prop_assert_eq!(Session::replay(&record), Ok(session));
    }

    #[test]
    fn replayed_moves_after_a_takeback_give_the_same_position(
        choices in prop::collection::vec(any::<usize>(), 1..60),
        back in any::<prop::sample::Index>(),
    ) {
        let mut session =
            Session::new(Variant::INTERNATIONAL, GameSettings::friendly("", ""), None)
                .expect("good settings");
        for number in &choices {
            if let Some(act) = act(&session, &Try::Play(*number), 0) {
                let _ = session.perform(&act);
            }
        }
        let first = session.game().clone();
        let plies = 1 + back.index(first.len());
        session.take_back(plies as u32, 0).expect("so many were played");
        for played in first.moves().skip(first.len() - plies) {
            session.play(&played, 0).expect("it was legal before");
        }
        prop_assert!(session.game().positions().eq(first.positions()));
        prop_assert_eq!(session.game().counts(), first.counts());
        prop_assert_eq!(session.ending(), first.outcome().map(Ending::from));
    }

    #[test]
    fn the_reader_never_panics(text in "\\PC{0,200}") {
        if let Ok(record) = serde_json::from_str::<GameRecord>(&text) {
            let _ = Session::replay(&record);
        }
    }
}
