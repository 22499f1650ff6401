//! The state of the library's handlers.

use std::sync::Arc;

use damier_people::library::GameLibrary;

use crate::clock::WallClock;
use crate::guard::work::WorkQueues;
use crate::library::quota::Quota;
use crate::services::Services;

/// The ports and services that the handlers of the library use.
#[derive(Clone)]
pub(crate) struct LibraryState {
    pub(crate) library: Arc<dyn GameLibrary>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) work_queues: Arc<WorkQueues>,
    pub(crate) quota: Quota,
}

impl From<&Services> for LibraryState {
    fn from(services: &Services) -> Self {
        Self {
            library: services.library.clone(),
            clock: services.clock.clone(),
            work_queues: services.work_queues.clone(),
            quota: services.quota,
        }
    }
}
