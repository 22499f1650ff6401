//! Limits of open sockets and streams of live play, in all and for each address. They stay open for
//! hours, so they are counted apart from request connections.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::config::ServerLimits;
use crate::network_limits::{NetworkLimits, NetworkPermit};

/// The permits for sockets.
#[derive(Debug, Clone)]
pub(crate) struct Sockets {
    most: u32,
    places: Arc<Semaphore>,
    shares: NetworkLimits,
    reading_time: Duration,
}

/// A socket's permit, released when dropped.
#[derive(Debug)]
pub(crate) struct SocketPermit {
    _held: (NetworkPermit, OwnedSemaphorePermit),
}

impl Sockets {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        Self {
            most: limits.sockets,
            places: Arc::new(Semaphore::new(limits.sockets as usize)),
            shares: NetworkLimits::new(limits.sockets_per_address),
            reading_time: limits.reading_time,
        }
    }

    /// A permit for a socket of this address; `None` if there is none left.
    pub(crate) fn take(&self, ip: IpAddr) -> Option<SocketPermit> {
        let share = self.shares.take(ip, 1)?;
        let place = self.places.clone().try_acquire_owned().ok()?;
        Some(SocketPermit {
            _held: (share, place),
        })
    }

    /// How long the client of a socket may take to read a frame.
    pub(crate) fn reading_time(&self) -> Duration {
        self.reading_time
    }

    /// How many are open.
    pub(crate) fn count(&self) -> u32 {
        self.most
            .saturating_sub(u32::try_from(self.places.available_permits()).unwrap_or(u32::MAX))
    }

    /// Waits until every socket is closed, and for this long at most.
    pub(crate) async fn all_closed(&self, at_most: Duration) {
        let _ = timeout(at_most, self.places.acquire_many(self.most)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn sockets_are_bounded_in_total_and_per_address() {
        let sockets = Sockets::new(ServerLimits {
            sockets: 3,
            sockets_per_address: 2,
            ..ServerLimits::default()
        });
        let [one, other]: [IpAddr; 2] = ["192.0.2.1", "192.0.2.2"].map(|ip| ip.parse().unwrap());
        let held = [sockets.take(one).unwrap(), sockets.take(one).unwrap()];
        assert!(sockets.take(one).is_none());
        let third = sockets.take(other).unwrap();
        assert!(sockets.take(other).is_none());
        assert_eq!(sockets.count(), 3);
        drop(held);
        assert_eq!(sockets.count(), 1);
        assert!(sockets.take(other).is_some());
        drop(third);
        sockets.all_closed(Duration::from_mins(1)).await;
    }
}
