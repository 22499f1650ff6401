//! Push notifications of games that may be left, to players who are not connected.

use damier_session::{Act, Actor, Command, Player, Session, Side};

use crate::challenges::pace::players_may_leave;
use crate::live::actor::core::Core;
use crate::live::seats::is_client_command_id;
use crate::push::{PushNotice, Recipient, asked};

impl Core {
    /// Queues push notifications about an act that this node has stored; the queue's task reads the
    /// accounts of the players, so that the actor does not wait for them. Best effort: after a
    /// failure of the store two nodes may notify.
    pub(super) fn notify_absent_players(&self, command: &Command, act: &Act, was_over: bool) {
        let session = self.session();
        let pusher = &self.context.pusher;
        if !pusher.is_set() || !players_may_leave(session.settings()) {
            return;
        }
        // The acting player is not notified, except for a conditional move, which the server plays.
        let by = match command.actor {
            Actor::Player(side) if is_client_command_id(command.id) => Some(side),
            _ => None,
        };
        let mut notices = notices_for(session, act, was_over);
        notices.retain(|(side, _)| {
            let is_person = matches!(session.settings().player(*side), Player::Person { .. });
            is_person && Some(*side) != by && !self.members.has(*side)
        });
        for (side, notice) in notices {
            let name = match session.settings().player(side.opponent()) {
                Player::Person { name } => name.clone(),
                Player::Computer { .. } => String::new(),
            };
            let game = self.id().to_string();
            let notice = match notice {
                Notice::Turn => PushNotice::Turn { name, game },
                Notice::Offer(what) => PushNotice::Offer { name, game, what },
                Notice::Over => PushNotice::Over { name, game },
            };
            pusher.notify(Recipient::Player(self.id(), side), notice);
        }
    }
}

/// The kind of a notification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Notice {
    Turn,
    Offer(&'static str),
    Over,
}

/// The sides to notify of an act: both if it ends the game, the opponent for an offer or a move.
fn notices_for(session: &Session, act: &Act, was_over: bool) -> Vec<(Side, Notice)> {
    if session.ending().is_some() && !was_over {
        return Side::ALL.map(|side| (side, Notice::Over)).to_vec();
    }
    match act {
        Act::OfferDraw { side, .. } => vec![(side.opponent(), Notice::Offer("draw"))],
        Act::Ask { side, request, .. } => vec![(side.opponent(), Notice::Offer(asked(request)))],
        Act::Move { .. } if session.ending().is_none() => {
            vec![(session.position().side(), Notice::Turn)]
        }
        _ => Vec::new(),
    }
}
