//! Who is connected to a game on other nodes, as far as they have told, and when a player may be claimed to have left although a part of the
//! nodes cannot be seen. Pure: the time comes in as a value.
//!
//! Two independent witnesses must agree that nobody is there, and whatever is not known counts as being there:
//! - *what nodes tell each other* on the bus, at each change and again and again. Only while this node is sure to hear it.
//! - *what nodes store*: a sign of life of each connected player every [`SIGN_EVERY_MS`]. A node that is cut off from the bus is seen by it.
//!
//! A node that is cut off from both serves its player no more: it can store no move for him.

use std::collections::BTreeMap;

use damier_rules::Side;

/// How often a node tells again who is connected, and stores the signs of life of players, in milliseconds.
pub const SIGN_EVERY_MS: u64 = 10_000;

/// After so long without a word a node has nobody, in milliseconds: two words may be lost.
const SILENT_AFTER_MS: u64 = 2 * SIGN_EVERY_MS + SIGN_EVERY_MS / 2;

/// How many nodes are remembered for one game. More tell nothing that is believed: whoever floods the bus costs no memory.
const MOST_NODES: usize = 64;

/// A running node. One that is started again is another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u64);

impl NodeId {
    /// The node with this number, drawn by lot at its start.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The number.
    pub const fn to_bits(self) -> u64 {
        self.0
    }
}

/// Who is connected to a game on one node.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Attendance {
    /// Whether a player of each side is, White first.
    pub players: [bool; 2],
    /// How many look on.
    pub watching: u32,
}

/// What the other nodes have told of a game.
#[derive(Clone, Default, Debug)]
pub struct Elsewhere(BTreeMap<NodeId, Word>);

/// The last word of a node.
#[derive(Clone, Copy, Debug)]
struct Word {
    attendance: Attendance,
    number: u64,
    heard_ms: u64,
}

impl Elsewhere {
    /// Takes the word of a node. Its words have growing numbers; one that comes late changes nothing.
    pub fn hear(&mut self, node: NodeId, number: u64, attendance: Attendance, now_ms: u64) {
        let known = self.0.get(&node);
        let is_late = known.is_some_and(|word| word.number >= number);
        let has_room = known.is_some() || self.0.len() < MOST_NODES;
        if !is_late && has_room {
            let word = Word {
                attendance,
                number,
                heard_ms: now_ms,
            };
            self.0.insert(node, word);
        }
    }

    /// Forgets nodes that have not said anything for long, or that are known to be gone.
    pub fn forget(&mut self, now_ms: u64, is_gone: impl Fn(NodeId) -> bool) {
        self.0.retain(|node, word| {
            now_ms.saturating_sub(word.heard_ms) < SILENT_AFTER_MS && !is_gone(*node)
        });
    }

    /// Whether a player of a side is connected to another node.
    pub fn has(&self, side: Side) -> bool {
        let mut words = self.0.values();
        words.any(|word| word.attendance.players[side.index()])
    }

    /// How many look on there.
    pub fn watching(&self) -> u32 {
        let counts = self.0.values().map(|word| word.attendance.watching);
        counts.fold(0, u32::saturating_add)
    }
}

/// What a node knows of a player who is not connected to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absence {
    /// Since when no node has told that he is connected; `None` where one does.
    pub gone_since_ms: Option<u64>,
    /// Since when this node hears what all others tell; `None` while it is not sure to.
    pub hears_since_ms: Option<u64>,
    /// When a node last stored that he was connected; `None` where none ever has.
    pub last_sign_ms: Option<u64>,
}

impl Absence {
    /// Since when he is known to have been gone; `None` where he is there, or may be.
    pub fn since_ms(self) -> Option<u64> {
        let heard_ms = self.gone_since_ms?.max(self.hears_since_ms?);
        Some(heard_ms.max(self.last_sign_ms.unwrap_or(0)))
    }

    /// Whether he has been gone for so long.
    pub fn is_longer_than(self, patience_ms: u64, now_ms: u64) -> bool {
        let since_ms = self.since_ms();
        since_ms.is_some_and(|since_ms| since_ms.saturating_add(patience_ms) <= now_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: NodeId = NodeId::from_bits(1);
    const WHITE: Attendance = Attendance {
        players: [true, false],
        watching: 2,
    };

    #[test]
    fn a_late_word_changes_nothing_and_a_silent_node_has_nobody() {
        let mut elsewhere = Elsewhere::default();
        elsewhere.hear(ONE, 5, Attendance::default(), 1_000);
        elsewhere.hear(ONE, 4, WHITE, 1_100);
        assert!(!elsewhere.has(Side::White));
        elsewhere.hear(ONE, 6, WHITE, 1_200);
        elsewhere.hear(ONE, 6, Attendance::default(), 1_300);
        elsewhere.hear(NodeId::from_bits(2), 1, WHITE, 1_200);
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
        let mut elsewhere = Elsewhere::default();
        for node in 0..1_000 {
            elsewhere.hear(NodeId::from_bits(node), 1, WHITE, 0);
        }
        assert_eq!(elsewhere.watching(), 2 * MOST_NODES as u32);
    }

    #[test]
    fn what_is_not_known_counts_as_being_there() {
        let gone = Absence {
            gone_since_ms: Some(1_000),
            hears_since_ms: Some(500),
            last_sign_ms: Some(900),
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
                last_sign_ms: Some(1_001),
                ..gone
            },
        ] {
            assert!(!other.is_longer_than(4_000, 5_000), "{other:?}");
        }
        let never_there = Absence {
            last_sign_ms: None,
            ..gone
        };
        assert!(never_there.is_longer_than(4_000, 5_000));
    }
}
