//! Hears what other nodes tell, and tells them once a second that this one is there. One task on each node that has a bus.

use std::sync::Arc;
use std::time::Duration;

use damier_people::live::NodeId;
use damier_session::GameId;
use tokio::time::{MissedTickBehavior, interval};

use crate::clock::WallClock;
use crate::live::actor::Call;
use crate::live::actors::Rooms;
use crate::live::cluster::{BusCondition, UNHEARD, now};
use crate::live::cluster_message::News;

/// How often a node tells that it is there.
const BEAT: Duration = Duration::from_secs(1);

/// Tells and hears until it is dropped. Without a bus there is nothing to do. What other nodes tell is also passed on to `hear_too`.
pub(crate) async fn keep(rooms: Arc<Rooms>, hear_too: impl Fn(NodeId, &News) + Send) {
    let Some(bus) = rooms.neighbours.bus() else {
        return;
    };
    let mut listener = bus.listen().await;
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let begun = now();
    let mut is_said = false;
    loop {
        let neighbours = &rooms.neighbours;
        tokio::select! {
            message = listener.next() => {
                let Some(message) = message else {
                    tracing::error!("the bus has ended");
                    neighbours.lose_the_bus();
                    neighbours.look(now(), rooms.clock.now_ms());
                    return;
                };
                take(&rooms, &message, &hear_too);
            }
            _ = beats.tick() => {
                neighbours.tell(News::Beat);
                neighbours.look(now(), rooms.clock.now_ms());
                // It may never have worked: that is said too, once.
                if !is_said && now().saturating_duration_since(begun) > UNHEARD {
                    is_said = true;
                    if neighbours.condition() == BusCondition::Away {
                        tracing::warn!("the bus does not answer yet; games go on, and each node asks the database");
                    }
                }
            }
        }
    }
}

/// Takes a message of the bus in.
pub(crate) fn take(rooms: &Rooms, message: &[u8], hear_too: impl Fn(NodeId, &News)) {
    if let Some((node, news)) = News::read(message)
        && rooms.neighbours.note(node, now())
    {
        hear_too(node, &news);
        if let Some((account, at)) = news.who_is_here() {
            rooms.here.hear(account, at, rooms.clock.now_ms());
        } else if let Some(game) = news.game() {
            hear(rooms, node, game, news);
        }
    }
}

/// Passes on what another node has told of a game.
fn hear(rooms: &Rooms, node: NodeId, game: GameId, news: News) {
    if matches!(news, News::Begun { .. }) {
        rooms.tell_waiting(game);
    } else {
        // Nobody waits for a room that is busy. What it misses it finds in the journal.
        rooms.try_call_if_open(game, Call::Hear { node, news });
    }
}
