//! Quota of each client network for what it adds to the store of live games: challenges, games, and
//! seats beside those of the players. None of these needs an account, so without a quota one client
//! could fill the lobby and the disk. Generous enough for a school behind one address.

use std::net::IpAddr;
use std::num::NonZeroU32;

use axum::http::StatusCode;

use crate::client::ClientNetwork;
use crate::config::ServerLimits;
use crate::guard::allowance::{Allowance, Denied};
use crate::problem::Problem;

/// Games against the engine that a network may start at once, and how many more an hour: a whole
/// class plays one game after the other.
const ENGINE_GAMES: (NonZeroU32, NonZeroU32) = (
    const { NonZeroU32::new(200).unwrap() },
    const { NonZeroU32::new(240).unwrap() },
);

/// The quota of every network.
#[derive(Debug, Clone)]
pub(crate) struct CreationQuota {
    all: Allowance,
    engine_games: Allowance,
}

/// A network has used up its quota.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the quota is used up for {wait_s} s")]
pub(crate) struct QuotaExceeded {
    is_of_engine_games: bool,
    wait_s: u64,
}

impl CreationQuota {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        let (burst, per_hour) = ENGINE_GAMES;
        Self {
            all: Allowance::hourly(limits.beginnings_per_hour, limits.beginnings_burst),
            engine_games: Allowance::hourly(per_hour, burst),
        }
    }

    /// Counts a game against the engine, in addition to what it counts as otherwise.
    pub(crate) fn take_engine_game(&self, from: IpAddr) -> Result<(), QuotaExceeded> {
        take(&self.engine_games, from, NonZeroU32::MIN).map_err(|wait_s| QuotaExceeded {
            is_of_engine_games: true,
            wait_s,
        })
    }

    /// Counts one row that is about to be stored.
    pub(crate) fn take_one(&self, from: IpAddr) -> Result<(), QuotaExceeded> {
        self.take(from, NonZeroU32::MIN)
    }

    /// Counts several, all or none of them.
    pub(crate) fn take_many(&self, from: IpAddr, number: usize) -> Result<(), QuotaExceeded> {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        NonZeroU32::new(number).map_or(Ok(()), |number| self.take(from, number))
    }

    fn take(&self, from: IpAddr, number: NonZeroU32) -> Result<(), QuotaExceeded> {
        take(&self.all, from, number).map_err(|wait_s| QuotaExceeded {
            is_of_engine_games: false,
            wait_s,
        })
    }
}

/// Takes from an allowance, or returns after how many seconds that will be possible.
fn take(allowance: &Allowance, from: IpAddr, number: NonZeroU32) -> Result<(), u64> {
    let taken = allowance.take(ClientNetwork::of(from), number);
    taken.map_err(|denied| match denied {
        Denied::Wait(wait) => wait.as_secs() + 1,
        Denied::TooMuch => 60 * 60,
    })
}

impl From<QuotaExceeded> for Problem {
    fn from(exceeded: QuotaExceeded) -> Self {
        let QuotaExceeded {
            is_of_engine_games,
            wait_s,
        } = exceeded;
        let (code, title) = if is_of_engine_games {
            (
                "too-many-computer-games",
                "too many games against the engine from one address",
            )
        } else {
            ("too-many-games", "too many games from one address")
        };
        let detail = format!("{title}; try again in {wait_s} s");
        Self::new(StatusCode::TOO_MANY_REQUESTS, code, title, detail).retry_after(wait_s)
    }
}
