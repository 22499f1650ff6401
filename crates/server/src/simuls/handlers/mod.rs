//! Handlers of simuls: open one, apply and leave, arrange, start and end, its games as PDN.

pub(crate) mod games;
pub(crate) mod guests;
pub(crate) mod host;
pub(crate) mod opening;
