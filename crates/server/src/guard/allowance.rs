//! How much each client network may do in the long run: so many units a second or an hour, with a
//! burst. Used for the number of requests (`rate.rs`), for the bytes sent (`body.rs`) and for what
//! is brought into the store (`../beginnings.rs`). A network that has been silent for a while is
//! forgotten, so that the memory of this does not grow with the number of clients.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::client::ClientNetwork;

/// How many networks are remembered at least before the silent ones are forgotten.
const REMEMBERED: usize = 10_000;

/// What each network may still do.
#[derive(Debug, Clone)]
pub(crate) struct Allowance {
    limiter: Arc<DefaultKeyedRateLimiter<ClientNetwork>>,
    /// How many networks are remembered before the silent ones are forgotten again: twice as many
    /// as were active the last time, so that the work of forgetting does not grow with the number
    /// of requests.
    forget_at: Arc<AtomicUsize>,
}

/// Why a network may not do what it wants.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Denied {
    /// Not yet: it has to wait this long.
    Wait(Duration),
    /// Never: it is more than a whole burst.
    TooMuch,
}

impl Allowance {
    /// An allowance of `per_second` units for each network in the long run, and of `burst` at once.
    pub(crate) fn new(per_second: NonZeroU32, burst: NonZeroU32) -> Self {
        Self::of(Quota::per_second(per_second).allow_burst(burst))
    }

    /// The same by the hour.
    pub(crate) fn hourly(per_hour: NonZeroU32, burst: NonZeroU32) -> Self {
        Self::of(Quota::per_hour(per_hour).allow_burst(burst))
    }

    fn of(quota: Quota) -> Self {
        Self {
            limiter: Arc::new(RateLimiter::keyed(quota)),
            forget_at: Arc::new(AtomicUsize::new(REMEMBERED)),
        }
    }

    /// Takes units from the allowance of a network; takes none where it is denied.
    pub(crate) fn take(&self, network: ClientNetwork, units: NonZeroU32) -> Result<(), Denied> {
        if self.limiter.len() > self.forget_at.load(Ordering::Relaxed) {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
            let active = self.limiter.len();
            self.forget_at
                .store(REMEMBERED.max(2 * active), Ordering::Relaxed);
        }
        match self.limiter.check_key_n(&network, units) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(early)) => Err(Denied::Wait(
                early.wait_time_from(DefaultClock::default().now()),
            )),
            Err(_) => Err(Denied::TooMuch),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::num::NonZeroU32;

    use super::{Allowance, Denied, REMEMBERED};
    use crate::client::ClientNetwork;

    fn network(number: u32) -> ClientNetwork {
        ClientNetwork::of(Ipv4Addr::from(number).into())
    }

    fn units(number: u32) -> NonZeroU32 {
        NonZeroU32::new(number).expect("a test takes something")
    }

    #[test]
    fn each_network_has_its_own() {
        let allowance = Allowance::new(units(1), units(3));
        assert_eq!(allowance.take(network(1), units(2)), Ok(()));
        let denied = allowance.take(network(1), units(2));
        assert!(matches!(denied, Err(Denied::Wait(wait)) if wait.as_millis() <= 1_000));
        assert_eq!(allowance.take(network(2), units(2)), Ok(()));
    }

    #[test]
    fn more_than_a_burst_is_never_allowed() {
        let allowance = Allowance::new(units(1), units(3));
        assert_eq!(allowance.take(network(1), units(4)), Err(Denied::TooMuch));
    }

    #[test]
    fn silent_networks_are_forgotten() {
        // A million units a second: every network has its whole allowance again after a
        // microsecond.
        let allowance = Allowance::new(units(1_000_000), units(1));
        for number in 0..3 * REMEMBERED as u32 {
            assert_eq!(allowance.take(network(number), units(1)), Ok(()));
        }
        assert!(allowance.limiter.len() <= REMEMBERED + 1);
    }
}
