//! What all games of a bot share: which engine, under which name, within which limits.

use std::sync::Arc;
use std::time::Duration;

use damier_club::{GameSettings, Side};
use damier_protocols::player::{Limits, Player, TimeLeft};
use damier_rules::Variant;
use damier_workshop::matches::Spec;
use tokio::sync::watch;

use crate::clock::Stopwatch;
use crate::commands::matches::with_tables;

/// So many increments are counted in the time for the whole game that a DXP program is told. Fewer than most games have, so that it does not
/// use what is not there yet.
const INCREMENTS_TOLD: u32 = 30;

/// In a game without a clock a DXP program is told the time of so many moves.
const MOVES_TOLD: u32 = 60;

/// The least time that DXP can tell of: a hundredth of a minute.
const LEAST_TOLD: Duration = Duration::from_millis(600);

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

    /// Whether the engine can be told of a game with these settings, whichever side it has.
    ///
    /// # Errors
    /// Why not, in words.
    pub(super) fn can_play(&self, variant: Variant, settings: &GameSettings) -> anyhow::Result<()> {
        let start = settings.start_position(variant)?;
        for side in Side::ALL {
            let clock = settings.clocks().map(|clocks| clocks[side.index()].clone());
            let limits = match clock {
                None => self.without_clock(),
                Some(clock) => Limits::clock(TimeLeft {
                    remaining: Duration::from_millis(clock.initial_ms),
                    increment: Duration::from_millis(clock.increment_ms),
                    moves_left: clock.moves.map(u32::from),
                }),
            };
            self.spec.can_play(&start, &self.told(&limits))?;
        }
        Ok(())
    }

    /// The limits of a move in a game without a clock.
    pub(super) fn without_clock(&self) -> Limits {
        Limits::move_time(Duration::from_millis(self.move_time_ms))
    }

    /// The limits as the engine is told of them at the beginning of a game. DXP knows only a time for the whole game; the clock is
    /// that of the server, so the program may be told what it will have.
    pub(super) fn told(&self, limits: &Limits) -> Limits {
        if !matches!(self.spec, Spec::Dxp(_)) {
            return *limits;
        }
        let whole = match (limits.clock, limits.move_time) {
            (Some(clock), _) => TimeLeft {
                remaining: clock
                    .remaining
                    .saturating_add(clock.increment.saturating_mul(INCREMENTS_TOLD))
                    .max(LEAST_TOLD),
                increment: Duration::ZERO,
                moves_left: clock.moves_left,
            },
            (None, Some(time)) => TimeLeft {
                remaining: time.saturating_mul(MOVES_TOLD).max(LEAST_TOLD),
                increment: Duration::ZERO,
                moves_left: None,
            },
            (None, None) => return *limits,
        };
        Limits {
            clock: Some(whole),
            move_time: None,
            ..*limits
        }
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
