//! The state of the broadcasts handlers.

use std::sync::Arc;

use damier_people::accounts::AccountKeys;
use damier_people::broadcasts::Broadcasts;
use tokio::sync::watch;

use crate::broadcasts::recent::RecentBoards;
use crate::broadcasts::rounds::OpenRounds;
use crate::clock::WallClock;
use crate::guard::work::WorkQueues;
use crate::limits::Limits;
use crate::live::services::GameServices;
use crate::services::Services;
use crate::sockets::Sockets;

/// The ports and services that the handlers of broadcasts use.
#[derive(Clone)]
pub(crate) struct BroadcastsState {
    pub(crate) account_keys: Arc<dyn AccountKeys>,
    pub(crate) broadcasts: Arc<dyn Broadcasts>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) limits: Arc<Limits>,
    pub(crate) work_queues: Arc<WorkQueues>,
    pub(crate) open_rounds: Arc<OpenRounds>,
    pub(crate) recent_boards: Arc<RecentBoards>,
    pub(crate) sockets: Sockets,
    /// Becomes true when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}

impl From<&Services> for BroadcastsState {
    fn from(services: &Services) -> Self {
        Self {
            account_keys: services.ports.account_keys.clone(),
            broadcasts: services.ports.broadcasts.clone(),
            clock: services.clock.clone(),
            games: services.games.clone(),
            limits: services.limits.clone(),
            work_queues: services.work_queues.clone(),
            open_rounds: Arc::default(),
            recent_boards: Arc::default(),
            sockets: services.sockets.clone(),
            stopping: services.stopping.clone(),
        }
    }
}
