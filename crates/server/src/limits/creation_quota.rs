//! Quota of each client network for what it adds to the store of live games: challenges, games, and
//! seats beside those of the players. None of these needs an account, so without a quota one client
//! could fill the lobby and the disk. Generous enough for a school behind one address.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use super::{Denied, Limits};
use crate::client::ClientNetwork;

/// The quota of every network.
#[derive(Clone)]
pub(crate) struct CreationQuota(Arc<Limits>);

impl CreationQuota {
    pub(crate) fn new(limits: Arc<Limits>) -> Self {
        Self(limits)
    }

    /// Counts a game against the engine, in addition to what it counts as otherwise.
    pub(crate) fn take_engine_game(&self, from: IpAddr) -> Result<(), Denied> {
        self.0.by_address.engine_games.take(ClientNetwork::of(from))
    }

    /// Counts one further seat at a game.
    pub(crate) fn take_seat(&self, from: IpAddr) -> Result<(), Denied> {
        self.0.by_address.seats.take(ClientNetwork::of(from))
    }

    /// Counts one row that is about to be stored.
    pub(crate) fn take_one(&self, from: IpAddr) -> Result<(), Denied> {
        self.take_many(from, 1)
    }

    /// Counts several, all or none of them.
    pub(crate) fn take_many(&self, from: IpAddr, many: usize) -> Result<(), Denied> {
        let many = NonZeroU32::new(u32::try_from(many).unwrap_or(u32::MAX));
        many.map_or(Ok(()), |many| {
            self.0
                .by_address
                .games
                .take_many(ClientNetwork::of(from), many)
        })
    }
}
