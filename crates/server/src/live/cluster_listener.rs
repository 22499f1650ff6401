//! Receives the messages of other nodes, and sends a beat each second. One task on each node that
//! has a bus.

use std::sync::Arc;
use std::time::Duration;

use damier_people::live::NodeId;
use damier_session::GameId;
use tokio::time::{MissedTickBehavior, interval};

use crate::clock::WallClock;
use crate::live::actor::ActorMessage;
use crate::live::actors::GameActors;
use crate::live::cluster::{BusCondition, UNHEARD, now};
use crate::live::cluster_message::ClusterMessage;

/// How often a node sends a beat.
const BEAT: Duration = Duration::from_secs(1);

/// Receives and sends until it is dropped. Ends at once without a bus. Messages are also passed to
/// `hear_too`.
pub(crate) async fn keep(
    actors: Arc<GameActors>,
    hear_too: impl Fn(NodeId, &ClusterMessage) + Send,
) {
    let Some(bus) = actors.cluster.bus() else {
        return;
    };
    let mut listener = bus.listen().await;
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let begun = now();
    let mut is_said = false;
    loop {
        let cluster = &actors.cluster;
        tokio::select! {
            message = listener.next() => {
                let Some(message) = message else {
                    tracing::error!("the bus has ended");
                    cluster.note_bus_ended();
                    cluster.look(now(), actors.clock.now_ms());
                    return;
                };
                take(&actors, &message, &hear_too);
            }
            _ = beats.tick() => {
                cluster.publish(ClusterMessage::Beat);
                cluster.look(now(), actors.clock.now_ms());
                // A bus that has never worked is logged once.
                if !is_said && now().saturating_duration_since(begun) > UNHEARD {
                    is_said = true;
                    if cluster.condition() == BusCondition::Away {
                        tracing::warn!("the bus does not answer yet; games go on, and each node asks the database");
                    }
                }
            }
        }
    }
}

/// Handles a message.
pub(crate) fn take(actors: &GameActors, text: &[u8], hear_too: impl Fn(NodeId, &ClusterMessage)) {
    if let Some((node, message)) = ClusterMessage::read(text)
        && actors.cluster.note(node, now())
    {
        hear_too(node, &message);
        if let Some((account, at)) = message.who_is_here() {
            actors.here.hear(account, at, actors.clock.now_ms());
        } else if let Some(game) = message.game() {
            hear(actors, node, game, message);
        }
    }
}

/// Passes a message about a game to its actor.
fn hear(actors: &GameActors, node: NodeId, game: GameId, message: ClusterMessage) {
    if matches!(message, ClusterMessage::Begun { .. }) {
        actors.notify_started_here(game);
    } else {
        // The message is dropped where the queue is full: the actor reads what it misses from the
        // journal.
        actors.try_send_if_open(game, ActorMessage::Cluster { node, message });
    }
}
