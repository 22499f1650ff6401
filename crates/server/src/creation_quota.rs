//! How much one address may bring into the store of live games: challenges, games, and seats beside those of the players. Nobody needs an
//! account for these, so without a bound a stranger could fill the lobby and the disk. Generous for a school behind one address.

use std::net::IpAddr;
use std::num::NonZeroU32;

use axum::http::StatusCode;

use crate::client::ClientNetwork;
use crate::config::ServerLimits;
use crate::guard::allowance::{Allowance, Denied};
use crate::problem::Problem;

/// Games against the computer that an address may begin at once, and how many more an hour: a class that has played long begins the next ones in turn,
/// each after some seconds, and no school has none until tomorrow.
const HOUSE_GAMES: (NonZeroU32, NonZeroU32) = (
    const { NonZeroU32::new(200).unwrap() },
    const { NonZeroU32::new(240).unwrap() },
);

/// What each address may still begin.
#[derive(Debug, Clone)]
pub(crate) struct Beginnings {
    all: Allowance,
    house_games: Allowance,
}

impl Beginnings {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        let (burst, per_hour) = HOUSE_GAMES;
        Self {
            all: Allowance::hourly(limits.beginnings_per_hour, limits.beginnings_burst),
            house_games: Allowance::hourly(per_hour, burst),
        }
    }

    /// Counts a game against the computer, besides what it is counted as otherwise.
    pub(crate) fn house_game(&self, from: IpAddr) -> Result<(), Problem> {
        let taken = self
            .house_games
            .take(ClientNetwork::of(from), NonZeroU32::MIN);
        // A burst is 1 at least, so that one game is never too much.
        let Err(Denied::Wait(wait)) = taken else {
            return Ok(());
        };
        let wait_s = wait.as_secs() + 1;
        Err(Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-computer-games",
            "too many games against the computer from one address",
            format!(
                "this address has begun too many games against the computer; try again in {wait_s} s"
            ),
        )
        .retry_after(wait_s))
    }

    /// Counts one thing that is about to be stored.
    pub(crate) fn one(&self, from: IpAddr) -> Result<(), Problem> {
        self.take(from, NonZeroU32::MIN)
    }

    /// Counts several; none is as good as nothing.
    pub(crate) fn some(&self, from: IpAddr, number: usize) -> Result<(), Problem> {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        NonZeroU32::new(number).map_or(Ok(()), |number| self.take(from, number))
    }

    fn take(&self, from: IpAddr, number: NonZeroU32) -> Result<(), Problem> {
        let wait_s = match self.all.take(ClientNetwork::of(from), number) {
            Ok(()) => return Ok(()),
            Err(Denied::Wait(wait)) => wait.as_secs() + 1,
            Err(Denied::TooMuch) => 60 * 60,
        };
        Err(Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-games",
            "too many games from one address",
            format!("this address has offered and begun too many games; try again in {wait_s} s"),
        )
        .retry_after(wait_s))
    }
}
