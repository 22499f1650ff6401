//! What tests share: clocks, accounts, games, and a node of the in-memory store.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use damier_people::Ports;
use damier_people::accounts::{AccountId, Accounts, Created, NewAccount, PasswordHash};
use damier_people::in_memory::InMemoryStore;
use damier_people::live::{BeginOutcome, Journal, LiveSetup};
use damier_rules::Variant;
use damier_session::{GameId, GameSettings, Seating, Session};
use tokio::time::Instant;

use crate::clock::WallClock;
use crate::live::actors::GameActors;
use crate::live::cluster::{Cluster, now};
use crate::metrics::Metrics;
use crate::node_clock::NodeClock;
use crate::push::Pusher;

/// When a test begins, in Unix milliseconds.
pub(crate) const NOW_MS: u64 = 1_700_000_000_000;

/// A clock that follows the test's paused time.
#[derive(Debug)]
struct TestClock(Instant);

impl WallClock for TestClock {
    fn now_ms(&self) -> u64 {
        NOW_MS + now().duration_since(self.0).as_millis() as u64
    }
}

/// A clock that the test sets, in Unix milliseconds.
#[derive(Debug, Default)]
pub(crate) struct SetClock(pub(crate) AtomicU64);

impl WallClock for SetClock {
    fn now_ms(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// The actors of a node whose clock follows the test's paused time.
pub(crate) fn actors_with(store: &Arc<InMemoryStore>) -> Arc<GameActors> {
    actors_by(store, Arc::new(TestClock(now())))
}

/// The actors of a node with this clock.
pub(crate) fn actors_by(store: &Arc<InMemoryStore>, clock: Arc<dyn WallClock>) -> Arc<GameActors> {
    let clock = Arc::new(NodeClock::new(clock));
    let (pusher, _) = Pusher::start(None, Ports::of(store), clock.clone());
    let (cluster, metrics) = (Cluster::new(None), Metrics::new());
    let (ports, now_ms) = (Ports::of(store), clock.now_ms());
    let actors = GameActors::new(ports, clock, cluster, metrics, pusher, Vec::new());
    actors.heartbeat.record(now_ms);
    actors
}

/// Stores an account with this number.
pub(crate) async fn store_account(accounts: &dyn Accounts, number: u128, name: &str) -> AccountId {
    let new = NewAccount {
        id: AccountId::from_bits(number),
        name: name.parse().unwrap(),
        password: PasswordHash::new("$argon2id$1"),
        recovery: Vec::new(),
        created_ms: 0,
    };
    let created = accounts.create_account(&new).await;
    assert_eq!(created.unwrap(), Created::Stored);
    new.id
}

/// Settings of a game without clocks between players on two devices.
pub(crate) fn apart(white: &str, black: &str) -> GameSettings {
    GameSettings {
        seating: Seating::Apart,
        ..GameSettings::friendly(white, black)
    }
}

/// A game that begins now, and its deadline.
pub(crate) fn setup(number: u128, settings: GameSettings, now_ms: u64) -> (LiveSetup, Option<u64>) {
    let session = Session::new(Variant::INTERNATIONAL, settings, Some(now_ms)).unwrap();
    let (id, record) = (GameId::from_bits(number), session.record());
    (LiveSetup { id, record }, session.deadline_ms())
}

/// Stores a game that begins now.
pub(crate) async fn begin(
    journal: &dyn Journal,
    number: u128,
    settings: GameSettings,
    now_ms: u64,
) -> GameId {
    let (setup, deadline_ms) = setup(number, settings, now_ms);
    let begun = journal.begin(&setup, &[], deadline_ms).await;
    assert_eq!(begun.unwrap(), BeginOutcome::Stored);
    setup.id
}
