//! What all games of a bot share: which engine, under which name, within which limits.

use std::sync::Arc;

use damier_protocols::player::Player;
use damier_rules::Variant;
use damier_workshop::matches::Spec;
use tokio::sync::watch;

use crate::clock::Stopwatch;
use crate::commands::matches::with_tables;

/// What all games of a bot share.
pub(super) struct Bot {
    pub(super) spec: Spec,
    pub(super) name: String,
    pub(super) move_time_ms: u64,
    pub(super) overhead_ms: u64,
    pub(super) rematch: bool,
    pub(super) stopwatch: Stopwatch,
    /// Becomes 1 when no new game is to begin, and 2 when running ones are to be left.
    pub(super) stop: watch::Receiver<u8>,
}

impl Bot {
    /// Starts an engine for a game of the family, in the place with this number.
    pub(super) fn engine(&self, variant: Variant, place: usize) -> anyhow::Result<Box<dyn Player>> {
        let stopwatch = self.stopwatch;
        let spec = with_tables(&self.spec, variant)?;
        Ok(spec.start(variant, place, Arc::new(move || stopwatch.elapsed()))?)
    }

    pub(super) fn stops(&self) -> bool {
        *self.stop.borrow() > 0
    }
}

/// Waits until Ctrl-C was pressed so many times.
pub(super) async fn stopped(stop: &mut watch::Receiver<u8>, times: u8) {
    if stop.wait_for(|pressed| *pressed >= times).await.is_err() {
        std::future::pending::<()>().await;
    }
}
