//! When the server is to look after a simul, and what it gives up.

use crate::simuls::board::BoardStanding;
use crate::simuls::value::{Simul, SimulStage};

/// After how long a game without clocks in which nobody has moved counts for nobody, in milliseconds: four weeks.
pub const GIVEN_UP_MS: u64 = 28 * 24 * 60 * 60 * 1_000;

/// How often the server looks after a simul at least while boards are not over, in milliseconds: each hour.
pub const LOOKED_AFTER_MS: u64 = 60 * 60 * 1_000;

/// A look is put off no less than so long, in milliseconds: noting it costs more than the look.
const LEAST_PUT_OFF_MS: u64 = 15_000;

impl Simul {
    /// When the server is to look after it, in Unix milliseconds: as long as a board may have to be begun or counted. Where nothing happens the
    /// house puts that off, by what [`Simul::puts_off_until_ms`] says.
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

    /// Until when the server may put the next look off, in Unix milliseconds, where it has just found nothing to do and the games stand like this:
    /// by a twenty-fourth of the time for which nothing has happened, an hour at most. `None` where it looks again soon.
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
        let wait_ms = (now_ms.saturating_sub(last_ms) / 24).min(LOOKED_AFTER_MS);
        (wait_ms >= LEAST_PUT_OFF_MS).then(|| now_ms.saturating_add(wait_ms))
    }

    /// Whether a game that goes on and stands like this is given up: without clocks it would never end where nobody moves. One that cannot be read is
    /// not: it may be over.
    pub fn is_given_up(&self, standing: &BoardStanding, now_ms: u64) -> bool {
        let SimulStage::Begun { begun_ms, .. } = self.stage else {
            return false;
        };
        let last_ms = standing.last_ms.unwrap_or(begun_ms);
        !standing.is_unreadable
            && self.terms.host_clock.is_none()
            && now_ms.saturating_sub(last_ms) >= GIVEN_UP_MS
    }
}
