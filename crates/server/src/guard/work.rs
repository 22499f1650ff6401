//! CPU-bound work. It runs outside the threads that answer requests, holds its permit until it
//! ends, and can see that its request is gone. Called by the handlers that replay games.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::load::{Permit, Permits};
use crate::network_limits::{NetworkLimits, NetworkPermit};
use crate::problem::Problem;

/// Whether the request still waits for the work.
#[derive(Debug, Clone, Default)]
pub(crate) struct Waiting(Arc<AtomicBool>);

impl Waiting {
    /// The work polls this. Once it is false, the result will not be read.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

/// Marks the work as abandoned when its request is dropped: the client has disconnected, the
/// request has timed out, or the server has stopped.
struct AbandonOnDrop(Waiting);

impl Drop for AbandonOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

/// The queues of CPU-bound work. Little runs at once, since more threads than processors make
/// nothing faster, and each may take tens of megabytes.
#[derive(Debug)]
pub(crate) struct WorkQueues {
    /// For work of milliseconds: as many slots as processors; further work waits.
    quick: Arc<Semaphore>,
    /// For work of a second or more: one slot.
    long: Arc<Semaphore>,
    /// Who may wait for that slot: one request of each client network.
    before_long: NetworkLimits,
}

/// A slot occupied by this work.
pub(crate) struct WorkSlot(OwnedSemaphorePermit);

impl WorkQueues {
    pub(crate) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            quick: Arc::new(Semaphore::new(processors)),
            long: Arc::new(Semaphore::new(1)),
            before_long: NetworkLimits::new(1),
        }
    }

    /// Waits for a slot for work of milliseconds.
    pub(crate) async fn quick(&self) -> Result<WorkSlot, Problem> {
        let slot = self.quick.clone().acquire_owned().await;
        slot.map(WorkSlot).map_err(|_| Problem::internal()) // the semaphore is never closed
    }

    /// Waits for this network's slot in the queue for long work, one at a time, so that a client
    /// with many requests delays only itself.
    pub(crate) async fn network_slot(&self, client: IpAddr) -> Result<NetworkPermit, Problem> {
        let alone = self.before_long.wait(client).await;
        alone.ok_or_else(Problem::internal) // the semaphore is never closed
    }

    /// Waits for the long-work slot and for a permit of the client. While it waits for one it does
    /// not hold the other, only a part of the client's own share.
    pub(crate) async fn long_with_permit(
        &self,
        permits: &Permits,
    ) -> Result<(WorkSlot, Permit), Problem> {
        loop {
            let turn = permits.turn().await.ok_or_else(Problem::internal)?; // the semaphore is never closed
            let slot = self.long().await?;
            let turn = match turn.take_now() {
                Ok(permit) => return Ok((slot, permit)),
                Err(turn) => turn,
            };
            drop(slot);
            let permit = turn.take().await.ok_or_else(Problem::internal)?;
            if let Some(slot) = self.long_now() {
                return Ok((slot, permit));
            }
        }
    }

    /// Waits for the slot for work of a second or more.
    pub(crate) async fn long(&self) -> Result<WorkSlot, Problem> {
        let slot = self.long.clone().acquire_owned().await;
        slot.map(WorkSlot).map_err(|_| Problem::internal()) // the semaphore is never closed
    }

    /// The same if the slot is free now: a waiting request would hold its permit meanwhile.
    pub(crate) fn long_now(&self) -> Option<WorkSlot> {
        self.long.clone().try_acquire_owned().ok().map(WorkSlot)
    }
}

impl WorkSlot {
    /// Does the work on a blocking thread. Slot and permit are released when the work ends, even if
    /// its request is gone.
    pub(crate) async fn work<T: Send + 'static>(
        self,
        permit: Permit,
        task: impl FnOnce(&Waiting) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let waiting = Waiting::default();
        let _tell = AbandonOnDrop(waiting.clone());
        let done = tokio::task::spawn_blocking(move || {
            let done = task(&waiting);
            drop((self.0, permit));
            done
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "a CPU-bound task panicked");
            Problem::internal()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt;

    use super::super::load::Load;
    use super::*;
    use crate::config::ServerLimits;

    #[tokio::test]
    async fn abandoned_work_ends_and_only_then_releases_its_permit() {
        let load = Load::new(ServerLimits {
            requests_at_once: 1,
            ..ServerLimits::default()
        });
        let permits = load.of("192.0.2.1".parse().unwrap());
        let permit = permits.take().await.unwrap();
        let (started, start) = std::sync::mpsc::channel();
        let (go, may_go) = std::sync::mpsc::channel::<()>();
        let work_queues = WorkQueues::new();
        let slot = work_queues.long().await.unwrap();
        let endless = slot.work(permit, move |waiting| {
            started.send(()).unwrap();
            while waiting.is_wanted() {
                std::thread::sleep(Duration::from_millis(1));
            }
            may_go.recv().unwrap();
        });
        let waited = tokio::spawn(endless);
        tokio::task::spawn_blocking(move || start.recv().unwrap())
            .await
            .unwrap();
        waited.abort();
        assert!(waited.await.unwrap_err().is_cancelled());
        let next = permits.take();
        let mut next = std::pin::pin!(next);
        let early = tokio::time::timeout(Duration::from_millis(50), next.as_mut());
        assert!(
            early.await.is_err(),
            "the work continues, and holds the permit"
        );
        go.send(()).unwrap();
        let later = tokio::time::timeout(Duration::from_secs(5), next);
        assert!(later.await.unwrap().is_some());
        assert!(work_queues.long_now().is_some());
    }

    #[tokio::test]
    async fn a_wait_for_the_queue_or_a_permit_holds_neither() {
        let load = Load::new(ServerLimits {
            requests_at_once: 1,
            requests_at_once_per_address: 1,
            ..ServerLimits::default()
        });
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|ip| load.of(ip.parse().unwrap()));
        let work_queues = WorkQueues::new();
        let held = other.take().await.unwrap();
        let mut both = Box::pin(work_queues.long_with_permit(&one));
        assert!(both.as_mut().now_or_never().is_none(), "there is no permit");
        let slot = work_queues.long_now().expect("the slot is free meanwhile");
        drop(held);
        assert!(both.as_mut().now_or_never().is_none(), "there is no slot");
        let held = other.take().now_or_never();
        let held = held.expect("the permit is free meanwhile").unwrap();
        drop(slot);
        assert!(both.as_mut().now_or_never().is_none(), "no permit again");
        drop(held);
        let (_lane, _permit) = both.await.unwrap();
        assert!(work_queues.long_now().is_none());
        assert!(other.take().now_or_never().is_none());
    }

    #[tokio::test]
    async fn one_request_per_network_waits_for_long_work() {
        let work_queues = WorkQueues::new();
        let [one, other]: [IpAddr; 2] = ["192.0.2.1", "192.0.2.2"].map(|ip| ip.parse().unwrap());
        let first = work_queues.network_slot(one).await.unwrap();
        let mut second = std::pin::pin!(work_queues.network_slot(one));
        let early = tokio::time::timeout(Duration::from_millis(20), second.as_mut());
        assert!(early.await.is_err(), "two of a network wait for the slot");
        let neighbour =
            tokio::time::timeout(Duration::from_secs(5), work_queues.network_slot(other));
        assert!(neighbour.await.expect("others wait for it").is_ok());
        drop(first);
        assert!(second.await.is_ok());
    }
}
