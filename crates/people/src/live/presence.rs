//! Presence of players on other nodes, and since when a player is certainly absent although some
//! nodes may be unreachable. Pure: the time is a parameter.
//!
//! Two independent sources must agree on an absence, and anything unknown counts as presence:
//! - *bus messages* of other nodes, at each change and periodically. Used only while this node
//!   certainly receives them.
//! - *last-seen times in the store*, written for each connected player every
//!   [`PRESENCE_INTERVAL_MS`]. They cover a node that is cut off from the bus.
//!
//! A node cut off from both cannot store moves, so its players count as absent.

use std::collections::BTreeMap;

use damier_rules::Side;

/// How often a node publishes its connections again and stores last-seen times, in milliseconds.
pub const PRESENCE_INTERVAL_MS: u64 = 10_000;

/// How long after a node's last message its players count as absent, in milliseconds: two messages
/// may be lost.
const SILENT_AFTER_MS: u64 = 2 * PRESENCE_INTERVAL_MS + PRESENCE_INTERVAL_MS / 2;

/// The maximum number of nodes remembered for one game; others are ignored, which bounds the memory
/// under a flood of messages.
const MAX_NODES: usize = 64;

/// The id of a node, new at each start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u64);

impl NodeId {
    /// The node with this number, drawn at random at its start.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The number.
    pub const fn to_bits(self) -> u64 {
        self.0
    }
}

/// The number of connections to a game on one node.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ConnectionCounts {
    /// Whether a player of each side is connected, White first.
    pub players: [bool; 2],
    /// The number of spectators.
    pub watching: u32,
}

/// The attendance of a game on other nodes.
#[derive(Clone, Default, Debug)]
pub struct RemoteConnections(BTreeMap<NodeId, LastMessage>);

/// The last message of a node.
#[derive(Clone, Copy, Debug)]
struct LastMessage {
    attendance: ConnectionCounts,
    number: u64,
    received_ms: u64,
}

impl RemoteConnections {
    /// Records a message of a node. Messages are numbered; an outdated one changes nothing.
    pub fn record(&mut self, node: NodeId, number: u64, attendance: ConnectionCounts, now_ms: u64) {
        let known = self.0.get(&node);
        let is_late = known.is_some_and(|word| word.number >= number);
        let has_room = known.is_some() || self.0.len() < MAX_NODES;
        if !is_late && has_room {
            let word = LastMessage {
                attendance,
                number,
                received_ms: now_ms,
            };
            self.0.insert(node, word);
        }
    }

    /// Removes nodes whose last message is too old, or that are known to be gone.
    pub fn forget(&mut self, now_ms: u64, is_gone: impl Fn(NodeId) -> bool) {
        self.0.retain(|node, word| {
            now_ms.saturating_sub(word.received_ms) < SILENT_AFTER_MS && !is_gone(*node)
        });
    }

    /// Whether a player of a side is connected to another node.
    pub fn has(&self, side: Side) -> bool {
        let mut words = self.0.values();
        words.any(|word| word.attendance.players[side.index()])
    }

    /// The number of spectators there.
    pub fn watching(&self) -> u32 {
        let counts = self.0.values().map(|word| word.attendance.watching);
        counts.fold(0, u32::saturating_add)
    }
}

/// Information about a player who is not connected to this node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absence {
    /// Since when no node has reported the player as connected; `None` if one does.
    pub gone_since_ms: Option<u64>,
    /// Since when this node certainly receives all messages; `None` while it does not.
    pub hears_since_ms: Option<u64>,
    /// When a node last stored that the player was connected; `None` if none has.
    pub last_seen_ms: Option<u64>,
}

impl Absence {
    /// Since when the player is certainly absent; `None` if possibly present.
    pub fn since_ms(self) -> Option<u64> {
        let received_ms = self.gone_since_ms?.max(self.hears_since_ms?);
        Some(received_ms.max(self.last_seen_ms.unwrap_or(0)))
    }

    /// Whether the player has been absent for at least this time.
    pub fn is_longer_than(self, timeout_ms: u64, now_ms: u64) -> bool {
        let since_ms = self.since_ms();
        since_ms.is_some_and(|since_ms| since_ms.saturating_add(timeout_ms) <= now_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: NodeId = NodeId::from_bits(1);
    const WHITE: ConnectionCounts = ConnectionCounts {
        players: [true, false],
        watching: 2,
    };

    #[test]
    fn a_late_message_is_ignored_and_a_silent_node_has_no_players() {
        let mut elsewhere = RemoteConnections::default();
        elsewhere.record(ONE, 5, ConnectionCounts::default(), 1_000);
        elsewhere.record(ONE, 4, WHITE, 1_100);
        assert!(!elsewhere.has(Side::White));
        elsewhere.record(ONE, 6, WHITE, 1_200);
        elsewhere.record(ONE, 6, ConnectionCounts::default(), 1_300);
        elsewhere.record(NodeId::from_bits(2), 1, WHITE, 1_200);
        assert!(elsewhere.has(Side::White) && !elsewhere.has(Side::Black));
        assert_eq!(elsewhere.watching(), 4);
        elsewhere.forget(1_200, |node| node != ONE);
        assert_eq!(elsewhere.watching(), 2);
        elsewhere.forget(1_199 + SILENT_AFTER_MS, |_| false);
        assert!(elsewhere.has(Side::White));
        elsewhere.forget(1_200 + SILENT_AFTER_MS, |_| false);
        assert!(!elsewhere.has(Side::White));
    }

    #[test]
    fn a_flood_of_nodes_costs_no_memory() {
        let mut elsewhere = RemoteConnections::default();
        for node in 0..1_000 {
            elsewhere.record(NodeId::from_bits(node), 1, WHITE, 0);
        }
        assert_eq!(elsewhere.watching(), 2 * MAX_NODES as u32);
    }

    #[test]
    fn an_unknown_player_counts_as_present() {
        let gone = Absence {
            gone_since_ms: Some(1_000),
            hears_since_ms: Some(500),
            last_seen_ms: Some(900),
        };
        assert!(gone.is_longer_than(4_000, 5_000));
        assert!(!gone.is_longer_than(4_000, 4_999));
        for other in [
            Absence {
                gone_since_ms: None,
                ..gone
            },
            Absence {
                hears_since_ms: None,
                ..gone
            },
            Absence {
                hears_since_ms: Some(1_001),
                ..gone
            },
            Absence {
                last_seen_ms: Some(1_001),
                ..gone
            },
        ] {
            assert!(!other.is_longer_than(4_000, 5_000), "{other:?}");
        }
        let never_there = Absence {
            last_seen_ms: None,
            ..gone
        };
        assert!(never_there.is_longer_than(4_000, 5_000));
    }
}
