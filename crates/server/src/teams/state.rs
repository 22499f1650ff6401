//! The state of the team matches handlers.

use std::sync::Arc;

use damier_people::LiveStore;

use crate::clock::WallClock;
use crate::limits::Limits;
use crate::live::services::GameServices;

/// What the handlers of team matches need.
#[derive(Clone)]
pub(crate) struct TeamsState {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) limits: Arc<Limits>,
}
