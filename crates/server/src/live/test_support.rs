//! A node of the in-memory store for tests.

use std::sync::Arc;

use damier_people::Ports;
use damier_people::in_memory::InMemoryStore;
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

/// The actors of a node whose clock follows the test's paused time.
pub(crate) fn actors_with(store: &Arc<InMemoryStore>) -> Arc<GameActors> {
    let clock = Arc::new(NodeClock::new(Arc::new(TestClock(now()))));
    let (pusher, _) = Pusher::start(None, Ports::of(store), clock.clone());
    let (cluster, metrics) = (Cluster::new(None), Metrics::new());
    let on_game_over = Vec::new();
    let actors = GameActors::new(
        Ports::of(store),
        clock,
        cluster,
        metrics,
        pusher,
        on_game_over,
    );
    actors.heartbeat.record(NOW_MS);
    actors
}
