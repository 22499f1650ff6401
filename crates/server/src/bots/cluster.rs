//! Messages between nodes about bots: which are connected to a node, and which are challenged
//! there, so that every node can find and challenge a bot. A message is not trusted further: a
//! challenge is read from the store, by a key that names the bot.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use damier_people::accounts::{AccountId, AccountName};
use damier_people::live::NodeId;

use crate::bots::connected::{AddressedTo, Bots, ConnectedProgram, WAITS_MS};
use crate::live::background::schedule::ticks;
use crate::live::cluster::Cluster;
use crate::live::cluster_message::ClusterMessage;

/// How often changes of connected bots are checked.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// After how many checks all connected bots are announced again.
const CHECKS_PER_ANNOUNCEMENT: u32 = 10;

/// Announces the bots connected to this node to the others, until it is dropped. Does nothing
/// without a bus.
pub(crate) async fn announce_bots(bots: Bots, cluster: Arc<Cluster>) {
    if cluster.bus().is_none() {
        return;
    }
    let mut looks = ticks(CHECK_EVERY);
    let mut announced: BTreeMap<AccountId, String> = BTreeMap::new();
    for number in 0_u32.. {
        looks.tick().await;
        let here = bots.here();
        for (id, name) in &here {
            if number.is_multiple_of(CHECKS_PER_ANNOUNCEMENT) || !announced.contains_key(id) {
                cluster.publish(ClusterMessage::program(*id, name, true));
            }
        }
        for (id, name) in &announced {
            if !here.contains_key(id) {
                cluster.publish(ClusterMessage::program(*id, name, false));
            }
        }
        announced = here;
    }
}

impl Bots {
    /// Handles a message of another node.
    pub(crate) fn on_cluster_message(&self, node: NodeId, message: &ClusterMessage, now_ms: u64) {
        match message {
            ClusterMessage::Program { name, here, .. } => {
                let id = message.account();
                let is_name = name.parse::<AccountName>().is_ok();
                if let Some(id) = id.filter(|_| is_name) {
                    let name = name.clone();
                    self.record_remote(ConnectedProgram { id, name }, node, *here, now_ms);
                }
            }
            ClusterMessage::Challenge { waits: true, .. } => {
                if let (Some(program), Some(id)) = (message.account(), message.challenge()) {
                    let addressed = AddressedTo {
                        program,
                        by: None, // counted by the other node
                        until_ms: now_ms.saturating_add(WAITS_MS),
                    };
                    // With too many open challenges, this one is not remembered here; the store has
                    // it.
                    let _ = self.challenge(id, addressed, now_ms);
                }
            }
            ClusterMessage::Challenge { waits: false, .. } => {
                if let Some(id) = message.challenge() {
                    self.forget(id);
                }
            }
            ClusterMessage::Begun { .. } => {
                if let Some(game) = message.game() {
                    self.forget(game);
                }
            }
            _ => {}
        }
    }
}
