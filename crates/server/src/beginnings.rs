//! How much one address may bring into the store of live games: challenges, games, and seats beside those of the players. Nobody needs an
//! account for these, so without a bound a stranger could fill the lobby and the disk. Generous for a school behind one address.

use std::net::IpAddr;
use std::num::NonZeroU32;

use axum::http::StatusCode;

use crate::client::ClientNetwork;
use crate::config::ServerLimits;
use crate::guard::allowance::{Allowance, Denied};
use crate::problem::Problem;

/// What each address may still begin.
#[derive(Debug, Clone)]
pub(crate) struct Beginnings(Allowance);

impl Beginnings {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        Self(Allowance::hourly(
            limits.beginnings_per_hour,
            limits.beginnings_burst,
        ))
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
        let wait_s = match self.0.take(ClientNetwork::of(from), number) {
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
