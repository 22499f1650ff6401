//! The place of a connection among those that the server has for requests, for whoever answers a request over it. Made by the task of the
//! connection; given up by what stays open for long.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OwnedSemaphorePermit;

use crate::shares::Share;

/// The place of a connection among those that the server has for requests. What stays open for long, as a stream of live play does, gives it
/// up and takes one of another kind, so that it keeps nobody's requests out.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionPlace(Arc<Mutex<Option<(Share, OwnedSemaphorePermit)>>>);

impl ConnectionPlace {
    pub(crate) fn of(share: Share, place: OwnedSemaphorePermit) -> Self {
        Self(Arc::new(Mutex::new(Some((share, place)))))
    }

    /// Gives the place to the next connection.
    pub(crate) fn give_up(&self) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        drop(held.take());
    }
}
