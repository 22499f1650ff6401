//! Handlers of broadcasts: what its owner changes, and what spectators see.

pub(crate) mod boards;
pub(crate) mod runner;
pub(crate) mod watch;
