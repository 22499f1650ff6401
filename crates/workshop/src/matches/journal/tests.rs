use std::fs;

use damier_notation::pdn::Reader;
use damier_rules::{DrawSettings, Position, Variant};

use super::super::ending::PlayerFault;
use super::super::pace::Pace;
use super::super::referee::Seat;
use super::super::scripted::{Act, Hands, Scripted};
use super::*;

const CONDITIONS: &str = "builtin,nodes=5 / \"quoted\" builtin / nodes=7 {x}";

fn played() -> Played {
    let hands = Hands::default();
    let mut white = Scripted::new(&hands, vec![Act::Scored("32-28", 0.125)]);
    let mut black = Scripted::new(&hands, vec![Act::Move("19-23")]);
    white.ms_a_move = 15;
    let start = Position::start(Variant::INTERNATIONAL);
    let game = damier_rules::Game::new(start, DrawSettings::default());
    let [white, black] = [&mut white, &mut black].map(|player| Seat {
        player,
        pace: Pace::default(),
        thinks_ahead: false,
    });
    hands.referee().play(game, white, black).expect("a game")
}

fn entry(number: usize, played: &Played) -> Entry<'_> {
    Entry {
        place: MatchGame::of_number(number),
        names: ["one", "the other {2}"],
        limits: ["nodes=7".to_owned(), String::new()],
        played,
    }
}

/// A file with this many games, and its text.
fn file_of(games: usize) -> (tempfile::TempDir, std::path::PathBuf, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.pdn");
    let mut journal = Journal::create(&path, CONDITIONS).expect("a file");
    let played = played();
    for number in 0..games {
        journal
            .add(&entry(number, &played))
            .expect("a game is added");
    }
    let text = fs::read_to_string(&path).expect("a text");
    (folder, path, text)
}

#[test]
fn a_game_is_written_with_all_reported_data() {
    let (_folder, _, text) = file_of(2);
    let games: Vec<_> = Reader::new(text.as_bytes())
        .map(|parsed| parsed.expect("a game"))
        .collect();
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|parsed| parsed.faults.is_empty()));
    let second = &games[1].game;
    assert_eq!(second.tag("Round"), Some("1.2"));
    assert_eq!(second.tag("White"), Some("the other  2 "));
    assert_eq!(second.tag("BlackLimits"), Some("nodes=7"));
    assert_eq!(second.tag("WhiteLimits"), None);
    assert!(text.contains("1. 32-28 {+0.12/3 0.015s}"), "{text}");
    let replay = pdn::replay(&games[0], Variant::INTERNATIONAL).expect("legal");
    assert_eq!(replay.moves.len(), played().game.len());
}

#[test]
fn a_match_resumes_from_its_file() {
    let (_folder, path, text) = file_of(3);
    let (mut journal, earlier) = Journal::resume(&path, CONDITIONS).expect("the same match");
    let places: Vec<MatchGame> = earlier.games.iter().map(|(place, _)| *place).collect();
    assert_eq!(places, [0, 1, 2].map(MatchGame::of_number));
    assert!(!earlier.cut);
    let end = End {
        detail: None,
        ..played().end
    };
    assert!(earlier.games.iter().all(|(_, earlier)| *earlier == end));
    let crashed = Played {
        end: End::fault(Side::White, PlayerFault::Crash, "gone } with \"all\""),
        ..played()
    };
    journal.add(&entry(3, &crashed)).expect("a game is added");
    drop(journal);
    let longer = fs::read_to_string(&path).expect("a text");
    assert!(longer.starts_with(&text));
    let (_, earlier) = Journal::resume(&path, CONDITIONS).expect("the same match");
    let last = earlier.games.last().expect("four games");
    assert_eq!(last.0, MatchGame::of_number(3));
    assert_eq!(last.1.cause, Cause::PlayerFault(PlayerFault::Crash));
    assert_eq!(last.1.winner, Some(Side::Black));
}

#[test]
fn two_matches_do_not_write_to_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.pdn");
    let first = Journal::create(&path, "twice").expect("a new file");
    let error = Journal::resume(&path, "twice")
        .map(|_| ())
        .expect_err("busy");
    assert_eq!(error.to_string(), "another program is writing to this file");
    drop(first);
    Journal::resume(&path, "twice").expect("free again");
}

#[test]
fn a_file_cut_anywhere_loses_its_last_game_only() {
    let (_folder, path, text) = file_of(3);
    let last = text.rfind(FIRST_TAG).expect("a last game");
    for cut in (last..text.len()).step_by(7).chain([last, text.len() - 1]) {
        fs::write(&path, &text[..cut]).expect("a shorter file");
        let (_, earlier) = Journal::resume(&path, CONDITIONS).expect("the same match");
        assert_eq!(earlier.games.len(), 2, "cut at {cut}");
        assert_eq!(fs::read_to_string(&path).expect("a text"), text[..last]);
    }
    let first = text.find("\n\n[Event").expect("an end of the first game") + 2;
    for cut in 0..first {
        fs::write(&path, &text[..cut]).expect("a shorter file");
        let (_, earlier) = Journal::resume(&path, CONDITIONS).expect("the same match");
        assert_eq!(
            (earlier.games.len(), earlier.cut),
            (0, cut > 0),
            "cut at {cut}"
        );
    }
}

#[test]
fn files_of_other_matches_are_not_changed() {
    let (_folder, path, text) = file_of(2);
    let other = Journal::resume(&path, "builtin / builtin").err();
    assert!(matches!(other, Some(StoreError::OtherMatch { .. })));
    assert!(
        Journal::create(&path, CONDITIONS).is_err(),
        "there is one already"
    );
    for foreign in [
        "a letter to a friend\n".to_owned(),
        format!("a letter\n{text}"),
        format!("{text}and a letter\n"),
        text.replacen("\n\n[Event", "\n\nAnd a letter.\n\n[Event", 1),
        text.replacen("[Termination", "[Termintion", 1),
        text.replace("0-2", "*"),
    ] {
        fs::write(&path, &foreign).expect("a file");
        let error = Journal::resume(&path, CONDITIONS).err();
        assert!(matches!(error, Some(StoreError::Game { .. })), "{foreign}");
        assert_eq!(fs::read_to_string(&path).expect("a text"), foreign);
    }
}
