//! Each address's share of the connections: whoever opens one after another takes them from itself, not
//! from the others. Asked for every connection that is accepted. What it remembers of an address is
//! forgotten with its last connection.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::household::household;

/// How many connections each address has.
#[derive(Debug, Clone)]
pub(crate) struct Shares {
    most: u32,
    taken: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

/// One connection of an address, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    of: IpAddr,
    shares: Shares,
}

impl Shares {
    /// At most so many connections for each address.
    pub(crate) fn new(most: u32) -> Self {
        Self {
            most,
            taken: Arc::default(),
        }
    }

    /// Another connection of an address; nothing where it has its share already.
    pub(crate) fn take(&self, ip: IpAddr) -> Option<Share> {
        let of = household(ip);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.get(&of).is_some_and(|&count| count >= self.most) {
            return None;
        }
        *taken.entry(of).or_default() += 1;
        Some(Share {
            of,
            shares: self.clone(),
        })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = (self.shares.taken.lock()).unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.of) {
            *count -= 1; // counted when it was taken
            if *count == 0 {
                taken.remove(&self.of);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_its_share_and_no_more() {
        let shares = Shares::new(2);
        let take = |text: &str| shares.take(text.parse().unwrap());
        let one = take("192.0.2.7").unwrap();
        let other = take("::ffff:192.0.2.7").unwrap();
        assert!(take("192.0.2.7").is_none());
        let neighbour = take("192.0.2.8");
        assert!(neighbour.is_some());
        drop(one);
        assert!(take("192.0.2.7").is_some());
        drop((other, neighbour));
        assert!(shares.taken.lock().unwrap().is_empty());
    }
}
