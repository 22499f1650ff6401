//! Limits of what each client network may hold at once: connections, requests in progress, bytes
//! waiting to be handled. A network that uses much leaves less for itself, not for others. A
//! network that holds nothing is removed.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::client::ClientNetwork;

/// The share of each network.
#[derive(Debug, Clone)]
pub(crate) struct NetworkLimits {
    most: usize,
    left: Arc<Mutex<HashMap<ClientNetwork, Weak<Semaphore>>>>,
}

/// A part of a network's share, released when dropped.
#[derive(Debug)]
pub(crate) struct NetworkPermit(OwnedSemaphorePermit);

impl NetworkLimits {
    /// Gives each network a share of this size.
    pub(crate) fn new(most: u32) -> Self {
        Self {
            most: (most as usize).min(Semaphore::MAX_PERMITS),
            left: Arc::default(),
        }
    }

    /// Takes `much` from the share of this address's network; `None` if too little is left.
    pub(crate) fn take(&self, ip: IpAddr, much: u32) -> Option<NetworkPermit> {
        let left = self.left_of(ip);
        left.try_acquire_many_owned(much).ok().map(NetworkPermit)
    }

    /// Waits for one unit of the share of this address's network.
    pub(crate) async fn wait(&self, ip: IpAddr) -> Option<NetworkPermit> {
        let left = self.left_of(ip);
        left.acquire_owned().await.ok().map(NetworkPermit) // the semaphore is never closed
    }

    fn left_of(&self, ip: IpAddr) -> Arc<Semaphore> {
        let network = ClientNetwork::of(ip);
        let mut all = self.left.lock();
        if let Some(left) = all.get(&network).and_then(Weak::upgrade) {
            return left;
        }
        // Every permit keeps its semaphore alive, so an unreferenced semaphore belongs to a network
        // that holds nothing. There are never more entries than connections.
        all.retain(|_, left| left.strong_count() > 0);
        let left = Arc::new(Semaphore::new(self.most));
        all.insert(network, Arc::downgrade(&left));
        left
    }
}

impl NetworkPermit {
    /// Joins both parts into one.
    pub(crate) fn join(&mut self, other: Self) {
        self.0.merge(other.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_network_gets_its_share_at_most() {
        let shares = NetworkLimits::new(2);
        let take = |text: &str| shares.take(text.parse().unwrap(), 1);
        let one = take("192.0.2.7").unwrap();
        let mut other = take("::ffff:192.0.2.7").unwrap();
        assert!(take("192.0.2.7").is_none());
        let neighbour = take("192.0.2.8");
        assert!(neighbour.is_some());
        drop(one);
        other.join(take("192.0.2.7").unwrap());
        assert!(take("192.0.2.7").is_none());
        let waiting = shares.wait("192.0.2.7".parse().unwrap());
        drop(other);
        assert!(waiting.await.is_some());

        drop(neighbour);
        drop(take("192.0.2.9"));
        assert_eq!(shares.left.lock().len(), 1, "the others are forgotten");
        assert!(shares.take("192.0.2.7".parse().unwrap(), 3).is_none());
    }
}
