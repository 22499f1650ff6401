//! Simultaneous displays over HTTP: a host opens one, guests apply and leave, the host arranges the boards, begins and ends it, and everybody who has
//! the link sees how it stands.

pub(crate) mod games;
pub(crate) mod guests;
pub(crate) mod host;
pub(crate) mod opening;
mod shown;
mod who;
