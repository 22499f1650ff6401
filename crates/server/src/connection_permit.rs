//! The permit of a connection, which the handler of a long-lived response can give up. Made by the
//! task of the connection.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OwnedSemaphorePermit;

use crate::network_limits::NetworkPermit;

/// The permit of a connection for requests. A long-lived response, as a stream of live play, gives
/// it up and takes a permit of another kind, so that it does not block requests.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionPlace(Arc<Mutex<Held>>);

#[derive(Debug)]
struct Held {
    place: Option<(NetworkPermit, OwnedSemaphorePermit)>,
    /// Whether the client of a stream without end has taken something since this was last asked.
    is_taken: bool,
}

impl ConnectionPlace {
    pub(crate) fn of(share: NetworkPermit, place: OwnedSemaphorePermit) -> Self {
        Self(Arc::new(Mutex::new(Held {
            place: Some((share, place)),
            is_taken: false,
        })))
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the place to the next connection.
    pub(crate) fn give_up(&self) {
        drop(self.held().place.take());
    }

    /// The client reads what is sent: a long-lived stream may stay open as long as this is called
    /// again.
    pub(crate) fn is_taken(&self) {
        self.held().is_taken = true;
    }

    /// Whether the connection may stay open, though it is as old as others may be: its client has
    /// taken something since this was last asked.
    pub(crate) fn may_stay(&self) -> bool {
        std::mem::take(&mut self.held().is_taken)
    }
}
