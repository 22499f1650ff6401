//! What a room has to do with the accounts of its players: their friends are told that they are here, and whoever keeps the other one away hears
//! none of his phrases. And whoever is away from a board that may be left is called, with an account or without.

use damier_people::live::StoreError;
use damier_session::{Act, Actor, Command, Player, Session, Side};

use crate::challenges::lobby::may_be_left;
use crate::clock::WallClock;
use crate::live::actor::Room;
use crate::live::cluster_message::News;
use crate::live::frames::{Phrase, ToClient};
use crate::live::seats::is_of_a_client;
use crate::push::{Called, Whom, asked};

impl Room {
    /// Finds out whose a side is that somebody sits at. It may be attached to an account at any time, so it is asked again where it is nobody's.
    pub(crate) async fn know_the_owner(&mut self, side: Side) {
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
    pub(crate) fn note_who_is_here(&self) {
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
    pub(crate) async fn tell_phrase(&mut self, by: Side, phrase: Phrase) {
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

    /// Calls the devices of whoever has to know of an act in a game of days, or without a clock, and is not at the board. Whoever has stored it calls, so one node does; a second one may where the store was away for a moment.
    pub(crate) async fn call_who_is_away(&self, command: &Command, act: &Act, was_over: bool) {
        let session = self.game.session();
        if !self.pusher.is_set() || !may_be_left(session.settings()) {
            return;
        }
        // Whoever has it done knows of it; an answer that he has kept is given while he is away.
        let by = match command.actor {
            Actor::Player(side) if is_of_a_client(command.id) => Some(side),
            _ => None,
        };
        let mut news = what_calls(session, act, was_over);
        news.retain(|(side, _)| {
            let is_person = matches!(session.settings().player(*side), Player::Person { .. });
            is_person && Some(*side) != by && !self.members.has(*side)
        });
        if news.is_empty() {
            return;
        }
        let owners = match self.store.players_of(self.game.id()).await {
            Ok(owners) => owners,
            Err(error) => {
                tracing::warn!(game = %self.game.id(), error = &error as &dyn std::error::Error, "whom a game calls cannot be read");
                return;
            }
        };
        for (side, what) in news {
            let name = match session.settings().player(side.opponent()) {
                Player::Person { name } => name.clone(),
                Player::Computer { .. } => String::new(),
            };
            let game = self.game.id().to_string();
            let notice = match what {
                What::Turn => Called::Turn { name, game },
                What::Offer(what) => Called::Offer { name, game, what },
                What::Over => Called::Over { name, game },
            };
            let owner = owners[side.index()].as_ref();
            let owner = owner.filter(|account| !account.is_deleted);
            let whom = Whom::plays(self.game.id(), side, owner.map(|account| account.id));
            self.pusher.call(whom, notice);
        }
    }

    /// Whether the account of a side keeps that of the other side away.
    async fn keeps_away(&self, side: Side) -> Result<bool, StoreError> {
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

/// What a side is called for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Turn,
    Offer(&'static str),
    Over,
}

/// Which sides an act calls, after it, and for what: both for the end of the game, the one for an offer or a move of the other.
fn what_calls(session: &Session, act: &Act, was_over: bool) -> Vec<(Side, What)> {
    if session.ending().is_some() && !was_over {
        return Side::ALL.map(|side| (side, What::Over)).to_vec();
    }
    match act {
        Act::OfferDraw { side, .. } => vec![(side.opponent(), What::Offer("draw"))],
        Act::Ask { side, request, .. } => vec![(side.opponent(), What::Offer(asked(request)))],
        Act::Move { .. } if session.ending().is_none() => {
            vec![(session.position().side(), What::Turn)]
        }
        _ => Vec::new(),
    }
}
