//! The queue of throttled attempts of an address: one at a time, and a wrong password or code makes
//! the next one wait for a pause. So a guesser gets no more than one attempt a second, and a right
//! password does not delay the others.
//!
//! Few may wait, since each holds the permit of a request. Beyond that, a newcomer evicts a random
//! waiting request, and the next turn is drawn at random too, so that flooding the queue does not
//! keep others out for long. Each address has a slot of its own for its current turn; only those
//! waiting behind it share slots with other addresses.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::client::ClientSite;
use crate::random::random_bytes;

/// How many of one address are in the lane, the one whose turn it is among them.
const MOST: usize = 4;

/// How many addresses have a lane: each has a place for the one whose turn it is.
const LANES: usize = 24;

/// How many wait in all lanes together. With the places above that is half of the requests that a
/// server handles at once.
const WAITING: usize = 8;

/// The queues of all addresses with a current turn.
#[derive(Debug, Clone)]
pub(crate) struct SlowLanes {
    pause: Duration,
    lanes: Arc<Mutex<Lanes>>,
    turns: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

#[derive(Debug, Default)]
struct Lanes {
    /// Those who wait behind the one whose turn it is.
    of: HashMap<ClientSite, Vec<Waiting>>,
    /// How many have waited anywhere: the number of the next one.
    came: u64,
}

/// A waiting request.
#[derive(Debug)]
struct Waiting {
    number: u64,
    place: OwnedSemaphorePermit,
    /// Signals its turn. A dropped sender means that it was evicted.
    turn: oneshot::Sender<SlowTurn>,
}

/// A turn, until it is dropped.
#[derive(Debug)]
pub(crate) struct SlowTurn {
    lanes: SlowLanes,
    /// Whose lane it is, and its place; gone once the turn is passed on.
    held: Option<(ClientSite, OwnedSemaphorePermit)>,
}

/// The receiver of a waiting request. Dropping it leaves the queue.
#[derive(Debug)]
struct Wait {
    lanes: SlowLanes,
    site: ClientSite,
    number: u64,
    turn: oneshot::Receiver<SlowTurn>,
}

/// What a newcomer finds.
#[derive(Debug)]
enum Found {
    Turn(SlowTurn),
    Wait(Wait),
}

impl SlowLanes {
    /// Empty; a wrong attempt delays the others of its address for this long.
    pub(crate) fn new(pause: Duration) -> Self {
        Self {
            pause,
            lanes: Arc::default(),
            turns: Arc::new(Semaphore::new(LANES)),
            waiting: Arc::new(Semaphore::new(WAITING)),
        }
    }

    /// Waits for a turn; `None` if there is no space, or it was evicted.
    pub(crate) async fn enter(&self, site: ClientSite) -> Option<SlowTurn> {
        match self.come(site)? {
            Found::Turn(turn) => Some(turn),
            Found::Wait(mut wait) => (&mut wait.turn).await.ok(),
        }
    }

    fn come(&self, site: ClientSite) -> Option<Found> {
        let mut lanes = self.lanes();
        let Some(behind) = lanes.of.get(&site).map(Vec::len) else {
            let place = self.turns.clone().try_acquire_owned().ok()?;
            lanes.of.insert(site, Vec::new());
            return Some(Found::Turn(SlowTurn {
                lanes: self.clone(),
                held: Some((site, place)),
            }));
        };
        let free = || self.waiting.clone().try_acquire_owned().ok();
        let has_room = behind + 1 < MOST;
        let place = has_room.then(free).flatten();
        let place = place.or_else(|| lanes.place_by_lot(site))?;
        let (number, (sender, receiver)) = (lanes.came, oneshot::channel());
        lanes.came += 1;
        lanes.of.get_mut(&site)?.push(Waiting {
            number,
            place,
            turn: sender,
        });
        Some(Found::Wait(Wait {
            lanes: self.clone(),
            site,
            number,
            turn: receiver,
        }))
    }

    fn lanes(&self) -> MutexGuard<'_, Lanes> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lanes {
    /// A random waiting request to evict: of this address, or, if none of it waits, of the address
    /// with the most waiting, unless each has only one.
    fn place_by_lot(&mut self, site: ClientSite) -> Option<OwnedSemaphorePermit> {
        let own_wait = self.of.get(&site).is_some_and(|own| !own.is_empty());
        let waiting = if own_wait {
            self.of.get_mut(&site)
        } else {
            let most = self.of.values_mut().max_by_key(|waiting| waiting.len());
            most.filter(|waiting| waiting.len() > 1)
        }?;
        let loser = waiting.swap_remove(lot(waiting.len()));
        Some(loser.place)
    }
}

impl SlowTurn {
    /// The password or the code was wrong: the turn ends after the pause, even if the client has
    /// disconnected.
    pub(crate) async fn was_wrong(self) {
        let over = tokio::spawn(async move {
            tokio::time::sleep(self.lanes.pause).await;
            drop(self);
        });
        over.await.ok();
    }
}

impl Drop for SlowTurn {
    fn drop(&mut self) {
        let Some((site, mut place)) = self.held.take() else {
            return;
        };
        let mut lanes = self.lanes.lanes();
        while let Some(waiting) = lanes.of.get_mut(&site).filter(|it| !it.is_empty()) {
            let next = waiting.swap_remove(lot(waiting.len()));
            let turn = Self {
                lanes: self.lanes.clone(),
                held: Some((site, place)),
            };
            let Err(mut back) = next.turn.send(turn) else {
                return;
            };
            // He has gone away at this moment.
            let Some((_, again)) = back.held.take() else {
                return;
            };
            place = again;
        }
        lanes.of.remove(&site);
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        let mut lanes = self.lanes.lanes();
        if let Some(waiting) = lanes.of.get_mut(&self.site) {
            waiting.retain(|one| one.number != self.number);
        }
    }
}

/// A random one of so many.
pub(crate) fn lot(of: usize) -> usize {
    let drawn = random_bytes::<8>().map_or(0, u64::from_le_bytes);
    (drawn % of.max(1) as u64) as usize
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use tokio::task::JoinHandle;
    use tokio::time::Instant;

    use super::*;
    use crate::client::ClientNetwork;

    const PAUSE: Duration = Duration::from_secs(1);

    fn site(number: u8) -> ClientSite {
        ClientNetwork::of([192, 0, 2, number].into()).site()
    }

    fn now() -> Instant {
        #[expect(
            clippy::disallowed_methods,
            reason = "a test measures with the paused clock of tokio"
        )]
        Instant::now()
    }

    /// Somebody who guesses wrongly, once; whether it was his turn.
    fn guess(lanes: &SlowLanes, site: ClientSite) -> JoinHandle<bool> {
        let lanes = lanes.clone();
        tokio::spawn(async move {
            let Some(turn) = lanes.enter(site).await else {
                return false;
            };
            turn.was_wrong().await;
            true
        })
    }

    /// Lets everybody go as far as he can without time passing.
    async fn settle() {
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
    }

    async fn all_over(tries: Vec<JoinHandle<bool>>) -> usize {
        let mut had_turns = 0;
        for one in tries {
            had_turns += usize::from(one.await.unwrap());
        }
        had_turns
    }

    #[tokio::test(start_paused = true)]
    async fn one_at_a_time_with_pauses_and_few_wait() {
        let lanes = SlowLanes::new(PAUSE);
        let began = now();
        let all = (0..20).map(|_| guess(&lanes, site(1))).collect();
        settle().await;
        let other = lanes.enter(site(2)).await;
        assert!(other.is_some(), "another address has a lane of its own");
        assert_eq!(began.elapsed(), Duration::ZERO);
        assert_eq!(all_over(all).await, MOST);
        let took = began.elapsed();
        let fits = PAUSE * MOST as u32..PAUSE * MOST as u32 + Duration::from_millis(50);
        assert!(fits.contains(&took), "{took:?}");
        drop(other);
        assert!(lanes.lanes().of.is_empty(), "nothing is left of them");
        assert_eq!(lanes.turns.available_permits(), LANES);
        assert_eq!(lanes.waiting.available_permits(), WAITING);
    }

    #[tokio::test(start_paused = true)]
    async fn a_right_password_does_not_delay_others() {
        let lanes = SlowLanes::new(PAUSE);
        let began = now();
        for _ in 0..100 {
            assert!(lanes.enter(site(1)).await.is_some());
        }
        assert_eq!(began.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn disconnecting_does_not_shorten_the_pause() {
        let lanes = SlowLanes::new(PAUSE);
        let began = now();
        for number in 0..5 {
            let guess = guess(&lanes, site(1));
            tokio::time::sleep(Duration::from_millis(10)).await;
            guess.abort();
            assert!(guess.await.unwrap_err().is_cancelled(), "{number}");
            drop(lanes.enter(site(1)).await.unwrap());
            assert!(began.elapsed() >= PAUSE * (number + 1), "{number}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn flooding_the_queue_keeps_no_one_out() {
        let lanes = SlowLanes::new(PAUSE);
        let over = Arc::new(AtomicBool::new(false));
        let guessers: Vec<_> = (0..5)
            .map(|number| {
                let (lanes, over) = (lanes.clone(), over.clone());
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(170 * number)).await;
                    let mut guesses = 0_u32;
                    while !over.load(Ordering::SeqCst) {
                        match lanes.enter(site(1)).await {
                            Some(turn) => {
                                turn.was_wrong().await;
                                guesses += 1;
                            }
                            None => tokio::time::sleep(PAUSE).await,
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
            got_in += u32::from(lanes.enter(site(1)).await.is_some());
            tokio::time::sleep(Duration::from_millis(2_130)).await;
        }
        // About a third of the tries; that it is fewer than a tenth happens in no lifetime.
        assert!(got_in >= 30, "{got_in} of 300");
        over.store(true, Ordering::SeqCst);
        let passed = began.elapsed() + Duration::from_secs(20);
        let mut guesses = 0;
        for one in guessers {
            guesses += one.await.unwrap();
        }
        assert!(PAUSE * guesses <= passed, "{guesses} in {passed:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_few_addresses_keep_no_other_out() {
        let lanes = SlowLanes::new(Duration::from_mins(10));
        let few: Vec<_> = (0..20)
            .map(|number| guess(&lanes, site(number % 4)))
            .collect();
        settle().await;
        assert_eq!(lanes.waiting.available_permits(), 0);
        let here = lanes.enter(site(9)).await;
        assert!(here.is_some(), "the first one of another address");
        let second = tokio::spawn({
            let lanes = lanes.clone();
            async move { lanes.enter(site(9)).await.is_some() }
        });
        settle().await;
        assert!(!second.is_finished(), "and one behind him waits");
        drop(here);
        assert!(second.await.unwrap());

        // All together are bounded.
        let many: Vec<_> = (100..140)
            .map(|number| guess(&lanes, site(number)))
            .collect();
        settle().await;
        assert!(lanes.enter(site(200)).await.is_none());
        let inside = few
            .iter()
            .chain(&many)
            .filter(|one| !one.is_finished())
            .count();
        assert!((LANES..=LANES + WAITING).contains(&inside), "{inside}");
        tokio::time::sleep(Duration::from_mins(50)).await;
        assert!(lanes.lanes().of.is_empty());
        assert_eq!(lanes.turns.available_permits(), LANES);
        assert_eq!(lanes.waiting.available_permits(), WAITING);
        assert!(all_over(few).await >= 4);
        assert_eq!(all_over(many).await, LANES - 4);
    }

    #[tokio::test(start_paused = true)]
    async fn a_cancelled_wait_frees_its_slot() {
        let lanes = SlowLanes::new(PAUSE);
        let held = lanes.enter(site(1)).await;
        let all: Vec<_> = (1..MOST).map(|_| guess(&lanes, site(1))).collect();
        settle().await;
        assert_eq!(lanes.waiting.available_permits(), WAITING + 1 - MOST);
        for one in &all {
            one.abort();
        }
        for one in all {
            assert!(one.await.unwrap_err().is_cancelled());
        }
        assert_eq!(lanes.waiting.available_permits(), WAITING);
        drop(held);
        assert!(lanes.lanes().of.is_empty());
        assert!(lanes.enter(site(1)).await.is_some());
    }
}
