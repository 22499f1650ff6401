//! The permit of a connection, which the handler of a long-lived response can release early.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::OwnedSemaphorePermit;

use crate::network_limits::NetworkPermit;

/// The permit of a connection for requests. A long-lived response, such as a stream of live play,
/// releases it and takes a permit of another kind, so that it does not block requests.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionPermit(Arc<Mutex<Held>>);

#[derive(Debug)]
struct Held {
    place: Option<(NetworkPermit, OwnedSemaphorePermit)>,
    /// Whether the client of an endless stream has read something since the last check.
    is_taken: bool,
}

impl ConnectionPermit {
    pub(crate) fn of(share: NetworkPermit, place: OwnedSemaphorePermit) -> Self {
        Self(Arc::new(Mutex::new(Held {
            place: Some((share, place)),
            is_taken: false,
        })))
    }

    /// Releases the permit for the next connection.
    pub(crate) fn give_up(&self) {
        drop(self.0.lock().place.take());
    }

    /// Records that the client reads: a long-lived stream may stay open while this keeps being
    /// called.
    pub(crate) fn is_taken(&self) {
        self.0.lock().is_taken = true;
    }

    /// Whether a connection beyond the maximum age may stay open: its client has read something
    /// since the last check.
    pub(crate) fn may_stay(&self) -> bool {
        std::mem::take(&mut self.0.lock().is_taken)
    }
}
