//! The state of the live games handlers.

use std::sync::Arc;

use damier_people::LiveStore;
use tokio::sync::watch;

use crate::clock::WallClock;
use crate::live::services::GameServices;
use crate::sockets::Sockets;

/// What the handlers of live games need.
#[derive(Clone)]
pub(crate) struct LiveState {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) sockets: Sockets,
    /// Becomes true when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}
