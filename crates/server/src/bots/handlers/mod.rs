//! Handlers of the Bot API (under `/api`), and those by which people find and challenge a bot.

pub(crate) mod account;
pub(crate) mod answers;
pub(crate) mod challenges;
pub(crate) mod games;
pub(crate) mod people;
