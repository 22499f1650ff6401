//! Divides the clock: how much time one move may take. Used by [`Thinking`](crate::Thinking)
//! between iterations; it sees the clock and the course of the search, not the position.

use crate::limits::{Limits, TimeLeft};

/// Milliseconds reserved for delays outside the search: a slow browser tab, the network, the match
/// controller.
const RESERVE_MS: u64 = 40;

/// How many more moves a game is expected to last, with a full board and with an empty one.
const MOVES_LEFT_FULL: u64 = 34;
const MOVES_LEFT_EMPTY: u64 = 16;

/// An iteration takes about twice as long as the one before: after this share of the time, in
/// hundredths, a new one would not be completed.
const LAST_START: u64 = 60;

/// The share of its time that a move gets when the best move has just changed, in hundredths; by
/// how much it shrinks for each iteration that confirms the best move; and the minimum. Most moves
/// settle early, and no iteration is started after [`LAST_START`] of that share. With a minimum of
/// 50, a quarter of the clock remained unused at the end of a long game.
const UNSETTLED: u64 = 120;
const SETTLING: u64 = 8;
const SETTLED: u64 = 72;

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimePlan {
    /// The target time for the move, in milliseconds; `None` if only the limit applies.
    target_ms: Option<u64>,
    /// The time that the move must never exceed, in milliseconds.
    limit_ms: u64,
}

/// The course of the search, as far as the time plan depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Course {
    /// Iterations in a row that had the same best move.
    pub(crate) settled: u32,
    /// By how much the value fell in the last iteration, in hundredths; 0 if it did not fall.
    pub(crate) fell: u32,
}

impl TimePlan {
    /// The plan for these limits; `None` if none of them is a time. `pieces` is the number of
    /// pieces on the board.
    pub(crate) fn new(limits: &Limits, pieces: u32) -> Option<TimePlan> {
        let by_clock = limits
            .clock
            .map(|clock| TimePlan::for_clock(clock, limits.moves_left, pieces));
        match (by_clock, limits.time_ms) {
            (None, None) => None,
            (None, Some(ms)) => Some(TimePlan {
                target_ms: None,
                limit_ms: ms,
            }),
            (plan, None) => plan,
            (Some(plan), Some(ms)) => Some(TimePlan {
                limit_ms: plan.limit_ms.min(ms),
                ..plan
            }),
        }
    }

    fn for_clock(clock: TimeLeft, moves_to_control: Option<u32>, pieces: u32) -> TimePlan {
        let reserve = RESERVE_MS.min(clock.remaining_ms / 3);
        let usable = clock.remaining_ms - reserve;
        let full = u64::from(pieces.min(40));
        let moves_left = MOVES_LEFT_EMPTY + (MOVES_LEFT_FULL - MOVES_LEFT_EMPTY) * full / 40;
        let to_control = moves_to_control.map_or(u64::MAX, |moves| u64::from(moves.max(1)));
        let moves_left = moves_left.min(to_control);
        let increment = clock.increment_ms - clock.increment_ms / 5;
        // In whole milliseconds; the last few of the clock are used as well.
        let target = (usable / moves_left).max(usable.min(1)) + increment;
        // Never more than a third of the remaining time, whatever the increment; but the last moves
        // before a time control share what is left.
        let limit = (4 * target).min(usable / to_control.min(3));
        TimePlan {
            target_ms: Some(target.min(limit)),
            limit_ms: limit,
        }
    }

    /// Whether to stop immediately.
    pub(crate) fn is_over(&self, elapsed_ms: u64) -> bool {
        elapsed_ms >= self.limit_ms
    }

    /// Whether to stop after this iteration.
    pub(crate) fn is_enough(&self, elapsed_ms: u64, course: Course) -> bool {
        let Some(target) = self.target_ms else {
            return self.is_over(elapsed_ms);
        };
        let settled = UNSETTLED
            .saturating_sub(SETTLING * u64::from(course.settled))
            .max(SETTLED);
        let fell = 100 + 2 * u64::from(course.fell.min(60));
        let wanted = target.saturating_mul(settled * fell) / 10_000;
        elapsed_ms >= wanted.saturating_mul(LAST_START) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(remaining_ms: u64, increment_ms: u64, pieces: u32) -> TimePlan {
        TimePlan::for_clock(
            TimeLeft {
                remaining_ms,
                increment_ms,
            },
            None,
            pieces,
        )
    }

    #[test]
    fn a_game_never_runs_out_of_time_by_plan() {
        for (start, increment) in [(1_000, 10), (60_000, 0), (300_000, 3_000), (30, 0), (0, 0)] {
            let mut left: u64 = start;
            for _ in 0..400 {
                let limit = plan(left, increment, 20).limit_ms;
                assert!(limit <= left, "{limit} of {left}");
                left = left - limit + increment;
            }
        }
    }

    #[test]
    fn a_period_ends_in_time_and_is_used() {
        for moves in [1, 2, 3, 10, 40, 200] {
            let mut left: u64 = 60_000;
            for to_play in (1..=moves).rev() {
                let clock = TimeLeft {
                    remaining_ms: left,
                    increment_ms: 0,
                };
                let plan = TimePlan::for_clock(clock, Some(to_play), 40);
                let reserve = RESERVE_MS.min(left / 3);
                assert!(plan.limit_ms + reserve <= left, "{to_play} of {moves}");
                left -= plan.target_ms.expect("a clock has a target");
            }
            assert!(left < 15_000, "{left} ms are left after {moves} moves");
        }
    }

    /// A typical long game: the best move changes now and then, each iteration takes 75 % more time
    /// than the one before, and pieces leave the board until move 60.
    #[test]
    fn a_long_game_uses_its_clock_and_keeps_enough_for_what_follows() {
        for start in [10_000, 60_000, 600_000] {
            let mut left: u64 = start;
            let mut early = 0;
            for played in 0..120_u64 {
                let pieces = 40 - (34 * played.min(60) / 60) as u32;
                let plan = plan(left, 0, pieces);
                let settled_at_first = 10 * u32::from(played % 4 != 0);
                let (mut elapsed, mut depth) = (1 + (played * 7) % 5, 0);
                let settled = |depth: u32| settled_at_first + depth / 2;
                while !plan.is_enough(
                    elapsed,
                    Course {
                        settled: settled(depth),
                        fell: 0,
                    },
                ) {
                    (elapsed, depth) = (elapsed * 7 / 4 + 1, depth + 1);
                }
                left -= elapsed.min(plan.limit_ms);
                if played < 40 {
                    early = start - left;
                }
                if played == 76 {
                    assert!(left < start / 5, "{left} of {start} ms are left at move 77");
                }
            }
            assert!(early < start * 3 / 4, "{early} of {start} ms by move 40");
            assert!(left > start / 50, "{left} of {start} ms at move 120");
        }
    }

    #[test]
    fn the_reserve_is_kept() {
        assert!(
            plan(100, 10_000, 40).limit_ms <= 25,
            "a third of what remains after the reserve"
        );
        assert!(plan(1_000, 0, 40).limit_ms < 200);
    }

    #[test]
    fn a_settled_move_takes_less_and_a_falling_value_more() {
        let plan = plan(60_000, 0, 40);
        let calm = Course {
            settled: 6,
            fell: 0,
        };
        let alarmed = Course {
            settled: 0,
            fell: 50,
        };
        let first_stop = |course| {
            (0..10_000)
                .find(|&ms| plan.is_enough(ms, course))
                .unwrap_or(0)
        };
        assert!(first_stop(calm) < first_stop(Course::default()));
        assert!(first_stop(Course::default()) < first_stop(alarmed));
        assert!(first_stop(calm) > 0);
    }

    #[test]
    fn a_time_for_the_move_is_used_to_its_end() {
        let limits = Limits::time_ms(500);
        let plan = TimePlan::new(&limits, 40).expect("a plan");
        assert!(!plan.is_enough(
            499,
            Course {
                settled: 9,
                fell: 0
            }
        ));
        assert!(plan.is_over(500));
        assert_eq!(TimePlan::new(&Limits::depth(5), 40), None);
    }
}
