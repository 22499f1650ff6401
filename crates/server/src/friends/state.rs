//! The state of the friends handlers.

use std::sync::Arc;

use damier_people::accounts::{AccountKeys, OwnedSeats};
use damier_people::challenges::Challenges;
use damier_people::clubs::Clubs;
use damier_people::friends::{Addressees, Friends};
use damier_people::live::Journal;
use damier_people::ratings::Ratings;
use tokio::sync::Mutex;

use crate::clock::WallClock;
use crate::limits::Limits;
use crate::live::services::GameServices;
use crate::services::Services;

/// The ports and services that the handlers of friends use.
#[derive(Clone)]
pub(crate) struct FriendsState {
    pub(crate) account_keys: Arc<dyn AccountKeys>,
    pub(crate) addressees: Arc<dyn Addressees>,
    pub(crate) challenges: Arc<dyn Challenges>,
    pub(crate) clubs: Clubs,
    pub(crate) friends: Friends,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) owned_seats: Arc<dyn OwnedSeats>,
    pub(crate) ratings: Arc<dyn Ratings>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) limits: Arc<Limits>,
    /// Held while a value changes on this node, so that simultaneous changes need no retry.
    pub(crate) turn: Arc<Mutex<()>>,
}

impl From<&Services> for FriendsState {
    fn from(services: &Services) -> Self {
        Self {
            account_keys: services.ports.account_keys.clone(),
            addressees: services.ports.addressees.clone(),
            challenges: services.ports.challenges.clone(),
            clubs: Clubs::of(&services.ports),
            friends: Friends::of(&services.ports),
            journal: services.ports.journal.clone(),
            owned_seats: services.ports.owned_seats.clone(),
            ratings: services.ports.ratings.clone(),
            clock: services.clock.clone(),
            games: services.games.clone(),
            limits: services.limits.clone(),
            turn: Arc::default(),
        }
    }
}
