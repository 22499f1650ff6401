//! The data of an account: the test creates one item of each kind, checks that the export contains
//! each, and that deletion removes each. For every store.

use std::sync::Arc;

use damier_people::accounts::{
    AccountGrant, AccountId, AccountKey, AdminAction, AdminActionKind, Administrator, Ban, Created,
    DeviceName, GrantKind, NewAccount, Passkey, PasskeyAdded, PasskeyId, PasswordHash,
    ProgressPart, ProgressStored, Scope,
};
use damier_people::broadcasts::{BroadcastId, BroadcastKey, BroadcastSettings, OpenOutcome};
use damier_people::challenges::{Challenge, ColourChoice, Offered, OpenChallenge};
use damier_people::clubs::{Club, ClubCode, ClubKey, ClubProfile, Clubs, Founded};
use damier_people::friends::{FriendChoices, Friends};
use damier_people::in_memory::InMemoryStore;
use damier_people::live::{AppendOutcome, BeginOutcome, JournalEntry, LiveSetup, Owners};
use damier_people::push::{PushKeys, PushLanguage, PushSubscription};
use damier_people::ratings::{RatingPool, settle};
use damier_people::simuls::{Eligibility, Host, HostColour, Simul, SimulId, SimulTerms, Simuls};
use damier_people::{Ports, simuls as simul};
use damier_server::Export;
use damier_session::ending::ByPeople;
use damier_session::{
    Act, CommandId, Conduct, Ending, Event, GameId, GameSettings, IfThen, SeatKey, Side,
};
use damier_storage::Store;
use damier_temporary_servers::{Options, Postgres, is_installed_or_skip};
use serde_json::{Value, json};

const AWA: AccountId = AccountId::from_bits(1);
const PIET: AccountId = AccountId::from_bits(2);
const NOW_MS: u64 = 1_000_000;
const OVER: u128 = 1;
const GOES_ON: u128 = 2;

fn key(number: u8) -> AccountKey {
    AccountKey::from_bytes([number; 32])
}

fn game(number: u128) -> GameId {
    GameId::from_bits(number)
}

fn club() -> ClubKey {
    ClubKey::of("Nord").unwrap()
}

fn broadcast() -> BroadcastId {
    "salou-2026".parse().unwrap()
}

async fn people(store: &Ports) {
    for (id, name) in [(AWA, "Awa"), (PIET, "Piet")] {
        let new = NewAccount {
            id,
            name: name.parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: vec![key(100 + id.to_bits() as u8)],
            created_ms: 5,
        };
        assert_eq!(
            store.accounts.create_account(&new).await.unwrap(),
            Created::Stored
        );
    }
}

async fn what_opens_it(store: &Ports) {
    let session = AccountGrant {
        account: AWA,
        kind: GrantKind::Session,
        device: DeviceName::nearest("her phone"),
        created_ms: 10,
        seen_ms: 10,
    };
    assert!(store.account_keys.add_key(&key(1), &session).await.unwrap());
    let token = AccountGrant {
        kind: GrantKind::Token([Scope::PlayRead].into_iter().collect()),
        device: DeviceName::nearest("her program"),
        ..session
    };
    assert!(store.account_keys.add_key(&key(2), &token).await.unwrap());
    let passkey = Passkey {
        id: PasskeyId::new(vec![7; 20]).unwrap(),
        account: AWA,
        host: "draughts.example.org".to_owned(),
        public_key: vec![1, 2, 3],
        counter: 0,
        is_synced: false,
        name: DeviceName::nearest("her key"),
        created_ms: 10,
        seen_ms: None,
    };
    let added = store.passkeys.add_passkey(&passkey, &key(1)).await.unwrap();
    assert_eq!(added, PasskeyAdded::Stored);
    store
        .passkeys
        .store_passkey_challenge(&key(3), Some(AWA), NOW_MS + 1, NOW_MS)
        .await
        .unwrap();
    let device = PushSubscription {
        endpoint: "https://push.example/awa".parse().unwrap(),
        keys: PushKeys {
            public: [4; 65],
            auth: [1; 16],
        },
        language: PushLanguage::French,
    };
    assert!(store.pushes.store_push(&key(1), &device).await.unwrap());
}

async fn what_she_does_alone(store: &Ports) {
    let part: ProgressPart = "lessons".parse().unwrap();
    let stored = store
        .learning_progress
        .store_progress(AWA, &part, 0, "{\"stars\":3}", NOW_MS)
        .await;
    assert!(matches!(stored.unwrap(), ProgressStored::Stored(_)));
    let settings = BroadcastSettings {
        title: "Open de Salou".to_owned(),
        place: "Salou".to_owned(),
        date: String::new(),
        rounds: 9,
        delay_min: 15,
        variant: "international".to_owned(),
    };
    let owner = BroadcastKey::of_account(AWA);
    let opened = store
        .broadcasts
        .open_broadcast(&broadcast(), &owner, &settings, NOW_MS)
        .await;
    assert!(matches!(opened.unwrap(), OpenOutcome::Stored(_)));
    let ban = Ban {
        until_ms: Some(5),
        reason: "a quarrel".parse().unwrap(),
    };
    assert!(
        store
            .administration
            .set_ban(PIET, Some(&ban))
            .await
            .unwrap()
    );
}

fn setup(number: u128) -> LiveSetup {
    let record = json!({
        "schema": 1,
        "variant": "frisian",
        "rules_version": 1,
        "settings": {
            "start": null,
            "clock": { "initial_ms": 300_000, "increment_ms": 3_000 },
            "white": { "kind": "person", "name": "Awa" },
            "black": { "kind": "person", "name": "Piet" },
            "few_pieces": "fresh",
            "seating": "apart",
        },
        "started_ms": 1_000,
        "acts": [],
        "ending": null,
    });
    LiveSetup {
        id: game(number),
        record: serde_json::from_value(record).unwrap(),
    }
}

async fn games(store: &Ports) {
    let pool = RatingPool::from_codes("frisian", "blitz").unwrap();
    for number in [OVER, GOES_ON] {
        let owners = Owners::rated([AWA, PIET], pool).unwrap();
        let begun = store
            .journal
            .begin_owned(&setup(number), &[], &owners, None)
            .await;
        assert_eq!(begun.unwrap(), BeginOutcome::Stored);
    }
    let entry = JournalEntry {
        game: game(OVER),
        event: Event {
            number: 1,
            command: Some(CommandId::from_bits(1)),
            act: Act::Resign {
                side: Side::Black,
                at_ms: NOW_MS,
            },
        },
        ending: Some(Ending::win(Side::White, ByPeople::Resignation)),
        deadline_ms: None,
    };
    assert_eq!(
        store.journal.append(&entry).await.unwrap(),
        AppendOutcome::Stored
    );
    assert!(
        settle(
            &*store.ratings,
            &*store.journal,
            &*store.accounts,
            game(OVER)
        )
        .await
        .unwrap()
    );
    let tree = [IfThen {
        played: "20-25".to_owned(),
        answer: "37-32".to_owned(),
        then: Vec::new(),
    }];
    for side in Side::ALL {
        let kept = store
            .conditionals
            .store_conditionals(game(GOES_ON), side, 0, 0, &tree);
        assert!(kept.await.unwrap());
    }
}

fn challenge(number: u8, account: AccountId) -> OpenChallenge {
    OpenChallenge {
        id: game(u128::from(number)),
        challenge: Challenge {
            variant: "turkish".into(),
            settings: GameSettings::friendly("", ""),
            host: String::new(),
            colour: ColourChoice::Random,
            ratings: None,
            clocks_by_player: false,
        },
        host: SeatKey::from_bytes([number; 32]),
        account: Some(account),
        invitation: SeatKey::from_bytes([100 + number; 32]),
        is_public: false,
        until_ms: NOW_MS + 1_000,
    }
}

async fn what_she_does_with_others(store: &Ports) {
    let (mut relationship, seen) = Friends::of(store)
        .relationship(AWA, PIET)
        .await
        .unwrap()
        .unwrap();
    relationship.ask(AWA, NOW_MS).unwrap();
    relationship.ask(PIET, NOW_MS).unwrap();
    assert!(
        Friends::of(store)
            .store_relationship(&relationship, seen, NOW_MS)
            .await
            .unwrap()
    );
    let watched = FriendChoices {
        lets_watch: true,
        ..FriendChoices::default()
    };
    assert!(Friends::of(store).choose(PIET, watched).await.unwrap());
    let seat = friend_seat();
    let added = store
        .addressees
        .add_friend_seat(game(GOES_ON), &seat, AWA, PIET);
    assert!(added.await.unwrap());
    let choices = FriendChoices {
        shows_here: false,
        ..FriendChoices::default()
    };
    assert!(Friends::of(store).choose(AWA, choices).await.unwrap());
    for (number, account) in [(50, AWA), (51, PIET)] {
        let offered = store
            .challenges
            .offer(&challenge(number, account))
            .await
            .unwrap();
        assert_eq!(offered, Offered::Stored);
    }
    assert!(store.addressees.address(game(51), AWA, None).await.unwrap());

    let games = ["international".to_owned()];
    let profile = ClubProfile::read("Lyon", "We meet.", "fr", &games, false).unwrap();
    let code = ClubCode::drawn([7; 10]);
    let club = Club::founded("Nord".parse().unwrap(), profile, code, PIET, 1_000);
    assert_eq!(
        Clubs::of(store).found_club(&club).await.unwrap(),
        Founded::Stored
    );
    let (mut club, version) = (club, 1_000);
    club.enter(AWA, Some(&code), NOW_MS).unwrap();
    club.enter_ladder(PIET, NOW_MS).unwrap();
    club.enter_ladder(AWA, NOW_MS).unwrap();
    let number = club.challenge(AWA, PIET, NOW_MS).unwrap();
    club.call_off(AWA, number, NOW_MS).unwrap();
    club.challenge(AWA, PIET, NOW_MS).unwrap();
    assert!(
        Clubs::of(store)
            .store_club(&club, version, None)
            .await
            .unwrap()
    );
}

/// A seat with which she watches a friend's game.
fn friend_seat() -> SeatKey {
    SeatKey::from_bytes([200; 32])
}

/// A simul that she hosts, and an administrator's log entry about her.
async fn what_stays_of_her_elsewhere(store: &Ports) {
    let host = Host {
        name: "Awa".parse().unwrap(),
        key: SeatKey::from_bytes([201; 32]),
        account: Some(AWA),
    };
    let terms = SimulTerms {
        title: "Étoile du Nord".parse().unwrap(),
        variant: "frisian".into(),
        conduct: Conduct::default(),
        colour: HostColour::White,
        host_clock: None,
        guest_clock: None,
        extra_ms: 0,
        boards: 3,
        who: Eligibility::Everyone,
        at_once: true,
        rated: false,
        starts_ms: None,
    };
    let simul = Simul::opened(SimulId::from_bits(1), host, terms, NOW_MS);
    let opened = Simuls::of(store).open_simul(&simul, NOW_MS).await.unwrap();
    assert_eq!(opened, simul::OpenOutcome::Stored);
    let action = AdminAction {
        at_ms: NOW_MS,
        who: Administrator::nearest("root"),
        kind: AdminActionKind::Renamed,
        account: Some(AWA),
        detail: "Ava -> Awa".to_owned(),
    };
    store
        .administration
        .log_admin_action(&action)
        .await
        .unwrap();
}

async fn exported(store: &Ports, id: AccountId) -> Value {
    let account = store.accounts.account(id).await.unwrap().unwrap();
    let export = Export::of_account(store.clone(), &account, None, NOW_MS).await;
    let mut export = export.unwrap();
    let mut text = String::new();
    while let Some(piece) = export.next().await.unwrap() {
        text.push_str(&piece);
    }
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The number of exported items by path.
fn item_counts(export: &Value) -> [(&'static str, usize); 17] {
    let count = |pointer: &str| {
        let found = export.pointer(pointer);
        found.map_or(0, |found| match found {
            Value::Array(all) => all.len(),
            Value::Object(all) => all.len(),
            _ => 0,
        })
    };
    let game = |number: u128| {
        let games = export["games"].as_array().unwrap();
        let mut games = games.iter();
        let id = GameId::from_bits(number).to_string();
        games.find(|it| it["id"] == json!(id))
    };
    let ended = game(OVER).map_or(0, |it| usize::from(!it["rating"].is_null()));
    let answers = game(GOES_ON).map_or(0, |it| it["answers"].as_array().map_or(0, Vec::len));
    [
        ("sessions", count("/sessions")),
        ("tokens", count("/tokens")),
        ("passkeys", count("/passkeys")),
        ("devices", count("/devices")),
        ("progress", count("/progress")),
        ("broadcasts", count("/broadcasts")),
        ("ratings", count("/ratings")),
        ("changes of ratings", ended),
        ("answers", answers),
        ("friends", count("/friends")),
        ("challenges offered", count("/challenges/offered")),
        ("challenges addressed", count("/challenges/addressed")),
        ("simuls", count("/simuls")),
        ("clubs", count("/clubs")),
        ("open matches", count("/clubs/0/ladder/open")),
        ("matches that are over", count("/clubs/0/ladder/over")),
        (
            "recovery codes",
            export["recovery_codes_left"].as_u64().unwrap_or(0) as usize,
        ),
    ]
}

async fn an_account_takes_all_along_and_leaves_nothing(store: Ports) {
    people(&store).await;
    what_opens_it(&store).await;
    what_she_does_alone(&store).await;
    games(&store).await;
    what_she_does_with_others(&store).await;
    what_stays_of_her_elsewhere(&store).await;
    let looks_on = store.journal.seat(&friend_seat()).await.unwrap();
    assert_eq!(looks_on.map(|(game, _)| game), Some(game(GOES_ON)));

    let export = exported(&store, AWA).await;
    for (what, count) in item_counts(&export) {
        assert_eq!(count, 1, "{what}: {export:#}");
    }
    assert_eq!(export["games"].as_array().unwrap().len(), 2);
    assert_eq!(export["friend_choices"]["here"], false);
    let ladder = &export["clubs"][0]["ladder"];
    assert_eq!(
        (&ladder["place"], &ladder["open"][0]["against"]),
        (&json!(2), &json!("Piet"))
    );
    assert_eq!(ladder["over"][0]["outcome"], "not-played");
    assert_eq!(export["devices"][0]["service"], "push.example");
    assert_eq!(
        export["broadcasts"][0]["settings"]["title"],
        "Open de Salou"
    );
    let banned = exported(&store, PIET).await;
    assert_eq!(banned["ban"]["reason"], "a quarrel");

    assert!(store.accounts.delete_account(AWA).await.unwrap());
    let account = store.accounts.account(AWA).await.unwrap().unwrap();
    assert!(account.is_deleted && account.name == "deleted player 1");
    let left = exported(&store, AWA).await;
    for (what, count) in item_counts(&left) {
        assert_eq!(count, 0, "{what}: {left:#}");
    }
    assert_eq!(left["friend_choices"]["here"], true, "what is usual");
    // Her opponent keeps the games; her name in them is replaced.
    assert_eq!(left["games"].as_array().unwrap().len(), 2);
    assert!(!left.to_string().contains("Awa"), "{left}");

    // Data that no export contains.
    assert!(
        !store
            .passkeys
            .consume_passkey_challenge(&key(3), Some(AWA), NOW_MS)
            .await
            .unwrap()
    );
    assert_eq!(store.journal.seat(&friend_seat()).await.unwrap(), None);
    let simul = Simuls::of(&store)
        .simul(SimulId::from_bits(1))
        .await
        .unwrap()
        .unwrap();
    let host = simul.simul.host();
    assert_eq!(
        (host.name.as_str(), host.account),
        ("deleted player 1", None)
    );
    let noted = store
        .administration
        .admin_actions(None, 9)
        .await
        .unwrap()
        .remove(0);
    assert_eq!(noted.name.as_deref(), Some("deleted player 1"));
    assert_eq!(noted.action.detail, "");
    let challenge = SeatKey::from_bytes([150; 32]);
    assert_eq!(
        store
            .challenges
            .challenge(&challenge, NOW_MS)
            .await
            .unwrap(),
        None
    );
    assert_eq!(
        store
            .broadcasts
            .broadcast(&broadcast(), NOW_MS)
            .await
            .unwrap(),
        None
    );
    let kept = Clubs::of(&store).club(&club()).await.unwrap().unwrap();
    assert_eq!(kept.club.ladder().rungs().len(), 1);
    assert_eq!(kept.club.ladder().matches(), []);
    let answers = store
        .conditionals
        .conditionals(game(GOES_ON), Side::White)
        .await
        .unwrap();
    assert_eq!(answers.unwrap().tree, []);

    // The other account has kept its data.
    let other = store
        .conditionals
        .conditionals(game(GOES_ON), Side::Black)
        .await
        .unwrap();
    assert_eq!(other.unwrap().tree.len(), 1);
    let export = exported(&store, PIET).await;
    assert_eq!(export["clubs"][0]["ladder"]["place"], 1);
    assert_eq!(export["challenges"]["offered"].as_array().unwrap().len(), 1);
    assert_eq!(export["ratings"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_memory() {
    an_account_takes_all_along_and_leaves_nothing(Ports::of(&Arc::new(InMemoryStore::default())))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let database = format!("sqlite:{}", file.display()).parse().unwrap();
    let store = Store::open(&database).await.unwrap();
    an_account_takes_all_along_and_leaves_nothing(store.live.clone()).await;
    store.close().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn in_postgresql() {
    if !is_installed_or_skip(Postgres::is_installed(), "PostgreSQL", "postgresql") {
        return;
    }
    let server = Postgres::start(&Options::FAST).unwrap();
    let store = Store::open(&server.url("postgres").parse().unwrap())
        .await
        .unwrap();
    an_account_takes_all_along_and_leaves_nothing(store.live.clone()).await;
    store.close().await;
}
