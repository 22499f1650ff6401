//! The state of the push notifications handlers.

use std::sync::Arc;

use damier_people::LiveStore;

use crate::clock::WallClock;
use crate::push::pusher::Pusher;

/// What the handlers of push notifications need.
#[derive(Clone)]
pub(crate) struct PushState {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) pusher: Pusher,
}
