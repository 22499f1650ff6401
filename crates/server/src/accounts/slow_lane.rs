//! Where those wait whose address has failed too often: one of them at a time, each after a pause, and few may wait. So somebody who tries
//! passwords from a school keeps nobody there out, and finds no more than one in a second. Whoever waits holds the place of a request, so few may wait
//! of all addresses together, too: those who have many addresses leave places for everybody else.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::client::ClientSite;

/// How long each waits once it is his turn.
pub(super) const PAUSE: Duration = Duration::from_secs(1);

/// How many of one address are in the lane, the one whose turn it is among them: the last one gets in within a few seconds.
const MOST: usize = 4;

/// How many are in all lanes together: a quarter of the requests that a server handles at once.
const MOST_OF_ALL: usize = 16;

/// The lanes of all addresses. One that nobody is in is not there.
#[derive(Debug, Clone)]
pub(super) struct SlowLanes {
    pause: Duration,
    lanes: Arc<Mutex<HashMap<ClientSite, Lane>>>,
    of_all: Arc<Semaphore>,
}

#[derive(Debug)]
struct Lane {
    turn: Arc<Semaphore>,
    inside: usize,
}

/// Somebody's turn, until it is dropped.
#[derive(Debug)]
pub(crate) struct SlowTurn {
    _turn: OwnedSemaphorePermit,
    _place: Place,
}

/// A place in a lane. Whoever goes away leaves it.
#[derive(Debug)]
struct Place {
    lanes: SlowLanes,
    site: ClientSite,
    _of_all: OwnedSemaphorePermit,
}

impl SlowLanes {
    /// Nobody is in any; each waits so long once it is his turn.
    pub(super) fn new(pause: Duration) -> Self {
        Self {
            pause,
            lanes: Arc::default(),
            of_all: Arc::new(Semaphore::new(MOST_OF_ALL)),
        }
    }

    /// Waits for a turn; `None` where too many wait already.
    pub(super) async fn enter(&self, site: ClientSite) -> Option<SlowTurn> {
        let (place, turn) = self.place(site)?;
        let turn = turn.acquire_owned().await.ok()?; // nothing closes it
        tokio::time::sleep(self.pause).await;
        Some(SlowTurn {
            _turn: turn,
            _place: place,
        })
    }

    fn place(&self, site: ClientSite) -> Option<(Place, Arc<Semaphore>)> {
        let of_all = self.of_all.clone().try_acquire_owned().ok()?;
        let mut lanes = self.lanes();
        let lane = lanes.entry(site).or_insert_with(|| Lane {
            turn: Arc::new(Semaphore::new(1)),
            inside: 0,
        });
        if lane.inside >= MOST {
            return None;
        }
        lane.inside += 1;
        let place = Place {
            lanes: self.clone(),
            site,
            _of_all: of_all,
        };
        Some((place, lane.turn.clone()))
    }

    fn lanes(&self) -> MutexGuard<'_, HashMap<ClientSite, Lane>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut lanes = self.lanes.lanes();
        if let Some(lane) = lanes.get_mut(&self.site) {
            lane.inside -= 1;
            if lane.inside == 0 {
                lanes.remove(&self.site);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::ClientNetwork;

    fn site(number: u8) -> ClientSite {
        ClientNetwork::of([192, 0, 2, number].into()).site()
    }

    #[tokio::test]
    async fn one_at_a_time_after_a_pause_and_few_wait() {
        let pause = Duration::from_millis(50);
        let lanes = SlowLanes::new(pause);
        #[expect(
            clippy::disallowed_methods,
            reason = "a test measures with the system's clock"
        )]
        let began = std::time::Instant::now();
        let all: Vec<_> = (0..20)
            .map(|_| {
                let lanes = lanes.clone();
                tokio::spawn(async move { lanes.enter(site(1)).await.is_some() })
            })
            .collect();
        tokio::task::yield_now().await;
        let other = lanes.enter(site(2)).await;
        assert!(other.is_some(), "another address has a lane of its own");
        let mut entered = 0;
        for one in all {
            entered += usize::from(one.await.unwrap());
        }
        assert_eq!(entered, MOST);
        assert!(began.elapsed() >= pause * MOST as u32);
        drop(other);
        assert!(lanes.lanes().is_empty(), "nothing is left of them");
    }

    #[tokio::test]
    async fn few_wait_however_many_addresses_they_have() {
        let lanes = SlowLanes::new(Duration::from_mins(10));
        let all: Vec<_> = (0..40)
            .map(|number| {
                let lanes = lanes.clone();
                tokio::spawn(async move { lanes.enter(site(number)).await.is_some() })
            })
            .collect();
        tokio::task::yield_now().await;
        let waiting = all.iter().filter(|one| !one.is_finished()).count();
        assert_eq!(waiting, MOST_OF_ALL);
        assert!(lanes.enter(site(200)).await.is_none());
        for one in &all {
            one.abort();
        }
        for one in all {
            one.await.ok();
        }
        assert!(lanes.lanes().is_empty());
        assert_eq!(lanes.of_all.available_permits(), MOST_OF_ALL);
    }

    #[tokio::test]
    async fn whoever_goes_away_leaves_his_place() {
        let lanes = SlowLanes::new(Duration::from_millis(50));
        let all: Vec<_> = (0..MOST)
            .map(|_| {
                let lanes = lanes.clone();
                tokio::spawn(async move { lanes.enter(site(1)).await.is_some() })
            })
            .collect();
        tokio::task::yield_now().await;
        assert!(lanes.enter(site(1)).await.is_none());
        for one in &all {
            one.abort();
        }
        for one in all {
            assert!(one.await.unwrap_err().is_cancelled());
        }
        assert!(lanes.enter(site(1)).await.is_some());
    }
}
