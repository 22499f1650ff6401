//! The other nodes of this server, as far as this one knows them, and what it tells them; what they tell comes in by `listening.rs`. Whether the bus is well is found out by hearing oneself: a
//! node tells once a second that it is there, and a bus on which it does not hear that is none, whatever the reason. Then games go on as they do
//! without one: each actor asks the journal.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_people::live::{Bus, NodeId};
use tokio::time::Instant;

use crate::live::cluster_message::ClusterMessage;

/// A bus on which this node has not heard itself for so long is not well.
pub(crate) const UNHEARD: Duration = Duration::from_secs(3);

/// A node that has not been heard for so long is gone.
const GONE: Duration = Duration::from_secs(5);

/// How many other nodes are remembered at most.
const MOST_NODES: usize = 64;

/// How the bus is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BusCondition {
    /// There is none.
    None,
    /// What is told is heard.
    Well,
    /// Nothing is heard.
    Away,
}

impl BusCondition {
    /// In one word; `None` where there is no bus.
    pub(crate) const fn word(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Well => Some("ok"),
            Self::Away => Some("away"),
        }
    }
}

/// The other nodes, as far as the bus tells of them.
pub(crate) struct Cluster {
    node: NodeId,
    bus: Option<Arc<dyn Bus>>,
    /// Since when the bus is well, by the clock of this node; 0 while it is not.
    well_since_ms: AtomicU64,
    heard: Mutex<Heard>,
    words: AtomicU64,
}

/// When something was heard last.
#[derive(Default)]
struct Heard {
    oneself: Option<Instant>,
    others: HashMap<NodeId, Instant>,
}

impl Cluster {
    /// Nobody is known yet.
    pub(crate) fn new(bus: Option<Arc<dyn Bus>>) -> Self {
        Self {
            node: NodeId::from_bits(lot()),
            bus,
            well_since_ms: AtomicU64::new(0),
            heard: Mutex::default(),
            words: AtomicU64::new(0),
        }
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the others something, if there is a bus.
    pub(crate) fn publish(&self, news: ClusterMessage) {
        if let Some(bus) = &self.bus {
            bus.tell(news.topic(), news.told_by(self.node));
        }
    }

    /// The number of the next word of this node, larger than those before.
    pub(crate) fn next_word(&self) -> u64 {
        self.words.fetch_add(1, Ordering::SeqCst)
    }

    /// The bus, where there is one.
    pub(crate) fn bus(&self) -> Option<Arc<dyn Bus>> {
        self.bus.clone()
    }

    /// Nothing will be heard any more.
    pub(crate) fn lose_the_bus(&self) {
        self.heard().oneself = None;
    }

    /// Since when all that others tell is heard here; `None` while that is not sure.
    pub(crate) fn well_since_ms(&self) -> Option<u64> {
        let since_ms = self.well_since_ms.load(Ordering::SeqCst);
        (since_ms > 0).then_some(since_ms)
    }

    /// How the bus is.
    pub(crate) fn condition(&self) -> BusCondition {
        match (&self.bus, self.well_since_ms()) {
            (None, _) => BusCondition::None,
            (Some(_), Some(_)) => BusCondition::Well,
            (Some(_), None) => BusCondition::Away,
        }
    }

    /// How many other nodes are there.
    pub(crate) fn count(&self) -> usize {
        self.heard().others.len()
    }

    /// Whether a node is known to have gone: it was stopped, or it does not reach the bus.
    pub(crate) fn is_gone(&self, node: NodeId) -> bool {
        self.well_since_ms().is_some() && !self.heard().others.contains_key(&node)
    }

    /// Takes note of a word, and answers whether it is another node's.
    pub(crate) fn note(&self, node: NodeId, now: Instant) -> bool {
        let mut heard = self.heard();
        if node == self.node {
            heard.oneself = Some(now);
            return false;
        }
        if heard.others.len() < MOST_NODES || heard.others.contains_key(&node) {
            heard.others.insert(node, now);
        }
        true
    }

    /// Judges how the bus is, and says so in the log where that has changed.
    pub(crate) fn look(&self, now: Instant, now_ms: u64) {
        let is_well = {
            let mut heard = self.heard();
            heard
                .others
                .retain(|_, at| now.saturating_duration_since(*at) < GONE);
            let heard = heard.oneself;
            heard.is_some_and(|at| now.saturating_duration_since(at) < UNHEARD)
        };
        let was_well = self.well_since_ms.load(Ordering::SeqCst) > 0;
        match (was_well, is_well) {
            (false, true) => {
                tracing::info!("the bus works");
                self.well_since_ms.store(now_ms.max(1), Ordering::SeqCst);
            }
            (true, false) => {
                tracing::warn!(
                    "the bus does not answer; games go on, and each node asks the database"
                );
                self.well_since_ms.store(0, Ordering::SeqCst);
            }
            _ => {}
        }
    }
}

/// This moment of the steady clock.
#[expect(
    clippy::disallowed_methods,
    reason = "silence is measured by the system's steady clock"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The number of this node. Two that share one would not hear each other, and ask the journal.
fn lot() -> u64 {
    let mut bytes = [0; 8];
    #[expect(
        clippy::disallowed_methods,
        reason = "nodes cannot agree on their numbers, so each draws one"
    )]
    if let Err(error) = getrandom::fill(&mut bytes) {
        tracing::error!(%error, "the system has no random numbers");
    }
    u64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bus_is_well_while_one_hears_oneself() {
        let bus: Arc<dyn Bus> = Arc::new(crate::bus::InProcessBus::default());
        let cluster = Cluster::new(Some(bus));
        let start = now();
        let at = |seconds| start + Duration::from_secs(seconds);
        cluster.look(start, 1_000);
        assert_eq!(cluster.condition(), BusCondition::Away);
        let other = NodeId::from_bits(cluster.node.to_bits().wrapping_add(1));
        assert!(cluster.note(other, at(1)));
        cluster.look(at(1), 2_000);
        assert_eq!(
            cluster.condition(),
            BusCondition::Away,
            "others say nothing of it"
        );
        assert!(!cluster.note(cluster.node, at(2)));
        cluster.look(at(2), 3_000);
        assert_eq!(cluster.well_since_ms(), Some(3_000));
        cluster.look(at(4), 5_000);
        assert_eq!(cluster.well_since_ms(), Some(3_000));
        assert!(!cluster.is_gone(other));
        cluster.note(cluster.node, at(5));
        cluster.look(at(6), 7_000);
        assert!(cluster.is_gone(other));
        cluster.look(at(8), 9_000);
        assert_eq!(cluster.condition(), BusCondition::Away);
        assert!(
            !cluster.is_gone(other),
            "nobody is known to be gone who cannot be heard"
        );
    }

    #[test]
    fn a_flood_of_nodes_costs_no_memory() {
        let cluster = Cluster::new(None);
        for node in 0..1_000 {
            cluster.note(NodeId::from_bits(node), now());
        }
        assert_eq!(cluster.count(), MOST_NODES);
        assert_eq!(cluster.condition(), BusCondition::None);
    }
}
