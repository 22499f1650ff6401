//! Receives the messages of other nodes, and publishes a heartbeat each second. One task on each
//! node with a bus.

use std::sync::Arc;
use std::time::Duration;

use damier_people::live::NodeId;
use damier_session::GameId;

use crate::clock::WallClock;
use crate::live::actor::ActorMessage;
use crate::live::actors::GameActors;
use crate::live::background::schedule::ticks;
use crate::live::cluster::{BUS_TIMEOUT, BusCondition, now};
use crate::live::cluster_message::ClusterMessage;

/// How often a node publishes a heartbeat.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Receives and sends until it is dropped. Ends at once without a bus. Messages are also passed to
/// `also`.
pub(crate) async fn run(actors: Arc<GameActors>, also: impl Fn(NodeId, &ClusterMessage) + Send) {
    let Some(bus) = actors.cluster.bus() else {
        return;
    };
    let mut listener = bus.listen().await;
    let mut beats = ticks(HEARTBEAT_INTERVAL);
    let begun = now();
    let mut is_said = false;
    loop {
        let cluster = &actors.cluster;
        tokio::select! {
            message = listener.next() => {
                let Some(message) = message else {
                    tracing::error!("the bus has ended");
                    cluster.note_bus_ended();
                    cluster.update_condition(now(), actors.clock.now_ms());
                    return;
                };
                handle(&actors, &message, &also);
            }
            _ = beats.tick() => {
                cluster.publish(ClusterMessage::Beat);
                cluster.update_condition(now(), actors.clock.now_ms());
                // A bus that has never worked is logged once.
                if !is_said && now().saturating_duration_since(begun) > BUS_TIMEOUT {
                    is_said = true;
                    if cluster.condition() == BusCondition::Away {
                        tracing::warn!("the bus is not reachable yet; games continue, and each node polls the database");
                    }
                }
            }
        }
    }
}

/// Handles a message.
pub(crate) fn handle(actors: &GameActors, text: &[u8], also: impl Fn(NodeId, &ClusterMessage)) {
    if let Some((node, message)) = ClusterMessage::read(text)
        && actors.cluster.note(node, now())
    {
        also(node, &message);
        if let Some((account, at)) = message.here_account() {
            actors.here.record(account, at, actors.clock.now_ms());
        } else if let Some(game) = message.game() {
            forward(actors, node, game, message);
        }
    }
}

/// Passes a message about a game to its actor.
fn forward(actors: &GameActors, node: NodeId, game: GameId, message: ClusterMessage) {
    if matches!(message, ClusterMessage::Begun { .. }) {
        actors.notify_started_here(game);
    } else {
        // If the queue is full the message is dropped: the actor reads what it missed from the
        // journal.
        actors.try_send_if_open(game, ActorMessage::Cluster { node, message });
    }
}
