//! The state of the challenges handlers.

use std::sync::Arc;

use damier_people::accounts::{AccountKeys, Accounts};
use damier_people::challenges::Challenges;
use damier_people::friends::{Addressees, Friends};
use damier_people::live::Journal;
use damier_people::ratings::Ratings;
use tokio::sync::Mutex;

use crate::challenges::open_offers::OpenOffers;
use crate::clock::WallClock;
use crate::live::services::GameServices;
use crate::services::Services;

/// The ports and services that the handlers of challenges use.
#[derive(Clone)]
pub(crate) struct ChallengesState {
    pub(crate) account_keys: Arc<dyn AccountKeys>,
    pub(crate) accounts: Arc<dyn Accounts>,
    pub(crate) addressees: Arc<dyn Addressees>,
    pub(crate) challenges: Arc<dyn Challenges>,
    pub(crate) friends: Friends,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) ratings: Arc<dyn Ratings>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) open_offers: Arc<OpenOffers>,
    /// Held while two players are paired, so that two simultaneous requests find each other.
    pub(crate) pairing: Arc<Mutex<()>>,
}

impl From<&Services> for ChallengesState {
    fn from(services: &Services) -> Self {
        Self {
            account_keys: services.ports.account_keys.clone(),
            accounts: services.ports.accounts.clone(),
            addressees: services.ports.addressees.clone(),
            challenges: services.ports.challenges.clone(),
            friends: Friends::of(&services.ports),
            journal: services.ports.journal.clone(),
            ratings: services.ports.ratings.clone(),
            clock: services.clock.clone(),
            games: services.games.clone(),
            open_offers: Arc::default(),
            pairing: Arc::default(),
        }
    }
}
