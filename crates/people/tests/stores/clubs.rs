//! The store of clubs.

use damier_people::Ports;
use damier_people::accounts::AccountId;
use damier_people::clubs::{
    Club, ClubCode, ClubGame, ClubKey, ClubProfile, ClubRole, Clubs, Founded, MAX_FOUNDED,
    StoredClub, maintain_ladder,
};

use crate::common::{add_accounts, concurrently, id, in_memory, ready};

pub(crate) const AWA: AccountId = AccountId::from_bits(1);
pub(crate) const PIET: AccountId = AccountId::from_bits(2);
const ZOE: AccountId = AccountId::from_bits(3);

/// A store with three accounts.
pub(crate) fn with_accounts() -> (Ports, Clubs) {
    let store = in_memory();
    add_accounts(&store, &[(AWA, "Awa"), (PIET, "Piet"), (ZOE, "Zoé")]);
    let clubs = Clubs::of(&store);
    (store, clubs)
}

pub(crate) fn code() -> ClubCode {
    ClubCode::drawn([7; 10])
}

pub(crate) fn key(text: &str) -> ClubKey {
    ClubKey::of(text).unwrap()
}

fn new(name: &str, founder: AccountId) -> Club {
    let games = ["frisian".to_owned(), "international".to_owned()];
    let profile = ClubProfile::read("Lyon", "We meet.\nCome!", "fr", &games, false).unwrap();
    Club::founded(name.parse().unwrap(), profile, code(), founder, 1_000)
}

pub(crate) fn found(clubs: &Clubs, name: &str, founder: AccountId) -> StoredClub {
    let founded = ready(clubs.found_club(&new(name, founder)));
    assert_eq!(founded, Founded::Stored);
    club_of(clubs, name)
}

pub(crate) fn club_of(clubs: &Clubs, name: &str) -> StoredClub {
    ready(clubs.club(&key(name))).unwrap()
}

/// Changes a club on top of what is stored.
pub(crate) fn change(clubs: &Clubs, name: &str, act: impl FnOnce(&mut Club)) {
    let kept = club_of(clubs, name);
    let mut club = kept.club;
    act(&mut club);
    assert!(ready(clubs.store_club(&club, kept.version, None)));
}

/// The names of clubs, in the order of their keys.
fn names(clubs: &Clubs, with: Option<&str>, after: Option<&str>) -> Vec<String> {
    let (with, after) = (with.map(key), after.map(key));
    let listed = ready(clubs.clubs(with.as_ref(), after.as_ref(), 9));
    listed.into_iter().map(|club| club.name).collect()
}

fn roles(clubs: &Clubs, account: AccountId) -> Vec<(String, Option<ClubRole>)> {
    let own = ready(clubs.clubs_of(account)).into_iter();
    own.map(|(club, role)| (club.name, role)).collect()
}

/// A game that a member adds to a club.
fn added(game: u128, at_ms: u64) -> ClubGame {
    ClubGame {
        game: id(game),
        at_ms,
        is_ladder: false,
    }
}

/// At most three games of a club.
pub(crate) fn games(clubs: &Clubs, club: &str, after: Option<(u64, u128)>) -> Vec<u128> {
    let after = after.map(|(at_ms, game)| (at_ms, id(game)));
    let games = ready(clubs.club_games(&key(club), after, 3));
    games.iter().map(|game| game.game.to_bits()).collect()
}

#[test]
fn an_unknown_club_is_not_found() {
    let (store, clubs) = with_accounts();
    let unknown = key("nowhere");
    assert_eq!(ready(clubs.club(&unknown)), None);
    assert_eq!(names(&clubs, None, None), [""; 0]);
    assert_eq!(roles(&clubs, AWA), []);
    assert!(!ready(clubs.store_club(&new("Nowhere", AWA), 1_000, None)));
    assert!(!ready(clubs.dissolve_club(&unknown, 1_000)));
    assert!(!ready(clubs.mark_club_game(&unknown, &added(1, 5))));
    assert!(!ready(clubs.unmark_club_game(&unknown, id(1))));
    assert_eq!(ready(clubs.club_of_game(id(1))), None);
    assert_eq!(ready(clubs.clubs_due(u64::MAX, None, 9)), []);
    assert_eq!(ready(clubs.sweep_clubs()), 0);
    let begun = ready(maintain_ladder(&clubs, &*store.journal, &unknown, 5));
    assert_eq!(begun, []);
}

#[test]
fn an_unknown_account_founds_no_club() {
    let (_, clubs) = with_accounts();
    let club = new("Nowhere", AccountId::from_bits(99));
    assert_eq!(ready(clubs.found_club(&club)), Founded::TooMany);
    assert_eq!(ready(clubs.club(&key("nowhere"))), None);
}

#[test]
fn club_names_differ_after_folding() {
    let (_, clubs) = with_accounts();
    let kept = found(&clubs, "Étoile du Nord", AWA);
    assert_eq!(kept.club, new("Étoile du Nord", AWA));
    let members: Vec<_> = kept.names.into_iter().collect();
    assert_eq!(members, [(AWA, "Awa".to_owned())]);
    assert!(!kept.is_behind);
    let same = ready(clubs.found_club(&new("ETOILE-du Nord", PIET)));
    assert_eq!(same, Founded::NameTaken);
}

#[test]
fn clubs_are_listed_by_a_part_of_their_names() {
    let (_, clubs) = with_accounts();
    found(&clubs, "Étoile du Nord", AWA);
    found(&clubs, "Damier Lyonnais", PIET);
    found(&clubs, "Nordstern", PIET);
    let all = ["Damier Lyonnais", "Étoile du Nord", "Nordstern"];
    assert_eq!(names(&clubs, None, None), all);
    assert_eq!(names(&clubs, Some("NÔRD"), None), all[1..]);
    assert_eq!(names(&clubs, None, Some("etoiledunord")), all[2..]);
    let listed = ready(clubs.clubs(None, None, 1));
    assert_eq!(listed.len(), 1);
    let texts = (listed[0].town.as_str(), listed[0].language.as_str());
    assert_eq!(texts, ("Lyon", "fr"));
    assert_eq!((listed[0].games.len(), listed[0].members), (2, 1));
}

#[test]
fn an_account_founds_few_clubs_even_concurrently() {
    let (_, clubs) = with_accounts();
    let results = concurrently(10, |number| {
        ready(clubs.found_club(&new(&format!("Club number {number}"), AWA)))
    });
    let mut founded = 0;
    for result in results {
        match result {
            Founded::Stored => founded += 1,
            other => assert_eq!(other, Founded::TooMany),
        }
    }
    assert!(founded <= MAX_FOUNDED);
    assert_eq!(roles(&clubs, AWA).len(), founded as usize);
    for number in founded..MAX_FOUNDED {
        found(&clubs, &format!("Later {number}"), AWA);
    }
    let more = ready(clubs.found_club(&new("One more", AWA)));
    assert_eq!(more, Founded::TooMany);
    found(&clubs, "One more", PIET);
}

#[test]
fn roles_follow_the_stored_club() {
    let (_, clubs) = with_accounts();
    found(&clubs, "Dam", AWA);
    change(&clubs, "Dam", |club| {
        club.enter(PIET, Some(&code()), 5).unwrap();
        club.enter(ZOE, None, 6).unwrap();
    });
    assert_eq!(club_of(&clubs, "Dam").names.len(), 3);
    let dam = |role| [("Dam".to_owned(), role)];
    assert_eq!(roles(&clubs, PIET), dam(Some(ClubRole::Member)));
    assert_eq!(roles(&clubs, ZOE), dam(None), "an applicant");
    assert_eq!(ready(clubs.clubs(None, None, 9))[0].members, 2);
    change(&clubs, "Dam", |club| {
        club.give_role(AWA, PIET, ClubRole::Officer).unwrap();
        club.admit(PIET, ZOE, false, 7).unwrap();
    });
    assert_eq!(roles(&clubs, PIET), dam(Some(ClubRole::Officer)));
    assert_eq!(roles(&clubs, ZOE), []);
}

#[test]
fn a_game_belongs_to_one_club() {
    let (_, clubs) = with_accounts();
    found(&clubs, "Dam", AWA);
    found(&clubs, "Zwart-Wit", PIET);
    let (dam, other) = (key("Dam"), key("Zwart-Wit"));
    for (game, at_ms) in [(1, 10), (2, 20), (3, 20), (4, 30)] {
        assert!(ready(clubs.mark_club_game(&dam, &added(game, at_ms))));
    }
    let retry = ready(clubs.mark_club_game(&dam, &added(1, 99)));
    assert!(retry);
    assert!(!ready(clubs.mark_club_game(&other, &added(1, 99))));
    let found = ready(clubs.club_of_game(id(1)));
    assert_eq!(found, Some((dam.clone(), added(1, 10))));
    assert_eq!(games(&clubs, "Dam", None), [4, 3, 2]);
    assert_eq!(games(&clubs, "Dam", Some((20, 3))), [2, 1]);
    assert_eq!(games(&clubs, "Zwart-Wit", None), [0; 0]);

    assert!(!ready(clubs.unmark_club_game(&other, id(4))));
    assert!(ready(clubs.unmark_club_game(&dam, id(4))));
    assert!(!ready(clubs.unmark_club_game(&dam, id(4))));
    assert!(ready(clubs.mark_club_game(&other, &added(4, 50))));
}

#[test]
fn a_ladder_game_is_stored_with_its_club_and_not_removed() {
    let (_, clubs) = with_accounts();
    let kept = found(&clubs, "Dam", AWA);
    let ladder = ClubGame {
        is_ladder: true,
        ..added(5, 40)
    };
    assert!(!ready(clubs.store_club(&kept.club, 1, Some(&ladder))));
    assert_eq!(ready(clubs.club_of_game(id(5))), None);
    let stored = ready(clubs.store_club(&kept.club, kept.version, Some(&ladder)));
    assert!(stored);
    assert_eq!(games(&clubs, "Dam", None), [5]);
    assert!(!ready(clubs.unmark_club_game(&key("Dam"), id(5))));
}

#[test]
fn a_club_is_dissolved_with_the_list_of_its_games() {
    let (_, clubs) = with_accounts();
    let dam = key("Dam");
    let first = found(&clubs, "Dam", AWA);
    found(&clubs, "Zwart-Wit", PIET);
    assert!(ready(clubs.mark_club_game(&dam, &added(1, 10))));
    let other = key("Zwart-Wit");
    assert!(ready(clubs.mark_club_game(&other, &added(2, 20))));
    change(&clubs, "Dam", |club| {
        club.enter(ZOE, Some(&code()), 5).unwrap();
    });
    assert!(!ready(clubs.dissolve_club(&dam, first.version)));
    let kept = club_of(&clubs, "Dam");
    assert!(ready(clubs.dissolve_club(&dam, kept.version)));
    assert!(!ready(clubs.dissolve_club(&dam, kept.version)));
    assert_eq!(ready(clubs.club(&dam)), None);
    assert_eq!(ready(clubs.club_of_game(id(1))), None);
    assert_eq!(roles(&clubs, AWA), []);
    assert_eq!(games(&clubs, "Zwart-Wit", None), [2]);
    // A change of the dissolved club is not stored in a new one of the same name.
    found(&clubs, "Dam", ZOE);
    assert!(!ready(clubs.store_club(&kept.club, kept.version, None)));
}

#[test]
fn a_deleted_account_leaves_its_clubs() {
    let (store, clubs) = with_accounts();
    found(&clubs, "Dam", AWA);
    found(&clubs, "Alone", AWA);
    change(&clubs, "Dam", |club| {
        club.enter(PIET, Some(&code()), 5).unwrap();
        club.enter(ZOE, Some(&code()), 6).unwrap();
        for account in [AWA, PIET, ZOE] {
            club.enter_ladder(account, 7).unwrap();
        }
    });
    assert!(ready(store.accounts.delete_account(AWA)));
    let kept = club_of(&clubs, "Dam");
    assert!(kept.is_behind);
    assert_eq!(kept.club.role(AWA), None);
    assert_eq!(kept.club.role(PIET), Some(ClubRole::Founder));
    assert_eq!(kept.club.ladder().rungs().len(), 2);
    assert_eq!(kept.names.len(), 2);
    assert_eq!(names(&clubs, None, None), ["Dam"]);
    assert_eq!(ready(clubs.clubs(None, None, 9))[0].members, 2);
    assert_eq!(roles(&clubs, AWA), []);
    ready(maintain_ladder(&clubs, &*store.journal, &key("Dam"), 9));
    assert!(!club_of(&clubs, "Dam").is_behind, "it was stored again");
    let founder = ("Dam".to_owned(), Some(ClubRole::Founder));
    assert_eq!(roles(&clubs, PIET), [founder]);

    // A club without members is not found, and removed by a sweep.
    assert_eq!(ready(clubs.club(&key("Alone"))), None);
    assert_eq!(ready(clubs.sweep_clubs()), 1);
    assert_eq!(ready(clubs.sweep_clubs()), 0);
    found(&clubs, "Alone", ZOE);
}
