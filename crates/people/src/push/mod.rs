//! Web Push subscriptions of devices: the browser obtains an address from its vendor's push service
//! and passes it on with its keys. The server encrypts for these keys, so the service learns
//! nothing of the content.
//!
//! Rules of the port [`Pushes`], the same for every backend and checked by one contract suite
//! (`damier-storage`, `tests/all/push_contract`):
//! - a session has one subscription, which is removed with it, however the session ends;
//! - an address belongs to one session, the last that registered it, so that a browser gets no
//!   notifications for an account that used it before;
//! - a subscription that its service reports as gone is removed, but not one that has replaced it;
//! - a subscription whose messages were all rejected or undeliverable for two weeks is removed as
//!   well.
//!
//! Players without an account subscribe by the seats of their browser. Rules of the port
//! [`SeatPushes`], checked by the same suite:
//! - a player's seat has a few subscriptions, one for each address, and a browser uses the same
//!   address at all its seats;
//! - they are removed with the seat and its game, and some time after the game has ended;
//! - those that are gone or always rejected are removed as above.

mod endpoint;
mod port;
mod seats;

pub use crate::push::endpoint::{MAX_ENDPOINT, PushEndpoint, PushEndpointError};
pub use crate::push::port::{
    LEAST_REFUSALS, PushKeys, PushLanguage, PushSubscription, Pushes, REFUSED_MS,
};
pub use crate::push::seats::{
    DEVICES_OF_A_SEAT, DEVICES_OF_A_SIDE, SEAT_PUSHES_KEPT_MS, SeatPushes,
};
