//! Friends over HTTP: who they are and who of them is here, asking and answering, challenges between them, and what calls an account.

pub(crate) mod deeds;
pub(crate) mod games;
pub(crate) mod list;
pub(crate) mod notices;
mod who;

pub(crate) use who::{are_kept_apart, challenge_for};
