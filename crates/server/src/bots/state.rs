//! The state of the bots handlers.

use std::sync::Arc;

use damier_people::LiveStore;
use tokio::sync::watch;

use crate::bots::connected::Bots;
use crate::clock::WallClock;
use crate::live::services::GameServices;
use crate::sockets::Sockets;

/// What the handlers of bots need.
#[derive(Clone)]
pub(crate) struct BotsState {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) bots: Bots,
    pub(crate) sockets: Sockets,
    /// Becomes true when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}
