//! Handlers of friends: the list, requests and blocks, challenges between friends, notices.

pub(crate) mod games;
pub(crate) mod list;
pub(crate) mod notices;
pub(crate) mod relations;
