//! The work of untrusted records is limited: one record of 270 KB could take minutes.

use damier_rules::Variant;
use damier_session::{Act, GameRecord, GameSettings, ReplayBudget, ReplayError, Session, Side};

/// A Frisian king before nineteen others: its captures have a hundred thousand states.
const CROWDED: &str =
    "W:WK15:BK3,K9,K11,K12,K14,K19,K25,K26,K27,K28,K29,K30,K33,K39,K41,K42,K44,K47,K49";

/// One capture, played and taken back repeatedly.
fn crowded(times: usize) -> GameRecord {
    let settings = GameSettings {
        start: Some(CROWDED.into()),
        ..GameSettings::friendly("", "")
    };
    let session = Session::new(Variant::FRISIAN, settings, None).expect("good settings");
    let mut record = session.record();
    for at_ms in 0..times as u64 {
        record.acts.push(Act::Move {
            side: Side::White,
            text: "15x1".into(),
            at_ms,
            lag_ms: 0,
        });
        record.acts.push(Act::TakeBack { plies: 1, at_ms });
    }
    record
}

#[test]
fn a_costly_record_is_rejected_at_the_end_of_the_budget() {
    let record = crowded(2_499);
    let refused = Session::replay_within(&record, ReplayBudget::STRANGER, || true);
    let Err(error @ ReplayError::TooMuchWork { index, budget }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(
        (error.code(), error.act_index()),
        ("too-much-work", Some(index))
    );
    assert_eq!(budget, ReplayBudget::STRANGER.work);
    assert!(index < 100, "{index}");
    // A record within the budget is replayed.
    let few = Session::replay_within(&crowded(1), ReplayBudget::STRANGER, || true);
    assert!(few.is_ok(), "{few:?}");
}

#[test]
fn a_real_game_needs_little_of_the_budget() {
    let mut session =
        Session::new(Variant::INTERNATIONAL, GameSettings::friendly("", ""), None).expect("good");
    let mut number = 7_usize;
    while session.ending().is_none() && session.game().len() < 300 {
        let moves = session.position().legal_moves();
        number = number.wrapping_mul(31).wrapping_add(11);
        session
            .play(&moves[number % moves.len()], 0)
            .expect("legal");
    }
    let record = session.record();
    let budget = ReplayBudget {
        work: ReplayBudget::USUAL.work / 3,
    };
    assert_eq!(
        Session::replay_within(&record, budget, || true),
        Ok(session)
    );
}

#[test]
fn a_cancelled_replay_stops() {
    let record = crowded(3);
    let mut asked = 0;
    let stopped = Session::replay_within(&record, ReplayBudget::OWN, || {
        asked += 1;
        asked < 3
    });
    assert_eq!(stopped, Err(ReplayError::Stopped { index: 2 }));
}
