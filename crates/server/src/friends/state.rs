//! The state of the friends handlers.

use std::sync::Arc;

use damier_people::LiveStore;
use tokio::sync::Mutex;

use crate::clock::WallClock;
use crate::limits::Limits;
use crate::live::services::GameServices;

/// What the handlers of friends need.
#[derive(Clone)]
pub(crate) struct FriendsState {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) limits: Arc<Limits>,
    /// Held while a value changes on this node, so that simultaneous changes need no retry.
    pub(crate) turn: Arc<Mutex<()>>,
}
