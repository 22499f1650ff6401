//! Moderation: reports, operators, and the public texts of every feature.

use std::sync::Arc;

use damier_people::Ports;
use damier_people::broadcasts::{BroadcastKey, BroadcastSettings};
use damier_people::challenges::{Challenge, ColourChoice, Offered, OpenChallenge};
use damier_people::library::in_memory::InMemoryLibrary;
use damier_people::library::{GameFacts, GameLibrary, LibraryError, NewVersion, Owner, ShareId};
use damier_people::moderation::{
    MAX_KEPT_REPORTS, Operators, PublicText, PublicTextKind, PublicTexts, Removal, Report,
    ReportReason, Reports,
};
use damier_people::simuls::Simuls;
use damier_session::{GameSettings, Player, SeatKey};

use crate::clubs::{AWA, PIET, found, with_accounts};
use crate::common::{id, ready};
use crate::simuls::{new, new_of, open, terms};

/// Every public text of a kind.
fn all(texts: &PublicTexts, kind: PublicTextKind) -> Vec<PublicText> {
    let mut found = Vec::new();
    let mut after: Option<String> = None;
    loop {
        // Pages of one text show that cursors lead on.
        let page = ready(texts.list(kind, after.as_deref(), 1, 2_000));
        found.extend(page.texts);
        match page.next {
            Some(next) => after = Some(next),
            None => return found,
        }
    }
}

fn ids(texts: &PublicTexts, kind: PublicTextKind) -> Vec<String> {
    all(texts, kind).into_iter().map(|text| text.id).collect()
}

/// The result of a call to the library in memory.
fn stored<T>(call: impl Future<Output = Result<T, LibraryError>>) -> T {
    ready(async { Ok(call.await.expect("the library is available")) })
}

fn empty_library() -> Arc<dyn GameLibrary> {
    Arc::new(InMemoryLibrary::default())
}

#[test]
fn a_club_is_listed_with_its_texts_and_loses_them_or_all() {
    let (store, clubs) = with_accounts();
    let texts = PublicTexts::of(&store, &empty_library());
    found(&clubs, "Damier de Lyon", AWA);
    found(&clubs, "Etoile", PIET);
    let kind = PublicTextKind::Club;
    let listed = all(&texts, kind);
    assert_eq!(listed.len(), 2);
    assert_eq!(
        listed[0].lines,
        ["Damier de Lyon", "Lyon", "We meet.\nCome!"]
    );
    assert_eq!(listed[0].account.as_deref(), Some("Awa"));
    let id = &listed[0].id;
    assert_eq!(
        ready(texts.find(kind, id, 2_000)).as_ref(),
        Some(&listed[0])
    );

    assert!(ready(texts.remove(kind, id, Removal::Words)));
    let left = ready(texts.find(kind, id, 2_000)).expect("the club stays");
    assert_eq!(left.lines, ["Damier de Lyon"]);
    assert!(ready(texts.remove(kind, id, Removal::Whole)));
    assert!(!ready(texts.remove(kind, id, Removal::Whole)));
    assert_eq!(ids(&texts, kind), [listed[1].id.clone()]);
    assert!(!ready(texts.remove(kind, "", Removal::Whole)));
}

#[test]
fn simuls_are_listed_with_and_without_accounts() {
    let (store, _) = with_accounts();
    let simuls = Simuls::of(&store);
    open(&simuls, &new(5), 1_000);
    open(&simuls, &new_of(6, Some(PIET), terms()), 1_000);
    let texts = PublicTexts::of(&store, &empty_library());
    let kind = PublicTextKind::Simul;
    let listed = all(&texts, kind);
    let accounts: Vec<_> = listed.iter().map(|text| text.account.as_deref()).collect();
    assert_eq!(accounts, [None, Some("Piet")]);
    assert_eq!(listed[0].lines, ["Simultanée de l’Étoile", "Awa"]);
    assert!(ready(texts.remove(kind, &listed[0].id, Removal::Whole)));
    assert!(!ready(texts.remove(kind, &listed[0].id, Removal::Whole)));
    assert_eq!(ids(&texts, kind), [listed[1].id.clone()]);
}

fn offered(store: &Ports, number: u128, is_public: bool) {
    let offered = OpenChallenge {
        id: id(number),
        challenge: Challenge {
            variant: "international".into(),
            settings: GameSettings::friendly("", ""),
            host: format!("Guest {number}"),
            colour: ColourChoice::Random,
            ratings: None,
            clocks_by_player: false,
        },
        host: SeatKey::from_bytes([number as u8; 32]),
        account: None,
        invitation: SeatKey::from_bytes([100 + number as u8; 32]),
        is_public,
        until_ms: 9_000,
    };
    assert_eq!(ready(store.challenges.offer(&offered)), Offered::Stored);
}

#[test]
fn challenges_of_the_lobby_are_listed_and_withdrawn() {
    let (store, _) = with_accounts();
    for (number, is_public) in [(1, true), (2, false), (3, true)] {
        offered(&store, number, is_public);
    }
    let texts = PublicTexts::of(&store, &empty_library());
    let kind = PublicTextKind::Challenge;
    let listed = all(&texts, kind);
    let lines: Vec<_> = listed.iter().map(PublicText::text).collect();
    assert_eq!(lines, ["Guest 1", "Guest 3"]);
    // Only what strangers see is found by its id.
    let private = id(2).to_string();
    assert_eq!(ready(texts.find(kind, &private, 2_000)), None);
    assert!(ready(texts.remove(kind, &listed[0].id, Removal::Whole)));
    assert_eq!(ready(texts.find(kind, &listed[0].id, 2_000)), None);
    assert_eq!(ids(&texts, kind), [listed[1].id.clone()]);
}

#[test]
fn broadcasts_are_listed_and_ended() {
    let (store, _) = with_accounts();
    let settings = BroadcastSettings {
        title: "Open de Salou".into(),
        place: "Salou".into(),
        date: String::new(),
        rounds: 9,
        delay_min: 0,
        variant: "international".into(),
    };
    for name in ["salou-2026", "alkmaar", "riga"] {
        let id = name.parse().unwrap();
        let owner = BroadcastKey::of_account(AWA);
        ready(
            store
                .broadcasts
                .open_broadcast(&id, &owner, &settings, 1_000),
        );
    }
    let texts = PublicTexts::of(&store, &empty_library());
    let kind = PublicTextKind::Broadcast;
    assert_eq!(ids(&texts, kind), ["alkmaar", "riga", "salou-2026"]);
    let found = ready(texts.find(kind, "riga", 2_000)).expect("a broadcast");
    assert_eq!(found.lines, ["Open de Salou", "Salou"]);
    assert!(ready(texts.remove(kind, "riga", Removal::Whole)));
    assert_eq!(ids(&texts, kind), ["alkmaar", "salou-2026"]);
}

#[test]
fn a_shared_game_is_shared_no_longer_and_its_owner_keeps_it() {
    let (store, _) = with_accounts();
    let library = empty_library();
    let owner = Owner::named("device");
    let share = ShareId::from_bits(77);
    let game = NewVersion {
        id: id(1),
        version: 1,
        title: Some("Final".parse().unwrap()),
        facts: GameFacts {
            variant: "international".into(),
            plies: 0,
            white: Player::Person { name: "Awa".into() },
            black: Player::Computer { level: 3 },
            ending: None,
        },
        record: "{}".into(),
        tree: None,
    };
    stored(library.store(&owner, &game, 1_000));
    stored(library.share(&owner, id(1), Some(share)));
    let texts = PublicTexts::of(&store, &library);
    let kind = PublicTextKind::Game;
    let listed = all(&texts, kind);
    assert_eq!(listed[0].lines, ["Final", "Awa"]);
    assert_eq!(listed[0].id, share.to_string());
    assert!(ready(texts.remove(kind, &listed[0].id, Removal::Whole)));
    assert!(!ready(texts.remove(kind, &listed[0].id, Removal::Whole)));
    assert_eq!(all(&texts, kind), []);
    let kept = stored(library.find(&owner, id(1))).expect("the owner keeps it");
    assert_eq!(kept.summary.shared, None);
}

#[test]
fn accounts_are_listed_and_not_removed() {
    let (store, _) = with_accounts();
    let texts = PublicTexts::of(&store, &empty_library());
    let kind = PublicTextKind::Account;
    assert_eq!(ids(&texts, kind), ["Awa", "Piet", "Zoé"]);
    let found = ready(texts.find(kind, "zoe", 2_000)).expect("an account");
    assert_eq!(found.account.as_deref(), Some("Zoé"));
    assert!(!ready(texts.remove(kind, "Awa", Removal::Whole)));
    assert_eq!(ids(&texts, kind).len(), 3);
    assert_eq!(ready(texts.find(kind, "nobody at all", 2_000)), None);
}

fn report(at_ms: u64, reason: ReportReason, words: &str) -> Report {
    Report {
        at_ms,
        reason,
        words: words.parse().unwrap(),
    }
}

#[test]
fn reports_about_one_text_are_one_entry() {
    let (store, _) = with_accounts();
    let reports = Reports::of(&store);
    let kind = PublicTextKind::Club;
    let add = |id: &str, copy: &str, report: &Report| ready(reports.add(kind, id, copy, report));
    add("lyon", "Old", &report(1_000, ReportReason::Spam, ""));
    add("riga", "Riga", &report(2_000, ReportReason::Other, "rude"));
    add(
        "lyon",
        "New",
        &report(3_000, ReportReason::Offensive, "again"),
    );
    let listed = ready(reports.list(None, 9));
    let ids: Vec<_> = listed.iter().map(|it| it.value.id.as_str()).collect();
    assert_eq!(ids, ["lyon", "riga"], "the last reported first");
    let first = &listed[0].value;
    assert_eq!((first.copy.as_str(), first.number), ("New", 2));
    assert_eq!(first.reports[1].words.as_str(), "again");
    assert_eq!(ready(reports.list(Some(&listed[0]), 9)), listed[1..]);

    for at_ms in 0..40 {
        add(
            "lyon",
            "New",
            &report(4_000 + at_ms, ReportReason::Spam, ""),
        );
    }
    let first = ready(reports.list(None, 1)).remove(0).value;
    assert_eq!(first.reports.len(), MAX_KEPT_REPORTS);
    assert_eq!(first.number, 42);

    assert!(ready(reports.dismiss(kind, "lyon")));
    assert!(!ready(reports.dismiss(kind, "lyon")));
    assert_eq!(ready(reports.list(None, 9)).len(), 1);
    // They end by themselves.
    ready(store.documents.sweep_documents(u64::MAX));
    assert_eq!(ready(reports.list(None, 9)), []);
}

#[test]
fn an_operator_is_appointed_until_dismissed_or_deleted() {
    let (store, _) = with_accounts();
    let operators = Operators::of(&store);
    assert!(!ready(operators.is_operator(AWA)));
    assert!(ready(operators.appoint(AWA, 1_000)));
    assert!(!ready(operators.appoint(AWA, 1_000)), "one already");
    assert!(ready(operators.appoint(PIET, 1_000)));
    let names = |operators: &Operators| -> Vec<String> {
        let all = ready(operators.all()).into_iter();
        all.map(|account| account.name).collect()
    };
    assert_eq!(names(&operators), ["Awa", "Piet"]);
    assert!(ready(operators.dismiss(AWA)));
    assert!(!ready(operators.dismiss(AWA)));
    assert!(ready(store.accounts.delete_account(PIET)));
    assert!(!ready(operators.is_operator(PIET)));
    assert_eq!(names(&operators), Vec::<String>::new());
    assert!(!ready(operators.appoint(PIET, 2_000)), "a deleted account");
}
