//! The state of the team matches handlers.

use std::sync::Arc;

use damier_people::live::Journal;
use damier_people::teams::Gatherings;

use crate::clock::WallClock;
use crate::limits::Limits;
use crate::live::services::GameServices;

/// What the handlers of team matches need.
#[derive(Clone)]
pub(crate) struct TeamsState {
    pub(crate) gatherings: Gatherings,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) limits: Arc<Limits>,
}
