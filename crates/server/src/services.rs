//! The services that the server provides to every feature. The state of a feature takes from it
//! what its handlers need.

use std::sync::Arc;

use damier_people::Ports;
use damier_people::library::GameLibrary;
use tokio::sync::watch;

use crate::bots::Bots;
use crate::clock::WallClock;
use crate::guard::work::WorkQueues;
use crate::library::quota::Quota;
use crate::limits::Limits;
use crate::live::actors::GameActors;
use crate::live::services::GameServices;
use crate::page::Page;
use crate::sockets::Sockets;
use crate::tables::Tables;

/// Everything that handlers of several features share. Exists once while the server starts.
pub(crate) struct Services {
    pub(crate) ports: Ports,
    pub(crate) library: Arc<dyn GameLibrary>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) actors: Arc<GameActors>,
    pub(crate) games: GameServices,
    pub(crate) bots: Bots,
    pub(crate) sockets: Sockets,
    pub(crate) limits: Arc<Limits>,
    pub(crate) work_queues: Arc<WorkQueues>,
    /// How much of the library a device may use.
    pub(crate) quota: Quota,
    /// The page that this server sends.
    pub(crate) page: Page,
    pub(crate) tables: Tables,
    /// The domain that passkeys are bound to, if one is configured.
    pub(crate) passkey_domain: Option<Arc<str>>,
    /// Becomes true when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}

impl From<&Services> for Tables {
    fn from(services: &Services) -> Self {
        services.tables.clone()
    }
}
