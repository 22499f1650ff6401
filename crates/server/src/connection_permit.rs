//! The place of a connection among those that the server has for requests, for whoever answers a request over it. Made by the task of the
//! connection; given up by what stays open for long.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OwnedSemaphorePermit;

use crate::shares::Share;

/// The place of a connection among those that the server has for requests. What stays open for long, as a stream of live play does, gives it
/// up and takes one of another kind, so that it keeps nobody's requests out.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionPlace(Arc<Mutex<Held>>);

#[derive(Debug)]
struct Held {
    place: Option<(Share, OwnedSemaphorePermit)>,
    /// Whether the client of a stream without end has taken something since this was last asked.
    is_taken: bool,
}

impl ConnectionPlace {
    pub(crate) fn of(share: Share, place: OwnedSemaphorePermit) -> Self {
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

    /// The client takes what is sent: such a stream may stay open as long as this is said again and again.
    pub(crate) fn is_taken(&self) {
        self.held().is_taken = true;
    }

    /// Whether the connection may stay open, though it is as old as others may be: its client has taken something since this was last asked.
    pub(crate) fn may_stay(&self) -> bool {
        std::mem::take(&mut self.held().is_taken)
    }
}
