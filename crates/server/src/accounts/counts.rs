//! Counters of attempts within a time, by key or by address. A home has a /64 of IPv6; the owner of
//! more of them, up to a /48, counts as a few homes and not as thousands.

use std::collections::VecDeque;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::fading::Fading;
use crate::client::{ClientNetwork, ClientSite};

/// How many tries are remembered of all keys together, about.
const REMEMBERED: usize = 2_000_000;

/// Of how many keys something is remembered, at least and at most.
const KEYS: (usize, usize) = (500, 20_000);

/// As how many homes a site counts.
const HOMES: usize = 16;

/// Not now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Denied {
    /// After how many seconds it makes sense to try again.
    pub(crate) wait_s: u64,
}

/// The times of the last tries of each key.
#[derive(Debug)]
pub(crate) struct Counts<Key> {
    most: usize,
    while_ms: u64,
    tries: Mutex<Fading<Key, VecDeque<u64>>>,
}

impl<Key: Eq + Hash + Clone> Counts<Key> {
    /// So many tries within so many milliseconds.
    pub(crate) fn new(most: usize, while_ms: u64) -> Self {
        let keys = (REMEMBERED / most.max(1)).clamp(KEYS.0, KEYS.1);
        Self {
            most,
            while_ms,
            tries: Mutex::new(Fading::new(while_ms, keys)),
        }
    }

    /// Counts a try; one that is denied does not count.
    pub(crate) fn take(&self, key: &Key, now_ms: u64) -> Result<(), Denied> {
        let mut tries = self.tries();
        self.room(&mut tries, key, now_ms)?;
        tries.note(key, now_ms).push_back(now_ms);
        Ok(())
    }

    /// Whether an attempt would be denied now. Counts nothing.
    pub(crate) fn has_room(&self, key: &Key, now_ms: u64) -> Result<(), Denied> {
        self.room(&mut self.tries(), key, now_ms)
    }

    /// Counts an attempt that was made beyond the limit; the oldest one is dropped.
    pub(crate) fn note(&self, key: &Key, now_ms: u64) {
        let mut tries = self.tries();
        let times = tries.note(key, now_ms);
        times.push_back(now_ms);
        if times.len() > self.most {
            times.pop_front();
        }
    }

    fn room(
        &self,
        tries: &mut Fading<Key, VecDeque<u64>>,
        key: &Key,
        now_ms: u64,
    ) -> Result<(), Denied> {
        let counts = |at_ms: &u64| now_ms.saturating_sub(*at_ms) < self.while_ms;
        let oldest_ms = match tries.get_mut(key) {
            Some(times) => {
                times.retain(counts);
                (times.len() >= self.most).then(|| times.front().copied())
            }
            None => (self.most == 0).then_some(None),
        };
        let Some(oldest_ms) = oldest_ms else {
            return Ok(());
        };
        let over_ms = oldest_ms.unwrap_or(now_ms).saturating_add(self.while_ms);
        Err(Denied {
            wait_s: over_ms.saturating_sub(now_ms).div_ceil(1_000).max(1),
        })
    }

    /// The last try does not count.
    pub(crate) fn give_back(&self, key: &Key) {
        let mut tries = self.tries();
        if let Some(times) = tries.get_mut(key) {
            times.pop_back();
            if times.is_empty() {
                tries.remove(key);
            }
        }
    }

    /// No try of this key counts any more.
    pub(crate) fn forget(&self, key: &Key) {
        self.tries().remove(key);
    }

    fn tries(&self) -> MutexGuard<'_, Fading<Key, VecDeque<u64>>> {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tries of each address, and of each site together.
#[derive(Debug)]
pub(crate) struct ByAddress {
    homes: Counts<ClientNetwork>,
    sites: Counts<ClientSite>,
}

impl ByAddress {
    /// So many tries within so many milliseconds from one address.
    pub(crate) fn new(most: usize, while_ms: u64) -> Self {
        Self {
            homes: Counts::new(most, while_ms),
            sites: Counts::new(most.saturating_mul(HOMES), while_ms),
        }
    }

    /// Counts a try; one that is denied does not count.
    pub(crate) fn take(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.homes.take(&from, now_ms)?;
        let taken = self.sites.take(&from.site(), now_ms);
        taken.inspect_err(|_| self.homes.give_back(&from))
    }

    /// Whether an attempt would be denied now. Counts nothing.
    pub(crate) fn has_room(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.homes.has_room(&from, now_ms)?;
        self.sites.has_room(&from.site(), now_ms)
    }

    /// Counts an attempt that was made beyond the limit.
    pub(crate) fn note(&self, from: ClientNetwork, now_ms: u64) {
        self.homes.note(&from, now_ms);
        self.sites.note(&from.site(), now_ms);
    }

    /// The last try does not count.
    pub(crate) fn give_back(&self, from: ClientNetwork) {
        self.homes.give_back(&from);
        self.sites.give_back(&from.site());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_try_that_is_denied_does_not_count() {
        let counts = Counts::new(2, 10_000);
        assert_eq!(counts.take(&1, 0), Ok(()));
        assert_eq!(counts.take(&1, 5_000), Ok(()));
        for _ in 0..9 {
            assert_eq!(counts.take(&1, 6_000), Err(Denied { wait_s: 4 }));
        }
        assert_eq!(counts.take(&1, 10_000), Ok(()));
        assert_eq!(counts.take(&2, 10_000), Ok(()));
        counts.give_back(&1);
        assert_eq!(counts.take(&1, 10_000), Ok(()));
        let nothing = Counts::new(0, 10_000);
        assert_eq!(nothing.take(&1, 0), Err(Denied { wait_s: 10 }));
    }

    #[test]
    fn what_was_tried_without_room_counts_in_place_of_the_oldest() {
        let counts = Counts::new(3, 10_000);
        for _ in 0..3 {
            assert_eq!(counts.has_room(&1, 0), Ok(()));
            assert_eq!(counts.take(&1, 0), Ok(()));
        }
        // One a second, for a minute.
        for second in 1..60 {
            let denied = Denied {
                wait_s: if second < 3 { 10 - second } else { 7 },
            };
            assert_eq!(counts.has_room(&1, 1_000 * second), Err(denied));
            assert_eq!(counts.take(&1, 1_000 * second), Err(denied));
            counts.note(&1, 1_000 * second);
        }
        assert_eq!(counts.take(&1, 66_999), Err(Denied { wait_s: 1 }));
        assert_eq!(counts.take(&1, 67_000), Ok(()));
        assert!(counts.take(&1, 67_000).is_err());
    }

    #[test]
    fn a_network_with_thousands_of_addresses_counts_as_a_few() {
        let counts = ByAddress::new(3, 10_000);
        let of = |text: &str| ClientNetwork::of(text.parse().unwrap());
        let tried = (0..1_000_u32).filter(|number| {
            let home = of(&format!("2001:db8:1:{number:x}::7"));
            counts.take(home, 0).is_ok()
        });
        assert_eq!(tried.count(), 3 * HOMES);
        counts.give_back(of("2001:db8:1:2::9"));
        assert_eq!(counts.take(of("2001:db8:1:ffff::1"), 0), Ok(()));
        assert!(counts.take(of("2001:db8:1:ffff::1"), 0).is_err());
        assert_eq!(counts.take(of("2001:db8:2::1"), 0), Ok(()));
        // Addresses of IPv4 have nothing to do with each other.
        for number in 0..200 {
            assert_eq!(counts.take(of(&format!("192.0.2.{number}")), 0), Ok(()));
        }
    }
}
