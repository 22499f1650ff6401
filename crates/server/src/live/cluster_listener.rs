//! Hears what other nodes tell, and tells them once a second that this one is there. One task on each node that has a bus.

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

/// How often a node tells that it is there.
const BEAT: Duration = Duration::from_secs(1);

/// Tells and hears until it is dropped. Without a bus there is nothing to do. What other nodes tell is also passed on to `hear_too`.
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
                    cluster.lose_the_bus();
                    cluster.look(now(), actors.clock.now_ms());
                    return;
                };
                take(&actors, &message, &hear_too);
            }
            _ = beats.tick() => {
                cluster.publish(ClusterMessage::Beat);
                cluster.look(now(), actors.clock.now_ms());
                // It may never have worked: that is said too, once.
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

/// Takes a message of the bus in.
pub(crate) fn take(
    actors: &GameActors,
    message: &[u8],
    hear_too: impl Fn(NodeId, &ClusterMessage),
) {
    if let Some((node, news)) = ClusterMessage::read(message)
        && actors.cluster.note(node, now())
    {
        hear_too(node, &news);
        if let Some((account, at)) = news.who_is_here() {
            actors.here.hear(account, at, actors.clock.now_ms());
        } else if let Some(game) = news.game() {
            hear(actors, node, game, news);
        }
    }
}

/// Passes on what another node has told of a game.
fn hear(actors: &GameActors, node: NodeId, game: GameId, news: ClusterMessage) {
    if matches!(news, ClusterMessage::Begun { .. }) {
        actors.notify_started_here(game);
    } else {
        // Nobody waits for an actor that is busy. What it misses it finds in the journal.
        actors.try_send_if_open(game, ActorMessage::Hear { node, news });
    }
}
