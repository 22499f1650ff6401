//! What simuls read from tables of accounts and games: current names, and the states of all boards
//! in one query. Each case is a test on every backend. Simuls are documents; `damier-people`,
//! `tests/stores/simuls.rs`, tests them.

use damier_people::StoreError;
use damier_people::accounts::{AccountId, AccountKey, Created, NewAccount, PasswordHash};
use damier_people::live::{AppendOutcome, JournalEntry};
use damier_people::simuls::{
    Drawn, Eligibility, GuestKind, Host, HostColour, OpenOutcome, Simul, SimulId, SimulMaintenance,
    SimulTerms, Simuls, StoredSimul, maintain_simul,
};
use damier_session::ending::ByPeople;
use damier_session::{
    Act, ClockSettings, CommandId, Conduct, Ending, Event, Player, SeatKey, Side,
};

use crate::backends::SharedStore;
use crate::journal_contract::id;

const HOST: SeatKey = SeatKey::from_bytes([200; 32]);
const ONE: SimulId = SimulId::from_bits(77);
const AWA: AccountId = AccountId::from_bits(1);

fn key(number: u8) -> SeatKey {
    SeatKey::from_bytes([number; 32])
}

async fn add_account(store: &SharedStore, number: u8, name: &str) {
    let account = NewAccount {
        id: AccountId::from_bits(number.into()),
        name: name.parse().unwrap(),
        password: PasswordHash::new("$argon2id$1"),
        recovery: vec![AccountKey::from_bytes([number; 32])],
        created_ms: 5,
    };
    let created = store.accounts.create_account(&account).await.unwrap();
    assert_eq!(created, Created::Stored);
}

async fn open(store: &SharedStore, account: Option<AccountId>) {
    let host = Host {
        name: "Awa".parse().unwrap(),
        key: HOST,
        account,
    };
    let terms = SimulTerms {
        title: "Simultanée de l’Étoile".parse().unwrap(),
        variant: "frisian".into(),
        conduct: Conduct::default(),
        colour: HostColour::Alternating,
        host_clock: Some(ClockSettings::fischer(1_800_000, 30_000)),
        guest_clock: Some(ClockSettings::fischer(1_200_000, 0)),
        extra_ms: 60_000,
        boards: 3,
        who: Eligibility::Everyone,
        at_once: account.is_none(),
        rated: false,
        starts_ms: Some(9_000),
    };
    let simul = Simul::opened(ONE, host, terms, 1_000);
    let opened = Simuls::of(store).open_simul(&simul, 1_000).await.unwrap();
    assert_eq!(opened, OpenOutcome::Stored);
}

async fn simul_of(store: &SharedStore) -> StoredSimul {
    Simuls::of(store).simul(ONE).await.unwrap().unwrap()
}

/// Changes the simul on top of what is stored.
async fn change(store: &SharedStore, now_ms: u64, act: impl FnOnce(&mut Simul)) {
    let kept = simul_of(store).await;
    let mut simul = kept.simul;
    act(&mut simul);
    let simuls = Simuls::of(store);
    let stored = simuls.store_simul(&simul, kept.version, now_ms).await;
    assert!(stored.unwrap());
}

fn drawn(number: u8) -> Drawn {
    Drawn {
        game: id(u128::from(number) + 500),
        host_key: key(100 + number),
        watch_key: key(150 + number),
        drawn_colour: Side::White,
    }
}

/// Begins the games 501 to 503 against the engine.
async fn begin(store: &SharedStore) {
    open(store, None).await;
    change(store, 2_000, |simul| {
        for _ in 0..3 {
            simul.seat_engine(&HOST, 3).unwrap();
        }
        let drawn: Vec<Drawn> = (1..=3).map(drawn).collect();
        simul.begin(&HOST, &drawn, 2_000).unwrap();
    })
    .await;
    maintain(store, 2_500).await;
}

async fn maintain(store: &SharedStore, now_ms: u64) -> SimulMaintenance {
    let simuls = Simuls::of(store);
    let maintained = maintain_simul(&simuls, &*store.journal, ONE, now_ms).await;
    maintained.unwrap()
}

async fn append(
    store: &SharedStore,
    game: u128,
    act: Act,
    ending: Option<Ending>,
    deadline_ms: Option<u64>,
) {
    let entry = JournalEntry {
        game: id(game),
        event: Event {
            number: 1,
            command: Some(CommandId::from_bits(game)),
            act,
        },
        ending,
        deadline_ms,
    };
    let appended = store.journal.append(&entry).await.unwrap();
    assert_eq!(appended, AppendOutcome::Stored);
}

async fn resign(store: &SharedStore, game: u128, side: Side) {
    let ending = Ending::win(side.opponent(), ByPeople::Resignation);
    let act = Act::Resign { side, at_ms: 3_000 };
    append(store, game, act, Some(ending), None).await;
}

async fn offer_draw(store: &SharedStore, game: u128, deadline_ms: u64) {
    let act = Act::OfferDraw {
        side: Side::White,
        at_ms: 5_000,
    };
    append(store, game, act, None, Some(deadline_ms)).await;
}

async fn the_states_of_all_boards_are_read_at_once(store: SharedStore) {
    begin(&store).await;
    resign(&store, 502, Side::White).await;
    offer_draw(&store, 503, 9_000).await;
    // The journal returns them in the order of their ids, without unknown games.
    let games = [503, 777, 501, 502].map(id);
    let standings = store.journal.standings_of(&games).await.unwrap();
    let facts: Vec<_> = standings
        .iter()
        .map(|it| (it.game, it.version, it.ending, it.last_ms, it.is_unreadable))
        .collect();
    let resigned = Ending::win(Side::Black, ByPeople::Resignation);
    let expected = [
        (id(501), 0, None, None, false),
        (id(502), 1, Some(resigned), Some(3_000), false),
        (id(503), 1, None, Some(5_000), false),
    ];
    assert_eq!(facts, expected);
    assert_eq!(standings[2].deadline_ms, Some(9_000));
    assert_eq!(standings[1].deadline_ms, None);
    assert_eq!(store.journal.standings_of(&[]).await.unwrap(), []);
    let boards = Simuls::of(&store).simul_standings(ONE).await.unwrap();
    let boards: Vec<_> = boards
        .iter()
        .map(|it| (it.game, it.version, it.ending, it.last_ms, it.is_unreadable))
        .collect();
    assert_eq!(boards, expected);
}

/// `newer` gives the last act of game 501 a name that this version of the program does not know.
pub(crate) async fn a_board_of_a_newer_program_hides_no_other(
    store: SharedStore,
    newer: impl AsyncFnOnce(),
) {
    begin(&store).await;
    offer_draw(&store, 501, 9_000).await;
    resign(&store, 502, Side::White).await;
    newer().await;
    let events = store.journal.since(id(501), 0, 9).await;
    let is_damaged = matches!(events, Err(StoreError::Damaged { .. }));
    assert!(is_damaged, "{events:?}");
    let standings = Simuls::of(&store).simul_standings(ONE).await.unwrap();
    let facts: Vec<_> = standings
        .iter()
        .map(|it| (it.game, it.last_ms, it.ending.is_some(), it.is_unreadable))
        .collect();
    let expected = [
        (id(501), Some(5_000), false, true),
        (id(502), Some(3_000), true, false),
        (id(503), None, false, false),
    ];
    assert_eq!(facts, expected);
    maintain(&store, 4_000).await;
    let score = simul_of(&store).await.simul.score();
    assert_eq!((score.won, score.lost, score.open), (1, 0, 2));
}

/// The names of host and guests, those of accounts after a slash.
fn names(simul: &Simul) -> Vec<String> {
    let host = simul.host();
    let marked = |name: &str, account: Option<AccountId>| {
        format!("{}{name}", if account.is_some() { "/" } else { "" })
    };
    let guests = simul.seated().iter().chain(simul.asking());
    let guests = guests.chain(simul.refused()).map(|guest| {
        let GuestKind::Person { name, account, .. } = &guest.kind else {
            panic!("the engine");
        };
        marked(name.as_str(), *account)
    });
    std::iter::once(marked(host.name.as_str(), host.account))
        .chain(guests)
        .collect()
}

/// Opens a simul of accounts: one guest has a seat, one asks for it, one is rejected.
async fn open_for_accounts(store: &SharedStore) {
    for (number, name) in [(1, "Awa"), (2, "Piet"), (3, "Zoé"), (4, "Ali")] {
        add_account(store, number, name).await;
    }
    open(store, Some(AWA)).await;
    change(store, 2_000, |simul| {
        for (number, name) in [(2_u8, "Piet"), (3, "Zoé"), (4, "Ali")] {
            let account = AccountId::from_bits(number.into());
            let name = name.parse().unwrap();
            simul.apply(key(number), Some(account), name).unwrap();
        }
        simul.seat(&HOST, 1, None).unwrap();
        simul.refuse(&HOST, 3).unwrap();
    })
    .await;
}

async fn accounts_have_their_current_names(store: SharedStore) {
    open_for_accounts(&store).await;
    let shown = async || names(&simul_of(&store).await.simul);
    assert_eq!(shown().await, ["/Awa", "/Piet", "/Zoé", "/Ali"]);
    let [piet, ali] = [2, 4].map(AccountId::from_bits);
    let name = "Pieter".parse().unwrap();
    let renamed = store.administration.rename_account(piet, &name).await;
    renamed.unwrap();
    assert_eq!(shown().await, ["/Awa", "/Pieter", "/Zoé", "/Ali"]);
    for account in [AWA, piet, ali] {
        assert!(store.accounts.delete_account(account).await.unwrap());
    }
    let expected = [
        "deleted player 1",
        "deleted player 2",
        "/Zoé",
        "deleted player 3",
    ];
    assert_eq!(shown().await, expected);
    // A new account with a name of before is not part of the simul.
    add_account(&store, 9, "Awa").await;
    assert_eq!(shown().await, expected);
}

async fn games_begin_with_the_current_names(store: SharedStore) {
    open_for_accounts(&store).await;
    let [piet, zoe] = [2, 3].map(AccountId::from_bits);
    for account in [AWA, piet] {
        assert!(store.accounts.delete_account(account).await.unwrap());
    }
    change(&store, 3_000, |simul| {
        simul.seat(&HOST, 2, None).unwrap();
        simul.begin(&HOST, &[drawn(1), drawn(2)], 3_000).unwrap();
    })
    .await;
    let begun = maintain(&store, 3_000).await.begun;
    assert_eq!(begun, [501, 502].map(id));
    let person = |name: &str| Player::Person { name: name.into() };
    let players = async |game| {
        let found = store.journal.find(id(game)).await.unwrap().unwrap();
        let settings = found.setup.record.settings;
        [settings.white, settings.black]
    };
    let host = person("deleted player 1");
    let first = [host.clone(), person("deleted player 2")];
    assert_eq!(players(501).await, first);
    assert_eq!(players(502).await, [person("Zoé"), host]);
    let side = store.owned_seats.side_of(zoe, id(502)).await.unwrap();
    assert_eq!(side, Some(Side::White));
    let owners = store.owned_seats.players_of(id(501)).await.unwrap();
    assert_eq!(owners, [None, None]);
}

crate::backends::on_every_backend!(store:
    the_states_of_all_boards_are_read_at_once,
    accounts_have_their_current_names,
    games_begin_with_the_current_names,
);
