//! The state of the simuls handlers.

use std::sync::Arc;

use damier_people::LiveStore;

use crate::clock::WallClock;
use crate::limits::Limits;
use crate::live::services::GameServices;
use crate::simuls::standings::SimulBoards;

/// What the handlers of simuls need.
#[derive(Clone)]
pub(crate) struct SimulsState {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) limits: Arc<Limits>,
    pub(crate) simuls: Arc<SimulBoards>,
}
