//! The state of the classes handlers.

use std::sync::Arc;

use damier_people::classes::Classes;
use damier_people::live::Journal;

use crate::clock::WallClock;
use crate::limits::Limits;
use crate::live::services::GameServices;
use crate::services::Services;

/// The ports and services that the handlers of classes use.
#[derive(Clone)]
pub(crate) struct ClassesState {
    pub(crate) classes: Classes,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) limits: Arc<Limits>,
}

impl From<&Services> for ClassesState {
    fn from(services: &Services) -> Self {
        Self {
            classes: Classes::of(&services.ports),
            journal: services.ports.journal.clone(),
            clock: services.clock.clone(),
            games: services.games.clone(),
            limits: services.limits.clone(),
        }
    }
}
