//! The in-memory ports, and what several stores need.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Barrier};
use std::task::{Context, Poll, Waker};
use std::thread;

use damier_people::accounts::{AccountId, AccountKey, Created, NewAccount, PasswordHash};
use damier_people::in_memory::InMemoryStore;
use damier_people::live::{AppendOutcome, BeginOutcome, JournalEntry, LiveSetup};
use damier_people::{Ports, StoreError};
use damier_session::ending::ByPeople;
use damier_session::{Act, CommandId, Ending, Event, GameId, Side};

/// The ports of an empty store.
pub(crate) fn in_memory() -> Ports {
    Ports::of(&Arc::new(InMemoryStore::default()))
}

/// The result of a call to the in-memory store, whose futures never wait.
pub(crate) fn ready<T>(call: impl Future<Output = Result<T, StoreError>>) -> T {
    match pin!(call).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result.expect("the store is available"),
        Poll::Pending => panic!("a future of the in-memory store is pending"),
    }
}

/// Runs calls with the numbers from 0 concurrently, each in a thread. Returns their results in the
/// order of the numbers.
pub(crate) fn concurrently<T: Send>(count: u8, call: impl Fn(u8) -> T + Sync) -> Vec<T> {
    let (call, start) = (&call, &Barrier::new(count.into()));
    thread::scope(|scope| {
        let run = |number| {
            scope.spawn(move || {
                start.wait();
                call(number)
            })
        };
        let threads: Vec<_> = (0..count).map(run).collect();
        let results = threads.into_iter().map(|thread| {
            let result = thread.join();
            result.expect("a thread panicked")
        });
        results.collect()
    })
}

pub(crate) fn id(number: u128) -> GameId {
    GameId::from_bits(number)
}

fn new_account(id: AccountId, name: &str) -> NewAccount {
    NewAccount {
        id,
        name: name.parse().unwrap(),
        password: PasswordHash::new("$argon2id$1"),
        recovery: vec![AccountKey::from_bytes([id.to_bits() as u8; 32])],
        created_ms: 5,
    }
}

pub(crate) fn add_accounts(store: &Ports, accounts: &[(AccountId, &str)]) {
    for (id, name) in accounts {
        let created = ready(store.accounts.create_account(&new_account(*id, name)));
        assert_eq!(created, Created::Stored);
    }
}

/// Begins a game without seats.
pub(crate) fn begin_game(store: &Ports, number: u128) {
    let record = serde_json::json!({
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
    let setup = LiveSetup {
        id: id(number),
        record: serde_json::from_value(record).unwrap(),
    };
    let begun = ready(store.journal.begin(&setup, &[], None));
    assert_eq!(begun, BeginOutcome::Stored);
}

/// The first event of a game.
pub(crate) fn first_event(game: u128, act: Act, ending: Option<Ending>) -> JournalEntry {
    JournalEntry {
        game: id(game),
        event: Event {
            number: 1,
            command: Some(CommandId::from_bits(game)),
            act,
        },
        ending,
        deadline_ms: None,
    }
}

pub(crate) fn append(store: &Ports, entry: &JournalEntry) {
    assert_eq!(ready(store.journal.append(entry)), AppendOutcome::Stored);
}

/// Resigns a game in which nothing has happened yet.
pub(crate) fn resign(store: &Ports, game: u128, side: Side, at_ms: u64) {
    let ending = Ending::win(side.opponent(), ByPeople::Resignation);
    let act = Act::Resign { side, at_ms };
    append(store, &first_event(game, act, Some(ending)));
}

/// Offers a draw for White in a game in which nothing has happened yet.
pub(crate) fn offer_draw(store: &Ports, game: u128, at_ms: u64) {
    let side = Side::White;
    append(
        store,
        &first_event(game, Act::OfferDraw { side, at_ms }, None),
    );
}
