//! Synchronises an actor with other nodes that serve the same game: reads their events, and
//! notifies them of events here. Messages are hints only: the journal is the source of truth.

use std::time::Duration;

use damier_people::live::{ConnectionCounts, NodeId, PRESENCE_INTERVAL_MS};
use damier_session::GameId;
use damier_wire::live::ServerFrame;
use tokio::time::Instant;

use crate::live::actor::core::Core;
use crate::live::actor::part::ActorPart;
use crate::live::cluster::{BusCondition, now};
use crate::live::cluster_message::ClusterMessage;
use crate::live::interval::Every;

/// How often an actor with members checks for events of other nodes. Without a bus it reads the
/// journal each time.
const POLL: Duration = Duration::from_millis(500);

/// With a working bus the journal is read every so many polls, in case a message was lost.
const READ_EVERY: u32 = 6;

/// Attendance is repeated every so many polls.
const PUBLISH_EVERY: u32 = (PRESENCE_INTERVAL_MS / POLL.as_millis() as u64) as u32;

/// The part that synchronises a game with the other nodes.
pub(crate) struct ClusterSync {
    poll: Every,
    polls: u32,
    /// Whether the bus was well at the last poll.
    was_well: bool,
}

impl ClusterSync {
    pub(crate) fn new(core: &Core) -> Self {
        request_attendance(core);
        Self {
            poll: Every::new(POLL, now()),
            polls: 0,
            was_well: false,
        }
    }

    /// Handles a message of another node.
    pub(crate) async fn on_message(core: &mut Core, node: NodeId, message: ClusterMessage) {
        match message {
            ClusterMessage::Version { version, .. } if version > core.version() => {
                core.catch_up().await;
            }
            ClusterMessage::Attendance { .. } => {
                let before = core.members.presence(core.session(), None);
                if !note_attendance(core, node, &message) {
                    return;
                }
                let after = core.members.presence(core.session(), None);
                if (before.white, before.black) == (after.white, after.black) {
                    core.broadcast_presence_soon();
                } else {
                    core.broadcast_presence();
                }
            }
            ClusterMessage::WhoIsThere { .. } => core.publish_attendance(),
            ClusterMessage::Said { by, phrase, .. } => core.broadcast_phrase(by, phrase).await,
            ClusterMessage::Rematch { by, next, .. } => {
                // Only a valid id is passed on to browsers.
                let game = next.and_then(|next| next.parse::<GameId>().ok());
                let game = game.map(|game| game.to_string());
                core.broadcast(ServerFrame::Rematch { by, game });
            }
            _ => {} // not about a game, or an event already read
        }
    }
}

impl ActorPart for ClusterSync {
    fn next_due(&self, core: &Core) -> Option<Instant> {
        (core.is_shared() && !core.members.is_empty()).then(|| self.poll.next())
    }

    async fn on_due(&mut self, core: &mut Core, now: Instant) {
        self.poll.take(now);
        self.polls = self.polls.wrapping_add(1);
        let cluster = core.context.cluster.clone();
        let is_well = cluster.condition() == BusCondition::Well;
        if is_well && !self.was_well {
            core.publish_attendance();
            request_attendance(core);
        }
        self.was_well = is_well;
        if !is_well || self.polls.is_multiple_of(READ_EVERY) {
            core.catch_up().await;
        }
        if self.polls.is_multiple_of(PUBLISH_EVERY) {
            core.publish_attendance();
            core.store_last_seen().await;
        }
        let now_ms = core.now_ms();
        let is_changed = core.members.forget(now_ms, |node| cluster.is_gone(node));
        if is_changed || core.presence_due.is_some() {
            core.broadcast_presence();
        }
    }
}

/// Asks other nodes for their attendance.
fn request_attendance(core: &Core) {
    let game = core.id().to_string();
    core.publish(ClusterMessage::WhoIsThere { game });
}

/// Records the attendance of another node. Returns whether anything changed.
pub(super) fn note_attendance(core: &mut Core, node: NodeId, message: &ClusterMessage) -> bool {
    let ClusterMessage::Attendance {
        number,
        players,
        watching,
        ..
    } = *message
    else {
        return false;
    };
    let attendance = ConnectionCounts { players, watching };
    let now_ms = core.now_ms();
    core.members
        .note_attendance(node, number, attendance, now_ms)
}
