//! The state of the ratings handlers.

use std::sync::Arc;

use damier_people::LiveStore;

use crate::clock::WallClock;

/// What the handlers of ratings need.
#[derive(Clone)]
pub(crate) struct RatingsState {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<dyn WallClock>,
}
