//! Frames to the members of a game: a welcome on connecting, then events. Spectators with a delay
//! get them later.

use damier_people::StoreError;
use damier_people::friends::Friends;
use damier_session::{Event, GameRecord, SeatRole, Session, Side};
use damier_wire::live::{Phrase, RematchOffers, ServerFrame};
use damier_wire::ratings::BoardRatings;

use crate::live::actor::core::Core;
use crate::live::delayed_spectators::presence_for_delayed_spectators;
use crate::live::game_state::state_of;
use crate::live::members::MemberId;
use crate::live::shared_frame::SharedFrame;

impl Core {
    /// Whether a member sees the game with a delay.
    fn is_delayed(&self, member: MemberId) -> bool {
        let role = self.members.get(member).map(|(role, _)| role);
        role == Some(SeatRole::Watcher) && self.spectators.are_delayed()
    }

    /// The game as a member currently sees it; `None` if the delayed state cannot be computed.
    pub(super) fn seen_by(&mut self, member: MemberId) -> Option<&Session> {
        if self.is_delayed(member) {
            // All delayed spectators see the same state.
            self.send_to_delayed_spectators();
            self.spectators.session()
        } else {
            Some(self.session())
        }
    }

    /// Sends a member the game with the events after `have`.
    pub(super) fn send_welcome(
        &self,
        member: MemberId,
        have: u32,
        rematch: Option<RematchOffers>,
        ratings: Option<&BoardRatings>,
    ) {
        let Some((role, queue)) = self.members.get(member) else {
            return;
        };
        let (seen, presence, delay_ms) = if self.is_delayed(member) {
            let presence = presence_for_delayed_spectators(self.members.watching());
            (
                self.spectators.session(),
                presence,
                self.spectators.delay_ms(),
            )
        } else {
            let session = self.session();
            let known_since_ms = self.attendance_known_since_ms();
            (
                Some(session),
                self.members.presence(session, known_since_ms),
                0,
            )
        };
        let Some(session) = seen else { return };
        let now_ms = self.now_ms();
        // A client that claims to have more events has another game, and needs all of this one.
        let have = if have > session.version() { 0 } else { have };
        let setup = GameRecord {
            acts: Vec::new(),
            ending: None,
            ..session.record()
        };
        let welcome = ServerFrame::Welcome {
            game: self.id().to_string(),
            role: role.code().to_owned(),
            now_ms,
            setup: Box::new(setup),
            events: session.events_since(have),
            state: state_of(session, now_ms.saturating_sub(delay_ms)),
            presence,
            rematch,
            delay_ms,
            // Rating changes reveal how the game ended.
            ratings: ratings
                .filter(|it| !it.is_counted() || session.ending().is_some())
                .cloned(),
        };
        queue.put(welcome.into());
    }

    /// Sends a frame to all members, with the delay for spectators.
    pub(super) fn broadcast(&mut self, frame: ServerFrame) {
        let frame = SharedFrame::from(frame);
        if self.spectators.are_delayed() {
            self.members.send_to_players(&frame);
            self.spectators.hold(frame, self.now_ms());
        } else {
            self.members.send(&frame);
        }
    }

    /// Sends the events since a version.
    pub(super) fn broadcast_since(&self, version: u32) {
        let session = self.session();
        if session.version() > version {
            for event in session.events_since(version) {
                self.broadcast_event(event);
            }
        }
    }

    fn broadcast_event(&self, event: Event) {
        let state = state_of(self.session(), self.now_ms());
        let frame = SharedFrame::from(ServerFrame::Event { event, state });
        if self.spectators.are_delayed() {
            // Delayed spectators get it from the session once it is old enough.
            self.members.send_to_players(&frame);
        } else {
            self.members.send(&frame);
        }
    }

    /// Sends delayed spectators the events that are old enough.
    pub(super) fn send_to_delayed_spectators(&mut self) {
        let now_ms = self.now_ms();
        for frame in self.spectators.due_frames(self.game.session(), now_ms) {
            self.members.send_to_spectators(&frame);
        }
    }

    /// Sends a phrase to all members, except to a player who blocks its sender.
    pub(super) async fn broadcast_phrase(&mut self, by: Side, phrase: Phrase) {
        let blocks = self.blocks_opponent(by.opponent()).await;
        let is_blocked = self
            .or_warn(blocks, "cannot read whether players block each other")
            .unwrap_or(true);
        let frame = SharedFrame::from(ServerFrame::Said { by, phrase });
        let are_delayed = self.spectators.are_delayed();
        let except = is_blocked.then_some(by.opponent());
        self.members.send_except(&frame, except, !are_delayed);
        if are_delayed {
            self.spectators.hold(frame, self.now_ms());
        }
    }

    /// Whether the account of a side blocks that of the other side.
    async fn blocks_opponent(&self, side: Side) -> Result<bool, StoreError> {
        let owners = self.context.ports.owned_seats.players_of(self.id()).await?;
        let [Some(white), Some(black)] = owners.map(|owner| owner.map(|account| account.id)) else {
            return Ok(false);
        };
        let by = match side {
            Side::White => white,
            Side::Black => black,
        };
        let relationship = Friends::of(&self.context.ports)
            .relationship(white, black)
            .await?;
        Ok(relationship.is_some_and(|(relationship, _)| relationship.blocks(by)))
    }
}
