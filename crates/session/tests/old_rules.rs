//! After a correction of a rule, stored games still replay under the rules of their time. The tests
//! use an invented game in three versions: in the first, two king moves are a draw and men capture
//! forward only; in the second it takes three king moves; in the third men also capture backward.

use damier_rules::variant::rule_table::DrawRule;
use damier_rules::{RuleTable, RulesVersion, Side, Variant};
use damier_session::{Act, GameRecord, GameSettings, ReplayBudget, ReplayError, Session, pdn};

/// The game under each version of its rules, the oldest first.
fn versions() -> [Variant; 3] {
    let mut table = RuleTable {
        id: "corrected-draughts",
        draws: &[DrawRule::KingMoves { moves: 2 }],
        game_type: None,
        ..*Variant::RUSSIAN.table()
    };
    let backward = table.man.first_capture;
    let forward = Variant::ENGLISH.table().man.first_capture;
    (table.man.first_capture, table.man.later_capture) = (forward, forward);
    let first = Variant::of_table(table).expect("a game");
    table.draws = &[DrawRule::KingMoves { moves: 3 }];
    let second = first.corrected(table).expect("a game");
    (table.man.first_capture, table.man.later_capture) = (backward, backward);
    let third = second.corrected(table).expect("a game");
    [first, second, third]
}

/// A game from a position with these moves, as far as it goes.
fn play(game: Variant, start: &str, moves: &[&str]) -> Session {
    let settings = GameSettings {
        start: Some(start.into()),
        ..GameSettings::friendly("", "")
    };
    let mut session = Session::new(game, settings, Some(0)).expect("good settings");
    for (ply, text) in (0..).zip(moves) {
        if session.ending().is_none() {
            let side = [Side::White, Side::Black][ply % 2];
            let (text, at_ms) = ((*text).to_owned(), 1_000);
            let act = Act::Move {
                side,
                text,
                at_ms,
                lag_ms: 0,
            };
            session.perform(&act).expect("a legal move");
        }
    }
    session
}

fn replay(game: Variant, record: &GameRecord) -> Result<Session, ReplayError> {
    Session::replay_of(game, record, ReplayBudget::STRANGER, || true)
}

const KINGS: &str = "W:WKc1:BKf8";
const TO_AND_FRO: [&str; 8] = [
    "c1-b2", "f8-e7", "b2-c1", "e7-f8", "c1-b2", "f8-e7", "b2-c1", "e7-f8",
];

#[test]
fn a_record_is_replayed_under_its_own_version_of_the_rules() {
    let versions = versions();
    let newest = versions[2];
    for (number, (game, plies)) in (1..).zip(versions.into_iter().zip([4, 6, 6])) {
        let session = play(game, KINGS, &TO_AND_FRO);
        assert_eq!(session.game().len(), plies, "version {number}");
        // Written to disk and read back.
        let text = serde_json::to_string(&session.record()).expect("JSON");
        assert!(
            text.contains(&format!(r#""rules_version":{number},"#)),
            "{text}"
        );
        let read: GameRecord = serde_json::from_str(&text).expect("a record");
        let replayed = replay(newest, &read).expect("its own version is known");
        assert_eq!(replayed, session);
        assert_eq!(replayed.variant(), game);
        assert_eq!(replayed.record(), session.record());
    }
    // A draw under the old rules continues under the new ones, so no record may pass for one of
    // another version.
    let mut record = play(versions[0], KINGS, &TO_AND_FRO).record();
    record.rules_version = versions[1].rules_version();
    let refused = replay(newest, &record).expect_err("not drawn after two moves");
    assert_eq!(refused.code(), "other-ending");
}

#[test]
fn a_move_that_is_no_longer_legal_stays_played() {
    let [first, .., third] = versions();
    // Behind the man on c5 is b4, with a3 empty.
    let old = play(first, "W:Wc5:Bb4,h8", &["c5-d6", "h8-g7"]);
    let mut record = old.record();
    assert_eq!(replay(third, &record), Ok(old.clone()));
    assert!(
        pdn::write(&old).contains("1. c5-d6 h8-g7"),
        "{}",
        pdn::write(&old)
    );
    record.rules_version = third.rules_version();
    let refused = replay(third, &record).expect_err("c5 captures now");
    assert_eq!(
        (refused.code(), refused.act_index()),
        ("not-legal", Some(0))
    );
}

#[test]
fn an_unknown_version_is_refused_with_the_known_ones() {
    let [.., newest] = versions();
    let mut record = Session::new(newest, GameSettings::friendly("", ""), None)
        .expect("good")
        .record();
    let mut message = |number| {
        record.rules_version = RulesVersion::new(number);
        let refused = replay(newest, &record).expect_err("no such version");
        assert_eq!(refused.code(), "unknown-rules-version");
        refused.to_string()
    };
    assert_eq!(
        message(4),
        "the game was played under version 4 of its rules, and version 3 is the newest that this program \
         knows: a newer Damier can read it"
    );
    assert_eq!(
        message(0),
        "the versions of the game's rules are 1 to 3, found 0"
    );
    assert!(message(u32::MAX).contains("version 4294967295"));

    record.rules_version = RulesVersion::FIRST;
    let other = replay(Variant::RUSSIAN, &record).expect_err("another game");
    assert_eq!(other.code(), "other-game");
    assert_eq!(
        other.to_string(),
        r#"the record is of "corrected-draughts", not of "russian""#
    );
    let unnamed = Session::replay(&record).expect_err("found by no name");
    assert_eq!(unnamed.code(), "unknown-variant");
}
