//! Throttles attempts from networks with many failures: they are checked one at a time, and after a
//! wrong one the next waits for a pause. A guesser gets one attempt a second; others behind the
//! same address are slowed down but not locked out, and a right attempt delays no other.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::limit::{ByAddress, Denied, Rule};
use super::log::LimitLog;
use crate::client::{ClientNetwork, ClientSite};

/// How many sites may be checked at once.
const MAX_CONCURRENT_CHECKS: usize = 24;

/// How many attempts of one site may wait.
const WAITING_OF_A_SITE: usize = 3;

/// How many may wait in total. With those being checked that is half of the requests that a server
/// handles at once, since each holds its permit.
const WAITING: usize = 8;

/// Failures of a network, and the queue of attempts beyond the limit.
pub(crate) struct Throttle {
    limit: Arc<ByAddress>,
    queue: ThrottleQueue,
    log: Arc<LimitLog>,
}

/// An admitted attempt.
#[must_use = "it counts as a failure"]
pub(crate) enum Admission {
    /// It was counted.
    Counted,
    /// It was not counted; it has the turn of its site.
    Slow(QueueSlot),
}

impl Throttle {
    pub(crate) fn new(rule: Rule, queue: &ThrottleQueue, log: &Arc<LimitLog>) -> Self {
        Self {
            limit: Arc::new(ByAddress::new(rule, log)),
            queue: queue.clone(),
            log: log.clone(),
        }
    }

    /// Counts an attempt before it is checked, so that concurrent attempts all count, or waits for
    /// a turn. Denied if too many wait.
    pub(crate) async fn admit(&self, from: ClientNetwork) -> Result<Admission, Denied> {
        let Err(denied) = self.limit.take(from) else {
            return Ok(Admission::Counted);
        };
        let turn = self.queue.enter(from.site()).await;
        turn.map(Admission::Slow).ok_or_else(|| {
            let wait_s = 2;
            self.log.reached("throttled", from, wait_s);
            Denied { wait_s, ..denied }
        })
    }

    /// Returns the permit of an attempt that succeeded or was not checked.
    pub(crate) fn release(&self, from: ClientNetwork, admission: Admission) {
        match admission {
            Admission::Counted => self.limit.release(from),
            Admission::Slow(turn) => drop(turn),
        }
    }

    /// The attempt was wrong. The turn ends after the pause, even if the client has disconnected.
    pub(crate) async fn was_wrong(&self, from: ClientNetwork, admission: Admission) {
        let Admission::Slow(turn) = admission else {
            return;
        };
        let limit = self.limit.clone();
        let pause = tokio::spawn(async move {
            tokio::time::sleep(turn.queue.pause).await;
            // Uses up what the network's quota regained meanwhile, so that it gets no faster.
            let _ = limit.take(from);
            drop(turn);
        });
        pause.await.ok();
    }
}

/// The queues of all sites.
#[derive(Clone)]
pub(crate) struct ThrottleQueue {
    pause: Duration,
    sites: Arc<Mutex<Sites>>,
}

#[derive(Default)]
struct Sites {
    /// Sites with a turn.
    busy: HashSet<ClientSite>,
    /// The attempts that wait, oldest first. A dropped sender means that it was evicted.
    waiting: VecDeque<(ClientSite, oneshot::Sender<QueueSlot>)>,
}

/// The turn of a site; the next attempt gets it when it is dropped.
pub(crate) struct QueueSlot {
    site: ClientSite,
    queue: ThrottleQueue,
}

impl ThrottleQueue {
    /// Creates an empty queue. After a wrong attempt the next one of the same site waits for
    /// `pause`.
    pub(crate) fn new(pause: Duration) -> Self {
        Self {
            pause,
            sites: Arc::default(),
        }
    }

    /// Waits for a turn. `None` if the queue is full, or newer attempts have evicted this one. Last
    /// in, first out: in a queue in order of arrival, clients that flood it would always be before
    /// the others.
    async fn enter(&self, site: ClientSite) -> Option<QueueSlot> {
        let turn = {
            let mut sites = self.sites.lock();
            if sites.busy.contains(&site) {
                sites.wait(site)
            } else {
                if sites.busy.len() >= MAX_CONCURRENT_CHECKS {
                    return None;
                }
                sites.busy.insert(site);
                return Some(QueueSlot {
                    site,
                    queue: self.clone(),
                });
            }
        };
        turn.await.ok()
    }
}

impl Sites {
    fn wait(&mut self, site: ClientSite) -> oneshot::Receiver<QueueSlot> {
        self.waiting.retain(|(_, turn)| !turn.is_closed());
        let of_site = self.waiting.iter().filter(|(of, _)| *of == site).count();
        if of_site >= WAITING_OF_A_SITE || self.waiting.len() >= WAITING {
            // Evicts the oldest of this site, or else the oldest of all.
            let oldest = self.waiting.iter().position(|(of, _)| *of == site);
            self.waiting.remove(oldest.unwrap_or(0));
        }
        let (sender, turn) = oneshot::channel();
        self.waiting.push_back((site, sender));
        turn
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        let (site, queue) = (self.site, self.queue.clone());
        let next = {
            let mut sites = queue.sites.lock();
            let newest = sites.waiting.iter().rposition(|(of, _)| *of == site);
            let next = newest.and_then(|newest| sites.waiting.remove(newest));
            if next.is_none() {
                sites.busy.remove(&site);
            }
            next
        };
        if let Some((_, next)) = next {
            // If the client has just disconnected, the turn comes back and is dropped again.
            next.send(Self { site, queue }).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use tokio::task::JoinHandle;
    use tokio::time::Instant;

    use super::*;
    use crate::clock::SystemClock;

    const PAUSE: Duration = Duration::from_secs(1);

    /// A throttle that slows every attempt down.
    fn throttle() -> Arc<Throttle> {
        let rule = Rule {
            limit: "tests",
            refusal: ("too-many", "too many"),
            quota: None,
        };
        let log = LimitLog::new(Arc::new(SystemClock));
        Arc::new(Throttle::new(rule, &ThrottleQueue::new(PAUSE), &log))
    }

    fn address(number: u8) -> ClientNetwork {
        ClientNetwork::of([192, 0, 2, number].into())
    }

    fn now() -> Instant {
        #[expect(
            clippy::disallowed_methods,
            reason = "a test measures with the paused clock of tokio"
        )]
        Instant::now()
    }

    /// A wrong attempt; whether it had a turn.
    fn guess(throttle: &Arc<Throttle>, from: ClientNetwork) -> JoinHandle<bool> {
        let throttle = throttle.clone();
        tokio::spawn(async move {
            let Ok(turn) = throttle.admit(from).await else {
                return false;
            };
            throttle.was_wrong(from, turn).await;
            true
        })
    }

    async fn turns(guesses: Vec<JoinHandle<bool>>) -> usize {
        let mut turns = 0;
        for guess in guesses {
            turns += usize::from(guess.await.unwrap());
        }
        turns
    }

    /// Lets every task progress as far as possible without time passing.
    async fn settle() {
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
    }

    fn is_empty(throttle: &Throttle) -> bool {
        let sites = throttle.queue.sites.lock();
        sites.busy.is_empty() && sites.waiting.is_empty()
    }

    #[tokio::test(start_paused = true)]
    async fn attempts_are_serialised_with_pauses_and_a_short_queue() {
        let throttle = throttle();
        let began = now();
        let guesses = (0..20).map(|_| guess(&throttle, address(1))).collect();
        settle().await;
        for _ in 0..100 {
            let other = throttle.admit(address(2)).await;
            assert!(other.is_ok(), "a right attempt delays no other");
        }
        assert_eq!(began.elapsed(), Duration::ZERO);
        let most = 1 + WAITING_OF_A_SITE;
        assert_eq!(turns(guesses).await, most);
        let fits = PAUSE * most as u32..PAUSE * most as u32 + PAUSE / 10;
        assert!(fits.contains(&began.elapsed()), "{:?}", began.elapsed());
        assert!(is_empty(&throttle));
    }

    #[tokio::test(start_paused = true)]
    async fn disconnecting_neither_shortens_the_pause_nor_occupies_the_queue() {
        let throttle = throttle();
        let began = now();
        for number in 0..5 {
            let guesses = [0; 3].map(|_| guess(&throttle, address(1)));
            tokio::time::sleep(Duration::from_millis(10)).await;
            for guess in guesses {
                guess.abort();
                assert!(guess.await.unwrap_err().is_cancelled(), "{number}");
            }
            assert!(throttle.admit(address(1)).await.is_ok());
            assert!(began.elapsed() >= PAUSE * (number + 1), "{number}");
        }
        assert!(is_empty(&throttle));
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_queue_does_not_lock_anyone_out() {
        let throttle = throttle();
        let over = Arc::new(AtomicBool::new(false));
        let guessers: Vec<_> = (0..5)
            .map(|number| {
                let (throttle, over) = (throttle.clone(), over.clone());
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(170 * number)).await;
                    let mut guesses = 0_u32;
                    while !over.load(Ordering::SeqCst) {
                        if guess(&throttle, address(1)).await.unwrap() {
                            guesses += 1;
                        } else {
                            tokio::time::sleep(PAUSE).await;
                        }
                    }
                    guesses
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_secs(10)).await;
        let began = now();
        let mut got_in = 0;
        for _ in 0..300 {
            got_in += u32::from(throttle.admit(address(1)).await.is_ok());
            tokio::time::sleep(Duration::from_millis(2_130)).await;
        }
        assert!(got_in >= 30, "{got_in} of 300");
        over.store(true, Ordering::SeqCst);
        let passed = began.elapsed() + Duration::from_secs(20);
        let mut guesses = 0;
        for guesser in guessers {
            guesses += guesser.await.unwrap();
        }
        assert!(PAUSE * guesses <= passed, "{guesses} in {passed:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_few_addresses_do_not_block_others() {
        let throttle = throttle();
        let few: Vec<_> = (0..20)
            .map(|number| guess(&throttle, address(number % 4)))
            .collect();
        settle().await;
        assert_eq!(throttle.queue.sites.lock().waiting.len(), WAITING);
        let held = throttle.admit(address(9)).await;
        assert!(held.is_ok(), "the first one of another address");
        let second = guess(&throttle, address(9));
        settle().await;
        assert!(!second.is_finished(), "and one behind it waits");
        drop(held);
        assert!(second.await.unwrap());

        // The total is bounded as well.
        let many: Vec<_> = (100..140)
            .map(|number| guess(&throttle, address(number)))
            .collect();
        settle().await;
        assert_eq!(
            throttle.admit(address(200)).await.err().map(|it| it.wait_s),
            Some(2)
        );
        assert_eq!(
            throttle.queue.sites.lock().busy.len(),
            MAX_CONCURRENT_CHECKS
        );
        assert!(turns(few).await >= 4);
        assert!(turns(many).await >= MAX_CONCURRENT_CHECKS - 4);
        assert!(is_empty(&throttle));
    }
}
