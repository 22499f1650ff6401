//! What an actor has to do with those of the same game on other nodes: it asks the journal what they have stored, tells them what happens here, and
//! finds out whether a player who is not here is connected there.

use damier_people::live::{Absence, Attendance, NodeId, SIGN_EVERY_MS};
use damier_session::{GameId, Side};

use crate::clock::WallClock;
use crate::live::actor::{GameActor, OTHERS};
use crate::live::cluster::BusCondition;
use crate::live::cluster_message::ClusterMessage;
use crate::live::frames::ToClient;
use crate::live::members::{claimable_from_ms, may_be_claimed, patience_ms};

/// Every how many of these looks it asks the journal while the bus is well, in case a message was lost.
const ASK_EVERY: u32 = 6;

/// Every how many of these looks it tells again who is here.
const TELL_EVERY: u32 = (SIGN_EVERY_MS / OTHERS.as_millis() as u64) as u32;

impl GameActor {
    /// Looks what other nodes have done, and tells them who is here.
    pub(crate) async fn look_around(&mut self) {
        self.looks = self.looks.wrapping_add(1);
        let cluster = self.cluster.clone();
        let is_well = cluster.condition() == BusCondition::Well;
        if is_well && !self.heard {
            self.tell_neighbours();
            self.ask_who_is_there();
        }
        self.heard = is_well;
        if !is_well || self.looks.is_multiple_of(ASK_EVERY) {
            let before = self.game.session().version();
            self.hear_others().await;
            self.answer_what_is_new(before).await;
            self.settle().await;
            self.recall_another().await;
        }
        if self.looks.is_multiple_of(TELL_EVERY) {
            self.tell_neighbours();
            self.sign().await;
        }
        let now_ms = self.clock.now_ms();
        let is_changed = self.members.forget(now_ms, |node| cluster.is_gone(node));
        if is_changed || self.untold {
            self.tell_presence();
        }
    }

    /// Asks other nodes who is connected to them.
    pub(crate) fn ask_who_is_there(&self) {
        let game = self.game.id().to_string();
        self.cluster.publish(ClusterMessage::WhoIsThere { game });
    }

    /// Tells other nodes who is here.
    pub(crate) fn tell_neighbours(&mut self) {
        self.told = self.members.attendance();
        let number = self.cluster.next_word();
        let news = ClusterMessage::attendance(self.game.id(), number, self.told);
        self.cluster.publish(news);
    }

    /// Stores for other nodes which players are here, in a game that somebody may be claimed to have left.
    pub(crate) async fn sign(&self) {
        let (sides, session) = (self.members.sides_here(), self.game.session());
        let may_go = |side| patience_ms(session, side).is_none();
        let may_be_left = session.ending().is_none() && !Side::ALL.into_iter().all(may_go);
        if sides.is_empty() || !may_be_left || !self.store.is_shared() {
            return;
        }
        let signed = self
            .store
            .sign(self.game.id(), &sides, self.clock.now_ms())
            .await;
        if let Err(error) = signed {
            tracing::warn!(game = %self.game.id(), error = &error as &dyn std::error::Error, "who is here cannot be stored");
        }
    }

    /// Since when it is heard here who is connected to other nodes; `None` where that is not sure.
    pub(crate) fn hears_since_ms(&self) -> Option<u64> {
        if self.store.is_shared() {
            self.cluster.well_since_ms()
        } else {
            Some(0) // there are none
        }
    }

    /// Whether a side has left, so that the other one may claim the game.
    pub(in crate::live) async fn has_left(&self, side: Side, at_ms: u64) -> bool {
        let session = self.game.session();
        if !may_be_claimed(session, side) || at_ms < claimable_from_ms(session) {
            return false;
        }
        let absence = self.members.absence(session, side, self.hears_since_ms());
        let Some(patience_ms) = patience_ms(session, side) else {
            return false;
        };
        if !absence.is_longer_than(patience_ms, at_ms) {
            return false;
        }
        if !self.store.is_shared() {
            return true;
        }
        match self.store.last_sign_ms(self.game.id(), side).await {
            Ok(last_sign_ms) => Absence {
                last_sign_ms,
                ..absence
            }
            .is_longer_than(patience_ms, at_ms),
            Err(error) => {
                tracing::warn!(game = %self.game.id(), error = &error as &dyn std::error::Error, "who is elsewhere cannot be read");
                false
            }
        }
    }

    /// Takes what another node tells.
    pub(crate) async fn hear(&mut self, node: NodeId, news: ClusterMessage) {
        match news {
            ClusterMessage::Version { version, .. } if version > self.game.session().version() => {
                self.hear_others().await;
            }
            ClusterMessage::Attendance { .. } => {
                let before = self.members.presence(self.game.session(), None);
                if self.note_attendance(node, &news) {
                    let after = self.members.presence(self.game.session(), None);
                    if (before.white, before.black) == (after.white, after.black) {
                        self.untold = true;
                    } else {
                        self.tell_presence();
                    }
                }
            }
            ClusterMessage::WhoIsThere { .. } => self.tell_neighbours(),
            ClusterMessage::Said { by, phrase, .. } => self.tell_phrase(by, phrase).await,
            ClusterMessage::Rematch { by, next, .. } => {
                self.recall_another().await;
                // Whatever is passed on to browsers is an id.
                let game = next.and_then(|next| next.parse::<GameId>().ok());
                let game = game.map(|game| game.to_string());
                self.tell(&ToClient::Rematch { by, game });
            }
            ClusterMessage::Version { .. }
            | ClusterMessage::Beat
            | ClusterMessage::Begun { .. }
            | ClusterMessage::Here { .. }
            | ClusterMessage::Program { .. }
            | ClusterMessage::Challenge { .. } => {}
        }
    }

    /// Notes who is connected to another node. Answers whether that changes anything.
    pub(crate) fn note_attendance(&mut self, node: NodeId, news: &ClusterMessage) -> bool {
        let ClusterMessage::Attendance {
            number,
            players,
            watching,
            ..
        } = *news
        else {
            return false;
        };
        let attendance = Attendance { players, watching };
        let now_ms = self.clock.now_ms();
        self.members.hear(node, number, attendance, now_ms)
    }

    /// Tells other nodes how far the game has come.
    pub(crate) fn tell_version(&self) {
        self.cluster.publish(ClusterMessage::Version {
            game: self.game.id().to_string(),
            version: self.game.session().version(),
        });
    }
}
