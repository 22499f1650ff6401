//! The handlers of moderation.

pub(crate) mod bans;
pub(crate) mod log;
pub(crate) mod reports;
pub(crate) mod texts;
