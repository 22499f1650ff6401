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
use crate::sockets::Sockets;

/// What the handlers of broadcasts need.
#[derive(Clone)]
pub(crate) struct BroadcastsState {
    pub(crate) account_keys: Arc<dyn AccountKeys>,
    pub(crate) broadcasts: Arc<dyn Broadcasts>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) limits: Arc<Limits>,
    pub(crate) lanes: Arc<WorkQueues>,
    pub(crate) open_rounds: Arc<OpenRounds>,
    pub(crate) recent_boards: Arc<RecentBoards>,
    pub(crate) sockets: Sockets,
    /// Becomes true when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}
