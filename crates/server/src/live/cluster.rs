//! The other nodes of this server, as known from the bus, and messages to them;
//! [`cluster_listener`](crate::live::cluster_listener) receives theirs. A node publishes a
//! heartbeat each second and receives its own: a bus that does not return it counts as broken,
//! whatever the cause. Games then continue as without a bus, and each actor polls the journal.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use damier_people::live::{Bus, NodeId};
use parking_lot::Mutex;
use tokio::time::Instant;

use crate::live::cluster_message::ClusterMessage;

/// How long after the last returned heartbeat the bus counts as broken.
pub(crate) const BUS_TIMEOUT: Duration = Duration::from_secs(3);

/// How long after its last message a node counts as gone.
const NODE_TIMEOUT: Duration = Duration::from_secs(5);

/// The maximum number of other nodes remembered.
const MAX_NODES: usize = 64;

/// The condition of the bus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BusCondition {
    /// There is none.
    None,
    /// Messages sent are received.
    Well,
    /// No messages are received.
    Away,
}

impl BusCondition {
    /// The code in the health report; `None` without a bus.
    pub(crate) const fn word(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Well => Some("ok"),
            Self::Away => Some("away"),
        }
    }
}

/// The other nodes, as far as they are known from the bus.
pub(crate) struct Cluster {
    node: NodeId,
    bus: Option<Arc<dyn Bus>>,
    /// Since when the bus works, by the clock of this node; 0 while it does not.
    well_since_ms: AtomicU64,
    received: Mutex<LastReceived>,
    numbers: AtomicU64,
}

/// When messages were last received.
#[derive(Default)]
struct LastReceived {
    own: Option<Instant>,
    others: HashMap<NodeId, Instant>,
}

impl Cluster {
    /// No other node is known yet.
    pub(crate) fn new(bus: Option<Arc<dyn Bus>>) -> Self {
        Self {
            node: NodeId::from_bits(random_number()),
            bus,
            well_since_ms: AtomicU64::new(0),
            received: Mutex::default(),
            numbers: AtomicU64::new(0),
        }
    }

    /// Sends a message to the other nodes, if there is a bus.
    pub(crate) fn publish(&self, message: ClusterMessage) {
        if let Some(bus) = &self.bus {
            bus.publish(message.topic(), message.encode(self.node));
        }
    }

    /// The number of the next message, greater than all before.
    pub(crate) fn next_number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::SeqCst)
    }

    /// The bus, where there is one.
    pub(crate) fn bus(&self) -> Option<Arc<dyn Bus>> {
        self.bus.clone()
    }

    /// Records that the bus has ended.
    pub(crate) fn note_bus_ended(&self) {
        self.received.lock().own = None;
    }

    /// Since when this node receives all messages; `None` if it may miss some.
    pub(crate) fn well_since_ms(&self) -> Option<u64> {
        let since_ms = self.well_since_ms.load(Ordering::SeqCst);
        (since_ms > 0).then_some(since_ms)
    }

    /// Whether the bus works.
    pub(crate) fn condition(&self) -> BusCondition {
        match (&self.bus, self.well_since_ms()) {
            (None, _) => BusCondition::None,
            (Some(_), Some(_)) => BusCondition::Well,
            (Some(_), None) => BusCondition::Away,
        }
    }

    /// How many other nodes there are.
    pub(crate) fn count(&self) -> usize {
        self.received.lock().others.len()
    }

    /// Whether a node is known to be gone: it was stopped, or cannot reach the bus.
    pub(crate) fn is_gone(&self, node: NodeId) -> bool {
        self.well_since_ms().is_some() && !self.received.lock().others.contains_key(&node)
    }

    /// Records the sender of a message, and returns whether it is another node.
    pub(crate) fn note(&self, node: NodeId, now: Instant) -> bool {
        let mut received = self.received.lock();
        if node == self.node {
            received.own = Some(now);
            return false;
        }
        if received.others.len() < MAX_NODES || received.others.contains_key(&node) {
            received.others.insert(node, now);
        }
        true
    }

    /// Updates the condition of the bus, and logs a change.
    pub(crate) fn update_condition(&self, now: Instant, now_ms: u64) {
        let is_well = {
            let mut received = self.received.lock();
            received
                .others
                .retain(|_, at| now.saturating_duration_since(*at) < NODE_TIMEOUT);
            let received = received.own;
            received.is_some_and(|at| now.saturating_duration_since(at) < BUS_TIMEOUT)
        };
        let was_well = self.well_since_ms.load(Ordering::SeqCst) > 0;
        match (was_well, is_well) {
            (false, true) => {
                tracing::info!("the message bus answers");
                self.well_since_ms.store(now_ms.max(1), Ordering::SeqCst);
            }
            (true, false) => {
                tracing::warn!("the bus is down; games continue, and each node polls the database");
                self.well_since_ms.store(0, Ordering::SeqCst);
            }
            _ => {}
        }
    }
}

/// The time of the monotonic clock.
#[expect(
    clippy::disallowed_methods,
    reason = "silence is measured by the system's steady clock"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// A random number for this node. Two nodes with the same number would ignore each other's
/// messages, and poll the journal.
fn random_number() -> u64 {
    let mut bytes = [0; 8];
    #[expect(
        clippy::disallowed_methods,
        reason = "nodes cannot agree on their numbers, so each draws one"
    )]
    if let Err(error) = getrandom::fill(&mut bytes) {
        tracing::error!(%error, "the system's random number generator failed");
    }
    u64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bus_works_while_it_returns_the_beats_of_this_node() {
        let bus: Arc<dyn Bus> = Arc::new(crate::bus::InProcessBus::default());
        let cluster = Cluster::new(Some(bus));
        let start = now();
        let at = |seconds| start + Duration::from_secs(seconds);
        cluster.update_condition(start, 1_000);
        assert_eq!(cluster.condition(), BusCondition::Away);
        let other = NodeId::from_bits(cluster.node.to_bits().wrapping_add(1));
        assert!(cluster.note(other, at(1)));
        cluster.update_condition(at(1), 2_000);
        assert_eq!(
            cluster.condition(),
            BusCondition::Away,
            "others say nothing of it"
        );
        assert!(!cluster.note(cluster.node, at(2)));
        cluster.update_condition(at(2), 3_000);
        assert_eq!(cluster.well_since_ms(), Some(3_000));
        cluster.update_condition(at(4), 5_000);
        assert_eq!(cluster.well_since_ms(), Some(3_000));
        assert!(!cluster.is_gone(other));
        cluster.note(cluster.node, at(5));
        cluster.update_condition(at(6), 7_000);
        assert!(cluster.is_gone(other));
        cluster.update_condition(at(8), 9_000);
        assert_eq!(cluster.condition(), BusCondition::Away);
        assert!(
            !cluster.is_gone(other),
            "without the bus, no node counts as gone"
        );
    }

    #[test]
    fn a_flood_of_nodes_costs_no_memory() {
        let cluster = Cluster::new(None);
        for node in 0..1_000 {
            cluster.note(NodeId::from_bits(node), now());
        }
        assert_eq!(cluster.count(), MAX_NODES);
        assert_eq!(cluster.condition(), BusCondition::None);
    }
}
