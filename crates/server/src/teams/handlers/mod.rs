//! Handlers of team matches: create, join, name captains.

pub(crate) mod captain;
pub(crate) mod host;
pub(crate) mod joining;
