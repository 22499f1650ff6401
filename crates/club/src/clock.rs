//! The clock of a game: a time for each side, and an increment for each move. It does not read the
//! time itself: every call receives it, in milliseconds since one fixed moment.
//!
//! If the time goes back (because somebody has set the computer's clock), no time has passed: a
//! player can gain by it once, and nobody loses time.

use damier_rules::Side;

use crate::settings::ClockSettings;

/// Both sides' times, and whose is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    increment_ms: u64,
    /// What each side had when the present turn began.
    left_ms: [u64; 2],
    running: Option<Running>,
}

/// The current turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Running {
    side: Side,
    /// When it began; `None` until the first call that gives a time.
    since_ms: Option<u64>,
}

impl GameClock {
    /// A clock before the first move. It runs from `started_ms`; if that is `None`, the first turn
    /// costs no time.
    pub fn new(settings: ClockSettings, first: Side, started_ms: Option<u64>) -> GameClock {
        GameClock {
            increment_ms: settings.increment_ms,
            left_ms: [settings.initial_ms; 2],
            running: Some(Running {
                side: first,
                since_ms: started_ms,
            }),
        }
    }

    /// Whose time is running.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|turn| turn.side)
    }

    /// What a side has left at this time, in milliseconds.
    pub fn left_ms(&self, side: Side, now_ms: u64) -> u64 {
        let left = self.left_ms[side.index()];
        match self.running {
            Some(turn) if turn.side == side => left.saturating_sub(turn.elapsed_ms(now_ms)),
            _ => left,
        }
    }

    /// The side whose time is up.
    pub fn flagged(&self, now_ms: u64) -> Option<Side> {
        self.running()
            .filter(|&side| self.left_ms(side, now_ms) == 0)
    }

    /// Records that a move was played at this time. The other side's time runs from now on.
    pub fn press(&mut self, now_ms: u64) {
        if let Some(side) = self.running() {
            let left = &mut self.left_ms[side.index()];
            *left = left.saturating_sub(self.running.map_or(0, |turn| turn.elapsed_ms(now_ms)));
            *left = left.saturating_add(self.increment_ms);
            self.run(side.opponent(), now_ms);
        }
    }

    /// Stops the clock, because the game is over.
    pub fn stop(&mut self, now_ms: u64) {
        for side in Side::ALL {
            self.left_ms[side.index()] = self.left_ms(side, now_ms);
        }
        self.running = None;
    }

    /// Restarts the current turn at this time, with the time that its side had when the turn began.
    pub fn run(&mut self, side: Side, now_ms: u64) {
        self.running = Some(Running {
            side,
            since_ms: Some(now_ms),
        });
    }
}

impl Running {
    fn elapsed_ms(self, now_ms: u64) -> u64 {
        self.since_ms
            .map_or(0, |since| now_ms.saturating_sub(since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FIVE_AND_THREE: ClockSettings = ClockSettings {
        initial_ms: 300_000,
        increment_ms: 3_000,
    };

    #[test]
    fn counts_the_side_to_move_and_adds_after_the_move() {
        let mut clock = GameClock::new(FIVE_AND_THREE, Side::White, Some(1_000));
        assert_eq!(clock.left_ms(Side::White, 11_000), 290_000);
        assert_eq!(clock.left_ms(Side::Black, 11_000), 300_000);
        clock.press(11_000);
        assert_eq!(clock.running(), Some(Side::Black));
        assert_eq!(clock.left_ms(Side::White, 99_000), 293_000);
        assert_eq!(clock.left_ms(Side::Black, 12_000), 299_000);
    }

    #[test]
    fn the_flag_falls_when_nothing_is_left() {
        let clock = GameClock::new(FIVE_AND_THREE, Side::White, Some(0));
        assert_eq!(clock.flagged(299_999), None);
        assert_eq!(clock.flagged(300_000), Some(Side::White));
        assert_eq!(clock.flagged(u64::MAX), Some(Side::White));
    }

    #[test]
    fn a_stopped_clock_stands() {
        let mut clock = GameClock::new(FIVE_AND_THREE, Side::White, Some(0));
        clock.stop(10_000);
        assert_eq!(clock.running(), None);
        assert_eq!(clock.left_ms(Side::White, 500_000), 290_000);
        assert_eq!(clock.flagged(500_000), None);
    }

    #[test]
    fn a_time_that_goes_back_costs_nobody_anything() {
        let mut clock = GameClock::new(FIVE_AND_THREE, Side::White, Some(50_000));
        assert_eq!(clock.left_ms(Side::White, 20_000), 300_000);
        clock.press(20_000);
        assert_eq!(clock.left_ms(Side::White, 20_000), 303_000);
        assert_eq!(clock.left_ms(Side::Black, 21_000), 299_000);
    }

    #[test]
    fn an_unknown_start_costs_nothing() {
        let mut clock = GameClock::new(FIVE_AND_THREE, Side::Black, None);
        assert_eq!(clock.flagged(u64::MAX), None);
        clock.press(7_000_000);
        assert_eq!(clock.left_ms(Side::Black, 0), 303_000);
        assert_eq!(clock.left_ms(Side::White, 7_001_000), 299_000);
    }

    proptest! {
        /// Nothing is lost or made: what both sides have left, and what they have used, is what they
        /// began with and what their moves added.
        #[test]
        fn the_sum_is_kept(pauses in prop::collection::vec(0_u64..4_000, 0..80)) {
            let mut clock = GameClock::new(FIVE_AND_THREE, Side::White, Some(0));
            let mut now = 0;
            for pause in &pauses {
                now += pause;
                clock.press(now);
            }
            let left: u64 = Side::ALL.iter().map(|&side| clock.left_ms(side, now)).sum();
            prop_assert_eq!(left + now, 600_000 + 3_000 * pauses.len() as u64);
        }

        #[test]
        fn never_panics(times in prop::collection::vec(any::<u64>(), 0..20)) {
            let mut clock = GameClock::new(FIVE_AND_THREE, Side::White, times.first().copied());
            for now in times {
                let _ = (clock.flagged(now), clock.left_ms(Side::Black, now));
                clock.press(now);
            }
            clock.stop(u64::MAX);
        }
    }
}
