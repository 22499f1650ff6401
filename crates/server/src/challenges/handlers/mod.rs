//! Handlers of challenges: offers, the lobby and rematches.

pub(crate) mod lobby;
pub(crate) mod offers;
pub(crate) mod rematch;
