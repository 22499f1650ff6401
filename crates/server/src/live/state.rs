//! The state of the live games handlers.

use std::sync::Arc;

use damier_people::challenges::Challenges;
use damier_people::live::{Conditionals, Journal};
use tokio::sync::watch;

use crate::clock::WallClock;
use crate::live::services::GameServices;
use crate::services::Services;
use crate::sockets::Sockets;

/// The ports and services that the handlers of live games use.
#[derive(Clone)]
pub(crate) struct LiveState {
    pub(crate) challenges: Arc<dyn Challenges>,
    pub(crate) conditionals: Arc<dyn Conditionals>,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) sockets: Sockets,
    /// Becomes true when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}

impl From<&Services> for LiveState {
    fn from(services: &Services) -> Self {
        Self {
            challenges: services.ports.challenges.clone(),
            conditionals: services.ports.conditionals.clone(),
            journal: services.ports.journal.clone(),
            clock: services.clock.clone(),
            games: services.games.clone(),
            sockets: services.sockets.clone(),
            stopping: services.stopping.clone(),
        }
    }
}
