//! The state of the bots handlers.

use std::sync::Arc;

use damier_people::accounts::{AccountKeys, Accounts, OwnedSeats};
use damier_people::challenges::Challenges;
use damier_people::friends::Friends;
use damier_people::live::Journal;
use damier_people::ratings::Ratings;
use tokio::sync::watch;

use crate::bots::connected::Bots;
use crate::clock::WallClock;
use crate::live::services::GameServices;
use crate::services::Services;
use crate::sockets::Sockets;

/// The ports and services that the handlers of bots use.
#[derive(Clone)]
pub(crate) struct BotsState {
    pub(crate) account_keys: Arc<dyn AccountKeys>,
    pub(crate) accounts: Arc<dyn Accounts>,
    pub(crate) challenges: Arc<dyn Challenges>,
    pub(crate) friends: Friends,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) owned_seats: Arc<dyn OwnedSeats>,
    pub(crate) ratings: Arc<dyn Ratings>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) bots: Bots,
    pub(crate) sockets: Sockets,
    /// Becomes true when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}

impl From<&Services> for BotsState {
    fn from(services: &Services) -> Self {
        Self {
            account_keys: services.ports.account_keys.clone(),
            accounts: services.ports.accounts.clone(),
            challenges: services.ports.challenges.clone(),
            friends: Friends::of(&services.ports),
            journal: services.ports.journal.clone(),
            owned_seats: services.ports.owned_seats.clone(),
            ratings: services.ports.ratings.clone(),
            clock: services.clock.clone(),
            games: services.games.clone(),
            bots: services.bots.clone(),
            sockets: services.sockets.clone(),
            stopping: services.stopping.clone(),
        }
    }
}
