//! The state of the team matches handlers.

use std::sync::Arc;

use damier_people::live::Journal;
use damier_people::teams::TeamMatches;

use crate::clock::WallClock;
use crate::limits::Limits;
use crate::live::services::GameServices;
use crate::services::Services;

/// The ports and services that the handlers of team matches use.
#[derive(Clone)]
pub(crate) struct TeamsState {
    pub(crate) team_matches: TeamMatches,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) limits: Arc<Limits>,
}

impl From<&Services> for TeamsState {
    fn from(services: &Services) -> Self {
        Self {
            team_matches: TeamMatches::of(&services.ports),
            journal: services.ports.journal.clone(),
            clock: services.clock.clone(),
            games: services.games.clone(),
            limits: services.limits.clone(),
        }
    }
}
