//! The broadcasts of the in-memory store.

use std::collections::BTreeMap;

use crate::broadcasts::{BoardLog, BroadcastId, StoredBroadcast};

pub(in crate::in_memory) type BroadcastIndex = BTreeMap<BroadcastId, (StoredBroadcast, Boards)>;

/// Boards by round and number, each with the revision of its last change.
pub(in crate::in_memory) type Boards = BTreeMap<(u8, u16), (u64, BoardLog)>;
