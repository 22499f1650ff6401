//! Opening ballots, read from a table and used for games.

use damier_notation::{fen, move_text};
use damier_rules::{Side, Variant};
use damier_session::ballot::BallotError;
use damier_session::{GameSettings, Session, ballot, pdn};

/// A table for these tests: moves, a position, an illegal line, and one with a variation.
const TABLE: &str = r#"
[Event "Opening"] [GameType "25"] 1. C3-D4 B6-A5 2. D4-C5 *
[GameType "25"] [FEN "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,h4:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,a5"] *
[GameType "25"] 1. A1-E5 D6-G5 *
[GameType "25"] 1. g3-h4 (1. c3-d4) 1... b6-c5 1-0
"#;

fn take(number: usize) -> Result<ballot::Ballot, BallotError> {
    ballot::take(TABLE, number, Variant::RUSSIAN)
}

#[test]
fn a_ballot_of_moves_begins_a_game_that_replays() {
    let drawn = take(1).expect("a ballot");
    assert_eq!(drawn.moves().len(), 3);
    let session = drawn
        .begin(GameSettings::friendly("Awa", "Piet"), 1_000)
        .expect("a game");
    assert_eq!(session.position().side(), Side::Black);
    assert_eq!(session.game().len(), 3);
    assert_eq!(session.settings().start, None);
    assert_eq!(Session::replay(&session.record()), Ok(session.clone()));
    assert!(pdn::write(&session).contains("1. c3-d4 b6-a5 2. d4-c5"));
}

#[test]
fn a_ballot_can_be_a_position() {
    let drawn = take(2).expect("a ballot");
    assert_eq!(drawn.moves(), []);
    let settings = GameSettings {
        start: Some("W:Wc1:Bb8".into()),
        ..GameSettings::friendly("", "")
    };
    let session = drawn.begin(settings, 0).expect("a game");
    assert_eq!(session.position(), drawn.start());
    assert_eq!(session.settings().start, Some(fen::write(drawn.start())));
}

#[test]
fn the_played_variant_decides_and_not_that_of_the_table() {
    for variant in [Variant::RUSSIAN, Variant::BRAZILIAN] {
        let drawn = ballot::take(TABLE, 1, variant).expect("a ballot");
        assert_eq!(drawn.start().variant(), variant);
        let first = move_text::text(drawn.start(), &drawn.moves()[0]);
        assert_eq!(first, "c3-d4");
    }
    let english = ballot::take("[GameType \"20\"] 1. 11-15 *", 1, Variant::ENGLISH);
    assert_eq!(english.expect("a ballot").moves().len(), 1);
}

#[test]
fn variations_and_results_of_a_ballot_are_ignored() {
    let drawn = take(4).expect("a ballot");
    assert_eq!(drawn.moves().len(), 2);
    let session = drawn.begin(GameSettings::friendly("", ""), 0);
    assert_eq!(session.expect("a game").ending(), None);
}

#[test]
fn invalid_ballots_are_explained() {
    let error = take(3).expect_err("no legal move").to_string();
    assert!(error.starts_with("ballot 3: 4:"), "{error}");
    assert!(error.contains("a1-e5"), "{error}");

    for (found, message) in [
        (0, "its ballots are numbered 1 to 4, found 0"),
        (5, "its ballots are numbered 1 to 4, found 5"),
    ] {
        assert_eq!(take(found).expect_err("no such").to_string(), message);
    }
    assert_eq!(
        ballot::take("", 1, Variant::RUSSIAN),
        Err(BallotError::Empty)
    );
    let over = "[FEN \"W:Wc3:Bd4\"] 1. c3xe5 *";
    assert_eq!(
        ballot::take(over, 1, Variant::RUSSIAN),
        Err(BallotError::Over { number: 1 })
    );
    let other = ballot::take(TABLE, 1, Variant::INTERNATIONAL);
    assert!(matches!(other, Err(BallotError::Faulty { number: 1, .. })));
}

#[test]
fn every_ballot_can_be_drawn() {
    let numbers: Vec<_> = (0..4).map(|seed| ballot::draw_number(4, seed)).collect();
    assert_eq!(numbers, [Some(1), Some(2), Some(3), Some(4)]);
    assert_eq!(ballot::draw_number(4, u64::MAX), Some(4));
    assert_eq!(ballot::draw_number(0, 7), None);
}
