//! When background work on a simul is due, and which games it abandons.

use crate::simuls::board::BoardStanding;
use crate::simuls::value::{Simul, SimulStage};

/// How long a game without clocks may be idle before it stops counting, in milliseconds: four
/// weeks.
pub const ABANDONED_MS: u64 = 28 * 24 * 60 * 60 * 1_000;

/// The longest interval of background work on a simul with unfinished boards, in milliseconds: an
/// hour.
pub const MAX_MAINTENANCE_INTERVAL_MS: u64 = 60 * 60 * 1_000;

/// The shortest postponement, in milliseconds: storing a shorter one costs more than the work.
const LEAST_PUT_OFF_MS: u64 = 15_000;

impl Simul {
    /// When background work is due, in Unix milliseconds: while a board may have to be begun or
    /// recorded. An idle simul is postponed by [`Simul::puts_off_until_ms`].
    pub fn due_ms(&self) -> Option<u64> {
        match &self.stage {
            SimulStage::Begun {
                begun_ms, boards, ..
            } => boards
                .iter()
                .any(|board| !board.is_over())
                .then_some(*begun_ms),
            SimulStage::Open | SimulStage::CalledOff { .. } => None,
        }
    }

    /// Until when background work may be postponed, in Unix milliseconds, if there was nothing to
    /// do and the games have these states: by a twenty-fourth of the idle time, at most an hour.
    /// `None` if it is due soon.
    pub fn puts_off_until_ms(&self, standings: &[BoardStanding], now_ms: u64) -> Option<u64> {
        let SimulStage::Begun {
            begun_ms, ended, ..
        } = self.stage
        else {
            return None;
        };
        let ended_ms = ended.map_or(0, |(_, at_ms)| at_ms);
        let moved_ms = standings.iter().filter_map(|standing| standing.last_ms);
        let last_ms = begun_ms.max(ended_ms).max(moved_ms.max().unwrap_or(0));
        let wait_ms = (now_ms.saturating_sub(last_ms) / 24).min(MAX_MAINTENANCE_INTERVAL_MS);
        (wait_ms >= LEAST_PUT_OFF_MS).then(|| now_ms.saturating_add(wait_ms))
    }

    /// Whether an unfinished game in this state is abandoned: without clocks it would never end by
    /// itself. One that cannot be read is not, since it may be over.
    pub fn is_given_up(&self, standing: &BoardStanding, now_ms: u64) -> bool {
        let SimulStage::Begun { begun_ms, .. } = self.stage else {
            return false;
        };
        let last_ms = standing.last_ms.unwrap_or(begun_ms);
        !standing.is_unreadable
            && self.terms.host_clock.is_none()
            && now_ms.saturating_sub(last_ms) >= ABANDONED_MS
    }
}
