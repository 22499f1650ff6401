//! What a room has to do with the accounts of its players: their friends are told that they are here, and whoever keeps the other one away hears
//! none of his phrases.

use damier_club::live::JournalError;
use damier_club::{Player, Side};

use super::super::frames::{Phrase, ToClient};
use super::super::news::News;
use super::Room;
use crate::api::lobby::has_days;
use crate::clock::WallClock;
use crate::push::Called;

impl Room {
    /// Finds out whose a side is that somebody sits at. It may be attached to an account at any time, so it is asked again where it is nobody's.
    pub(super) async fn know_the_owner(&mut self, side: Side) {
        if self.owners[side.index()].is_some() {
            return;
        }
        match self.store.players_of(self.game.id()).await {
            Ok(owners) => self.owners = owners.map(|owner| owner.map(|account| account.id)),
            Err(error) => {
                tracing::warn!(game = %self.game.id(), error = &error as &dyn std::error::Error, "whose a side is cannot be read");
            }
        }
    }

    /// Notes which accounts sit here, and tells other nodes.
    pub(super) fn note_who_is_here(&self) {
        let (game, now_ms) = (Some(self.game.id()), self.clock.now_ms());
        for side in self.members.sides_here() {
            if let Some(account) = self.owners[side.index()]
                && self.here.note(account, game, now_ms)
            {
                self.neighbours.tell(News::here(account, game));
            }
        }
    }

    /// Tells a phrase to everybody, but not to a player who keeps the other one away.
    pub(super) async fn tell_phrase(&mut self, by: Side, phrase: Phrase) {
        let deaf = match self.keeps_away(by.opponent()).await {
            Ok(true) => Some(by.opponent()),
            Ok(false) => None,
            Err(error) => {
                tracing::warn!(game = %self.game.id(), error = &error as &dyn std::error::Error, "whether players are kept apart cannot be read");
                Some(by.opponent())
            }
        };
        let frame = ToClient::Said { by, phrase }.text();
        let is_apart = self.gallery.is_apart();
        self.members.tell_but(&frame, deaf, !is_apart);
        if is_apart {
            self.gallery.hold(frame, self.clock.now_ms());
        }
    }

    /// Calls the devices of whoever is to move in a game of days and is not at the board. Whoever has stored the move calls, so one node does.
    pub(super) async fn call_whose_turn_it_is(&self) {
        let session = self.game.session();
        let side = session.position().side();
        let is_due = session.ending().is_none() && has_days(session.settings());
        if !self.pusher.is_set() || !is_due || self.members.has(side) {
            return;
        }
        let owners = match self.store.players_of(self.game.id()).await {
            Ok(owners) => owners,
            Err(error) => {
                tracing::warn!(game = %self.game.id(), error = &error as &dyn std::error::Error, "whose turn it is cannot be read");
                return;
            }
        };
        let name = match session.settings().player(side.opponent()) {
            Player::Person { name } => name.as_str(),
            Player::Computer { .. } => "",
        };
        if let Some(owner) = &owners[side.index()] {
            let notice = Called::turn(name, self.game.id());
            self.pusher.call(owner.id, notice);
        }
    }

    /// Whether the account of a side keeps that of the other side away.
    async fn keeps_away(&self, side: Side) -> Result<bool, JournalError> {
        let owners = self.store.players_of(self.game.id()).await?;
        let [Some(white), Some(black)] = owners.map(|owner| owner.map(|account| account.id)) else {
            return Ok(false);
        };
        let by = match side {
            Side::White => white,
            Side::Black => black,
        };
        let bond = self.store.bond(white, black).await?;
        Ok(bond.is_some_and(|(bond, _)| bond.blocks(by)))
    }
}
