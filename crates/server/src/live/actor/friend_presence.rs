//! Presence of the accounts that play a game, visible to their friends while they are connected.

use std::time::Duration;

use damier_people::accounts::AccountId;
use damier_session::Side;
use tokio::time::Instant;

use crate::live::actor::core::Core;
use crate::live::actor::part::ActorPart;
use crate::live::cluster::now;
use crate::live::cluster_message::ClusterMessage;
use crate::live::interval::Every;

/// How often the presence of the players is renewed.
const RENEW: Duration = Duration::from_secs(10);

/// The accounts of both sides, White first, as far as they were read.
pub(crate) struct FriendPresence {
    accounts: [Option<AccountId>; 2],
    renew: Every,
}

impl FriendPresence {
    pub(crate) fn new() -> Self {
        Self {
            accounts: [None; 2],
            renew: Every::new(RENEW, now()),
        }
    }

    /// Handles a connecting player. The side may be attached to an account at any time, so the
    /// account is read until there is one.
    pub(crate) async fn on_enter(&mut self, core: &Core, side: Side) {
        if self.accounts[side.index()].is_none() {
            let players = core.context.ports.owned_seats.players_of(core.id()).await;
            let players = core.or_warn(players, "cannot read the accounts of a game");
            if let Some(players) = players {
                self.accounts = players.map(|player| player.map(|account| account.id));
            }
        }
        self.note(core);
    }

    /// Records which accounts are connected, and notifies other nodes.
    fn note(&self, core: &Core) {
        let (game, now_ms) = (Some(core.id()), core.now_ms());
        for side in core.members.connected_sides() {
            if let Some(account) = self.accounts[side.index()]
                && core.context.here.note(account, game, now_ms)
            {
                core.publish(ClusterMessage::here(account, game));
            }
        }
    }
}

impl ActorPart for FriendPresence {
    fn next_due(&self, core: &Core) -> Option<Instant> {
        (!core.members.is_empty()).then(|| self.renew.next())
    }

    async fn on_due(&mut self, core: &mut Core, now: Instant) {
        if self.renew.take(now) {
            self.note(core);
        }
    }
}
