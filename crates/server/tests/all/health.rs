//! The health check reports whether a server accepts moves; a proxy in front of several servers
//! uses it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::WallClock;

use crate::common::{start, start_with};

/// A clock that advances by ten seconds at each reading, so its server accepts no moves.
struct RacingClock(AtomicU64);

impl WallClock for RacingClock {
    fn now_ms(&self) -> u64 {
        self.0.fetch_add(10_000, Ordering::SeqCst)
    }
}

#[tokio::test]
async fn health_reports_a_server_that_accepts_no_moves() {
    let usual = start(InMemoryLibrary::default()).await;
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.clock = Arc::new(RacingClock(AtomicU64::new(1_000)));
    })
    .await;
    server.is_well().await; // it has only just started
    let mut answer = server.get("/api/v1/health").await;
    for _ in 0..80 {
        if answer.status != 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
        answer = server.get("/api/v1/health").await;
    }
    answer.problem(503, "live-unavailable");
    assert_eq!(answer.header("retry-after"), "2");
    usual.is_well().await;
}
