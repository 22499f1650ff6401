//! Handlers of the library: stored games, shared games, export as PDN.

pub(crate) mod games;
pub(crate) mod pdn;
pub(crate) mod sharing;
