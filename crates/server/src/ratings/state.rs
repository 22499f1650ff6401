//! The state of the ratings handlers.

use std::sync::Arc;

use damier_people::ratings::Ratings;

use crate::clock::WallClock;
use crate::services::Services;

/// The ports and services that the handlers of ratings use.
#[derive(Clone)]
pub(crate) struct RatingsState {
    pub(crate) ratings: Arc<dyn Ratings>,
    pub(crate) clock: Arc<dyn WallClock>,
}

impl From<&Services> for RatingsState {
    fn from(services: &Services) -> Self {
        Self {
            ratings: services.ports.ratings.clone(),
            clock: services.clock.clone(),
        }
    }
}
