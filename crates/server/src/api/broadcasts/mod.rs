//! Broadcasts: what whoever runs one does, and what everybody sees of it. See `docs/live-protocol.md`.

pub(crate) mod boards;
pub(crate) mod runner;
pub(crate) mod watch;
mod who;
