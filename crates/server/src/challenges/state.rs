//! The state of the challenges handlers.

use std::sync::Arc;

use damier_people::LiveStore;
use tokio::sync::Mutex;

use crate::clock::WallClock;
use crate::live::services::GameServices;

/// What the handlers of challenges need.
#[derive(Clone)]
pub(crate) struct ChallengesState {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    /// Held while two players are paired, so that two simultaneous requests find each other.
    pub(crate) pairing: Arc<Mutex<()>>,
}
