//! Where the devices of an account may be called by Web Push: a browser asks the service of its maker for an address, and hands it over together
//! with keys. The server encrypts for these keys, so the service learns nothing but that something came.
//!
//! Rules of the port [`Pushes`], the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/push_contract`):
//! - a session has one subscription, which goes with it, however the session ends;
//! - an address belongs to one session: whoever hands it over last has it, so a browser in which somebody else signs in calls nobody for the one before;
//! - a subscription that the service does not know any more is removed, but not one that has taken its place;
//! - one that the service has refused again and again for two weeks, or that could not be handed over, is removed too.
//!
//! Whoever plays without an account is called at the seats that the browser has. Rules of the port [`SeatPushes`], proven by the same suite:
//! - a seat of a player has a few subscriptions, one for each address, and a browser has the same address at all its seats;
//! - they go with the seat, and so with the game; and some time after the game was over;
//! - what the service does not know any more, and what it has always refused, is removed as above.

mod endpoint;
mod in_memory;
mod in_memory_seats;
mod port;
mod seats;

pub use crate::push::endpoint::{MAX_ENDPOINT, PushEndpoint, PushEndpointError};
pub(crate) use crate::push::in_memory::PushBook;
pub(crate) use crate::push::in_memory_seats::SeatPushBook;
pub use crate::push::port::{
    LEAST_REFUSALS, PushKeys, PushLanguage, PushSubscription, Pushes, REFUSED_MS,
};
pub use crate::push::seats::{
    DEVICES_OF_A_SEAT, DEVICES_OF_A_SIDE, SEAT_PUSHES_KEPT_MS, SeatPushes,
};
