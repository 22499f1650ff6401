//! The clock of a game: a time for each side, given by its time control (`crate::time_control`) and
//! used by its turns. It does not read the time: every call passes it in, in milliseconds since a
//! fixed moment.
//!
//! If the passed time goes back (the computer's clock was set), no time passes: a player can gain
//! by it once, and no player loses time.

use std::sync::Arc;

use damier_rules::Side;

use crate::time_control::{ClockSettings, Period};

/// Both sides' times, and whose is running.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// Each side's control. Shared, since every turn of a game keeps the clock before it.
    controls: Arc<[ClockSettings; 2]>,
    faces: [SideTime; 2],
    running: Option<Running>,
    /// The turn in which it was stopped, and how long it had lasted, in milliseconds.
    stopped: Option<(Side, u64)>,
}

/// The time of a side when the present turn began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SideTime {
    left_ms: u64,
    /// The number of the period, from 0; the last one is not counted up when it is repeated.
    period: usize,
    /// How many moves have been made in it.
    moves: u16,
}

/// The current turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Running {
    side: Side,
    /// When it began; `None` if unknown, or if the turn costs no time.
    since_ms: Option<u64>,
}

impl GameClock {
    /// A clock before the first move, with White's control and Black's. It runs from `started_ms`;
    /// if that is `None`, the first turn costs no time.
    pub fn new(controls: [ClockSettings; 2], first: Side, started_ms: Option<u64>) -> GameClock {
        let face = |control: &ClockSettings| SideTime {
            left_ms: control.initial_ms,
            period: 0,
            moves: 0,
        };
        GameClock {
            faces: [face(&controls[0]), face(&controls[1])],
            controls: Arc::new(controls),
            running: Some(Running {
                side: first,
                since_ms: started_ms,
            }),
            stopped: None,
        }
    }

    /// Whose turn it is on the clock: whose time is running, or would run if the turn cost time.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|turn| turn.side)
    }

    /// Whose time is passing; `None` in a turn that costs no time.
    pub fn passing(&self) -> Option<Side> {
        let timed = self.running.filter(|turn| turn.since_ms.is_some());
        timed.map(|turn| turn.side)
    }

    /// What a side has left at this time, in milliseconds.
    pub fn left_ms(&self, side: Side, now_ms: u64) -> u64 {
        let turn = self.running.map(|it| (it.side, it.elapsed_ms(now_ms)));
        let elapsed_ms = match turn.or(self.stopped) {
            Some((of, elapsed_ms)) if of == side => elapsed_ms,
            _ => 0,
        };
        let cost = self.period(side).cost_ms(elapsed_ms);
        self.faces[side.index()].left_ms.saturating_sub(cost)
    }

    /// The rest of the running turn's delay, during which no time is deducted, in milliseconds.
    pub fn delay_ms(&self, now_ms: u64) -> u64 {
        self.running.map_or(0, |turn| {
            let delay = self.period(turn.side).delay_ms();
            delay.saturating_sub(turn.elapsed_ms(now_ms))
        })
    }

    /// For how long a side can think at most, in milliseconds: what it has left, and in its own
    /// turn the delay that still runs.
    ///
    /// ```
    /// use damier_session::time_control::Bonus;
    /// use damier_session::{ClockSettings, GameClock};
    /// use damier_rules::Side;
    ///
    /// let control = ClockSettings { bonus: Bonus::Delay, ..ClockSettings::fischer(60_000, 3_000) };
    /// let clock = GameClock::new([control.clone(), control], Side::White, Some(0));
    /// assert_eq!(clock.thinking_ms(Side::White, 1_000), 62_000);
    /// assert_eq!(clock.thinking_ms(Side::White, 5_000), 58_000);
    /// assert_eq!(clock.thinking_ms(Side::Black, 1_000), 60_000);
    /// ```
    pub fn thinking_ms(&self, side: Side, now_ms: u64) -> u64 {
        let delay_ms = if self.running() == Some(side) {
            self.delay_ms(now_ms)
        } else {
            0
        };
        self.left_ms(side, now_ms).saturating_add(delay_ms)
    }

    /// The side whose time is up.
    pub fn flagged(&self, now_ms: u64) -> Option<Side> {
        self.running()
            .filter(|&side| self.left_ms(side, now_ms) == 0 && self.delay_ms(now_ms) == 0)
    }

    /// When the running side loses on time unless it moves before, in Unix milliseconds; `None`
    /// while the clock is stopped, or if the start of the turn is unknown.
    pub fn falls_ms(&self) -> Option<u64> {
        let turn = self.running?;
        let free_ms = self.period(turn.side).delay_ms();
        let left_ms = self.faces[turn.side.index()].left_ms;
        let begun_ms = turn.since_ms?;
        Some(begun_ms.saturating_add(free_ms).saturating_add(left_ms))
    }

    /// How many moves a side has yet to play in its period; `None` where the period has no number
    /// of moves.
    pub fn moves_left(&self, side: Side) -> Option<u16> {
        let moves = self.period(side).moves?;
        Some(moves.saturating_sub(self.faces[side.index()].moves))
    }

    /// Records that a move was played at this time. The other side's time runs from now on.
    pub fn press(&mut self, now_ms: u64) {
        self.press_after_lag(now_ms, 0);
    }

    /// As [`Self::press`], without the network delay of the move.
    pub fn press_after_lag(&mut self, now_ms: u64, lag_ms: u64) {
        let Some(turn) = self.running else { return };
        let side = turn.side;
        let elapsed = turn.elapsed_ms(now_ms.saturating_sub(lag_ms));
        let period = self.period(side);
        let control = &self.controls[side.index()];
        let face = &mut self.faces[side.index()];
        face.left_ms = face.left_ms.saturating_sub(period.cost_ms(elapsed));
        face.left_ms = face.left_ms.saturating_add(period.added_ms(elapsed));
        if let Some(moves) = period.moves {
            face.moves += 1;
            if face.moves >= moves {
                face.moves = 0;
                face.period = (face.period + 1).min(control.then.len());
                let next = control.period(face.period);
                face.left_ms = face.left_ms.saturating_add(next.initial_ms);
            }
        }
        self.run(side.opponent(), now_ms);
    }

    /// Adds time for a side.
    pub fn add(&mut self, side: Side, ms: u64) {
        let face = &mut self.faces[side.index()];
        face.left_ms = face.left_ms.saturating_add(ms);
    }

    /// Postpones the start of the running turn by this much, but not beyond now: the time costs its
    /// side nothing.
    pub fn put_off(&mut self, ms: u64, now_ms: u64) {
        if let Some(Running {
            since_ms: Some(since_ms),
            ..
        }) = &mut self.running
        {
            let later_ms = since_ms.saturating_add(ms).min(now_ms);
            *since_ms = later_ms.max(*since_ms);
        }
    }

    /// Stops the clock, because the game is over or pauses.
    pub fn stop(&mut self, now_ms: u64) {
        if let Some(turn) = self.running.take() {
            self.stopped = Some((turn.side, turn.elapsed_ms(now_ms)));
        }
    }

    /// Resumes the turn in which the clock was stopped. The time of the turn before the stop
    /// counts, also for the move's bonus, so that a pause changes nothing. A turn of the other side
    /// starts anew.
    pub fn resume(&mut self, side: Side, now_ms: u64) {
        let before_ms = match self.stopped {
            Some((of, elapsed_ms)) if of == side => elapsed_ms,
            _ => 0,
        };
        self.run(side, now_ms.saturating_sub(before_ms));
    }

    /// Starts a turn of this side with the time that it had when the clock was stopped or its turn
    /// began, and with a full delay. The time that the other side used in an interrupted turn stays
    /// used.
    pub fn run(&mut self, side: Side, now_ms: u64) {
        if let Some((of, elapsed_ms)) = self.stopped.take()
            && of != side
        {
            let cost = self.period(of).cost_ms(elapsed_ms);
            let face = &mut self.faces[of.index()];
            face.left_ms = face.left_ms.saturating_sub(cost);
        }
        self.running = Some(Running {
            side,
            since_ms: Some(now_ms),
        });
    }

    /// Begins the current turn anew as one that costs no time, however long it takes.
    pub fn wait(&mut self, side: Side) {
        self.stopped = None;
        self.running = Some(Running {
            side,
            since_ms: None,
        });
    }

    fn period(&self, side: Side) -> Period {
        self.controls[side.index()].period(self.faces[side.index()].period)
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
    use proptest::prelude::*;

    use super::*;
    use crate::time_control::Bonus;

    const FIVE_AND_THREE: ClockSettings = ClockSettings::fischer(300_000, 3_000);

    fn clock(control: ClockSettings, first: Side, started_ms: Option<u64>) -> GameClock {
        GameClock::new([control.clone(), control], first, started_ms)
    }

    #[test]
    fn with_a_delay_a_quick_move_costs_nothing() {
        let delayed = ClockSettings {
            bonus: Bonus::Delay,
            ..FIVE_AND_THREE
        };
        let mut clock = clock(delayed, Side::White, Some(0));
        assert_eq!(
            (clock.left_ms(Side::White, 2_000), clock.delay_ms(2_000)),
            (300_000, 1_000)
        );
        clock.press(2_000);
        assert_eq!(
            clock.left_ms(Side::White, 2_000),
            300_000,
            "what is not used is lost"
        );
        clock.press(9_000);
        assert_eq!(clock.left_ms(Side::Black, 9_000), 296_000);
        assert_eq!(clock.flagged(9_000 + 302_999), None);
        assert_eq!(clock.flagged(9_000 + 303_000), Some(Side::White));
    }

    #[test]
    fn a_day_for_each_move_needs_no_bank() {
        const DAY: u64 = 86_400_000;
        let mut clock = clock(ClockSettings::each_move(DAY, 0), Side::White, Some(0));
        assert_eq!(clock.flagged(DAY - 1), None);
        assert_eq!(clock.flagged(DAY), Some(Side::White));
        clock.press(DAY - 1);
        assert_eq!(
            clock.flagged(2 * DAY - 2),
            None,
            "the next move has a day of its own"
        );
        assert_eq!(clock.flagged(2 * DAY - 1), Some(Side::Black));
    }

    #[test]
    fn a_bronstein_delay_restores_the_time_used() {
        let bronstein = ClockSettings {
            bonus: Bonus::Bronstein,
            ..FIVE_AND_THREE
        };
        let mut clock = clock(bronstein, Side::White, Some(0));
        assert_eq!(
            clock.left_ms(Side::White, 2_000),
            298_000,
            "it runs meanwhile"
        );
        clock.press(2_000);
        assert_eq!(clock.left_ms(Side::White, 2_000), 300_000);
        clock.press(12_000);
        assert_eq!(clock.left_ms(Side::Black, 12_000), 293_000);
    }

    #[test]
    fn a_period_adds_its_time_when_its_turn_comes() {
        let hour = |moves| Period {
            initial_ms: 60_000,
            increment_ms: 0,
            bonus: Bonus::Fischer,
            moves,
        };
        let control = ClockSettings {
            moves: Some(2),
            then: vec![hour(Some(1))],
            ..ClockSettings::fischer(120_000, 0)
        };
        let mut clock = clock(control, Side::White, Some(0));
        assert_eq!(clock.moves_left(Side::White), Some(2));
        for now in [10_000, 10_000, 20_000, 20_000] {
            clock.press(now);
        }
        assert_eq!(clock.moves_left(Side::White), Some(1));
        assert_eq!(
            clock.left_ms(Side::White, 20_000),
            160_000,
            "100 s were left, and 60 came"
        );
        clock.press(30_000);
        assert_eq!(
            clock.left_ms(Side::White, 30_000),
            210_000,
            "the last period is repeated"
        );
    }

    #[test]
    fn the_sides_may_have_different_times() {
        let controls = [ClockSettings::fischer(60_000, 0), FIVE_AND_THREE];
        let mut clock = GameClock::new(controls, Side::White, Some(0));
        clock.press(1_000);
        assert_eq!(clock.left_ms(Side::White, 1_000), 59_000);
        clock.press(2_000);
        assert_eq!(clock.left_ms(Side::Black, 2_000), 302_000);
    }

    #[test]
    fn counts_the_side_to_move_and_adds_after_the_move() {
        let mut clock = clock(FIVE_AND_THREE, Side::White, Some(1_000));
        assert_eq!(clock.left_ms(Side::White, 11_000), 290_000);
        assert_eq!(clock.left_ms(Side::Black, 11_000), 300_000);
        clock.press(11_000);
        assert_eq!(clock.running(), Some(Side::Black));
        assert_eq!(clock.left_ms(Side::White, 99_000), 293_000);
        assert_eq!(clock.left_ms(Side::Black, 12_000), 299_000);
    }

    #[test]
    fn the_flag_falls_when_nothing_is_left() {
        let clock = clock(FIVE_AND_THREE, Side::White, Some(0));
        assert_eq!(clock.flagged(299_999), None);
        assert_eq!(clock.flagged(300_000), Some(Side::White));
        assert_eq!(clock.flagged(u64::MAX), Some(Side::White));
    }

    #[test]
    fn a_stopped_clock_does_not_run() {
        let mut clock = clock(FIVE_AND_THREE, Side::White, Some(0));
        clock.stop(10_000);
        assert_eq!(clock.running(), None);
        assert_eq!(clock.left_ms(Side::White, 500_000), 290_000);
        assert_eq!(clock.flagged(500_000), None);
    }

    #[test]
    fn a_pause_changes_nothing() {
        for bonus in [Bonus::Fischer, Bonus::Delay, Bonus::Bronstein] {
            let control = ClockSettings {
                bonus,
                ..FIVE_AND_THREE
            };
            let mut whole = clock(control.clone(), Side::White, Some(0));
            let mut paused = whole.clone();
            paused.stop(2_000);
            assert_eq!(
                paused.left_ms(Side::White, 99_000),
                whole.left_ms(Side::White, 2_000)
            );
            paused.resume(Side::White, 100_000);
            paused.stop(100_500);
            paused.resume(Side::White, 200_000);
            assert_eq!(paused.falls_ms(), whole.falls_ms().map(|ms| ms + 197_500));
            whole.press(8_000);
            paused.press(205_500);
            for side in Side::ALL {
                assert_eq!(
                    paused.left_ms(side, 205_500),
                    whole.left_ms(side, 8_000),
                    "{bonus:?}"
                );
            }
        }
    }

    #[test]
    fn an_interrupted_turn_costs_its_duration() {
        let mut clock = clock(FIVE_AND_THREE, Side::White, Some(0));
        clock.stop(10_000);
        clock.resume(Side::Black, 10_000);
        assert_eq!(clock.left_ms(Side::White, 10_000), 290_000);
        assert_eq!(clock.left_ms(Side::Black, 12_000), 298_000);
    }

    #[test]
    fn time_running_backwards_costs_nothing() {
        let mut clock = clock(FIVE_AND_THREE, Side::White, Some(50_000));
        assert_eq!(clock.left_ms(Side::White, 20_000), 300_000);
        clock.press(20_000);
        assert_eq!(clock.left_ms(Side::White, 20_000), 303_000);
        assert_eq!(clock.left_ms(Side::Black, 21_000), 299_000);
    }

    #[test]
    fn a_turn_without_a_running_clock_costs_nothing() {
        let mut clock = clock(FIVE_AND_THREE, Side::White, Some(0));
        clock.wait(Side::White);
        assert_eq!(
            (clock.running(), clock.passing()),
            (Some(Side::White), None)
        );
        assert_eq!((clock.flagged(u64::MAX), clock.falls_ms()), (None, None));
        clock.press(7_000_000);
        assert_eq!(clock.passing(), Some(Side::Black));
        assert_eq!(clock.left_ms(Side::White, 7_000_000), 303_000);
        assert_eq!(clock.flagged(7_300_000), Some(Side::Black));
    }

    #[test]
    fn an_unknown_start_costs_nothing() {
        let mut clock = clock(FIVE_AND_THREE, Side::Black, None);
        assert_eq!(clock.flagged(u64::MAX), None);
        clock.press(7_000_000);
        assert_eq!(clock.left_ms(Side::Black, 0), 303_000);
        assert_eq!(clock.left_ms(Side::White, 7_001_000), 299_000);
    }

    proptest! {
        /// Time is conserved: what both sides have left and have used equals their initial time and
        /// increments.
        #[test]
        fn the_total_time_is_consistent(pauses in prop::collection::vec(0_u64..4_000, 0..80)) {
            let mut clock = clock(FIVE_AND_THREE, Side::White, Some(0));
            let mut now = 0;
            for pause in &pauses {
                now += pause;
                clock.press(now);
            }
            let left: u64 = Side::ALL.iter().map(|&side| clock.left_ms(side, now)).sum();
            prop_assert_eq!(left + now, 600_000 + 3_000 * pauses.len() as u64);
        }

        #[test]
        fn the_flag_falls_at_the_announced_time(delays: bool, pauses in prop::collection::vec(0_u64..4_000, 0..80)) {
            let bonus = if delays { Bonus::Delay } else { Bonus::Fischer };
            let mut clock = clock(ClockSettings { bonus, ..FIVE_AND_THREE }, Side::White, Some(0));
            let mut now = 0;
            for pause in pauses {
                now += pause;
                clock.press(now);
            }
            let falls = clock.falls_ms().expect("it runs");
            prop_assert_eq!(clock.flagged(falls - 1), None);
            prop_assert_eq!(clock.flagged(falls), clock.running());
            clock.stop(now);
            prop_assert_eq!(clock.falls_ms(), None);
        }

        #[test]
        fn never_panics(times in prop::collection::vec(any::<u64>(), 0..20)) {
            let mut clock = clock(FIVE_AND_THREE, Side::White, times.first().copied());
            for now in times {
                let _ = (clock.flagged(now), clock.left_ms(Side::Black, now));
                clock.press(now);
            }
            clock.stop(u64::MAX);
        }
    }
}
