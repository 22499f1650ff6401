//! The state of the classes handlers.

use std::sync::Arc;

use damier_people::classes::Classes;
use damier_people::live::Journal;

use crate::clock::WallClock;
use crate::limits::Limits;
use crate::live::services::GameServices;

/// What the handlers of classes need.
#[derive(Clone)]
pub(crate) struct ClassesState {
    pub(crate) classes: Classes,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) limits: Arc<Limits>,
}
