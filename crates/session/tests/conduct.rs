//! Conduct at the board: touched pieces, *j'adoube*, released moves, irregular moves that are
//! corrected or stand, offers, points. Every session is also recorded and replayed.

use Side::{Black, White};
use damier_rules::{EndReason, Side, Square, Variant};
use damier_session::{Act, ActError, ClockSettings, Conduct, Ending, GameSettings, Session};

/// A game with some conduct rules, from a position of the international game.
fn from(fen: &str, conduct: Conduct) -> Session {
    let settings = GameSettings {
        start: Some(fen.into()),
        conduct,
        ..GameSettings::friendly("Awa", "Piet")
    };
    Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("good settings")
}

fn tournament(fen: &str) -> Session {
    from(fen, Conduct::TOURNAMENT)
}

fn square(number: u8) -> Option<Square> {
    Square::new(number)
}

fn go(session: &mut Session, side: Side, text: &str) -> Result<(), ActError> {
    let text = text.to_owned();
    session.perform(&Act::Move {
        side,
        text,
        at_ms: 1,
        lag_ms: 0,
    })
}

fn touch(session: &mut Session, side: Side, square: &str) -> Result<(), ActError> {
    let square = square.to_owned();
    session.perform(&Act::Touch {
        side,
        square,
        at_ms: 1,
    })
}

fn adoube(session: &mut Session, side: Side) -> Result<(), ActError> {
    session.perform(&Act::Adoube { side, at_ms: 1 })
}

fn irregular(
    session: &mut Session,
    side: Side,
    from: &str,
    to: &str,
    removed: &[&str],
) -> Result<(), ActError> {
    session.perform(&Act::Irregular {
        side,
        from: from.to_owned(),
        to: to.to_owned(),
        removed: removed.iter().map(|&square| square.to_owned()).collect(),
        at_ms: 1,
    })
}

fn correct(session: &mut Session, side: Side) -> Result<(), ActError> {
    session.perform(&Act::Correct { side, at_ms: 1 })
}

fn let_stand(session: &mut Session, side: Side) -> Result<(), ActError> {
    session.perform(&Act::LetStand { side, at_ms: 1 })
}

fn code(result: Result<(), ActError>) -> &'static str {
    result.expect_err("must be refused").code()
}

/// The record of the session replays to the same state.
fn is_kept(session: &Session) {
    let record = session.record();
    let text = serde_json::to_string(&record).unwrap();
    let read = serde_json::from_str(&text).unwrap();
    assert_eq!(record, read);
    assert_eq!(&Session::replay(&read).unwrap(), session);
}

const OPEN: &str = "W:W32,37,46:B1,6";

#[test]
fn a_touched_piece_is_played() {
    let mut session = tournament(OPEN);
    touch(&mut session, White, "32").unwrap();
    assert_eq!(session.touched(), square(32));
    touch(&mut session, White, "46").unwrap();
    assert_eq!(session.touched(), square(32), "the first touch binds");
    assert_eq!(code(go(&mut session, White, "37-31")), "touched-is-played");
    is_kept(&session);
    // Any of its moves will do: it is not released yet.
    go(&mut session, White, "32-27").unwrap();
    assert_eq!(session.touched(), None);
    is_kept(&session);
}

#[test]
fn a_piece_that_cannot_move_binds_nobody() {
    // 46 is shut in by 41; 28 must capture, so no other piece may move.
    let mut session = tournament("W:W28,46,41:B22");
    touch(&mut session, White, "46").unwrap();
    touch(&mut session, White, "41").unwrap();
    assert_eq!(session.touched(), None);
    go(&mut session, White, "28x17").unwrap();
}

#[test]
fn j_adoube_allows_adjusting_pieces() {
    let mut session = tournament(OPEN);
    adoube(&mut session, White).unwrap();
    touch(&mut session, White, "32").unwrap();
    assert!(session.adoube(White) && session.touched().is_none());
    adoube(&mut session, White).unwrap();
    touch(&mut session, White, "37").unwrap();
    assert_eq!(session.touched(), square(37));
    is_kept(&session);
    go(&mut session, White, "37-31").unwrap();
    assert!(!session.adoube(White));
}

#[test]
fn only_own_pieces_are_touched_and_only_in_turn() {
    let mut session = tournament(OPEN);
    assert_eq!(code(touch(&mut session, White, "1")), "nothing-to-touch");
    assert_eq!(code(touch(&mut session, White, "28")), "nothing-to-touch");
    assert_eq!(code(touch(&mut session, White, "99")), "nothing-to-touch");
    assert_eq!(code(touch(&mut session, Black, "1")), "not-your-turn");
}

#[test]
fn a_released_move_cannot_be_changed() {
    let mut session = tournament(OPEN);
    go(&mut session, White, "32-27").unwrap();
    assert_eq!(code(session.take_back(1, 2)), "released-stands");
}

#[test]
fn a_friendly_game_has_no_conduct_rules() {
    let mut session = from(OPEN, Conduct::default());
    assert_eq!(
        code(touch(&mut session, White, "32")),
        "conduct-rule-not-in-force"
    );
    assert_eq!(
        code(adoube(&mut session, White)),
        "conduct-rule-not-in-force"
    );
    let wrong = irregular(&mut session, White, "32", "23", &[]);
    assert_eq!(code(wrong), "conduct-rule-not-in-force");
    assert_eq!(
        code(correct(&mut session, Black)),
        "conduct-rule-not-in-force"
    );
    go(&mut session, White, "32-27").unwrap();
    session.take_back(1, 2).unwrap();
    // A record without the field has no conduct rules.
    let mut record = serde_json::to_value(session.record()).unwrap();
    record["settings"]
        .as_object_mut()
        .unwrap()
        .remove("conduct");
    let read: damier_session::GameRecord = serde_json::from_value(record).unwrap();
    assert_eq!(Session::replay(&read), Ok(session));
}

/// White plays 46-41 although 28x17 is compulsory.
const MUST_CAPTURE: &str = "W:W28,46:B22,1";

#[test]
fn the_opponent_can_require_a_correction() {
    let mut session = tournament(MUST_CAPTURE);
    irregular(&mut session, White, "46", "41", &[]).unwrap();
    assert_eq!(session.fault(), Some(White));
    assert_eq!(session.position().side(), Black);
    is_kept(&session);
    assert_eq!(code(correct(&mut session, White)), "nothing-irregular");
    correct(&mut session, Black).unwrap();
    assert_eq!((session.fault(), session.position().side()), (None, White));
    assert_eq!(session.game().len(), 0);
    assert_eq!(session.touched(), None, "46 has no legal move");
    go(&mut session, White, "28x17").unwrap();
    is_kept(&session);
}

#[test]
fn the_piece_of_a_corrected_move_was_touched() {
    // 32 is moved two squares; it can move, so it must.
    let mut session = tournament(OPEN);
    irregular(&mut session, White, "32", "23", &[]).unwrap();
    correct(&mut session, Black).unwrap();
    assert_eq!(session.touched(), square(32));
    assert_eq!(code(go(&mut session, White, "37-31")), "touched-is-played");
    go(&mut session, White, "32-28").unwrap();
}

#[test]
fn a_fault_is_covered_by_the_opponent_s_own_move() {
    let mut session = tournament(MUST_CAPTURE);
    irregular(&mut session, White, "46", "41", &[]).unwrap();
    go(&mut session, Black, "22x33").unwrap();
    assert_eq!(code(correct(&mut session, Black)), "nothing-irregular");
    assert_eq!(session.game().len(), 2);
    assert!(!session.game().is_regular(0) && session.game().is_regular(1));
    is_kept(&session);
    let pdn = damier_session::pdn::write(&session);
    assert!(pdn.contains("{irregular: 46-41}"), "{pdn}");
    assert!(pdn.contains("/FEN \"B:W28,41:B1,22\"/"), "{pdn}");
    assert!(pdn.contains("22x33"), "{pdn}");
    // The file can be read back: the position is set up after the irregular move.
    let parsed = damier_notation::pdn::Reader::new(pdn.as_bytes())
        .next()
        .unwrap()
        .unwrap();
    let replay = damier_notation::pdn::replay(&parsed, Variant::INTERNATIONAL).unwrap();
    assert!(replay.faults.is_empty(), "{:?}", replay.faults);
}

#[test]
fn an_uncorrected_fault_may_win() {
    // White takes a piece off that it did not capture: Black has none left.
    let mut session = tournament("W:W32:B1");
    irregular(&mut session, White, "32", "28", &["1"]).unwrap();
    assert_eq!(session.ending(), None, "it can still be corrected");
    assert_eq!(code(let_stand(&mut session, White)), "nothing-irregular");
    let mut other = session.clone();
    let_stand(&mut session, Black).unwrap();
    let won = Ending::win(White, EndReason::NoPieces);
    assert_eq!(session.ending(), Some(won));
    assert_eq!(won.points(), Some([2, 0]));
    is_kept(&session);
    correct(&mut other, Black).unwrap();
    assert_eq!(other.position().legal_moves().len(), 2);
    is_kept(&other);
}

#[test]
fn every_kind_of_irregularity_can_be_made() {
    let start = "W:W28,32,46,K50:B22,23,1";
    for (side, from, to, removed) in [
        (White, "28", "17", &["22", "1"][..]), // more pieces removed than captured
        (White, "28", "26", &[]),              // a man that moves like no piece
        (White, "22", "27", &[]),              // the opponent's piece is moved
        (White, "46", "46", &["22"]),          // a piece is removed without cause
        (White, "28", "19", &["32", "23"]),    // an own piece is removed
        (Black, "1", "7", &[]),                // a move out of turn
        (White, "28", "3", &[]),               // a man put on the last row is crowned
    ] {
        let mut session = tournament(start);
        let before = *session.position();
        irregular(&mut session, side, from, to, removed).unwrap();
        assert_eq!(session.position().side(), side.opponent());
        is_kept(&session);
        correct(&mut session, side.opponent()).unwrap();
        assert_eq!(*session.position(), before);
        is_kept(&session);
    }
}

#[test]
fn changes_that_are_not_irregular_moves_are_refused() {
    let mut session = tournament(MUST_CAPTURE);
    for (from, to, removed) in [
        ("28", "17", &["22"][..]), // it is legal
        ("29", "24", &[]),         // nothing stands there
        ("46", "28", &[]),         // the end is occupied
        ("46", "41", &["2"]),      // nothing to remove
        ("46", "46", &[]),         // nothing happens
        ("46", "99", &[]),         // no square
        ("22", "27", &["28", "46", "1", "22"]),
    ] {
        let found = irregular(&mut session, White, from, to, removed);
        assert_eq!(code(found), "not-irregular", "{from} {to}");
    }
    assert_eq!(session.game().len(), 0);
    irregular(&mut session, White, "46", "41", &[]).unwrap();
    let again = irregular(&mut session, White, "41", "36", &[]);
    assert_eq!(code(again), "not-your-turn", "nobody covers his own fault");
    irregular(&mut session, Black, "1", "12", &[]).unwrap();
    assert_eq!(
        session.fault(),
        Some(Black),
        "the opponent may only cover it"
    );
    is_kept(&session);
}

#[test]
fn a_draw_is_offered_after_the_agreed_moves() {
    let conduct = Conduct {
        offers_from_move: 1,
        ..Conduct::default()
    };
    let mut session = from(OPEN, conduct);
    assert_eq!(code(session.offer_draw(White, 1)), "too-early-to-offer");
    go(&mut session, White, "32-28").unwrap();
    go(&mut session, Black, "1-7").unwrap();
    session.offer_draw(White, 1).unwrap();
    session.accept_draw(Black, 2).unwrap();
    assert_eq!(session.ending().unwrap().points(), Some([1, 1]));
    let late = Conduct {
        offers_from_move: 201,
        ..Conduct::default()
    };
    let settings = GameSettings {
        conduct: late,
        ..GameSettings::friendly("", "")
    };
    let refused = settings.start_position(Variant::INTERNATIONAL);
    assert_eq!(
        refused.map_err(|error| error.code()),
        Err("offers-too-late")
    );
}

#[test]
fn the_clock_runs_for_the_side_to_move() {
    let settings = GameSettings {
        start: Some(MUST_CAPTURE.into()),
        clock: Some(ClockSettings::fischer(60_000, 0)),
        conduct: Conduct::TOURNAMENT,
        ..GameSettings::friendly("", "")
    };
    let mut session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
    let wrong = Act::Irregular {
        side: White,
        from: "46".into(),
        to: "41".into(),
        removed: vec![],
        at_ms: 10_000,
    };
    session.perform(&wrong).unwrap();
    session
        .perform(&Act::Correct {
            side: Black,
            at_ms: 15_000,
        })
        .unwrap();
    let clock = session.clock().unwrap();
    assert_eq!(clock.running(), Some(White));
    assert_eq!(clock.left_ms(White, 15_000), 50_000);
    assert_eq!(clock.left_ms(Black, 15_000), 55_000);
    assert_eq!(clock.left_ms(White, 20_000), 45_000);
    is_kept(&session);
}
