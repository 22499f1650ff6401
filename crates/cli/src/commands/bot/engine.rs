//! Settings shared by all games of a bot: engine, name and limits.

use std::sync::Arc;
use std::time::Duration;

use damier_protocols::player::{Limits, Player, TimeLeft};
use damier_rules::Variant;
use damier_session::{ClockSettings, GameSettings, Side};
use damier_workshop::matches::Spec;
use tokio::sync::watch;

use crate::clock::Stopwatch;
use crate::commands::matches::with_tables;

/// How many increments are added to the time of the game for a DXP program: fewer than most games
/// have, so that it does not use time that it does not have yet.
const DXP_INCREMENTS: u32 = 30;

/// In a game without a clock, a DXP program gets the time of this many moves.
const DXP_MOVES: u32 = 60;

/// The shortest time that DXP can express: a hundredth of a minute.
const DXP_LEAST_TIME: Duration = Duration::from_millis(600);

/// Settings shared by all games of a bot.
pub(super) struct Bot {
    pub(super) spec: Spec,
    pub(super) name: String,
    pub(super) move_time_ms: u64,
    pub(super) overhead_ms: u64,
    pub(super) rematch: bool,
    pub(super) stopwatch: Stopwatch,
    /// Becomes 1 to start no new games, and 2 to leave the games in progress.
    pub(super) stop: watch::Receiver<u8>,
}

impl Bot {
    /// Starts an engine for a variant, at the board with this number.
    pub(super) fn engine(
        &self,
        variant: Variant,
        board_number: usize,
    ) -> anyhow::Result<Box<dyn Player>> {
        let stopwatch = self.stopwatch;
        let spec = with_tables(&self.spec, variant)?;
        Ok(spec.start(variant, board_number, Arc::new(move || stopwatch.elapsed()))?)
    }

    /// Whether each board has its own program, as over DXP, where each board has its own port.
    pub(super) fn is_bound_to_boards(&self) -> bool {
        matches!(self.spec, Spec::Dxp(_))
    }

    /// Checks that the engine supports a game with these settings, on either side.
    ///
    /// # Errors
    /// Why it does not.
    pub(super) fn can_play(&self, variant: Variant, settings: &GameSettings) -> anyhow::Result<()> {
        let start = settings.start_position(variant)?;
        for side in Side::ALL {
            let clock = settings.clocks().map(|clocks| clocks[side.index()].clone());
            let limits = match clock {
                None => self.without_clock(),
                Some(clock) if is_days_per_move(&clock) => self.without_clock(),
                Some(clock) => Limits::clock(TimeLeft {
                    remaining: Duration::from_millis(clock.initial_ms),
                    increment: Duration::from_millis(clock.increment_ms),
                    moves_left: clock.moves.map(u32::from),
                }),
            };
            self.spec.can_play(&start, &self.limits_to_send(&limits))?;
        }
        Ok(())
    }

    /// The limits of a move in a game without a clock.
    pub(super) fn without_clock(&self) -> Limits {
        Limits::move_time(self.move_time())
    }

    /// The limits of a move in a game with days per move, with this time left. An engine that
    /// manages days would think for hours.
    pub(super) fn with_days_per_move(&self, left: Duration) -> Limits {
        Limits::move_time(self.move_time().min(left))
    }

    fn move_time(&self) -> Duration {
        Duration::from_millis(self.move_time_ms)
    }

    /// The limits as sent to the engine at the start of a game. DXP has only a time for the whole
    /// game. The server's clock decides, so the program may get time that it will have later.
    pub(super) fn limits_to_send(&self, limits: &Limits) -> Limits {
        if !matches!(self.spec, Spec::Dxp(_)) {
            return *limits;
        }
        let whole = match (limits.clock, limits.move_time) {
            (Some(clock), _) => TimeLeft {
                remaining: clock
                    .remaining
                    .saturating_add(clock.increment.saturating_mul(DXP_INCREMENTS))
                    .max(DXP_LEAST_TIME),
                increment: Duration::ZERO,
                moves_left: clock.moves_left,
            },
            (None, Some(time)) => TimeLeft {
                remaining: time.saturating_mul(DXP_MOVES).max(DXP_LEAST_TIME),
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

/// Whether a clock is that of a game with days per move.
pub(super) fn is_days_per_move(clock: &ClockSettings) -> bool {
    clock.minutes_at_the_board().is_none()
}

/// Waits until Ctrl-C was pressed this many times.
pub(super) async fn stopped(stop: &mut watch::Receiver<u8>, times: u8) {
    if stop.wait_for(|pressed| *pressed >= times).await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
impl Bot {
    /// A bot with this player, which thinks five seconds without a clock.
    pub(super) fn for_test(player: &str) -> Self {
        let (_, stop) = watch::channel(0);
        Self {
            spec: player.parse().unwrap(),
            name: String::new(),
            move_time_ms: 5_000,
            overhead_ms: 300,
            rematch: false,
            stopwatch: Stopwatch::start(),
            stop,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

    #[test]
    fn slow_clocks_count_as_days_per_move() {
        let at_the_board = [
            ClockSettings::fischer(300_000, 3_000),
            ClockSettings::fischer(4_800_000, 60_000),
            ClockSettings::fischer(36_000_000, 0),
        ];
        for clock in at_the_board {
            assert!(!is_days_per_move(&clock), "{clock:?}");
        }
        let of_days = [
            ClockSettings::each_move(2 * DAY_MS, 5 * DAY_MS),
            ClockSettings::each_move(DAY_MS, 0),
            ClockSettings::each_move(DAY_MS / 2, 0),
            ClockSettings::fischer(60 * DAY_MS, 0),
        ];
        for clock in of_days {
            assert!(is_days_per_move(&clock), "{clock:?}");
        }
    }

    #[test]
    fn days_per_move_limit_the_engine_to_move_time() {
        let bot = Bot::for_test("builtin,level=1,hash=1");
        let five = Limits::move_time(Duration::from_secs(5));
        assert_eq!(
            bot.with_days_per_move(Duration::from_millis(7 * DAY_MS)),
            five
        );
        let second = Duration::from_secs(1);
        assert_eq!(bot.with_days_per_move(second), Limits::move_time(second));
    }

    #[test]
    fn support_over_dxp_is_checked_with_the_limits_to_send() {
        let bot = Bot::for_test("dxp:127.0.0.1:27531");
        let settings = |clock: ClockSettings| GameSettings {
            clock: Some(clock),
            ..GameSettings::friendly("", "")
        };
        let counted = |initial_ms: u64| ClockSettings {
            moves: Some(40),
            ..ClockSettings::fischer(initial_ms, 0)
        };
        let international = |clock: ClockSettings| {
            let answer = bot.can_play(Variant::INTERNATIONAL, &settings(clock));
            answer.map_err(|error| error.to_string())
        };
        assert_eq!(
            international(ClockSettings::fischer(300_000, 3_000)),
            Ok(())
        );
        let refused = international(counted(300_000)).unwrap_err();
        assert!(
            refused.contains("DXP does not support a clock"),
            "{refused}"
        );
        // With days per move, it only gets --move-time.
        assert_eq!(international(counted(30 * DAY_MS)), Ok(()));
        let unequal = GameSettings {
            black_clock: Some(counted(300_000)),
            ..settings(ClockSettings::fischer(300_000, 0))
        };
        assert!(bot.can_play(Variant::INTERNATIONAL, &unequal).is_err());
    }
}
