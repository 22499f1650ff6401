//! The state of the simuls handlers.

use std::sync::Arc;

use damier_people::accounts::AccountKeys;
use damier_people::clubs::Clubs;
use damier_people::friends::Friends;
use damier_people::live::Journal;
use damier_people::simuls::Simuls;

use crate::clock::WallClock;
use crate::limits::Limits;
use crate::live::services::GameServices;
use crate::services::Services;
use crate::simuls::standings::SimulBoardCache;

/// The ports and services that the handlers of simuls use.
#[derive(Clone)]
pub(crate) struct SimulsState {
    pub(crate) account_keys: Arc<dyn AccountKeys>,
    pub(crate) clubs: Clubs,
    pub(crate) friends: Friends,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) simuls: Simuls,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) limits: Arc<Limits>,
    pub(crate) boards: Arc<SimulBoardCache>,
}

impl From<&Services> for SimulsState {
    fn from(services: &Services) -> Self {
        Self {
            account_keys: services.ports.account_keys.clone(),
            clubs: Clubs::of(&services.ports),
            friends: Friends::of(&services.ports),
            journal: services.ports.journal.clone(),
            simuls: Simuls::of(&services.ports),
            clock: services.clock.clone(),
            games: services.games.clone(),
            limits: services.limits.clone(),
            boards: Arc::default(),
        }
    }
}
