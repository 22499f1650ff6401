//! Handlers of push subscriptions, of an account and of a seat.

pub(crate) mod accounts;
pub(crate) mod seats;
