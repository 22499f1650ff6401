//! The contract of the port to clubs: each case is a function that takes an empty store, and a test of its own on every backend.

mod ladder;

pub(crate) use ladder::*;

use damier_people::accounts::{AccountId, AccountKey, Created, NewAccount, PasswordHash};
use damier_people::clubs::{
    Club, ClubCode, ClubGame, ClubKey, ClubProfile, ClubRole, Clubs, Founded, KeptClub,
    LadderRules, MAX_FOUNDED, MatchOutcome, maintain_ladder,
};
use damier_people::live::JournalEntry;
use damier_session::ending::ByPeople;
use damier_session::{Act, CommandId, Ending, Event, Side};

use crate::backends::SharedStore;
use crate::journal_contract::id;

const AWA: AccountId = AccountId::from_bits(1);
const PIET: AccountId = AccountId::from_bits(2);
const ZOE: AccountId = AccountId::from_bits(3);
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

async fn people(store: &SharedStore) {
    for (account, name) in [(AWA, "Awa"), (PIET, "Piet"), (ZOE, "Zoé")] {
        let new = NewAccount {
            id: account,
            name: name.parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: vec![AccountKey::from_bytes([account.to_bits() as u8; 32])],
            created_ms: 5,
        };
        assert_eq!(
            store.accounts.create_account(&new).await.unwrap(),
            Created::Stored
        );
    }
}

fn code() -> ClubCode {
    ClubCode::drawn([7; 10])
}

fn key(text: &str) -> ClubKey {
    ClubKey::of(text).unwrap()
}

fn new(name: &str, founder: AccountId) -> Club {
    let games = ["frisian".to_owned(), "international".to_owned()];
    let profile = ClubProfile::read("Lyon", "We meet.\nCome!", "fr", &games, false).unwrap();
    Club::founded(name.parse().unwrap(), profile, code(), founder, 1_000)
}

async fn founded(store: &SharedStore, name: &str, founder: AccountId) -> KeptClub {
    let club = new(name, founder);
    assert_eq!(
        Clubs::of(store).found_club(&club).await.unwrap(),
        Founded::Stored
    );
    club_of(store, name).await
}

async fn club_of(store: &SharedStore, name: &str) -> KeptClub {
    Clubs::of(store).club(&key(name)).await.unwrap().unwrap()
}

/// Changes a club on top of what is stored.
async fn change(store: &SharedStore, name: &str, act: impl FnOnce(&mut Club)) {
    let kept = club_of(store, name).await;
    let mut club = kept.club;
    act(&mut club);
    assert!(
        Clubs::of(store)
            .store_club(&club, kept.version, None)
            .await
            .unwrap()
    );
}

async fn names(store: &SharedStore, with: Option<&str>, after: Option<&str>) -> Vec<String> {
    let (with, after) = (with.map(key), after.map(key));
    let clubs = Clubs::of(store)
        .clubs(with.as_ref(), after.as_ref(), 9)
        .await
        .unwrap();
    clubs.into_iter().map(|club| club.name).collect()
}

async fn roles(store: &SharedStore, account: AccountId) -> Vec<(String, Option<ClubRole>)> {
    let clubs = Clubs::of(store).clubs_of(account).await.unwrap();
    let roles = clubs.into_iter();
    roles.map(|(club, role)| (club.name, role)).collect()
}

fn marked(game: u128, at_ms: u64) -> ClubGame {
    ClubGame {
        game: id(game),
        at_ms,
        is_ladder: false,
    }
}

async fn games(store: &SharedStore, club: &str, after: Option<(u64, u128)>) -> Vec<u128> {
    let after = after.map(|(at_ms, game)| (at_ms, id(game)));
    let games = Clubs::of(store)
        .club_games(&key(club), after, 3)
        .await
        .unwrap();
    games.iter().map(|game| game.game.to_bits()).collect()
}

pub(crate) async fn no_club_is_known_at_first(store: SharedStore) {
    people(&store).await;
    let nowhere = key("nowhere");
    assert_eq!(Clubs::of(&store).club(&nowhere).await.unwrap(), None);
    assert_eq!(names(&store, None, None).await, [""; 0]);
    assert_eq!(roles(&store, AWA).await, []);
    assert!(
        !Clubs::of(&store)
            .store_club(&new("Nowhere", AWA), 1_000, None)
            .await
            .unwrap()
    );
    assert!(
        !Clubs::of(&store)
            .dissolve_club(&nowhere, 1_000)
            .await
            .unwrap()
    );
    assert!(
        !Clubs::of(&store)
            .mark_club_game(&nowhere, &marked(1, 5))
            .await
            .unwrap()
    );
    assert!(
        !Clubs::of(&store)
            .unmark_club_game(&nowhere, id(1))
            .await
            .unwrap()
    );
    assert_eq!(Clubs::of(&store).club_of_game(id(1)).await.unwrap(), None);
    assert_eq!(
        Clubs::of(&store)
            .clubs_due(u64::MAX, None, 9)
            .await
            .unwrap(),
        []
    );
    assert_eq!(Clubs::of(&store).sweep_clubs().await.unwrap(), 0);
    let begun = maintain_ladder(&Clubs::of(&store), &*store.journal, &nowhere, 5)
        .await
        .unwrap();
    assert_eq!(begun, []);
    let stranger = new("Nowhere", AccountId::from_bits(99));
    assert_eq!(
        Clubs::of(&store).found_club(&stranger).await.unwrap(),
        Founded::TooMany
    );
    assert_eq!(Clubs::of(&store).club(&nowhere).await.unwrap(), None);
}

pub(crate) async fn a_name_is_that_of_one_club(store: SharedStore) {
    people(&store).await;
    let kept = founded(&store, "Étoile du Nord", AWA).await;
    assert_eq!(kept.club, new("Étoile du Nord", AWA));
    assert_eq!(
        kept.names.into_iter().collect::<Vec<_>>(),
        [(AWA, "Awa".to_owned())]
    );
    assert!(!kept.is_behind);
    let same = Clubs::of(&store)
        .found_club(&new("ETOILE-du Nord", PIET))
        .await
        .unwrap();
    assert_eq!(same, Founded::NameTaken);
    founded(&store, "Damier Lyonnais", PIET).await;
    founded(&store, "Nordstern", PIET).await;
    assert_eq!(
        names(&store, None, None).await,
        ["Damier Lyonnais", "Étoile du Nord", "Nordstern"]
    );
    assert_eq!(
        names(&store, Some("NÔRD"), None).await,
        ["Étoile du Nord", "Nordstern"]
    );
    assert_eq!(
        names(&store, None, Some("etoiledunord")).await,
        ["Nordstern"]
    );
    let clubs = Clubs::of(&store).clubs(None, None, 1).await.unwrap();
    assert_eq!(clubs.len(), 1);
    assert_eq!(
        (clubs[0].town.as_str(), clubs[0].language.as_str()),
        ("Lyon", "fr")
    );
    assert_eq!((clubs[0].games.len(), clubs[0].members), (2, 1));
}

pub(crate) async fn an_account_founds_few_clubs(store: SharedStore) {
    people(&store).await;
    let tries = (0..10).map(|number| {
        let store = store.clone();
        let club = new(&format!("Club number {number}"), AWA);
        tokio::spawn(async move { Clubs::of(&store).found_club(&club).await.unwrap() })
    });
    let mut stored = 0;
    for one in tries.collect::<Vec<_>>() {
        match one.await.unwrap() {
            Founded::Stored => stored += 1,
            other => assert_eq!(other, Founded::TooMany),
        }
    }
    assert!(stored <= MAX_FOUNDED);
    assert_eq!(roles(&store, AWA).await.len(), stored as usize);
    for number in stored..MAX_FOUNDED {
        founded(&store, &format!("Later {number}"), AWA).await;
    }
    let more = Clubs::of(&store)
        .found_club(&new("One more", AWA))
        .await
        .unwrap();
    assert_eq!(more, Founded::TooMany);
    founded(&store, "One more", PIET).await;
}

pub(crate) async fn of_two_who_change_a_club_one_does(store: SharedStore) {
    people(&store).await;
    let first = founded(&store, "Dam", AWA).await;
    let mut club = first.club.clone();
    club.enter(PIET, Some(&code()), 5).unwrap();
    club.enter(ZOE, None, 6).unwrap();
    let tries = (0..8).map(|_| {
        let (store, club) = (store.clone(), club.clone());
        let seen = first.version;
        tokio::spawn(async move {
            Clubs::of(&store)
                .store_club(&club, seen, None)
                .await
                .unwrap()
        })
    });
    let mut stored = 0;
    for one in tries.collect::<Vec<_>>() {
        stored += u32::from(one.await.unwrap());
    }
    assert_eq!(stored, 1);
    let second = club_of(&store, "Dam").await;
    assert_eq!(second.club, club);
    assert_eq!(second.names.len(), 3);
    assert!(second.version > first.version);
    assert_eq!(
        roles(&store, PIET).await,
        [("Dam".to_owned(), Some(ClubRole::Member))]
    );
    assert_eq!(roles(&store, ZOE).await, [("Dam".to_owned(), None)]);
    assert_eq!(
        Clubs::of(&store).clubs(None, None, 9).await.unwrap()[0].members,
        2
    );

    assert!(
        !Clubs::of(&store)
            .dissolve_club(&key("Dam"), first.version)
            .await
            .unwrap()
    );
    change(&store, "Dam", |club| {
        club.give_role(AWA, PIET, ClubRole::Officer).unwrap();
        club.admit(PIET, ZOE, false, 7).unwrap();
    })
    .await;
    assert_eq!(
        roles(&store, PIET).await,
        [("Dam".to_owned(), Some(ClubRole::Officer))]
    );
    assert_eq!(roles(&store, ZOE).await, []);
}

pub(crate) async fn a_game_is_one_clubs(store: SharedStore) {
    people(&store).await;
    founded(&store, "Dam", AWA).await;
    founded(&store, "Zwart-Wit", PIET).await;
    let (dam, other) = (key("Dam"), key("Zwart-Wit"));
    for (game, at_ms) in [(1, 10), (2, 20), (3, 20), (4, 30)] {
        assert!(
            Clubs::of(&store)
                .mark_club_game(&dam, &marked(game, at_ms))
                .await
                .unwrap()
        );
    }
    assert!(
        Clubs::of(&store)
            .mark_club_game(&dam, &marked(1, 99))
            .await
            .unwrap(),
        "again"
    );
    assert!(
        !Clubs::of(&store)
            .mark_club_game(&other, &marked(1, 99))
            .await
            .unwrap()
    );
    let of = Clubs::of(&store).club_of_game(id(1)).await.unwrap();
    assert_eq!(of, Some((dam.clone(), marked(1, 10))));
    assert_eq!(games(&store, "Dam", None).await, [4, 3, 2]);
    assert_eq!(games(&store, "Dam", Some((20, 3))).await, [2, 1]);
    assert_eq!(games(&store, "Zwart-Wit", None).await, [0; 0]);

    let kept = club_of(&store, "Dam").await;
    let ladder = ClubGame {
        is_ladder: true,
        ..marked(5, 40)
    };
    assert!(
        !Clubs::of(&store)
            .store_club(&kept.club, 1, Some(&ladder))
            .await
            .unwrap()
    );
    assert_eq!(
        Clubs::of(&store).club_of_game(id(5)).await.unwrap(),
        None,
        "all of it or nothing"
    );
    let stored = Clubs::of(&store)
        .store_club(&kept.club, kept.version, Some(&ladder))
        .await;
    assert!(stored.unwrap());
    assert_eq!(games(&store, "Dam", None).await, [5, 4, 3]);
    assert!(
        !Clubs::of(&store)
            .unmark_club_game(&dam, id(5))
            .await
            .unwrap(),
        "of the ladder"
    );
    assert!(
        !Clubs::of(&store)
            .unmark_club_game(&other, id(4))
            .await
            .unwrap()
    );
    assert!(
        Clubs::of(&store)
            .unmark_club_game(&dam, id(4))
            .await
            .unwrap()
    );
    assert!(
        !Clubs::of(&store)
            .unmark_club_game(&dam, id(4))
            .await
            .unwrap()
    );
    assert!(
        Clubs::of(&store)
            .mark_club_game(&other, &marked(4, 50))
            .await
            .unwrap()
    );

    let kept = club_of(&store, "Dam").await;
    assert!(
        Clubs::of(&store)
            .dissolve_club(&dam, kept.version)
            .await
            .unwrap()
    );
    assert!(
        !Clubs::of(&store)
            .dissolve_club(&dam, kept.version)
            .await
            .unwrap()
    );
    assert_eq!(Clubs::of(&store).club(&dam).await.unwrap(), None);
    assert_eq!(Clubs::of(&store).club_of_game(id(1)).await.unwrap(), None);
    assert_eq!(roles(&store, AWA).await, []);
    assert_eq!(games(&store, "Zwart-Wit", None).await, [4]);
    // Whoever has seen the club before changes nothing of one that was founded anew.
    founded(&store, "Dam", ZOE).await;
    assert!(
        !Clubs::of(&store)
            .store_club(&kept.club, kept.version, None)
            .await
            .unwrap()
    );
}

pub(crate) async fn who_has_no_account_any_more_is_in_no_club(store: SharedStore) {
    people(&store).await;
    founded(&store, "Dam", AWA).await;
    founded(&store, "Alone", AWA).await;
    change(&store, "Dam", |club| {
        club.enter(PIET, Some(&code()), 5).unwrap();
        club.enter(ZOE, Some(&code()), 6).unwrap();
        for who in [AWA, PIET, ZOE] {
            club.enter_ladder(who, 7).unwrap();
        }
    })
    .await;
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    let kept = club_of(&store, "Dam").await;
    assert!(kept.is_behind);
    assert_eq!(kept.club.role(AWA), None);
    assert_eq!(kept.club.role(PIET), Some(ClubRole::Founder));
    assert_eq!(kept.club.ladder().rungs().len(), 2);
    assert_eq!(kept.names.len(), 2);
    assert_eq!(Clubs::of(&store).club(&key("Alone")).await.unwrap(), None);
    assert_eq!(names(&store, None, None).await, ["Dam"]);
    assert_eq!(
        Clubs::of(&store).clubs(None, None, 9).await.unwrap()[0].members,
        2
    );
    assert_eq!(roles(&store, AWA).await, []);
    maintain_ladder(&Clubs::of(&store), &*store.journal, &key("Dam"), 9)
        .await
        .unwrap();
    let kept = club_of(&store, "Dam").await;
    assert!(!kept.is_behind, "it was stored anew");
    assert_eq!(
        roles(&store, PIET).await,
        [("Dam".to_owned(), Some(ClubRole::Founder))]
    );
    assert_eq!(Clubs::of(&store).sweep_clubs().await.unwrap(), 1);
    assert_eq!(Clubs::of(&store).sweep_clubs().await.unwrap(), 0);
    founded(&store, "Alone", ZOE).await;
}

crate::backends::on_every_backend!(store:
    no_club_is_known_at_first,
    a_name_is_that_of_one_club,
    an_account_founds_few_clubs,
    of_two_who_change_a_club_one_does,
    a_game_is_one_clubs,
    who_has_no_account_any_more_is_in_no_club,
    a_game_of_the_ladder_begins_and_counts_once,
    a_game_without_a_result_is_played_again,
);
