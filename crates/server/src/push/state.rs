//! The state of the push notifications handlers.

use std::sync::Arc;

use damier_people::accounts::OwnedSeats;
use damier_people::live::Journal;
use damier_people::push::{Pushes, SeatPushes};

use crate::clock::WallClock;
use crate::push::pusher::Pusher;
use crate::services::Services;

/// The ports and services that the handlers of push notifications use.
#[derive(Clone)]
pub(crate) struct PushState {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) owned_seats: Arc<dyn OwnedSeats>,
    pub(crate) pushes: Arc<dyn Pushes>,
    pub(crate) seat_pushes: Arc<dyn SeatPushes>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) pusher: Pusher,
}

impl From<&Services> for PushState {
    fn from(services: &Services) -> Self {
        Self {
            journal: services.ports.journal.clone(),
            owned_seats: services.ports.owned_seats.clone(),
            pushes: services.ports.pushes.clone(),
            seat_pushes: services.ports.seat_pushes.clone(),
            clock: services.clock.clone(),
            pusher: services.actors.pusher.clone(),
        }
    }
}
