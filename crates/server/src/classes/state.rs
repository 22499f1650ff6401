//! The state of the classes handlers.

use std::sync::Arc;

use damier_people::LiveStore;

use crate::clock::WallClock;
use crate::limits::Limits;
use crate::live::services::GameServices;

/// What the handlers of classes need.
#[derive(Clone)]
pub(crate) struct ClassesState {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) limits: Arc<Limits>,
}
