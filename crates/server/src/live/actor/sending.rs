//! What an actor tells those who are in it: how the game stands to whoever comes, what happens, and who is here. Those who look on with a delay
//! are told later.

use damier_session::{Event, SeatRole};

use crate::clock::WallClock;
use crate::live::actor::GameActor;
use crate::live::delayed_spectators::presence_for_the_gallery;
use crate::live::frames::{Sight, State, ToClient, welcome};
use crate::live::members::MemberId;
use crate::live::ratings::BoardRatings;

impl GameActor {
    /// Reads what is shown beside the names. The game goes on without it.
    pub(crate) async fn read_ratings(&mut self) {
        let (game, now_ms) = (self.game.id(), self.clock.now_ms());
        let read = BoardRatings::read(&*self.store, game, self.game.session(), now_ms);
        match read.await {
            Ok(ratings) => self.ratings = ratings,
            Err(error) => {
                tracing::warn!(%game, error = &error as &dyn std::error::Error, "ratings cannot be read");
            }
        }
    }

    pub(crate) async fn welcome(&mut self, member: MemberId, have: u32) {
        self.recall_another().await;
        let role = self.members.get(member).map(|(role, _)| role);
        let is_shown_later = role == Some(SeatRole::Watcher) && self.spectators.is_apart();
        if is_shown_later {
            // Everybody in the spectators sees the same.
            self.show_the_gallery();
        }
        let session = self.game.session();
        let seen = if is_shown_later {
            self.spectators.session()
        } else {
            Some(session)
        };
        // A game that cannot be shown as it was is not shown as it is.
        let Some(seen) = seen else { return };
        let rematch = self.rematch(seen).await;
        // What a game was worth says how it ended.
        let ratings = self.ratings.as_ref();
        let ratings = ratings.filter(|ratings| !ratings.is_counted() || seen.ending().is_some());
        let sight = if is_shown_later {
            Sight {
                session: seen,
                presence: presence_for_the_gallery(self.members.watching()),
                rematch,
                delay_ms: self.spectators.delay_ms(),
                ratings,
            }
        } else {
            Sight {
                session: seen,
                presence: self.members.presence(session, self.hears_since_ms()),
                rematch,
                delay_ms: 0,
                ratings,
            }
        };
        if let Some((role, queue)) = self.members.get(member) {
            let now_ms = self.clock.now_ms();
            queue.put(welcome(self.game.id(), role, sight, have, now_ms));
        }
    }

    pub(crate) fn tell_presence(&mut self) {
        self.untold = false;
        if self.members.attendance() != self.told {
            self.tell_neighbours();
        }
        let hears_since_ms = self.hears_since_ms();
        let presence = self.members.presence(self.game.session(), hears_since_ms);
        let frame = ToClient::Presence(presence).text();
        if !self.spectators.is_apart() {
            self.members.tell(&frame);
            return;
        }
        self.members.tell_players(&frame);
        let presence = presence_for_the_gallery(self.members.watching());
        self.members
            .tell_watchers(&ToClient::Presence(presence).text());
    }

    /// Tells everybody something; those who look on with a delay, later.
    pub(crate) fn tell(&mut self, frame: &ToClient<'_>) {
        let frame = frame.text();
        if self.spectators.is_apart() {
            self.members.tell_players(&frame);
            self.spectators.hold(frame, self.clock.now_ms());
        } else {
            self.members.tell(&frame);
        }
    }

    /// Shows those who look on with a delay what is old enough.
    pub(crate) fn show_the_gallery(&mut self) {
        let now_ms = self.clock.now_ms();
        while let Some(frame) = self.spectators.next(self.game.session(), now_ms) {
            self.members.tell_watchers(&frame);
        }
    }

    /// Tells what is new since a version.
    pub(crate) fn tell_since(&self, version: u32) {
        let session = self.game.session();
        // Twice a second nothing is.
        if session.version() > version {
            for event in session.events_since(version) {
                self.tell_event(&event);
            }
        }
    }

    pub(crate) fn tell_event(&self, event: &Event) {
        let state = State::of(self.game.session(), self.clock.now_ms());
        let frame = ToClient::Event { event, state }.text();
        if self.spectators.is_apart() {
            self.members.tell_players(&frame);
        } else {
            self.members.tell(&frame);
        }
    }
}
