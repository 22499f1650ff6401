//! Limits on sign-ins by password: five failures for a name from one network and forty in total
//! within a quarter of an hour; many failures of one network slow it down. On networks where a name
//! has signed in lately only its failures there count, so that attackers elsewhere cannot delay its
//! owner.

use std::sync::Arc;

use lru::LruCache;
use parking_lot::Mutex;

use crate::client::ClientNetwork;
use crate::clock::WallClock;
use crate::limits::{Admission, Denied, Limits, bounded};

/// How long a network stays known, in milliseconds: 30 days, as long as an unused session.
const KNOWN_MS: u64 = 30 * 24 * 60 * 60 * 1_000;

/// How many networks of a name are remembered: the latest. So an account used everywhere evicts no
/// other.
const MAX_NETWORKS: usize = 16;

/// The limits on sign-ins by password.
pub(crate) struct SignIns {
    limits: Arc<Limits>,
    clock: Arc<dyn WallClock>,
    /// For each name the networks where it has signed in, and when; the latest last.
    known_networks: Mutex<LruCache<String, Vec<(ClientNetwork, u64)>>>,
}

/// An admitted attempt. Beyond the limit of its network it has waited for a slot.
#[must_use = "it counts as a failure"]
pub(crate) struct Attempt {
    name_and_network: (String, ClientNetwork),
    /// `None` on a known network.
    admission: Option<Admission>,
}

impl SignIns {
    pub(crate) fn new(limits: Arc<Limits>, clock: Arc<dyn WallClock>) -> Self {
        let known_networks = Mutex::new(bounded());
        Self {
            limits,
            clock,
            known_networks,
        }
    }

    /// Counts an attempt before the password is checked, so that concurrent attempts all count. A
    /// denied one does not count, so attempts on one name do not block other names behind the same
    /// address.
    pub(crate) async fn attempt(&self, name: &str, from: ClientNetwork) -> Result<Attempt, Denied> {
        let name_and_network = (name.to_owned(), from);
        self.limits.name_by_network.take(&name_and_network, from)?;
        let admission = if self.is_known(name, from) {
            None
        } else {
            let admission = self.admit(&name_and_network.0, from).await;
            Some(
                admission
                    .inspect_err(|_| self.limits.name_by_network.release(&name_and_network))?,
            )
        };
        Ok(Attempt {
            name_and_network,
            admission,
        })
    }

    async fn admit(&self, name: &String, from: ClientNetwork) -> Result<Admission, Denied> {
        self.limits.name.take(name, from)?;
        let admission = self.limits.passwords.admit(from).await;
        admission.inspect_err(|_| self.limits.name.release(name))
    }

    /// Records a right password: the attempt does not count, and the network becomes known.
    pub(crate) fn was_right(&self, attempt: Attempt) {
        let (name, from) = attempt.name_and_network.clone();
        self.was_not_checked(attempt);
        self.signed_in(&name, from);
    }

    /// Records that the password was not checked, for lack of capacity or because the store was
    /// unavailable: the attempt does not count.
    pub(crate) fn was_not_checked(
        &self,
        Attempt {
            name_and_network,
            admission,
        }: Attempt,
    ) {
        self.limits.name_by_network.release(&name_and_network);
        if let Some(admission) = admission {
            self.limits.name.release(&name_and_network.0);
            self.limits.passwords.release(name_and_network.1, admission);
        }
    }

    /// Records a wrong password. Beyond the limit of its network, waits.
    pub(crate) async fn was_wrong(
        &self,
        Attempt {
            name_and_network,
            admission,
        }: Attempt,
    ) {
        if let Some(admission) = admission {
            self.limits
                .passwords
                .was_wrong(name_and_network.1, admission)
                .await;
        }
    }

    /// Records a sign-in by any means: removes the password failures of this network, which becomes
    /// known.
    pub(crate) fn signed_in(&self, name: &str, from: ClientNetwork) {
        self.limits.name_by_network.forget(&(name.to_owned(), from));
        let mut known = self.known_networks.lock();
        let networks = known.get_or_insert_mut(name.to_owned(), Vec::new);
        networks.retain(|(network, _)| *network != from);
        if networks.len() >= MAX_NETWORKS {
            networks.remove(0);
        }
        networks.push((from, self.clock.now_ms()));
    }

    fn is_known(&self, name: &str, from: ClientNetwork) -> bool {
        let now_ms = self.clock.now_ms();
        let is_it = |(network, at_ms): &(ClientNetwork, u64)| {
            *network == from && now_ms.saturating_sub(*at_ms) < KNOWN_MS
        };
        self.known_networks
            .lock()
            .get(name)
            .is_some_and(|all| all.iter().any(is_it))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::config::ServerLimits;
    use crate::test_support::SetClock;

    fn sign_ins() -> (SignIns, Arc<SetClock>) {
        let hand = Arc::new(SetClock::default());
        let limits = Limits::new(&ServerLimits::default(), hand.clone());
        (SignIns::new(Arc::new(limits), hand.clone()), hand)
    }

    fn network(number: u32) -> ClientNetwork {
        ClientNetwork::of(std::net::Ipv4Addr::from(number).into())
    }

    /// A wrong attempt: whether it was known, counted or slow, or for how many seconds it was
    /// denied.
    async fn wrong(sign_ins: &SignIns, name: &str, from: u32) -> Result<&'static str, u64> {
        let attempt = sign_ins.attempt(name, network(from)).await;
        Ok(match attempt.map_err(|denied| denied.wait_s)?.admission {
            None => "known",
            Some(Admission::Counted) => "counted",
            Some(Admission::Slow(_)) => "slow",
        })
    }

    /// How many of so many concurrent wrong attempts are checked at once; each with a name of its
    /// own.
    async fn at_once(sign_ins: &SignIns, names: u32, from: u32) -> usize {
        let mut counted = 0;
        for number in 0..names {
            let pace = wrong(sign_ins, &format!("name{number}"), from).await;
            counted += usize::from(pace == Ok("counted"));
        }
        counted
    }

    #[tokio::test]
    async fn five_failures_delay_their_network_and_not_the_owners() {
        let (sign_ins, hand) = sign_ins();
        for _ in 0..5 {
            assert_eq!(wrong(&sign_ins, "awa", 1).await, Ok("counted"));
        }
        // Many attempts at one name do not affect others.
        for _ in 0..200 {
            assert_eq!(wrong(&sign_ins, "awa", 1).await, Err(180));
        }
        assert_eq!(wrong(&sign_ins, "awa", 2).await, Ok("counted"));
        assert_eq!(at_once(&sign_ins, 200, 1).await, 95);
        hand.0.store(180_000, Ordering::SeqCst);
        assert_eq!(wrong(&sign_ins, "awa", 1).await, Ok("counted"));
        assert_eq!(wrong(&sign_ins, "awa", 1).await, Err(180));
    }

    #[tokio::test]
    async fn successful_and_unchecked_attempts_do_not_count() {
        let (sign_ins, _) = sign_ins();
        for number in 0..500 {
            let (name, from) = (format!("name{}", number % 7), network(1));
            let attempt = sign_ins.attempt(&name, from).await.unwrap();
            if number % 2 == 0 {
                sign_ins.was_not_checked(attempt);
            } else {
                sign_ins.was_right(attempt);
            }
        }
        let all = sign_ins.attempt("zoe", network(1)).await.unwrap();
        sign_ins.was_not_checked(all);
        sign_ins.known_networks.lock().clear();
        assert_eq!(at_once(&sign_ins, 200, 1).await, 100);
        // Beyond it, no more is released than was taken.
        let slow = sign_ins.attempt("zoe", network(1)).await.unwrap();
        sign_ins.was_not_checked(slow);
        assert_eq!(wrong(&sign_ins, "zoe", 1).await, Ok("slow"));
        assert_eq!(wrong(&sign_ins, "zoe", 2).await, Ok("counted"));
    }

    #[tokio::test]
    async fn attackers_elsewhere_do_not_delay_an_owner_on_a_known_network() {
        let (sign_ins, hand) = sign_ins();
        sign_ins.signed_in("awa", network(1));
        let mut guesses = 0;
        for number in 0..200 {
            guesses += usize::from(wrong(&sign_ins, "awa", 2 + number % 50).await.is_ok());
        }
        assert_eq!(guesses, 40, "many addresses that guess together wait");
        assert_eq!(at_once(&sign_ins, 200, 1).await, 100);
        for _ in 0..50 {
            let attempt = sign_ins.attempt("awa", network(1)).await.unwrap();
            sign_ins.was_right(attempt);
        }
        // A sign-in at home releases nothing for those who guess elsewhere.
        assert!(wrong(&sign_ins, "awa", 99).await.is_err());
        for _ in 0..5 {
            assert_eq!(wrong(&sign_ins, "awa", 1).await, Ok("known"));
        }
        assert!(wrong(&sign_ins, "awa", 1).await.is_err());
        hand.0.store(KNOWN_MS, Ordering::SeqCst);
        assert_eq!(wrong(&sign_ins, "awa", 1).await, Ok("counted"));
    }

    #[test]
    fn an_account_that_signs_in_from_everywhere_evicts_no_other() {
        let (sign_ins, _) = sign_ins();
        sign_ins.signed_in("awa", network(0));
        for number in 0..40_000 {
            sign_ins.signed_in("eve", network(number));
            // A network that is used again stays.
            sign_ins.signed_in("eve", network(7));
        }
        assert!(sign_ins.is_known("awa", network(0)));
        let known = (0..40_000).filter(|number| sign_ins.is_known("eve", network(*number)));
        assert_eq!(known.count(), MAX_NETWORKS);
        assert!(sign_ins.is_known("eve", network(7)));
    }
}
