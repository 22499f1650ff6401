//! Rate limits by key, based on `governor`: a burst, and one more each interval. The least recently
//! used keys are evicted beyond a bound, so a flood of addresses or names does not exhaust memory.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use governor::clock::{Clock, Reference};
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};
use lru::LruCache;
use parking_lot::Mutex;

use super::bounded::bounded;
use super::log::LimitLog;
use crate::client::{ClientNetwork, ClientSite};
use crate::clock::WallClock;
use crate::problem::Problem;

/// The limit of a /48 of IPv6, as a multiple of one address's.
const ADDRESSES_OF_A_SITE: NonZeroU32 = NonZeroU32::new(16).unwrap();

/// A limit, and the response beyond it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    /// The name of the limit in the log.
    pub(crate) limit: &'static str,
    /// Code and title of the rejection.
    pub(crate) refusal: (&'static str, &'static str),
    /// The quota; `None` allows nothing.
    pub(crate) quota: Option<Quota>,
}

/// A limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}; try again in {wait_s} s", refusal.1)]
pub(crate) struct Denied {
    pub(super) refusal: (&'static str, &'static str),
    /// Seconds to wait before a retry.
    pub(crate) wait_s: u64,
}

impl From<Denied> for Problem {
    fn from(denied: Denied) -> Self {
        let (code, title) = denied.refusal;
        let status = StatusCode::TOO_MANY_REQUESTS;
        Self::new(status, code, title, denied.to_string()).retry_after(denied.wait_s)
    }
}

/// The server's wall clock, as `governor` reads it.
#[derive(Clone)]
pub(crate) struct Wall(pub(crate) Arc<dyn WallClock>);

impl Clock for Wall {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        // Clamped to the year 2262, so that adding a quota's period cannot overflow.
        let now_ns = self.0.now_ms().saturating_mul(1_000_000);
        Nanos::new(now_ns.min(u64::MAX / 2))
    }
}

/// For each key the time at which its quota is full again.
#[derive(Clone)]
struct Keys<K>(Arc<Mutex<LruCache<K, Nanos>>>);

impl<K: Hash + Eq + Clone> StateStore for Keys<K> {
    type Key = K;

    fn measure_and_replace<T, F, E>(&self, key: &K, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut keys = self.0.lock();
        let (outcome, whole_at) = decide(keys.get(key).copied())?;
        keys.put(key.clone(), whole_at);
        Ok(outcome)
    }
}

type Limiter<K, C> = RateLimiter<K, Keys<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// A limit for each key.
pub(crate) struct Limit<K: Hash + Eq + Clone, C: Clock = Wall> {
    rule: Rule,
    limiter: Option<Limiter<K, C>>,
    keys: Keys<K>,
    clock: C,
    start: C::Instant,
    log: Option<Arc<LimitLog>>,
}

impl<K: Hash + Eq + Clone, C: Clock + Clone> Limit<K, C> {
    pub(crate) fn new(rule: Rule, clock: C, log: Option<Arc<LimitLog>>) -> Self {
        let keys = Keys(Arc::new(Mutex::new(bounded())));
        let limiter = |quota| RateLimiter::new(quota, keys.clone(), clock.clone());
        Self {
            rule,
            start: clock.now(),
            limiter: rule.quota.map(limiter),
            keys,
            clock,
            log,
        }
    }

    /// Counts one event of a key; a denied one does not count. `from` is for the log.
    pub(crate) fn take(&self, key: &K, from: ClientNetwork) -> Result<(), Denied> {
        self.take_many(key, NonZeroU32::MIN, from)
    }

    /// Counts several, or none of them. More than the whole quota is always denied.
    pub(crate) fn take_many(
        &self,
        key: &K,
        many: NonZeroU32,
        from: ClientNetwork,
    ) -> Result<(), Denied> {
        let taken = match &self.limiter {
            Some(limiter) => limiter
                .check_key_n(key, many)
                .map(|taken| taken.map_err(|early| early.wait_time_from(self.clock.now()))),
            None => Ok(Err(Duration::from_hours(24))),
        };
        // More than the whole quota would have to wait forever.
        let taken = taken.unwrap_or(Err(Duration::from_hours(1)));
        taken.map_err(|wait| {
            let wait_s = wait.as_millis().div_ceil(1_000).max(1) as u64;
            if let Some(log) = &self.log {
                log.reached(self.rule.limit, from, wait_s);
            }
            Denied {
                refusal: self.rule.refusal,
                wait_s,
            }
        })
    }

    /// Releases a counted event.
    pub(crate) fn release(&self, key: &K) {
        self.give_back_many(key, NonZeroU32::MIN);
    }

    fn give_back_many(&self, key: &K, many: NonZeroU32) {
        let interval = self.rule.quota.map(|quota| quota.replenish_interval());
        let back = interval.unwrap_or_default() * many.get();
        let now = self.clock.now().duration_since(self.start);
        let mut keys = self.keys.0.lock();
        if let Some(whole_at) = keys.peek_mut(key) {
            *whole_at = whole_at.saturating_sub(back.into());
            if *whole_at <= now {
                keys.pop(key);
            }
        }
    }

    /// Resets a key.
    pub(crate) fn forget(&self, key: &K) {
        self.keys.0.lock().pop(key);
    }
}

impl<K: Hash + Eq + Clone> Limit<K> {
    /// A limit by the wall clock that logs a line when it is reached.
    pub(crate) fn logged(rule: Rule, log: &Arc<LimitLog>) -> Self {
        Self::new(rule, Wall(log.clock.clone()), Some(log.clone()))
    }
}

/// A limit for each client network, and a sixteen times higher one for each site, since the owner
/// of a /48 of IPv6 has thousands of networks.
pub(crate) struct ByAddress {
    addresses: Limit<ClientNetwork>,
    sites: Limit<ClientSite>,
}

impl ByAddress {
    pub(crate) fn new(rule: Rule, log: &Arc<LimitLog>) -> Self {
        let of_a_site = |quota: Quota| {
            let interval = quota.replenish_interval() / ADDRESSES_OF_A_SITE.get();
            let burst = quota.burst_size().saturating_mul(ADDRESSES_OF_A_SITE);
            Some(Quota::with_period(interval)?.allow_burst(burst))
        };
        let quota = rule.quota.and_then(of_a_site);
        Self {
            addresses: Limit::logged(rule, log),
            sites: Limit::logged(Rule { quota, ..rule }, log),
        }
    }

    /// Counts one event.
    pub(crate) fn take(&self, from: ClientNetwork) -> Result<(), Denied> {
        self.take_many(from, NonZeroU32::MIN)
    }

    /// Counts a creation while it runs, and releases the count unless something new is stored.
    /// Must run to completion even if the client disconnects, so that the count is right.
    pub(crate) async fn counted<T, E>(
        &self,
        from: ClientNetwork,
        creation: impl Future<Output = Result<T, E>>,
        is_new: impl FnOnce(&T) -> bool,
    ) -> Result<T, Problem>
    where
        Problem: From<E>,
    {
        self.take(from)?;
        let created = creation.await;
        if !created.as_ref().is_ok_and(is_new) {
            self.release(from);
        }
        Ok(created?)
    }

    /// Counts several, or none of them.
    pub(crate) fn take_many(&self, from: ClientNetwork, many: NonZeroU32) -> Result<(), Denied> {
        // The site first, so that a denied one evicts no other network.
        self.sites.take_many(&from.site(), many, from)?;
        let taken = self.addresses.take_many(&from, many, from);
        taken.inspect_err(|_| self.sites.give_back_many(&from.site(), many))
    }

    /// Releases a counted event.
    pub(crate) fn release(&self, from: ClientNetwork) {
        self.addresses.release(&from);
        self.sites.release(&from.site());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::limits::bounded::MAX_KEYS;
    use crate::limits::within;

    /// A settable clock, in seconds.
    #[derive(Default)]
    struct SettableClock(AtomicU64);

    impl WallClock for SettableClock {
        fn now_ms(&self) -> u64 {
            1_000 * self.0.load(Ordering::SeqCst)
        }
    }

    fn rule(most: u32) -> Rule {
        Rule {
            limit: "tests",
            refusal: ("too-many", "too many"),
            quota: within(most, Duration::from_secs(30)),
        }
    }

    fn of(text: &str) -> ClientNetwork {
        ClientNetwork::of(text.parse().unwrap())
    }

    #[test]
    fn a_key_has_a_burst_and_then_one_use_per_interval() {
        let hand = Arc::new(SettableClock::default());
        let clock = Wall(hand.clone());
        let limit = Limit::new(rule(3), clock.clone(), None);
        let take = |key: u32| {
            let taken = limit.take(&key, of("192.0.2.1"));
            taken.map_err(|denied| denied.wait_s)
        };
        for _ in 0..3 {
            assert_eq!(take(1), Ok(()));
        }
        for _ in 0..9 {
            assert_eq!(take(1), Err(10), "what is denied does not count");
        }
        assert_eq!(take(2), Ok(()));
        hand.0.store(10, Ordering::SeqCst);
        assert_eq!((take(1), take(1)), (Ok(()), Err(10)));
        limit.release(&1);
        assert_eq!((take(1), take(1)), (Ok(()), Err(10)));
        limit.forget(&1);
        let all = limit.take_many(&1, NonZeroU32::new(3).unwrap(), of("192.0.2.1"));
        assert_eq!((all, take(1)), (Ok(()), Err(10)));
        // More than a burst is never allowed.
        let more = NonZeroU32::new(4).unwrap();
        assert!(limit.take_many(&3, more, of("192.0.2.1")).is_err());
        let nothing = Limit::new(rule(0), clock, None);
        assert!(nothing.take(&1, of("192.0.2.1")).is_err());
    }

    #[test]
    fn a_flood_of_keys_uses_bounded_memory_and_resets_no_limit() {
        let limit = Limit::new(rule(2), Wall(Arc::new(SettableClock::default())), None);
        let take = |key: usize| limit.take(&key, of("192.0.2.1")).is_ok();
        assert!(take(0) && take(0));
        for key in 1..3 * MAX_KEYS {
            assert!(take(key) && (key % 1_000 > 0 || !take(0)));
        }
        assert_eq!(limit.keys.0.lock().len(), MAX_KEYS);
        // A released key leaves nothing in memory.
        limit.release(&(3 * MAX_KEYS - 1));
        assert_eq!(limit.keys.0.lock().len(), MAX_KEYS - 1);
    }

    #[test]
    fn a_network_with_thousands_of_addresses_counts_as_sixteen() {
        let log = LimitLog::new(Arc::new(SettableClock::default()));
        let limit = ByAddress::new(rule(3), &log);
        let home = |number: u32| of(&format!("2001:db8:1:{number:x}::7"));
        let taken = (0..1_000).filter(|number| limit.take(home(*number)).is_ok());
        assert_eq!(taken.count(), 3 * 16);
        limit.release(home(2));
        assert_eq!(limit.take(home(0xffff)), Ok(()));
        assert!(limit.take(home(0xffff)).is_err());
        assert_eq!(limit.take(of("2001:db8:2::1")), Ok(()));
        // IPv4 addresses are independent.
        for number in 0..200 {
            assert_eq!(limit.take(of(&format!("192.0.2.{number}"))), Ok(()));
        }
    }
}
