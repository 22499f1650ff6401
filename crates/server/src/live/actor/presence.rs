//! Presence in a game: frames about it to members and other nodes, and whether a player has left.

use damier_people::live::Absence;
use damier_session::Side;
use damier_wire::live::ServerFrame;
use tokio::time::Instant;

use crate::live::actor::core::{COLLECT, Core};
use crate::live::cluster::now;
use crate::live::cluster_message::ClusterMessage;
use crate::live::delayed_spectators::presence_for_delayed_spectators;
use crate::live::members::{claim_timeout_ms, claimable_from_ms, may_be_claimed};
use crate::live::shared_frame::SharedFrame;

impl Core {
    /// Schedules a broadcast of the presence within a second, which collects further changes.
    pub(super) fn broadcast_presence_soon(&mut self) {
        self.presence_due.get_or_insert_with(|| now() + COLLECT);
    }

    /// Broadcasts the presence.
    pub(super) fn broadcast_presence(&mut self) {
        self.presence_due = None;
        if self.members.attendance() != self.published {
            self.publish_attendance();
        }
        let presence = self
            .members
            .presence(self.session(), self.attendance_known_since_ms());
        let frame = SharedFrame::from(ServerFrame::Presence(presence));
        if !self.spectators.are_delayed() {
            self.members.send(&frame);
            return;
        }
        self.members.send_to_players(&frame);
        let presence = presence_for_delayed_spectators(self.members.watching());
        let frame = ServerFrame::Presence(presence).into();
        self.members.send_to_spectators(&frame);
    }

    /// Broadcasts collected changes, and sides that count as disconnected by now.
    pub(super) fn send_due_presence(&mut self, now: Instant) {
        let mut is_due = self.presence_due.is_some_and(|due| due <= now);
        if self.members.has_attendants() && self.attendance_check.take(now) {
            is_due |= self.members.pass_time(self.now_ms());
        }
        if is_due {
            self.broadcast_presence();
        }
    }

    /// Publishes this node's attendance to other nodes.
    pub(super) fn publish_attendance(&mut self) {
        self.published = self.members.attendance();
        let number = self.context.cluster.next_number();
        self.publish(ClusterMessage::attendance(
            self.id(),
            number,
            self.published,
        ));
    }

    /// Stores for other nodes that players are connected, in a game that an opponent may claim when
    /// a player is absent.
    pub(super) async fn store_last_seen(&self) {
        let (sides, session) = (self.members.connected_sides(), self.session());
        let is_claimable =
            |side: &Side| session.ending().is_none() && claim_timeout_ms(session, *side).is_some();
        if sides.is_empty() || !self.is_shared() || !Side::ALL.iter().any(is_claimable) {
            return;
        }
        let signed = self
            .context
            .ports
            .heartbeat
            .store_last_seen(self.id(), &sides, self.now_ms())
            .await;
        self.or_warn(signed, "cannot store which players are connected");
    }

    /// Since when this node receives all attendance messages; `None` if it may miss some.
    pub(super) fn attendance_known_since_ms(&self) -> Option<u64> {
        if self.is_shared() {
            self.context.cluster.well_since_ms()
        } else {
            Some(0) // there are no other nodes
        }
    }

    /// Whether the player of a side has left, so that the opponent may claim the game.
    pub(super) async fn has_left(&self, side: Side, at_ms: u64) -> bool {
        let session = self.session();
        if !may_be_claimed(session, side) || at_ms < claimable_from_ms(session) {
            return false;
        }
        let absence = self
            .members
            .absence(session, side, self.attendance_known_since_ms());
        let Some(timeout_ms) = claim_timeout_ms(session, side) else {
            return false;
        };
        if !absence.is_longer_than(timeout_ms, at_ms) {
            return false;
        }
        if !self.is_shared() {
            return true;
        }
        let last_sign = self
            .context
            .ports
            .heartbeat
            .last_seen_ms(self.id(), side)
            .await;
        let read = self.or_warn(
            last_sign,
            "cannot read whether a player is connected to another node",
        );
        read.is_some_and(|last_seen_ms| {
            let absence = Absence {
                last_seen_ms,
                ..absence
            };
            absence.is_longer_than(timeout_ms, at_ms)
        })
    }
}
