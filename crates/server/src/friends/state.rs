//! The state of the friends handlers.

use std::sync::Arc;

use damier_people::accounts::{AccountKeys, Accounts, OwnedSeats};
use damier_people::challenges::Challenges;
use damier_people::clubs::Clubs;
use damier_people::friends::{Addressees, Friends};
use damier_people::live::Journal;
use damier_people::ratings::Ratings;
use tokio::sync::Mutex;

use crate::clock::WallClock;
use crate::limits::Limits;
use crate::live::services::GameServices;

/// What the handlers of friends need.
#[derive(Clone)]
pub(crate) struct FriendsState {
    pub(crate) account_keys: Arc<dyn AccountKeys>,
    pub(crate) accounts: Arc<dyn Accounts>,
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
