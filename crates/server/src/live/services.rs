//! What the features need that start, find and reach live games.

use std::sync::Arc;

use damier_people::LiveStore;

use crate::clock::WallClock;
use crate::limits::CreationQuota;
use crate::live::actors::GameActors;

/// The store, the clock, the actors of live games and the quota of new ones.
#[derive(Clone)]
pub(crate) struct GameServices {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) actors: Arc<GameActors>,
    pub(crate) quota: CreationQuota,
}
