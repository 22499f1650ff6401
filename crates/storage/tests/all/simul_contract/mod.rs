//! The contract of the port to simuls: each case is a function that takes an empty store, and a test of its own on every backend.

mod accounts;

pub(crate) use accounts::*;

use damier_people::StoreError;
use damier_people::accounts::{AccountId, AccountKey, Created, NewAccount, PasswordHash};
use damier_people::live::JournalEntry;
use damier_people::simuls::{
    ABANDONED_MS, BoardStanding, Drawn, GuestKind, Host, HostColour, KeptSimul,
    MAX_MAINTENANCE_INTERVAL_MS, Opened, SIMUL_KEPT_DAYS, Simul, SimulId, SimulMaintenance,
    SimulTerms, Simuls, Unfinished, WhoMaySit, maintain_simul,
};
use damier_session::ending::ByPeople;
use damier_session::{
    Act, ClockSettings, CommandId, Ending, Event, Player, SeatKey, SeatRole, Side,
};

use crate::backends::SharedStore;
use crate::journal_contract::id;

const HOST: SeatKey = SeatKey::from_bytes([200; 32]);
const ONE: SimulId = SimulId::from_bits(77);
const AWA: AccountId = AccountId::from_bits(1);

fn key(number: u8) -> SeatKey {
    SeatKey::from_bytes([number; 32])
}

fn terms() -> SimulTerms {
    SimulTerms {
        title: "Simultanée de l’Étoile".parse().unwrap(),
        variant: "frisian".into(),
        conduct: damier_session::Conduct::default(),
        colour: HostColour::Alternating,
        host_clock: Some(ClockSettings::fischer(1_800_000, 30_000)),
        guest_clock: Some(ClockSettings::fischer(1_200_000, 0)),
        extra_ms: 60_000,
        boards: 3,
        who: WhoMaySit::Anybody,
        at_once: true,
        rated: false,
        starts_ms: Some(9_000),
    }
}

fn new(number: u128) -> Simul {
    let host = Host {
        name: "Awa".parse().unwrap(),
        key: HOST,
        account: None,
    };
    Simul::opened(SimulId::from_bits(number), host, terms(), 1_000)
}

async fn of(store: &SharedStore, id: SimulId) -> KeptSimul {
    Simuls::of(store).simul(id).await.unwrap().unwrap()
}

/// Changes a simul on top of what is stored.
async fn change(store: &SharedStore, id: SimulId, now_ms: u64, act: impl FnOnce(&mut Simul)) {
    let kept = of(store, id).await;
    let mut simul = kept.simul;
    act(&mut simul);
    assert!(
        Simuls::of(store)
            .store_simul(&simul, kept.version, now_ms)
            .await
            .unwrap()
    );
}

fn drawn(number: u8) -> Drawn {
    Drawn {
        game: id(u128::from(number) + 500),
        host_key: key(100 + number),
        watch_key: key(150 + number),
        lot: Side::White,
    }
}

/// Two guests sit, one of them under an account, and the computer; the host has begun.
async fn begun(store: &SharedStore) {
    let account = NewAccount {
        id: AWA,
        name: "Awa".parse().unwrap(),
        password: PasswordHash::new("$argon2id$1"),
        recovery: vec![AccountKey::from_bytes([1; 32])],
        created_ms: 5,
    };
    assert_eq!(
        store.accounts.create_account(&account).await.unwrap(),
        Created::Stored
    );
    assert_eq!(
        Simuls::of(store).open_simul(&new(77), 1_000).await.unwrap(),
        Opened::Stored
    );
    change(store, ONE, 2_000, |simul| {
        simul.apply(key(1), None, "Piet".parse().unwrap()).unwrap();
        simul
            .apply(key(2), Some(AWA), "Awa".parse().unwrap())
            .unwrap();
        simul.seat_computer(&HOST, 3).unwrap();
        let drawn: Vec<Drawn> = (1..=3).map(drawn).collect();
        simul.begin(&HOST, &drawn, 2_000).unwrap();
    })
    .await;
}

async fn look(store: &SharedStore, now_ms: u64) -> SimulMaintenance {
    maintain_simul(&Simuls::of(store), &*store.journal, ONE, now_ms)
        .await
        .unwrap()
}

async fn resigns(store: &SharedStore, game: u128, side: Side) {
    let entry = JournalEntry {
        game: id(game),
        event: Event {
            number: 1,
            command: Some(CommandId::from_bits(game)),
            act: Act::Resign { side, at_ms: 3_000 },
        },
        ending: Some(Ending::win(side.opponent(), ByPeople::Resignation)),
        deadline_ms: None,
    };
    store.journal.append(&entry).await.unwrap();
}

/// White offers a draw, and has done nothing before.
async fn offers(store: &SharedStore, game: u128) {
    let entry = JournalEntry {
        game: id(game),
        event: Event {
            number: 1,
            command: None,
            act: Act::OfferDraw {
                side: Side::White,
                at_ms: 5_000,
            },
        },
        ending: None,
        deadline_ms: None,
    };
    store.journal.append(&entry).await.unwrap();
}

pub(crate) async fn no_display_is_known_at_first(store: SharedStore) {
    assert_eq!(Simuls::of(&store).simul(ONE).await.unwrap(), None);
    assert_eq!(
        Simuls::of(&store)
            .simuls_due(u64::MAX, None, 9)
            .await
            .unwrap(),
        []
    );
    assert_eq!(Simuls::of(&store).simul_of_game(id(1)).await.unwrap(), None);
    assert!(
        !Simuls::of(&store)
            .store_simul(&new(77), 1, 5)
            .await
            .unwrap()
    );
    assert_eq!(Simuls::of(&store).simul(ONE).await.unwrap(), None);
}

pub(crate) async fn a_display_is_opened_once(store: SharedStore) {
    assert_eq!(
        Simuls::of(&store).open_simul(&new(77), 5).await.unwrap(),
        Opened::Stored
    );
    assert_eq!(
        Simuls::of(&store).open_simul(&new(77), 6).await.unwrap(),
        Opened::Taken
    );
    assert_eq!(
        Simuls::of(&store).open_simul(&new(78), 6).await.unwrap(),
        Opened::Stored
    );
    let kept = of(&store, ONE).await;
    assert_eq!((kept.simul, kept.version), (new(77), 5));
}

pub(crate) async fn of_two_who_change_it_one_does(store: SharedStore) {
    Simuls::of(&store).open_simul(&new(77), 5).await.unwrap();
    let kept = of(&store, ONE).await;
    let [mut one, mut other] = [kept.simul.clone(), kept.simul];
    one.apply(key(1), None, "Piet".parse().unwrap()).unwrap();
    other.apply(key(2), None, "Zoé".parse().unwrap()).unwrap();
    assert!(Simuls::of(&store).store_simul(&one, 5, 6).await.unwrap());
    assert!(!Simuls::of(&store).store_simul(&other, 5, 6).await.unwrap());
    let kept = of(&store, ONE).await;
    assert_eq!((kept.simul, kept.version), (one, 6));
}

pub(crate) async fn its_games_begin_once_and_are_found(store: SharedStore) {
    begun(&store).await;
    for game in 501..=503 {
        assert_eq!(
            Simuls::of(&store).simul_of_game(id(game)).await.unwrap(),
            Some(ONE)
        );
        assert_eq!(store.journal.find(id(game)).await.unwrap(), None);
    }
    assert_eq!(
        Simuls::of(&store).simuls_due(1_999, None, 9).await.unwrap(),
        []
    );
    assert_eq!(
        Simuls::of(&store).simuls_due(2_000, None, 9).await.unwrap(),
        [ONE]
    );
    assert_eq!(
        Simuls::of(&store)
            .simuls_due(2_000, Some(ONE), 9)
            .await
            .unwrap(),
        []
    );

    let looked = look(&store, 2_500).await;
    assert_eq!(looked.begun, [501, 502, 503].map(id));
    assert_eq!(looked.computers, [id(503)]);
    let again = look(&store, 9_500).await;
    assert_eq!((again.begun, again.ending), (vec![], vec![]));

    // White and Black by turns; the host has a minute more for each guest, everybody the time from the beginning on.
    let first = store.journal.find(id(501)).await.unwrap().unwrap();
    let settings = &first.setup.record.settings;
    assert_eq!(settings.white, Player::Person { name: "Awa".into() });
    assert_eq!(
        settings.black,
        Player::Person {
            name: "Piet".into()
        }
    );
    assert_eq!(first.setup.record.started_ms, Some(2_000));
    let clocks = settings.clocks().unwrap().map(|clock| clock.initial_ms);
    assert_eq!(clocks, [1_980_000, 1_200_000]);
    let second = store.journal.find(id(502)).await.unwrap().unwrap();
    let clocks = second.setup.record.settings.clocks().unwrap();
    assert_eq!(clocks.map(|clock| clock.initial_ms), [1_200_000, 1_980_000]);
    let third = store.journal.find(id(503)).await.unwrap().unwrap();
    assert_eq!(
        third.setup.record.settings.black,
        Player::Computer { level: 3 }
    );

    let seat = async |number| store.journal.seat(&key(number)).await.unwrap();
    let [white, black] = Side::ALL.map(SeatRole::Player);
    assert_eq!(seat(1).await, Some((id(501), black)));
    assert_eq!(seat(2).await, Some((id(502), white)));
    assert_eq!(seat(102).await, Some((id(502), black)));
    assert_eq!(seat(153).await, Some((id(503), SeatRole::Watcher)));
    assert_eq!(
        store.owned_seats.side_of(AWA, id(502)).await.unwrap(),
        Some(Side::White)
    );
}

pub(crate) async fn a_start_that_broke_off_is_completed(store: SharedStore) {
    begun(&store).await;
    // Another node has begun the second game, and stopped there.
    let (other, seen) = {
        let kept = of(&store, ONE).await;
        let mut alone = kept.simul.clone();
        for board in kept.simul.boards() {
            if board.game != id(502) {
                alone.void(board.game);
            }
        }
        (alone, kept.version)
    };
    assert!(
        Simuls::of(&store)
            .store_simul(&other, seen, 2_000)
            .await
            .unwrap()
    );
    assert_eq!(look(&store, 2_100).await.begun, [id(502)]);
    change(&store, ONE, 2_200, |simul| {
        let mut whole = new(77);
        whole.apply(key(1), None, "Piet".parse().unwrap()).unwrap();
        whole
            .apply(key(2), Some(AWA), "Awa".parse().unwrap())
            .unwrap();
        whole.seat_computer(&HOST, 3).unwrap();
        let drawn: Vec<Drawn> = (1..=3).map(drawn).collect();
        whole.begin(&HOST, &drawn, 2_000).unwrap();
        *simul = whole;
    })
    .await;
    assert_eq!(look(&store, 2_300).await.begun, [501, 503].map(id));
    assert_eq!(look(&store, 2_400).await.begun, []);
    let kept = of(&store, ONE).await;
    assert!(kept.simul.boards().iter().all(|board| !board.is_void));
}

pub(crate) async fn results_are_counted_once(store: SharedStore) {
    begun(&store).await;
    look(&store, 2_500).await;
    resigns(&store, 501, Side::Black).await;
    resigns(&store, 502, Side::White).await;
    look(&store, 4_000).await;
    let kept = of(&store, ONE).await;
    let score = kept.simul.score();
    assert_eq!((score.won, score.lost, score.open), (2, 0, 1));
    assert_eq!(score.permille(), Some(1_000));
    look(&store, 5_000).await;
    assert_eq!(of(&store, ONE).await.version, kept.version, "nothing new");

    change(&store, ONE, 6_000, |simul| {
        simul.end(&HOST, Unfinished::LeaveOut, 6_000).unwrap();
    })
    .await;
    let looked = look(&store, 6_100).await;
    let last = (id(503), Side::White, Unfinished::LeaveOut);
    assert_eq!(looked.ending, [last]);
    assert_eq!(
        Simuls::of(&store)
            .simuls_due(70_000, None, 9)
            .await
            .unwrap(),
        [ONE]
    );
    assert_eq!(look(&store, 70_000).await.ending, []);
    assert_eq!(
        Simuls::of(&store)
            .simuls_due(70_000, None, 9)
            .await
            .unwrap(),
        []
    );
    resigns(&store, 503, Side::White).await;
    look(&store, 80_000).await;
    let score = of(&store, ONE).await.simul.score();
    assert_eq!((score.won, score.lost, score.none), (2, 0, 1));
}

/// When a simul that was stored last at this moment has been kept long enough.
fn over(stored_ms: u64) -> u64 {
    stored_ms + SIMUL_KEPT_DAYS * 24 * 60 * 60 * 1_000
}

pub(crate) async fn old_ones_are_removed_once_they_are_over(store: SharedStore) {
    begun(&store).await;
    look(&store, 2_500).await;
    for (number, opened_ms) in [(78, 2_000), (79, 2_000), (80, 3_000)] {
        Simuls::of(&store)
            .open_simul(&new(number), opened_ms)
            .await
            .unwrap();
    }
    change(&store, SimulId::from_bits(79), 2_000, |simul| {
        simul.end(&HOST, Unfinished::GoOn, 2_000).unwrap();
    })
    .await;
    let there = async |number| {
        let found = Simuls::of(&store)
            .simul(SimulId::from_bits(number))
            .await
            .unwrap();
        found.is_some()
    };
    assert_eq!(
        store.documents.sweep_documents(over(1_999)).await.unwrap(),
        0
    );
    assert_eq!(
        store.documents.sweep_documents(over(2_000)).await.unwrap(),
        2
    );
    assert!(!there(78).await, "never begun");
    assert!(!there(79).await, "called off");
    assert!(there(80).await, "not old yet");
    // Games go on in it, however old it is.
    assert!(there(77).await);
    let late = of(&store, ONE).await;
    assert!(
        Simuls::of(&store)
            .put_off_simul(ONE, late.version, 99_000)
            .await
            .unwrap()
    );
    assert_eq!(
        store.documents.sweep_documents(over(2_999)).await.unwrap(),
        0
    );
    for (game, side) in [(501, Side::Black), (502, Side::White), (503, Side::Black)] {
        assert_eq!(
            Simuls::of(&store).simul_of_game(id(game)).await.unwrap(),
            Some(ONE)
        );
        resigns(&store, game, side).await;
    }
    look(&store, 4_000).await;
    assert_eq!(
        store.documents.sweep_documents(over(3_999)).await.unwrap(),
        1
    );
    assert!(there(77).await);
    assert_eq!(
        store.documents.sweep_documents(over(4_000)).await.unwrap(),
        1
    );
    assert_eq!(Simuls::of(&store).simul(ONE).await.unwrap(), None);
    assert_eq!(
        Simuls::of(&store).simul_of_game(id(501)).await.unwrap(),
        None
    );
}

pub(crate) async fn the_next_look_is_put_off_until_something_changes(store: SharedStore) {
    assert!(
        !Simuls::of(&store)
            .put_off_simul(ONE, 1, 9_000)
            .await
            .unwrap()
    );
    begun(&store).await;
    let seen = of(&store, ONE).await.version;
    assert!(
        !Simuls::of(&store)
            .put_off_simul(ONE, seen - 1, 9_000)
            .await
            .unwrap()
    );
    assert_eq!(
        Simuls::of(&store).simuls_due(2_000, None, 9).await.unwrap(),
        [ONE]
    );
    assert!(
        Simuls::of(&store)
            .put_off_simul(ONE, seen, 9_000)
            .await
            .unwrap()
    );
    assert_eq!(of(&store, ONE).await.version, seen, "it is the same");
    assert_eq!(
        Simuls::of(&store).simuls_due(8_999, None, 9).await.unwrap(),
        []
    );
    assert_eq!(
        Simuls::of(&store).simuls_due(9_000, None, 9).await.unwrap(),
        [ONE]
    );
    change(&store, ONE, 3_000, |simul| simul.void(id(501))).await;
    assert_eq!(
        Simuls::of(&store).simuls_due(2_000, None, 9).await.unwrap(),
        [ONE]
    );
    // What the server has nothing to look after stays so.
    change(&store, ONE, 3_000, |simul| {
        simul.void(id(502));
        simul.void(id(503));
    })
    .await;
    let seen = of(&store, ONE).await.version;
    assert!(
        !Simuls::of(&store)
            .put_off_simul(ONE, seen, 9_000)
            .await
            .unwrap()
    );
    assert_eq!(
        Simuls::of(&store)
            .simuls_due(u64::MAX >> 1, None, 9)
            .await
            .unwrap(),
        []
    );
}

pub(crate) async fn how_its_games_stand_is_told_at_once(store: SharedStore) {
    begun(&store).await;
    assert_eq!(Simuls::of(&store).simul_standings(ONE).await.unwrap(), []);
    look(&store, 2_500).await;
    resigns(&store, 502, Side::White).await;
    let standing = |game, version, ending, last_ms| BoardStanding {
        game: id(game),
        version,
        ending,
        last_ms,
        is_unreadable: false,
    };
    let resigned = Ending::win(Side::Black, ByPeople::Resignation);
    let expected = [
        standing(501, 0, None, None),
        standing(502, 1, Some(resigned), Some(3_000)),
        standing(503, 0, None, None),
    ];
    assert_eq!(
        Simuls::of(&store).simul_standings(ONE).await.unwrap(),
        expected
    );
    let other = SimulId::from_bits(78);
    assert_eq!(Simuls::of(&store).simul_standings(other).await.unwrap(), []);
    let day = 24 * 60 * 60 * 1_000;
    let quiet = look(&store, 4_000).await;
    assert_eq!(quiet.put_off, None, "something was counted");
    let quiet = look(&store, 2_000 + day).await;
    let version = of(&store, ONE).await.version;
    assert_eq!(
        quiet.put_off,
        Some((version, 2_000 + day + MAX_MAINTENANCE_INTERVAL_MS))
    );
}

/// `newer` gives the last act of game 501 a name that no version of this program knows.
pub(crate) async fn a_board_of_a_newer_program_hides_no_other(
    store: SharedStore,
    newer: impl AsyncFnOnce(),
) {
    begun(&store).await;
    look(&store, 2_500).await;
    offers(&store, 501).await;
    resigns(&store, 502, Side::White).await;
    newer().await;
    let alone = store.journal.since(id(501), 0, 9).await;
    assert!(
        matches!(alone, Err(StoreError::Damaged { .. })),
        "{alone:?}"
    );
    let standings = Simuls::of(&store).simul_standings(ONE).await.unwrap();
    let told: Vec<_> = standings
        .iter()
        .map(|it| (it.game, it.last_ms, it.ending.is_some(), it.is_unreadable))
        .collect();
    let expected = [
        (id(501), Some(5_000), false, true),
        (id(502), Some(3_000), true, false),
        (id(503), None, false, false),
    ];
    assert_eq!(told, expected);
    look(&store, 4_000).await;
    let score = of(&store, ONE).await.simul.score();
    assert_eq!((score.won, score.open, score.none), (1, 2, 0));
}

pub(crate) async fn games_without_clocks_are_given_up_after_weeks(store: SharedStore) {
    let slow = SimulTerms {
        host_clock: None,
        guest_clock: None,
        extra_ms: 0,
        ..terms()
    };
    let host = new(77).host().clone();
    let simul = Simul::opened(ONE, host, slow, 1_000);
    Simuls::of(&store).open_simul(&simul, 1_000).await.unwrap();
    change(&store, ONE, 2_000, |simul| {
        simul.seat_computer(&HOST, 3).unwrap();
        simul.seat_computer(&HOST, 3).unwrap();
        simul.begin(&HOST, &[drawn(1), drawn(2)], 2_000).unwrap();
    })
    .await;
    look(&store, 2_000).await;
    offers(&store, 502).await;
    let looked = look(&store, 1_999 + ABANDONED_MS).await;
    assert_eq!(looked.given_up, []);
    let looked = look(&store, 2_000 + ABANDONED_MS).await;
    assert_eq!(looked.given_up, [(id(501), Side::White)]);
    let voided = of(&store, ONE).await.simul;
    assert_eq!((voided.score().open, voided.score().none), (1, 1));
    let looked = look(&store, 5_000 + ABANDONED_MS).await;
    assert_eq!(looked.given_up, [(id(502), Side::Black)]);
    assert!(of(&store, ONE).await.simul.is_over());
    assert_eq!(
        Simuls::of(&store)
            .simuls_due(u64::MAX >> 1, None, 9)
            .await
            .unwrap(),
        []
    );
}

crate::backends::on_every_backend!(store:
    no_display_is_known_at_first,
    a_display_is_opened_once,
    of_two_who_change_it_one_does,
    its_games_begin_once_and_are_found,
    a_start_that_broke_off_is_completed,
    results_are_counted_once,
    old_ones_are_removed_once_they_are_over,
    the_next_look_is_put_off_until_something_changes,
    how_its_games_stand_is_told_at_once,
    games_without_clocks_are_given_up_after_weeks,
    accounts_are_called_what_they_are_called_now,
    the_displays_of_an_account_are_found,
);
